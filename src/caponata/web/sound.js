/** Short synthesised sounds and vibration, each only if enabled in the settings. */

import { settings } from "./settings.js";

/** @typedef {{ at: number, pitch: number, length: number, shape: OscillatorType, loud: number }} Note */

/** @type {Record<"tick" | "turn" | "chat" | "refused" | "end" | "grab" | "go" | "stop", Note[]>} */
const TUNES = {
  tick: [{ at: 0, pitch: 320, length: 0.05, shape: "triangle", loud: 0.12 }],
  turn: [
    { at: 0, pitch: 523, length: 0.12, shape: "sine", loud: 0.14 },
    { at: 0.11, pitch: 784, length: 0.2, shape: "sine", loud: 0.14 },
  ],
  chat: [{ at: 0, pitch: 880, length: 0.08, shape: "sine", loud: 0.07 }],
  refused: [{ at: 0, pitch: 150, length: 0.12, shape: "triangle", loud: 0.14 }],
  grab: [{ at: 0, pitch: 660, length: 0.04, shape: "triangle", loud: 0.12 }],
  go: [392, 392, 784].map((pitch, step) => ({ at: step * 0.09, pitch, length: 0.1, shape: "triangle", loud: 0.12 })),
  stop: [440, 330, 220].map((pitch, step) => ({ at: step * 0.12, pitch, length: 0.22, shape: "square", loud: 0.05 })),
  end: [523, 659, 784, 1047].map((pitch, step) => ({ at: step * 0.13, pitch, length: 0.3, shape: "sine", loud: 0.12 })),
};

const BUZZ = 120; // milliseconds

/** @type {AudioContext | null} */
let context = null;

/**
 * Play a tune if sound is on.
 * @param {keyof typeof TUNES} tune
 */
export function playSound(tune) {
  if (!settings.value.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of TUNES[tune]) playNote(context, note);
}

/** Whether this device can vibrate. */
export const canBuzz = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Vibrate if that is enabled. */
export function buzz() {
  if (settings.value.buzz) navigator.vibrate?.(BUZZ);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 */
function playNote(context, { at, pitch, length, shape, loud }) {
  const start = context.currentTime + at;
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
