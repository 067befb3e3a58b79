// Game and board size, with blocked cells where the game has them; the server says what there is. Used by the new-game sheet, Analyse and Watch.

import { t } from "../i18n";
import { gameName } from "../i18n/names";
import type { Setup } from "../model/game";
import { gameInfo, games, standardSetup } from "../state/app";
import { ForbiddenEditor } from "./ForbiddenEditor";
import { NumberField } from "./NumberField";
import { Segments } from "./Segments";

interface BoardPickerProps {
  readonly name: string;
  readonly setup: Setup;
  readonly onChange: (setup: Setup) => void;
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
  const offered = gameInfo(game);
  const sizes = (offered?.boards ?? []).map(([r, c]) => ({
    value: `${r}x${c}`,
    label: t("new.size", { rows: r, cols: c }),
  }));
  return (
    <>
      <Segments
        name={`${name}-game`}
        label={t("new.game")}
        value={game}
        options={games.value.map((value) => ({ value, label: gameName(value) }))}
        onChange={(next) => onChange(standardSetup(next) ?? setup)}
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
        {offered?.any_size && (
          <div class="row">
            <NumberField
              label={t("new.rows")}
              value={rows}
              limits={[offered.min[0], offered.max[0]]}
              onChange={(value) => resize(value, cols)}
            />
            <NumberField
              label={t("new.cols")}
              value={cols}
              limits={[offered.min[1], offered.max[1]]}
              onChange={(value) => resize(rows, value)}
            />
          </div>
        )}
      </div>
      {offered?.forbidden_cells && (
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
