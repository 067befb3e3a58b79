// The static layer: the board itself without pieces. Redrawn only when the board's shape changes.

import { memo } from "../memo";
import { cellOf, type Setup } from "../model/game";
import { columnLabel, rowLabel } from "../model/notation";
import { type Geometry, starCells } from "./geometry";
import { fibres, grain } from "./texture";

interface GroundProps {
  readonly setup: Setup;
  readonly geometry: Geometry;
  readonly labelSize: number;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function Coordinates({ setup, geometry, labelSize, x, y }: GroundProps & { x: number; y: number }) {
  return (
    <g class={`coords ${setup.game}`} font-size={labelSize} text-anchor="middle">
      {range(setup.cols).map((column) => (
        <text key={`c${column}`} x={geometry.columnX(column)} y={y}>
          {columnLabel(setup.game, column)}
        </text>
      ))}
      {setup.game !== "connect4" &&
        range(setup.rows).map((row) => (
          <text key={`r${row}`} x={x} y={geometry.rowY(row) + labelSize * 0.36}>
            {rowLabel(setup, row)}
          </text>
        ))}
    </g>
  );
}

function NogoGround({ setup, geometry, labelSize }: GroundProps) {
  const { width, height } = geometry;
  const [fine, strong] = grain(width, height);
  const left = Math.min(geometry.columnX(0), geometry.columnX(setup.cols - 1));
  const right = Math.max(geometry.columnX(0), geometry.columnX(setup.cols - 1));
  const top = Math.min(geometry.rowY(0), geometry.rowY(setup.rows - 1));
  const bottom = Math.max(geometry.rowY(0), geometry.rowY(setup.rows - 1));
  return (
    <>
      <rect width={width} height={height} rx="13" fill="url(#wood)" />
      <path d={fine} stroke="#7a4f1d" stroke-opacity=".1" fill="none" />
      <path d={strong} stroke="#5d3810" stroke-opacity=".13" stroke-width="1.6" fill="none" />
      <rect
        x=".8"
        y=".8"
        width={width - 1.6}
        height={height - 1.6}
        rx="12.5"
        fill="none"
        stroke="#fff"
        stroke-opacity=".4"
        stroke-width="1.4"
      />
      <g stroke="#54381a" fill="none" opacity=".88">
        {range(setup.cols).map((column) => (
          <path
            key={`v${column}`}
            d={`M${geometry.columnX(column)} ${top}V${bottom}`}
            stroke-width={column % (setup.cols - 1) ? 1.25 : 2.2}
          />
        ))}
        {range(setup.rows).map((row) => (
          <path
            key={`h${row}`}
            d={`M${left} ${geometry.rowY(row)}H${right}`}
            stroke-width={row % (setup.rows - 1) ? 1.25 : 2.2}
          />
        ))}
      </g>
      {starCells(setup).map((cell) => {
        const [x, y] = geometry.centre(cell);
        return <circle key={cell} cx={x} cy={y} r="4.8" fill="#54381a" />;
      })}
      <Coordinates setup={setup} geometry={geometry} labelSize={labelSize} x={20} y={18 + labelSize * 0.4} />
    </>
  );
}

function ReversiGround({ setup, geometry, labelSize }: GroundProps) {
  const { width, height, pitch } = geometry;
  const x0 = (width - setup.cols * pitch) / 2;
  const y0 = (height - setup.rows * pitch) / 2;
  const inner = { width: setup.cols * pitch, height: setup.rows * pitch };
  const [fine, strong] = grain(width, height);
  const dots =
    setup.rows === 8 && setup.cols === 8
      ? [
          [2, 2],
          [6, 2],
          [2, 6],
          [6, 6],
        ]
      : [];
  return (
    <>
      <rect width={width} height={height} rx="17" fill="url(#walnut)" />
      <path d={fine} stroke="#1d110a" stroke-opacity=".22" fill="none" />
      <path d={strong} stroke="#a9825d" stroke-opacity=".12" stroke-width="1.4" fill="none" />
      <rect x="1" y="1" width={width - 2} height={height - 2} rx="16" fill="none" stroke="#fff" stroke-opacity=".15" />
      <rect x={x0 - 5} y={y0 - 5} width={inner.width + 10} height={inner.height + 10} rx="6" fill="#0b2c20" />
      <rect x={x0} y={y0} width={inner.width} height={inner.height} fill="url(#felt)" />
      <g transform={`translate(${x0} ${y0})`}>
        <path d={fibres(inner.width, inner.height)} stroke="#0b3c2b" stroke-opacity=".26" fill="none" />
      </g>
      <g stroke="#0a3325" stroke-width="1.7">
        {range(setup.cols + 1).map((line) => (
          <path key={`v${line}`} d={`M${x0 + line * pitch} ${y0}v${inner.height}`} />
        ))}
        {range(setup.rows + 1).map((line) => (
          <path key={`h${line}`} d={`M${x0} ${y0 + line * pitch}h${inner.width}`} />
        ))}
      </g>
      {dots.map(([column = 0, row = 0]) => (
        <circle key={`${column}-${row}`} cx={x0 + column * pitch} cy={y0 + row * pitch} r="4.6" fill="#0a3325" />
      ))}
      <Coordinates setup={setup} geometry={geometry} labelSize={labelSize} x={18} y={17 + labelSize * 0.4} />
    </>
  );
}

/** The cream or dark wall behind the lacquer, seen through the holes. */
function ConnectGround({ setup, geometry, labelSize }: GroundProps) {
  const { body } = geometry;
  return (
    <>
      <rect class="hole-wall" x={body.x + 8} y={body.y + 8} width={body.width - 16} height={body.height - 16} rx="16" />
      <Coordinates
        setup={setup}
        geometry={geometry}
        labelSize={labelSize}
        x={0}
        y={body.y + body.height + 12 + labelSize * 0.8}
      />
    </>
  );
}

export const HOLE_RADIUS = 27;

/** Connect Four's lacquer panel in front of the discs, with a hole for each cell. */
export const Front = memo(({ setup, geometry }: Omit<GroundProps, "labelSize">) => {
  const { body } = geometry;
  const blocked = new Set(setup.forbidden.map(([row, column]) => cellOf(setup, row, column)));
  const cells = range(setup.rows * setup.cols);
  const r = HOLE_RADIUS;
  const open = cells.filter((cell) => !blocked.has(cell));
  const hole = (cell: number) => {
    const [x, y] = geometry.centre(cell);
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  };
  const rounded = (radius: number) =>
    `M${body.x + radius} ${body.y}h${body.width - 2 * radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${body.height - 2 * radius}` +
    `a${radius} ${radius} 0 0 1 ${-radius} ${radius}h${2 * radius - body.width}a${radius} ${radius} 0 0 1 ${-radius} ${-radius}` +
    `v${2 * radius - body.height}a${radius} ${radius} 0 0 1 ${radius} ${-radius}Z`;
  return (
    <>
      <path d={rounded(20) + open.map(hole).join("")} fill="url(#lacquer)" fill-rule="evenodd" />
      <rect
        x={body.x + 1.5}
        y={body.y + 1.5}
        width={body.width - 3}
        height={body.height - 3}
        rx="18.5"
        fill="none"
        stroke="#8fb0ea"
        stroke-opacity=".45"
        stroke-width="1.5"
      />
      {open.map((cell) => {
        const [x, y] = geometry.centre(cell);
        return <circle key={cell} cx={x} cy={y} r={r} fill="url(#hole-shade)" />;
      })}
      <path d={open.map(hole).join("")} fill="none" stroke="#0e1c3c" stroke-opacity=".55" stroke-width="1.6" />
      {[...blocked].map((cell) => {
        const [x, y] = geometry.centre(cell);
        return (
          <g key={cell} class="forbidden">
            <circle cx={x} cy={y} r={r} fill="#16264a" stroke="#c9a24a" stroke-width="2.4" />
            <path
              d={`M${x - 12} ${y - 12}l24 24m0-24l-24 24`}
              stroke="#d9b45c"
              stroke-width="4.2"
              stroke-linecap="round"
            />
          </g>
        );
      })}
    </>
  );
});

export const Ground = memo((props: GroundProps) => {
  if (props.setup.game === "nogo") return <NogoGround {...props} />;
  return props.setup.game === "reversi" ? <ReversiGround {...props} /> : <ConnectGround {...props} />;
});
