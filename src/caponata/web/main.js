/** Opens the page. */

import { effect } from "@preact/signals";
import { html, render } from "htm/preact";
import { App } from "./app.js";
import { loadWords } from "./language.js";
import { showError } from "./notices.js";
import { restoreName } from "./person.js";
import { settings } from "./settings.js";

const page = document.getElementById("page");

await loadWords();
effect(() => void (settings.value.language && loadWords().catch(showError)));
page?.replaceChildren(); // removes the message for a page whose scripts fail to load
if (page) render(html`<${App} />`, page);
void restoreName();
