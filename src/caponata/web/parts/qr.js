/** A link as a QR code, drawn as one SVG path. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

const MARGIN = 3; // modules around the code

/**
 * A link as a QR code for another device's camera.
 * @param {{ text: string, label: string }} props
 */
export function QrCode({ text, label }) {
  const [drawing, setDrawing] = useState({ path: "", size: 29 + 2 * MARGIN });
  useEffect(() => {
    let isCurrent = true;
    void import("qrcode-generator").then(({ default: make }) => {
      const code = make(0, "M");
      code.addData(text);
      code.make();
      if (isCurrent) setDrawing(outline(code));
    });
    return () => void (isCurrent = false);
  }, [text]);
  const box = `0 0 ${drawing.size} ${drawing.size}`;
  return html`<svg class="qr" viewBox=${box} role="img" aria-label=${label} shape-rendering="crispEdges"><path d=${drawing.path} /></svg>`;
}

/** @param {{ getModuleCount: () => number, isDark: (row: number, column: number) => boolean }} code */
function outline(code) {
  const count = code.getModuleCount();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const path = numbers
    .flatMap((row) => numbers.filter((column) => code.isDark(row, column)).map((column) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`))
    .join("");
  return { path, size: count + 2 * MARGIN };
}
