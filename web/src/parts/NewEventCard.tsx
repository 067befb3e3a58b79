// A new tournament: who plays, on which board, how long. The server plays it into a file of its own, as `luozi ladder` does.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { FIRST_SETUP, type Setup } from "../model/game";
import { api } from "../net/api";
import { setupToWire } from "../net/convert";
import { gameInfo, navigate } from "../state/app";
import { BoardPicker } from "./BoardPicker";
import { NumberField } from "./NumberField";
import { apiErrorText } from "./ShareSheet";

const LEVELS = Array.from({ length: 10 }, (_, index) => `luozi:level=${index + 1}`);

interface Draft {
  readonly name: string;
  readonly setup: Setup;
  readonly players: readonly string[];
  readonly bots: string;
  readonly games: number;
  readonly ms: number;
  readonly plies: number;
  readonly gauntlet: boolean;
}

const FIRST: Draft = {
  name: "",
  setup: FIRST_SETUP,
  players: ["luozi:level=1", "luozi:level=2", "luozi:level=3"],
  bots: "",
  games: 10,
  ms: 100,
  plies: 4,
  gauntlet: false,
};

/** All players: those that were ticked, then the bots of this machine, one a line. */
const playersOf = ({ players, bots }: Draft): string[] => [
  ...players,
  ...bots
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
];

function Players({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const presets = (gameInfo(draft.setup.game)?.presets ?? []).map(({ name }) => `luozi:${name}`);
  const toggle = (player: string, on: boolean) =>
    set({ players: on ? [...draft.players, player] : draft.players.filter((other) => other !== player) });
  const label = (player: string) =>
    player.startsWith("luozi:level=")
      ? t("watch.level", { level: player.slice(12) })
      : t("watch.preset", { name: player.slice(6) });
  return (
    <fieldset class="event-players">
      <legend>{t("events.new.players")}</legend>
      {[...LEVELS, ...presets, "random"].map((player) => (
        <label key={player}>
          <input
            type="checkbox"
            checked={draft.players.includes(player)}
            onChange={(event) => toggle(player, event.currentTarget.checked)}
          />
          {player === "random" ? t("events.new.random") : label(player)}
        </label>
      ))}
    </fieldset>
  );
}

export function NewEventCard() {
  const [draft, setDraft] = useState(FIRST);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const players = playersOf(draft);
  const pairings = draft.gauntlet ? players.length - 1 : (players.length * (players.length - 1)) / 2;
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const { id } = await api.startEvent({
        name: draft.name,
        setup: setupToWire(draft.setup),
        players,
        games: draft.games,
        ms: draft.ms,
        visits: null,
        plies: draft.plies,
        gauntlet: draft.gauntlet,
      });
      navigate("events", id);
    } catch (error) {
      setProblem(apiErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details class="card new-event">
      <summary>{t("events.new")}</summary>
      <form onSubmit={(event) => void start(event)}>
        <label class="number-field">
          {t("events.new.name")}
          <input
            type="text"
            maxLength={40}
            value={draft.name}
            placeholder={t("events.new.name.usual")}
            onInput={(event) => set({ name: event.currentTarget.value })}
          />
        </label>
        <BoardPicker
          name="event"
          setup={draft.setup}
          onChange={(setup) =>
            set({
              setup,
              players:
                setup.game === draft.setup.game
                  ? draft.players
                  : draft.players.filter((player) => LEVELS.includes(player) || player === "random"),
            })
          }
        />
        <Players draft={draft} set={set} />
        <label class="event-bots">
          {t("events.new.bots")}
          <textarea
            rows={2}
            value={draft.bots}
            placeholder={"so:./mybot.so\ngtp:./bot --gtp"}
            onInput={(event) => set({ bots: event.currentTarget.value })}
          />
          <small class="quiet">{t("events.new.bots.about")}</small>
        </label>
        <div class="row wrap">
          <NumberField
            label={t("events.new.games")}
            value={draft.games}
            limits={[1, 1000]}
            onChange={(games) => set({ games })}
          />
          <NumberField
            label={t("events.new.ms")}
            value={draft.ms}
            limits={[1, 600_000]}
            onChange={(ms) => set({ ms })}
          />
          <NumberField
            label={t("events.new.plies")}
            value={draft.plies}
            limits={[0, 20]}
            onChange={(plies) => set({ plies })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={draft.gauntlet}
              onChange={(event) => set({ gauntlet: event.currentTarget.checked })}
            />
            {t("events.new.gauntlet")}
          </label>
        </div>
        {problem !== "" && <p role="alert">{problem}</p>}
        <div class="row">
          <button type="submit" class="button primary" disabled={busy || players.length < 2}>
            {t("events.new.start")}
          </button>
          <span class="quiet">
            {t("events.new.count", { players: players.length, n: pairings * 2 * Math.ceil(draft.games / 2) })}
          </span>
        </div>
      </form>
    </details>
  );
}
