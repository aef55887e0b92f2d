/** The person at this device: a name that is proposed, never required. */

import { signal } from "@preact/signals";
import { say } from "./language.js";
import { isStorageBlocked, save, stored } from "./storage.js";
import { post, put, read, ApiError } from "./api.js";

const NAME_KEY = "caponata.name";
const UNAUTHORIZED = 401;
export const MAX_NAME_LENGTH = 24;

/** The person's name. */
export const name = signal(stored(NAME_KEY, ""));

const REGISTERED_KEY = "caponata.met";

/** The name under which the server knows this person. */
let registeredName = "";

/** Whether the name was proposed by the page and not typed. */
let isProposed = false;

/** Return whether this browser has registered with the server before. */
function isRegistered() {
  return stored(REGISTERED_KEY, false);
}

/** Remember that this browser has registered with the server. */
export function markRegistered() {
  save(REGISTERED_KEY, true);
}

/** Set a random friendly name. */
export function propose() {
  const firsts = say("propose.first").split("|");
  const seconds = say("propose.second").split("|");
  const pick = (/** @type {string[]} */ words) => words[Math.floor(Math.random() * words.length)];
  name.value = `${pick(firsts)} ${pick(seconds)}`;
  isProposed = true;
  save(NAME_KEY, name.value);
}

/** Make sure that there is a name, and load the one the server knows. */
export async function restoreName() {
  if (!name.value) propose();
  if (!isRegistered()) return;
  registeredName = await read("/me").then((person) => person.name, () => "");
}

/** Restore the name of a browser that has lost its storage but still has its cookie. */
export async function recogniseBrowser() {
  if (isRegistered()) return;
  markRegistered();
  const person = await read("/me");
  registeredName = person.name;
  if (isProposed) rename(registeredName);
}

/**
 * Change the name; `registerName` sends it to the server when it is needed.
 * @param {string} given
 */
export function rename(given) {
  isProposed = false;
  name.value = given.slice(0, MAX_NAME_LENGTH);
  save(NAME_KEY, name.value.trim());
}

/** @type {Promise<void>} */
let registration = Promise.resolve();

/** Make sure that the server knows the current name. Calls run one after the other, so that they never create two persons. */
export function registerName() {
  registration = registration.catch(() => undefined).then(sendName);
  return registration;
}

async function sendName() {
  if (!name.value.trim()) propose();
  const newName = name.value.trim();
  if (registeredName === newName) return;
  registeredName = (await (isRegistered() || isStorageBlocked() ? putName(newName) : post("/me", { name: newName }))).name;
  markRegistered();
}

/**
 * Rename the person on the server, or create a new one if the server does not know it.
 * @param {string} newName
 */
async function putName(newName) {
  try {
    return await put("/me", { name: newName });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== UNAUTHORIZED) throw error;
    return post("/me", { name: newName });
  }
}
