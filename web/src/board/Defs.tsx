// Gradients shared by every drawing on the page, mounted once: other SVGs refer to them by name.
// Shadows are gradients too: SVG filters are far too slow for a live board.

const Stop = ({ at, color, opacity }: { at: number; color: string; opacity?: number }) => (
  <stop offset={at} stop-color={color} stop-opacity={opacity ?? 1} />
);

export function Defs() {
  return (
    <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="stone-1" cx=".36" cy=".3" r=".8">
          <Stop at={0} color="#6b6a6c" />
          <Stop at={0.35} color="#343337" />
          <Stop at={1} color="#111013" />
        </radialGradient>
        <radialGradient id="stone-2" cx=".36" cy=".3" r=".85">
          <Stop at={0} color="#fff" />
          <Stop at={0.6} color="#f6f2e8" />
          <Stop at={1} color="#cfc6b3" />
        </radialGradient>
        <radialGradient id="disc-1" cx=".4" cy=".34" r=".75">
          <Stop at={0} color="#de5b42" />
          <Stop at={1} color="#b83622" />
        </radialGradient>
        <radialGradient id="disc-2" cx=".4" cy=".34" r=".75">
          <Stop at={0} color="#fce08c" />
          <Stop at={1} color="#efbe4b" />
        </radialGradient>
        <radialGradient id="shade">
          <Stop at={0.7} color="#1c1006" opacity={0.5} />
          <Stop at={0.86} color="#1c1006" opacity={0.22} />
          <Stop at={1} color="#1c1006" opacity={0} />
        </radialGradient>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <Stop at={0} color="#ebc88f" />
          <Stop at={0.5} color="#e1b878" />
          <Stop at={1} color="#d4a562" />
        </linearGradient>
        <radialGradient id="felt" cx=".5" cy=".42" r=".8">
          <Stop at={0} color="#2a7d5d" />
          <Stop at={1} color="#185642" />
        </radialGradient>
        <linearGradient id="walnut" x1="0" y1="0" x2="0" y2="1">
          <Stop at={0} color="#5a3f2b" />
          <Stop at={1} color="#35241a" />
        </linearGradient>
        <linearGradient id="lacquer" x1="0" y1="0" x2="0" y2="1">
          <Stop at={0} color="#2c4a86" />
          <Stop at={1} color="#182b55" />
        </linearGradient>
        <radialGradient id="hole-shade" cx=".5" cy=".58" r=".6">
          <Stop at={0.68} color="#1c1206" opacity={0} />
          <Stop at={0.9} color="#1c1206" opacity={0.16} />
          <Stop at={1} color="#0b0803" opacity={0.42} />
        </radialGradient>
      </defs>
    </svg>
  );
}
