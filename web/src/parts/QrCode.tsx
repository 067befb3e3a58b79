// A text as a code that a phone's camera reads: dark on light in both themes, as cameras want it.

import { encode } from "uqr";

/** Empty modules around the code, without which cameras do not find it. */
const BORDER = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path class="qr-ground" d={`M0 0h${size}v${size}H0z`} />
      <path d={dark.join("")} />
    </svg>
  );
}
