/** Who plays here: a name that is proposed, never demanded. */

import { signal } from "@preact/signals";
import { say } from "./language.js";
import { isForgetful, kept, keep } from "./memory.js";
import { post, put, read, Trouble } from "./net.js";

const PLACE = "caponata.name";
const NOBODY_YET = 401;
export const LONGEST_NAME = 24;

/** The name this person goes by. */
export const name = signal(kept(PLACE, ""));

const MET = "caponata.met";

let known = "";

/** Whether the name is only what we have proposed. */
let isProposed = false;

/** Whether the server has met this browser before, as far as it can tell. */
function isKnown() {
  return kept(MET, false);
}

/** Remember that the server has met this browser before. */
export function meet() {
  keep(MET, true);
}

/** Propose a friendly name to somebody who has none. */
export function propose() {
  const firsts = say("propose.first").split("|");
  const seconds = say("propose.second").split("|");
  const one = (/** @type {string[]} */ of) => of[Math.floor(Math.random() * of.length)];
  name.value = `${one(firsts)} ${one(seconds)}`;
  isProposed = true;
  keep(PLACE, name.value);
}

/** Learn who this browser was before. */
export async function recall() {
  if (!name.value) propose();
  if (!isKnown()) return;
  known = await read("/me").then((person) => person.name, () => "");
}

/** Take up the thread with a browser that has lost its memory, but not its passport. */
export async function recognise() {
  if (isKnown()) return;
  meet();
  const person = await read("/me");
  known = person.name;
  if (isProposed) rename(known);
}

/**
 * Take another name; the server hears of it when it matters.
 * @param {string} given
 */
export function rename(given) {
  isProposed = false;
  name.value = given.slice(0, LONGEST_NAME);
  keep(PLACE, name.value.trim());
}

/** @type {Promise<void>} */
let introduced = Promise.resolve();

/** Make sure that the server knows this person by the present name; whoever is introduced twice at once is one person. */
export function introduce() {
  introduced = introduced.catch(() => undefined).then(tellName);
  return introduced;
}

async function tellName() {
  if (!name.value.trim()) propose();
  const wanted = name.value.trim();
  if (known === wanted) return;
  known = (await (isKnown() || isForgetful() ? renamed(wanted) : post("/me", { name: wanted }))).name;
  meet();
}

/**
 * The person under another name; a new one where the server has forgotten the old.
 * @param {string} wanted
 */
async function renamed(wanted) {
  try {
    return await put("/me", { name: wanted });
  } catch (trouble) {
    if (!(trouble instanceof Trouble) || trouble.status !== NOBODY_YET) throw trouble;
    return post("/me", { name: wanted });
  }
}
