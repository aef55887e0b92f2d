/** The notices and the live region for screen readers. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { dismiss, notices, announcement } from "../notices.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";

/** The current notices and the live region. */
export function Noticeboard() {
  return html`
    <div class="notices" role="status" aria-live="polite">
      ${notices.value.map(
        ({ id, text, rule, kind }) => html`<div key=${id} class="notice" data-kind=${kind}>
          <p>${text} ${rule && html`<${RuleLink} rule=${rule} />`}</p>
          <button type="button" class="quiet round" aria-label=${say("close")} onClick=${() => dismiss(id)}><${Icon} name="close" /></button>
        </div>`,
      )}
    </div>
    <div class="unseen" aria-live="polite"><p key=${announcement.value.number}>${announcement.value.text}</p></div>
  `;
}
