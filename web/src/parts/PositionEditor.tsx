// Pieces by hand on a small board. The rules decide whether the result is a position; until they agree, nothing changes.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { PieceIcon } from "../board/Piece";
import { t } from "../i18n";
import { sideName } from "../i18n/names";
import type { CellContent, Side } from "../model/game";
import { emptyTree, ROOT } from "../model/tree";
import { ApiError } from "../net/api";
import { analyse } from "../state/analyse";
import { checkedStart, studyInstead } from "../state/shared";
import { positionText } from "./NotesCard";
import { Segments } from "./Segments";
import { apiErrorText } from "./ShareSheet";

type Brush = "0" | "1" | "2";

/** The board under the hands of the user, and the board it was made from: on another one it means nothing. */
interface Draft {
  readonly from: string;
  readonly cells: readonly CellContent[];
  readonly toMove: Side;
}

/** What the rules say about a draft, and the cell to blame. */
interface Refusal {
  readonly draft: Draft;
  readonly text: string;
  readonly cell: number | null;
}

/** Whether the editor is unfolded; it stays so while boards come and go. */
const unfolded = signal(false);

/** The cell that a board's text goes wrong at, where one cell is to blame. */
function blamed(error: unknown, cols: number): number | null {
  if (!(error instanceof ApiError) || !["flaw.hanging", "flaw.strangled"].includes(error.key)) return null;
  return (Number(error.args.line) - 1) * cols + Number(error.args.column) - 1;
}

export function PositionEditor() {
  const setup = analyse.setup.value;
  const view = analyse.view.value;
  const [kept, setDraft] = useState<Draft | null>(null);
  const [brush, setBrush] = useState<Brush>("1");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (!view) return null;
  const from = `${setup.game} ${positionText(setup, view)}`;
  const draft: Draft = kept?.from === from ? kept : { from, cells: view.cells, toMove: view.toMove };
  const { cells, toMove } = draft;
  const refused = refusal?.draft === draft ? refusal : null;
  const paint = (cell: number) => {
    if (cells[cell] === 3) return;
    const content = Number(brush) as CellContent;
    setDraft({ ...draft, cells: cells.map((before, index) => (index === cell ? content : before)) });
  };
  const use = async () => {
    setDraft(draft);
    try {
      const start = await checkedStart(setup, positionText(setup, { ...view, cells, toMove }));
      studyInstead(setup, emptyTree(), start, ROOT);
    } catch (error) {
      setRefusal({ draft, text: apiErrorText(error), cell: blamed(error, setup.cols) });
    }
  };
  const sides = [1, 2] as const;
  return (
    <details class="field" open={unfolded.value} onToggle={(event) => (unfolded.value = event.currentTarget.open)}>
      <summary class="field-name">{t("analyse.editor")}</summary>
      <p class="quiet">{t("analyse.editor.about")}</p>
      <Segments
        name="brush"
        label={t("analyse.editor")}
        value={brush}
        options={[
          ...sides.map((side) => ({ value: String(side) as Brush, label: sideName(setup.game, side) })),
          { value: "0", label: t("analyse.editor.erase") },
        ]}
        onChange={(value) => setBrush(value)}
      />
      <div class="editor-cells" style={{ gridTemplateColumns: `repeat(${setup.cols}, 1fr)` }}>
        {cells.map((content, cell) => (
          <button
            key={cell}
            type="button"
            class={refused?.cell === cell ? "wrong" : ""}
            aria-label={`${view.grid.cell_names[cell] ?? ""} ${content === 1 || content === 2 ? sideName(setup.game, content) : ""}`}
            onClick={() => paint(cell)}
          >
            {content === 1 || content === 2 ? <PieceIcon game={setup.game} side={content} /> : content === 3 ? "×" : ""}
          </button>
        ))}
      </div>
      <Segments
        name="to-move"
        label={t("analyse.editor.toMove")}
        value={String(toMove)}
        options={sides.map((side) => ({
          value: String(side),
          label: t("engine.toMove", { side: sideName(setup.game, side) }),
        }))}
        onChange={(value) => setDraft({ ...draft, toMove: value === "1" ? 1 : 2 })}
      />
      {refused && (
        <p class="problem" role="alert">
          {refused.text}
        </p>
      )}
      <button type="button" class="button" onClick={() => void use()}>
        {t("analyse.editor.done")}
      </button>
    </details>
  );
}
