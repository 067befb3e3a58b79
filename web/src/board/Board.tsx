// A board on the screen: three stacked drawings (ground, pieces, overlay; the lacquer of an upright board lies between
// the last two) under the ARIA grid. It draws a view and reports cells; what a cell means is its owner's business.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Line } from "../model/evaluation";
import type { CellContent, GameName, View } from "../model/game";
import type { GridInfo } from "../net/wire";
import type { Hint } from "../state/hint";
import { Grid } from "./Grid";
import { Front, Ground } from "./Ground";
import { type Geometry, geometryOf } from "./geometry";
import { lookOf } from "./look";
import { Marks } from "./Marks";
import { Pieces } from "./Pieces";

/** What people choose about boards once and for all. */
export interface BoardOptions {
  readonly coordinates: boolean;
  /** Dots where a move is possible, in games where that is not plain to see. */
  readonly legalMoves: boolean;
  /** Touch: the first tap shows the ghost, the second plays. */
  readonly tapTwice: "auto" | "on" | "off";
  /** The small figure of a candidate. */
  readonly chip: "visits" | "prior";
}

export const USUAL_OPTIONS: BoardOptions = { coordinates: true, legalMoves: false, tapTwice: "auto", chip: "visits" };

export interface BoardProps {
  readonly grid: GridInfo;
  readonly view: View | null;
  /** What the cells hold while there is no view. */
  readonly blank?: readonly CellContent[];
  readonly label: string;
  readonly game: GameName;
  /** Whether a click may play: ghosts are shown. */
  readonly active: boolean;
  /** A picture to look at: no room for candidates. */
  readonly still?: boolean;
  readonly options?: BoardOptions;
  readonly flipped?: boolean;
  readonly hint?: Hint | null;
  readonly candidates?: readonly Line[];
  readonly preview?: readonly string[] | null;
  readonly numbers?: ReadonlyMap<number, number>;
  readonly pulse?: readonly number[];
  readonly shake?: boolean;
  readonly children?: ComponentChildren;
  onPick?(cell: number): void;
}

const SMALLEST_TEXT_PX = 11;
const LABEL_UNITS = 15;
const NO_LINES: readonly Line[] = [];
const NO_NUMBERS: ReadonlyMap<number, number> = new Map();

/** A text size in drawing units that is at least 11 px on the screen. */
function useLabelSize(geometry: Geometry) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(LABEL_UNITS);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0)
        setSize(Math.min(28, Math.max(LABEL_UNITS, Math.ceil((SMALLEST_TEXT_PX * geometry.width) / width))));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [geometry.width]);
  return [box, size] as const;
}

function Layer({ geometry, name, children }: { geometry: Geometry; name: string; children: ComponentChildren }) {
  return (
    <svg
      class={`layer ${name}`}
      viewBox={`0 0 ${geometry.width} ${geometry.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** On wide upright boards columns are too narrow for a finger to hit at once. */
const WIDE_COLUMNS = 9;

export function Board(props: BoardProps) {
  const { grid, view, active, flipped = false, still = false, options = USUAL_OPTIONS } = props;
  const geometry = useMemo(() => geometryOf(grid, flipped, still), [grid, flipped, still]);
  const [box, labelSize] = useLabelSize(geometry);
  const [hovered, setHovered] = useState<number | null>(null);
  const blank = useMemo(() => props.blank ?? emptyCells(grid), [grid, props.blank]);
  const cells = view?.cells ?? blank;
  const name = hovered === null || !view ? null : view.names[hovered];
  const legal = active && name != null ? view?.legal.find((move) => move.move === name && move.cell >= 0) : undefined;
  const ghost = view && legal ? { side: view.toMove, legal } : null;
  const tapTwice = options.tapTwice === "on" || (options.tapTwice === "auto" && grid.drops && grid.cols > WIDE_COLUMNS);
  return (
    <div
      ref={box}
      class={`board ${lookOf(grid)} ${still ? "still" : ""} ${props.shake ? "shake" : ""} ${options.coordinates ? "" : "bare"}`}
      data-game={props.game}
      style={{ "--ratio": geometry.width / geometry.height }}
    >
      <Layer geometry={geometry} name="ground">
        <Ground grid={grid} geometry={geometry} labelSize={labelSize} />
      </Layer>
      <Layer geometry={geometry} name="pieces">
        <Pieces grid={grid} geometry={geometry} cells={cells} origin={view?.last?.cell ?? null} />
      </Layer>
      {grid.drops && (
        <Layer geometry={geometry} name="front">
          <Front grid={grid} geometry={geometry} blocked={blockedCells(cells)} />
        </Layer>
      )}
      {view && (
        <Layer geometry={geometry} name="overlay">
          <Marks
            geometry={geometry}
            view={view}
            ghost={ghost}
            legalMoves={active && options.legalMoves}
            hint={props.hint ?? null}
            candidates={props.candidates ?? NO_LINES}
            preview={props.preview ?? null}
            numbers={props.numbers ?? NO_NUMBERS}
            pulse={props.pulse ?? []}
            labelSize={labelSize}
            chip={options.chip}
          />
        </Layer>
      )}
      <Grid
        game={props.game}
        grid={grid}
        geometry={geometry}
        view={view}
        flipped={flipped}
        active={active}
        label={props.label}
        candidates={props.candidates ?? NO_LINES}
        tapTwice={tapTwice}
        onHover={setHovered}
        onPick={(cell) => props.onPick?.(cell)}
      />
      {props.children}
    </div>
  );
}

const emptyCells = ({ rows, cols }: GridInfo): readonly CellContent[] => Array<CellContent>(rows * cols).fill(0);

/** The forbidden cells as text, so that the drawing of the front stays as long as they do. */
const blockedCells = (cells: readonly CellContent[]): string =>
  cells.flatMap((content, cell) => (content === 3 ? [cell] : [])).join(" ");
