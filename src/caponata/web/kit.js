/**
 * The board kit: everything from the page that a board may use. Boards import from "/web/kit.js" only.
 *
 * An installed page is bundled into one file; there, this module and the libraries are parts of that file, so a board
 * shares their state with the page.
 */

export { usePieceAnimation } from "./animation.js";
export { read } from "./api.js";
export { isTyping } from "./app.js";
export { withMinusSign } from "./forms.js";
export { eventsSinceChoice, validEvents } from "./log.js";
export { announce } from "./notices.js";
export { isKeyboardClick, moveFocus, roveFocus, rovingFocus } from "./parts/arrowkeys.js";
export { ChangingNumber } from "./parts/changingnumber.js";
export { Decision } from "./parts/decision.js";
export { Dialog } from "./parts/dialog.js";
export { Dice, Face } from "./parts/dice.js";
export { useDrag } from "./parts/drag.js";
export { useFocusAfterMove } from "./parts/focus.js";
export { LessonBox, RestartLessons } from "./parts/lessonbox.js";
export { useLessons } from "./parts/lessons.js";
export { useMoveAttempt } from "./parts/moveattempt.js";
export { usePick } from "./parts/pick.js";
export { PickBar } from "./parts/pickbar.js";
export { PieceTracker } from "./parts/piecetracker.js";
export { previewHandlers, usePreview } from "./parts/preview.js";
export { RefusalMark, RefusalText } from "./parts/refusal.js";
export { RuleLink } from "./parts/rulelink.js";
export { SeatMark } from "./parts/seatmark.js";
export { moveTexts, pieceWords } from "./picking.js";
export { settings } from "./settings.js";
export { playSound } from "./sound.js";
export { Ready } from "./texts.js";
