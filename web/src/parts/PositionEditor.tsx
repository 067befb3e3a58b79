// Pieces by hand on a small board. The server decides whether the result is a position.

import { useState } from "preact/hooks";
import { PieceIcon } from "../board/Piece";
import { t } from "../i18n";
import { sideName } from "../i18n/names";
import type { CellContent, Side } from "../model/game";
import { emptyTree, ROOT } from "../model/tree";
import { analyse } from "../state/analyse";
import { positionText } from "./NotesCard";
import { Segments } from "./Segments";

type Brush = "0" | "1" | "2";

export function PositionEditor() {
  const setup = analyse.setup.value;
  const view = analyse.view.value;
  const [cells, setCells] = useState<readonly CellContent[] | null>(null);
  const [brush, setBrush] = useState<Brush>("1");
  const [toMove, setToMove] = useState<Side>(1);
  if (!view) return null;
  const shown = cells?.length === view.cells.length ? cells : view.cells;
  const paint = (cell: number) => {
    if (shown[cell] === 3) return;
    setCells(shown.map((content, index) => (index === cell ? (Number(brush) as CellContent) : content)));
  };
  const use = () => {
    analyse.adopt(setup, emptyTree(), positionText(setup, { ...view, cells: shown, toMove }), ROOT);
    setCells(null);
  };
  const sides = [1, 2] as const;
  return (
    <details class="field">
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
        {shown.map((content, cell) => (
          <button
            key={cell}
            type="button"
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
        onChange={(value) => setToMove(value === "1" ? 1 : 2)}
      />
      <button type="button" class="button" onClick={use}>
        {t("analyse.editor.done")}
      </button>
    </details>
  );
}
