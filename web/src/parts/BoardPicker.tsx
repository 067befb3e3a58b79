// Game and board size, with blocked cells for Connect Four. Used by the new-game sheet, Analyse and Watch.

import { t } from "../i18n";
import { classicSetup, GAMES, type Setup } from "../model/game";
import { ForbiddenEditor } from "./ForbiddenEditor";
import { Segments } from "./Segments";

interface BoardPickerProps {
  readonly name: string;
  readonly setup: Setup;
  readonly onChange: (setup: Setup) => void;
}

const PRESETS: Record<Setup["game"], readonly (readonly [number, number])[]> = {
  connect4: [
    [6, 7],
    [9, 9],
    [10, 11],
    [12, 12],
  ],
  reversi: [
    [4, 4],
    [6, 6],
    [8, 8],
  ],
  nogo: [
    [5, 5],
    [7, 7],
    [9, 9],
  ],
};

/** The sizes the server plays: Connect Four 4x4 to 13x16. */
const LIMITS = { rows: [4, 13], cols: [4, 16] } as const;

function NumberField({
  label,
  value,
  limits,
  onChange,
}: {
  label: string;
  value: number;
  limits: readonly [number, number];
  onChange: (value: number) => void;
}) {
  const [low, high] = limits;
  return (
    <label class="number-field">
      {label}
      <input
        type="number"
        min={low}
        max={high}
        value={value}
        onChange={(event) => {
          const next = Math.min(high, Math.max(low, Math.round(Number(event.currentTarget.value) || low)));
          event.currentTarget.value = String(next);
          onChange(next);
        }}
      />
    </label>
  );
}

export function BoardPicker({ name, setup, onChange }: BoardPickerProps) {
  const { game, rows, cols } = setup;
  const resize = (nextRows: number, nextCols: number) =>
    onChange({
      ...setup,
      rows: nextRows,
      cols: nextCols,
      forbidden: setup.forbidden.filter(([row, column]) => row < nextRows && column < nextCols),
    });
  const sizes = PRESETS[game].map(([r, c]) => ({ value: `${r}x${c}`, label: t("new.size", { rows: r, cols: c }) }));
  return (
    <>
      <Segments
        name={`${name}-game`}
        label={t("new.game")}
        value={game}
        options={GAMES.map((value) => ({ value, label: t(`game.${value}`) }))}
        onChange={(next) => onChange(classicSetup(next))}
      />
      <div class="field">
        <span class="field-name">{t("new.board")}</span>
        <Segments
          name={`${name}-size`}
          label={t("new.board")}
          value={`${rows}x${cols}`}
          options={sizes}
          onChange={(value) => {
            const [r = rows, c = cols] = value.split("x").map(Number);
            resize(r, c);
          }}
        />
        {game === "connect4" && (
          <div class="row">
            <NumberField
              label={t("new.rows")}
              value={rows}
              limits={LIMITS.rows}
              onChange={(value) => resize(value, cols)}
            />
            <NumberField
              label={t("new.cols")}
              value={cols}
              limits={LIMITS.cols}
              onChange={(value) => resize(rows, value)}
            />
          </div>
        )}
      </div>
      {game === "connect4" && (
        <details class="field" open={setup.forbidden.length > 0}>
          <summary class="field-name">
            {t("new.forbidden")} <b>{setup.forbidden.length}</b>
          </summary>
          <ForbiddenEditor setup={setup} onChange={(forbidden) => onChange({ ...setup, forbidden })} />
        </details>
      )}
    </>
  );
}
