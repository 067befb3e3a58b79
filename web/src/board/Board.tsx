// A board on the screen: three stacked drawings (ground, pieces, overlay; Connect Four's lacquer lies between the last
// two) under the ARIA grid. It draws a view and reports cells; what a cell means is its owner's business.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Line } from "../model/evaluation";
import type { Setup, View } from "../model/game";
import type { Hint } from "../state/hint";
import { settings } from "../state/settings";
import { Grid } from "./Grid";
import { Front, Ground } from "./Ground";
import { type Geometry, geometryOf } from "./geometry";
import { Marks } from "./Marks";
import { Pieces } from "./Pieces";

export interface BoardProps {
  readonly setup: Setup;
  readonly view: View | null;
  readonly label: string;
  /** Whether a click may play: ghosts are shown. */
  readonly active: boolean;
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

export function Board(props: BoardProps) {
  const { setup, view, active, flipped = false } = props;
  const geometry = useMemo(() => geometryOf(setup, flipped), [setup, flipped]);
  const [box, labelSize] = useLabelSize(geometry);
  const [hovered, setHovered] = useState<number | null>(null);
  const blank = useMemo(() => blankCells(setup), [setup]);
  const name = hovered === null || !view ? null : view.names[hovered];
  const legal = active && name != null ? view?.legal.find((move) => move.move === name && move.cell >= 0) : undefined;
  const ghost = view && legal ? { side: view.toMove, legal } : null;
  const tap = settings.value.tapTwice;
  const tapTwice = tap === "on" || (tap === "auto" && setup.game === "connect4" && setup.cols > 9);
  return (
    <div
      ref={box}
      class={`board ${setup.game} ${props.shake ? "shake" : ""} ${settings.value.coordinates ? "" : "bare"}`}
      style={{ "--ratio": geometry.width / geometry.height }}
    >
      <Layer geometry={geometry} name="ground">
        <Ground setup={setup} geometry={geometry} labelSize={labelSize} />
      </Layer>
      <Layer geometry={geometry} name="pieces">
        <Pieces setup={setup} geometry={geometry} cells={view?.cells ?? blank} origin={view?.last?.cell ?? null} />
      </Layer>
      {setup.game === "connect4" && (
        <Layer geometry={geometry} name="front">
          <Front setup={setup} geometry={geometry} />
        </Layer>
      )}
      {view && (
        <Layer geometry={geometry} name="overlay">
          <Marks
            setup={setup}
            geometry={geometry}
            view={view}
            ghost={ghost}
            hint={props.hint ?? null}
            candidates={props.candidates ?? NO_LINES}
            preview={props.preview ?? null}
            numbers={props.numbers ?? NO_NUMBERS}
            pulse={props.pulse ?? []}
            labelSize={labelSize}
            chip={settings.value.chip}
          />
        </Layer>
      )}
      <Grid
        setup={setup}
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

const blankCells = (setup: Setup) => {
  const cells: (0 | 3)[] = Array.from({ length: setup.rows * setup.cols }, () => 0 as const);
  for (const [row, column] of setup.forbidden) cells[row * setup.cols + column] = 3;
  return cells;
};
