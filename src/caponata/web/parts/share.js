/** Inviting friends to a table: link, code and QR code. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { read } from "../api.js";
import { Copy } from "./copy.js";
import { Icon } from "./icons.js";
import { QrCode } from "./qr.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Return whether an address is reachable from this machine only. @param {string} origin */
const isLocal = (origin) => LOCAL.includes(new URL(origin).hostname);

/** The address of this page for other devices, as far as the server knows it. */
function useOrigin() {
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    if (isLocal(location.origin)) read("/address").then((found) => found.address && setOrigin(found.address), () => undefined);
  }, []);
  return origin;
}

/**
 * The link to a table, its join code and a QR code.
 * @param {{ table: string, code: string | null }} props
 */
export function Share({ table, code }) {
  const origin = useOrigin();
  const link = `${origin}/t/${table}`;
  const share = () => void navigator.share?.({ title: "caponata", url: link }).catch(() => undefined);
  return html`<section class="share" aria-label=${say("share.title")}>
    <${QrCode} text=${link} label=${say("share.qr")} />
    <div class="share-words">
      ${code && html`<p class="code-label">${say("share.code")}</p><p class="code">${code}</p>`}
      <p class="link">${link}</p>
      ${isLocal(origin) && html`<p class="hint">${say("share.local")}</p>`}
      <div class="buttons">
        <${Copy} text=${link} label=${say("share.copy")} />
        ${"share" in navigator && html`<button type="button" class="button" onClick=${share}><${Icon} name="link" />${say("share.send")}</button>`}
      </div>
    </div>
  </section>`;
}

/**
 * A personal link that moves one's seat to another device.
 * @param {{ table: string, token: string }} props
 */
export function ShareSeat({ table, token }) {
  const link = `${useOrigin()}/t/${table}#seat=${token}`;
  return html`<section class="share" aria-label=${say("device.title")}>
    <${QrCode} text=${link} label=${say("device.qr")} />
    <div class="share-words">
      <p>${say("device.explain")}</p>
      <${Copy} text=${link} label=${say("share.copy")} />
    </div>
  </section>`;
}
