/** A link as a QR code, drawn as one SVG path. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

const QUIET = 3;

/**
 * A picture of a link for another device's camera.
 * @param {{ text: string, label: string }} props
 */
export function QrCode({ text, label }) {
  const [drawn, draw] = useState({ path: "", size: 29 + 2 * QUIET });
  useEffect(() => {
    let wanted = true;
    void import("qrcode-generator").then(({ default: make }) => {
      const code = make(0, "M");
      code.addData(text);
      code.make();
      if (wanted) draw(outline(code));
    });
    return () => void (wanted = false);
  }, [text]);
  const box = `0 0 ${drawn.size} ${drawn.size}`;
  return html`<svg class="qr" viewBox=${box} role="img" aria-label=${label} shape-rendering="crispEdges"><path d=${drawn.path} /></svg>`;
}

/** @param {{ getModuleCount: () => number, isDark: (row: number, column: number) => boolean }} code */
function outline(code) {
  const count = code.getModuleCount();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const path = numbers
    .flatMap((row) => numbers.filter((column) => code.isDark(row, column)).map((column) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`))
    .join("");
  return { path, size: count + 2 * QUIET };
}
