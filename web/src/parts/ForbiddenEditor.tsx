// Blocked cells by hand: a small board of toggle buttons.

import { t } from "../i18n";
import type { Setup } from "../model/game";
import { gridFor } from "../state/app";

interface ForbiddenEditorProps {
  readonly setup: Setup;
  readonly onChange: (forbidden: readonly (readonly [number, number])[]) => void;
}

export function ForbiddenEditor({ setup, onChange }: ForbiddenEditorProps) {
  const { rows, cols, forbidden } = setup;
  const grid = gridFor(setup);
  const name = (cell: number) => grid?.cell_names[cell] ?? "";
  const blocked = new Set(forbidden.map(([row, column]) => row * cols + column));
  const toggle = (cell: number) => {
    const place = [Math.floor(cell / cols), cell % cols] as const;
    onChange(
      blocked.has(cell) ? forbidden.filter(([row, column]) => row * cols + column !== cell) : [...forbidden, place],
    );
  };
  const random = () => onChange([[Math.floor(Math.random() * rows), Math.floor(Math.random() * cols)]]);
  return (
    <div class="forbidden-editor">
      <div class="forbidden-cells" style={{ gridTemplateColumns: `repeat(${cols}, 1fr)`, "--ratio": cols / rows }}>
        {Array.from({ length: rows * cols }, (_, cell) => (
          <button
            key={cell}
            type="button"
            class={blocked.has(cell) ? "on" : ""}
            aria-pressed={blocked.has(cell)}
            aria-label={blocked.has(cell) ? t("cell.forbidden", { cell: name(cell) }) : name(cell)}
            onClick={() => toggle(cell)}
          />
        ))}
      </div>
      <p class="quiet">{t("new.forbidden.about")}</p>
      <div class="row">
        <button type="button" class="button small" onClick={random}>
          {t("new.random")}
        </button>
        <button type="button" class="button small" disabled={forbidden.length === 0} onClick={() => onChange([])}>
          {t("new.clear")}
        </button>
      </div>
    </div>
  );
}
