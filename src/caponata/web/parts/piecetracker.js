/**
 * Identity of pieces from one view to the next, for the animation.
 *
 * A view names kinds of pieces, not individual pieces. Each piece gets an id that it keeps as long as it can be the same.
 */

/**
 * Tracks the pieces of one table through its views. A board extends it with `track`, which assigns the ids.
 * @template {{ seat: number | null }} View
 */
export class PieceTracker {
  constructor() {
    /** @type {View | null} */
    this.view = null;
    /** Place that a new piece comes from. @type {Map<string, string>} */
    this.origins = new Map();
    /** Place that a removed piece goes to. @type {Map<string, string>} */
    this.goals = new Map();
    this.count = 0;
  }

  /**
   * Process the next view. If another seat looks, all pieces are new.
   * @param {View} view
   */
  follow(view) {
    if (view === this.view) return this;
    const before = this.view && this.view.seat === view.seat ? this.view : null;
    this.origins = new Map();
    this.goals = new Map();
    this.track(view, before);
    this.view = view;
    return this;
  }

  /**
   * Assign ids to the pieces of a view.
   * @param {View} _view
   * @param {View | null} _before
   */
  track(_view, _before) {
    throw new Error("track is defined by the board");
  }

  /**
   * Id of a new piece.
   * @param {string} kind
   * @param {string | null} from  place that it comes from
   */
  create(kind, from) {
    this.count += 1;
    const id = `${kind}.${this.count}`;
    if (from !== null) this.origins.set(id, from);
    return id;
  }
}
