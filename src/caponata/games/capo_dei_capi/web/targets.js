/** The places that can be tapped, derived from the legal moves without any rules. */

/**
 * @typedef {object} Targets
 * @property {Map<string, string>} acts  the move made by a tap on a place
 * @property {Map<string, string>} holds  the area from which a tap on a place picks something up
 */

const ON_AREA = ["influence", "bribe", "invest"];
const FROM_TO = ["deceive", "shift"];

/** The place of an area. @param {string} area */
export const atArea = (area) => `area ${area}`;
/** The place beside an area. @param {string} area */
export const atBeside = (area) => `beside ${area}`;
/** The place of a circle. @param {number} seat @param {string} area @param {number | string} circle */
export const atCircle = (seat, area, circle) => `circle ${seat} ${area} ${circle}`;

/**
 * The places highlighted by the legal moves. To move something between areas, it is picked up first and then put down.
 * @param {string[]} moves
 * @param {number} turn  the seat whose turn it is
 * @param {string | null} held
 * @returns {Targets}
 */
export function targets(moves, turn, held) {
  const acts = new Map();
  const holds = new Map();
  for (const move of moves) {
    const [verb = "", area = "", last = ""] = move.split(" ");
    if (ON_AREA.includes(verb)) acts.set(atArea(area), move);
    else if (verb === "flip" || verb === "expose") acts.set(atCircle(1 - turn, area, last), move);
    else if (verb === "discard") acts.set(last === "new" ? atBeside(area) : atCircle(turn, area, last), move);
    else if (FROM_TO.includes(verb)) {
      holds.set(verb === "shift" ? atArea(area) : atBeside(area), area);
      if (area === held) acts.set(atArea(last), move);
    } else if (verb === "pocket") holds.set(atBeside(area), area);
  }
  return { acts, holds };
}

/**
 * The illegal move that a tap on an area most likely means, sent to get the reason for its refusal.
 * @param {string[]} moves
 * @param {string} area
 * @param {string | null} held
 */
export function likelyMove(moves, area, held) {
  const similar = moves.find((move) => ON_AREA.includes(move.split(" ")[0] ?? ""));
  const [verb, , value] = similar?.split(" ") ?? [];
  if (verb) return [verb, area, value].filter(Boolean).join(" ");
  if (moves.some((move) => move.startsWith("shift "))) return held ? `shift ${held} ${area}` : `shift ${area} ${area === "white-1" ? "white-2" : "white-1"}`;
  return held && held !== area ? `deceive ${held} ${area}` : null;
}
