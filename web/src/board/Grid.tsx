// The board's ARIA grid: real rows and cells over the drawing. They are the hit targets for mouse, finger and keyboard,
// and the only part of a board that a screen reader meets.

import { Component, createRef } from "preact";
import { t } from "../i18n/common";
import { sideName } from "../i18n/names";
import type { Line } from "../model/evaluation";
import { estimate } from "../model/format";
import type { GameName, View } from "../model/game";
import type { GridInfo } from "../net/wire";
import { proofText } from "../parts/proof";
import type { Geometry } from "./geometry";

interface GridProps {
  readonly game: GameName;
  readonly grid: GridInfo;
  readonly geometry: Geometry;
  readonly view: View | null;
  readonly flipped: boolean;
  readonly active: boolean;
  readonly label: string;
  readonly candidates: readonly Line[];
  /** Touch: the first tap shows the ghost, the second on the same place plays. */
  readonly tapTwice: boolean;
  onHover(cell: number | null): void;
  onPick(cell: number): void;
}

interface GridState {
  readonly cursor: number;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Grid extends Component<GridProps, GridState> {
  override state: GridState = { cursor: 0 };
  private readonly root = createRef<HTMLDivElement>();
  private pressed: { readonly id: number; readonly touch: boolean } | null = null;
  private armed: number | null = null;

  override componentDidUpdate(before: GridProps): void {
    if (before.view !== this.props.view) this.armed = null;
  }

  override render({ grid, geometry, view, label }: GridProps, { cursor }: GridState) {
    const rows = Array.from({ length: grid.rows }, (_, row) => row);
    const cols = Array.from({ length: grid.cols }, (_, column) => column);
    const place = (value: number, whole: number) => `${(value / whole) * 100}%`;
    const half = geometry.pitch / 2;
    return (
      <div
        ref={this.root}
        class={`grid ${this.props.active ? "active" : ""}`}
        role="grid"
        aria-label={label}
        aria-rowcount={grid.rows}
        aria-colcount={grid.cols}
        onKeyDown={this.key}
        onPointerMove={this.move}
        onPointerDown={this.press}
        onPointerUp={this.release}
        onPointerCancel={this.cancel}
        onPointerLeave={this.leave}
        onFocusIn={this.focus}
        onFocusOut={() => this.props.onHover(null)}
      >
        {rows.map((row) => (
          <div role="row" key={row} aria-rowindex={row + 1}>
            {cols.map((column) => {
              const cell = row * grid.cols + column;
              const [x, y] = geometry.centre(cell);
              return (
                <div
                  role="gridcell"
                  key={column}
                  data-cell={cell}
                  aria-colindex={column + 1}
                  aria-label={view ? this.describe(cell, view) : (grid.cell_names[cell] ?? "")}
                  tabIndex={cell === this.current(cursor) ? 0 : -1}
                  style={{
                    left: place(x - half, geometry.width),
                    top: place(y - half, geometry.height),
                    width: place(geometry.pitch, geometry.width),
                    height: place(geometry.pitch, geometry.height),
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
    );
  }

  /** The cursor, kept on the board when its size changes. */
  private current(cursor: number): number {
    return cursor < this.props.grid.rows * this.props.grid.cols ? cursor : 0;
  }

  private describe(cell: number, view: View): string {
    const { game, grid, candidates } = this.props;
    const content = view.cells[cell] ?? 0;
    const name = grid.cell_names[cell] ?? "";
    if (content === 3) return t("cell.forbidden", { cell: name });
    if (content !== 0) {
      const last = view.last?.cell === cell ? `, ${t("cell.last")}` : "";
      return t("cell.piece", { cell: name, side: sideName(game, content) }) + last;
    }
    const move = view.names[cell];
    const legal = view.legal.some((m) => m.cell === cell);
    const mark = view.marks.get(cell);
    const value = candidates.find((line) => line.move === move && line.chance !== null);
    const parts = [t(legal ? "cell.legal" : "cell.empty", { cell: name })];
    if (mark) parts.push(t(`mark.${mark}`));
    if (legal && value?.proven) parts.push(proofText(value.proven));
    else if (legal && value) parts.push(t("cell.chance", { percent: estimate(value.chance ?? 0, 0) }));
    return parts.join(", ");
  }

  private cellAt(event: PointerEvent): number | null {
    // A captured touch keeps its first target: look under the finger, or a little above it so that the ghost is seen.
    const target = document.elementFromPoint(event.clientX, event.clientY) as HTMLElement | null;
    const cell = target?.dataset.cell;
    return cell === undefined || !this.root.current?.contains(target) ? null : Number(cell);
  }

  private readonly move = (event: PointerEvent) => {
    if (event.pointerType === "touch" && !this.pressed) return;
    this.props.onHover(this.cellAt(event));
  };

  private readonly press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    this.pressed = { id: event.pointerId, touch: event.pointerType !== "mouse" };
    if (this.pressed.touch) {
      const target = event.target as HTMLElement;
      if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
      this.props.onHover(this.cellAt(event));
    }
  };

  private readonly release = (event: PointerEvent) => {
    if (this.pressed?.id !== event.pointerId) return;
    const { touch } = this.pressed;
    this.pressed = null;
    const cell = this.cellAt(event);
    if (cell === null) {
      this.props.onHover(null);
      return;
    }
    this.setState({ cursor: cell });
    if (touch && this.props.tapTwice && !this.sameMove(this.armed, cell)) {
      this.armed = cell;
      this.props.onHover(cell);
      return;
    }
    this.armed = null;
    if (touch) this.props.onHover(null);
    this.props.onPick(cell);
  };

  /** Where pieces fall a whole column is one move. */
  private sameMove(a: number | null, b: number): boolean {
    const names = this.props.view?.names;
    return a !== null && (a === b || (names !== undefined && names[a] === names[b]));
  }

  private readonly cancel = () => {
    this.pressed = null;
    this.props.onHover(null);
  };

  private readonly leave = (event: PointerEvent) => {
    // A finger leaves with every release; its ghost stays for the second tap.
    if (!this.pressed && event.pointerType === "mouse") this.props.onHover(null);
  };

  private readonly focus = (event: FocusEvent) => {
    const target = event.target as HTMLElement;
    const cell = target.dataset.cell;
    if (cell !== undefined && target.matches(":focus-visible")) this.props.onHover(Number(cell));
  };

  private readonly key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cursor = this.current(this.state.cursor);
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      this.props.onPick(cursor);
      return;
    }
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(cursor, arrow);
  };

  private step(cursor: number, [down, right]: readonly [number, number]): void {
    const { grid, flipped } = this.props;
    const turnRows = flipped && !grid.drops ? -1 : 1;
    const turnColumns = flipped ? -1 : 1;
    const row = Math.min(grid.rows - 1, Math.max(0, Math.floor(cursor / grid.cols) + down * turnRows));
    const column = Math.min(grid.cols - 1, Math.max(0, (cursor % grid.cols) + right * turnColumns));
    const next = row * grid.cols + column;
    this.setState({ cursor: next }, () => {
      this.root.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    });
  }
}
