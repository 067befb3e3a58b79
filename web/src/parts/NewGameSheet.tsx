// Everything about a new game on one sheet: game, board, side, level, clock.

import { useState } from "preact/hooks";
import { isKey, t } from "../i18n";
import { navigate } from "../state/app";
import { friend } from "../state/friend";
import type { PlayOptions, Seat } from "../state/play";
import { eloText, measuredBuild } from "../state/ratings";
import { dialog } from "../state/ui";
import { BoardPicker } from "./BoardPicker";
import { ClockPicker } from "./ClockPicker";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { Segments } from "./Segments";
import { apiErrorText } from "./ShareSheet";
import { Switch } from "./Switch";

const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

export const levelName = (level: number): string => {
  const key = `level.name.${level}`;
  return isKey(key) ? t(key) : String(level);
};

function LevelPicker({ game, level, onChange }: { game: string; level: number; onChange: (level: number) => void }) {
  const elo = eloText(game, level);
  return (
    <div class="field">
      <span class="field-name">
        {t("new.level")} <b>{level}</b> {levelName(level)}
        <small title={elo === null ? undefined : t("new.elo.about", { build: measuredBuild(game) })}>
          {elo === null ? t("new.unrated") : t("new.elo", { elo })}
        </small>
      </span>
      <div class="levels" role="radiogroup" aria-label={t("new.level")}>
        {LEVELS.map((value) => (
          <label key={value} class={value === level ? "on" : value < level ? "below" : ""} title={levelName(value)}>
            <input
              type="radio"
              name="level"
              class="hidden"
              value={value}
              checked={value === level}
              onChange={() => onChange(value)}
            />
            {value}
          </label>
        ))}
      </div>
    </div>
  );
}

export function NewGameSheet({
  initial,
  onStart,
}: {
  initial: PlayOptions;
  onStart: (options: PlayOptions, clean: boolean) => void;
}) {
  const [clean, setClean] = useState(true);
  const [options, setOptions] = useState(initial);
  const [draw, setDraw] = useState(false);
  const [refused, setRefused] = useState("");
  /** A table on the server; the other seat is for whoever opens its link. */
  const invite = async () => {
    const side = draw || options.human === "both" ? null : options.human;
    try {
      const id = await friend.invite(options.setup, side, options.clock);
      dialog.value = null;
      navigate("friend", id);
    } catch (error) {
      setRefused(apiErrorText(error));
    }
  };
  const set = (part: Partial<PlayOptions>) => setOptions({ ...options, ...part });
  const start = (event: Event) => {
    event.preventDefault();
    const human: Seat = draw ? (Math.random() < 0.5 ? 1 : 2) : options.human;
    dialog.value = null;
    onStart({ ...options, human }, clean);
  };
  const seats = [
    { value: "1", label: t("new.first") },
    { value: "2", label: t("new.second") },
    { value: "draw", label: t("new.swap") },
    { value: "both", label: t("new.both") },
  ];
  return (
    <Dialog title={t("new.title")} onClose={() => (dialog.value = null)} class="new-game">
      <form onSubmit={start}>
        <BoardPicker name="new" setup={options.setup} onChange={(setup) => set({ setup })} />
        <div class="field">
          <span class="field-name">{t("new.side")}</span>
          <Segments
            name="side"
            label={t("new.side")}
            value={draw ? "draw" : String(options.human)}
            options={seats}
            onChange={(value) => {
              setDraw(value === "draw");
              if (value !== "draw") set({ human: value === "both" ? "both" : value === "1" ? 1 : 2 });
            }}
          />
        </div>
        {(options.human !== "both" || draw) && (
          <LevelPicker game={options.setup.game} level={options.level} onChange={(level) => set({ level })} />
        )}
        <ClockPicker rule={options.clock} onChange={(clock) => set({ clock })} />
        <Switch name={t("engine.clean")} about={t("new.clean.about")} value={clean} onChange={setClean} />
        <div class="field friend-invite">
          <span class="field-name">{t("friend.new")}</span>
          <p class="quiet">{t("friend.new.about")}</p>
          {refused !== "" && <p role="alert">{refused}</p>}
          <button type="button" class="button" onClick={() => void invite()}>
            <Icon name="share" />
            {t("friend.invite")}
          </button>
        </div>
        <div class="sheet-actions">
          <button type="button" class="button" onClick={() => (dialog.value = null)}>
            {t("new.cancel")}
          </button>
          <button type="submit" class="button primary">
            {t("new.start")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
