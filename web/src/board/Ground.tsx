// The static layer: the board itself without pieces. Redrawn only when the board's shape changes.

import { memo } from "../memo";
import type { GridInfo } from "../net/wire";
import type { Geometry } from "./geometry";
import { lookOf } from "./look";
import { fibres, grain } from "./texture";

interface GroundProps {
  readonly grid: GridInfo;
  readonly geometry: Geometry;
  readonly labelSize: number;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function Coordinates({ grid, geometry, labelSize, x, y }: GroundProps & { x: number; y: number }) {
  return (
    <g class={`coords ${lookOf(grid)}`} font-size={labelSize} text-anchor="middle">
      {range(grid.cols).map((column) => (
        <text key={`c${column}`} x={geometry.columnX(column)} y={y}>
          {grid.column_labels[column]}
        </text>
      ))}
      {!grid.drops &&
        range(grid.rows).map((row) => (
          <text key={`r${row}`} x={x} y={geometry.rowY(row) + labelSize * 0.36}>
            {grid.row_labels[row]}
          </text>
        ))}
    </g>
  );
}

function PointsGround({ grid, geometry, labelSize }: GroundProps) {
  const { width, height } = geometry;
  const [fine, strong] = grain(width, height);
  const left = Math.min(geometry.columnX(0), geometry.columnX(grid.cols - 1));
  const right = Math.max(geometry.columnX(0), geometry.columnX(grid.cols - 1));
  const top = Math.min(geometry.rowY(0), geometry.rowY(grid.rows - 1));
  const bottom = Math.max(geometry.rowY(0), geometry.rowY(grid.rows - 1));
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
        {range(grid.cols).map((column) => (
          <path
            key={`v${column}`}
            d={`M${geometry.columnX(column)} ${top}V${bottom}`}
            stroke-width={column % (grid.cols - 1) ? 1.25 : 2.2}
          />
        ))}
        {range(grid.rows).map((row) => (
          <path
            key={`h${row}`}
            d={`M${left} ${geometry.rowY(row)}H${right}`}
            stroke-width={row % (grid.rows - 1) ? 1.25 : 2.2}
          />
        ))}
      </g>
      {grid.dots.map(([row, column]) => {
        const [x, y] = [geometry.columnX(column), geometry.rowY(row)];
        return <circle key={`${row}-${column}`} cx={x} cy={y} r="4.8" fill="#54381a" />;
      })}
      <Coordinates grid={grid} geometry={geometry} labelSize={labelSize} x={20} y={18 + labelSize * 0.4} />
    </>
  );
}

function CellsGround({ grid, geometry, labelSize }: GroundProps) {
  const { width, height, pitch } = geometry;
  const x0 = (width - grid.cols * pitch) / 2;
  const y0 = (height - grid.rows * pitch) / 2;
  const inner = { width: grid.cols * pitch, height: grid.rows * pitch };
  const [fine, strong] = grain(width, height);
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
        {range(grid.cols + 1).map((line) => (
          <path key={`v${line}`} d={`M${x0 + line * pitch} ${y0}v${inner.height}`} />
        ))}
        {range(grid.rows + 1).map((line) => (
          <path key={`h${line}`} d={`M${x0} ${y0 + line * pitch}h${inner.width}`} />
        ))}
      </g>
      {grid.dots.map(([row, column]) => (
        <circle key={`${column}-${row}`} cx={x0 + column * pitch} cy={y0 + row * pitch} r="4.6" fill="#0a3325" />
      ))}
      <Coordinates grid={grid} geometry={geometry} labelSize={labelSize} x={18} y={17 + labelSize * 0.4} />
    </>
  );
}

/** The cream or dark wall behind the lacquer, seen through the holes. */
function UprightGround({ grid, geometry, labelSize }: GroundProps) {
  const { body } = geometry;
  return (
    <>
      <rect class="hole-wall" x={body.x + 8} y={body.y + 8} width={body.width - 16} height={body.height - 16} rx="16" />
      <Coordinates
        grid={grid}
        geometry={geometry}
        labelSize={labelSize}
        x={0}
        y={body.y + body.height + 12 + labelSize * 0.8}
      />
    </>
  );
}

export const HOLE_RADIUS = 27;

/** The lacquer panel of an upright board in front of the discs, with a hole for each cell. */
export const Front = memo(({ grid, geometry, blocked }: Omit<GroundProps, "labelSize"> & { blocked: string }) => {
  const { body } = geometry;
  const closed = new Set(blocked.split(" ").filter(Boolean).map(Number));
  const cells = range(grid.rows * grid.cols);
  const r = HOLE_RADIUS;
  const open = cells.filter((cell) => !closed.has(cell));
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
      {[...closed].map((cell) => {
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

const GROUNDS = { upright: UprightGround, points: PointsGround, cells: CellsGround };

export const Ground = memo((props: GroundProps) => {
  const Look = GROUNDS[lookOf(props.grid)];
  return <Look {...props} />;
});
