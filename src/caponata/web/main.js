/** Opens the page. */

import { effect } from "@preact/signals";
import { html, render } from "htm/preact";
import { App } from "./app.js";
import { learn } from "./language.js";
import { complain } from "./notices.js";
import { recall } from "./person.js";
import { settings } from "./settings.js";

const page = document.getElementById("page");

await learn();
effect(() => void (settings.value.language && learn().catch(complain)));
page?.replaceChildren(); // what stood there for those whom the page does not reach
if (page) render(html`<${App} />`, page);
void recall();
