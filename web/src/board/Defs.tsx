// Gradients shared by every drawing on the page, mounted once: other SVGs refer to them by name.
// Shadows are gradients too: SVG filters are far too slow for a live board.

/** Offset, colour, opacity. */
type Stop = readonly [number, string, number?];

interface RadialGradient {
  readonly id: string;
  readonly centre: readonly [number, number];
  readonly radius: number;
  readonly stops: readonly Stop[];
}

interface LinearGradient {
  readonly id: string;
  readonly to: readonly [number, number];
  readonly stops: readonly Stop[];
}

const RADIAL: readonly RadialGradient[] = [
  {
    id: "stone-1",
    centre: [0.36, 0.3],
    radius: 0.8,
    stops: [
      [0, "#6b6a6c"],
      [0.35, "#343337"],
      [1, "#111013"],
    ],
  },
  {
    id: "stone-2",
    centre: [0.36, 0.3],
    radius: 0.85,
    stops: [
      [0, "#fff"],
      [0.6, "#f6f2e8"],
      [1, "#cfc6b3"],
    ],
  },
  {
    id: "disc-1",
    centre: [0.4, 0.34],
    radius: 0.75,
    stops: [
      [0, "#de5b42"],
      [1, "#b83622"],
    ],
  },
  {
    id: "disc-2",
    centre: [0.4, 0.34],
    radius: 0.75,
    stops: [
      [0, "#fce08c"],
      [1, "#efbe4b"],
    ],
  },
  {
    id: "sheen",
    centre: [0.36, 0.3],
    radius: 0.8,
    stops: [
      [0, "#fff", 0.55],
      [0.45, "#fff", 0.08],
      [1, "#000", 0.28],
    ],
  },
  {
    id: "shade",
    centre: [0.5, 0.5],
    radius: 0.5,
    stops: [
      [0.7, "#1c1006", 0.5],
      [0.86, "#1c1006", 0.22],
      [1, "#1c1006", 0],
    ],
  },
  {
    id: "felt",
    centre: [0.5, 0.42],
    radius: 0.8,
    stops: [
      [0, "#2a7d5d"],
      [1, "#185642"],
    ],
  },
  {
    id: "hole-shade",
    centre: [0.5, 0.58],
    radius: 0.6,
    stops: [
      [0.68, "#1c1206", 0],
      [0.9, "#1c1206", 0.16],
      [1, "#0b0803", 0.42],
    ],
  },
];

const LINEAR: readonly LinearGradient[] = [
  {
    id: "wood",
    to: [1, 1],
    stops: [
      [0, "#ebc88f"],
      [0.5, "#e1b878"],
      [1, "#d4a562"],
    ],
  },
  {
    id: "walnut",
    to: [0, 1],
    stops: [
      [0, "#5a3f2b"],
      [1, "#35241a"],
    ],
  },
  {
    id: "lacquer",
    to: [0, 1],
    stops: [
      [0, "#2c4a86"],
      [1, "#182b55"],
    ],
  },
];

const Stops = ({ stops }: { stops: readonly Stop[] }) => (
  <>
    {stops.map(([at, color, opacity = 1]) => (
      <stop key={at} offset={at} stop-color={color} stop-opacity={opacity} />
    ))}
  </>
);

export function Defs() {
  return (
    <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {RADIAL.map(({ id, centre: [cx, cy], radius, stops }) => (
          <radialGradient key={id} id={id} cx={cx} cy={cy} r={radius}>
            <Stops stops={stops} />
          </radialGradient>
        ))}
        {LINEAR.map(({ id, to: [x2, y2], stops }) => (
          <linearGradient key={id} id={id} x1={0} y1={0} x2={x2} y2={y2}>
            <Stops stops={stops} />
          </linearGradient>
        ))}
      </defs>
    </svg>
  );
}
