/** Opens the page. */

import { effect } from "@preact/signals";
import { html, render } from "htm/preact";
import { App } from "./app.js";
import { learn } from "./language.js";
import { recall } from "./person.js";
import { settings } from "./settings.js";

const page = document.getElementById("page");

await learn();
let language = settings.value.language;
effect(() => {
  if (settings.value.language === language) return;
  language = settings.value.language;
  void learn();
});
if (page) render(html`<${App} />`, page);
void recall();
