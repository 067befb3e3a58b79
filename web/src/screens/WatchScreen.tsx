// Watch: two engine players on one board, with speed, step and pause.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { gameName, sideName } from "../i18n/names";
import { compact } from "../model/format";
import { FIRST_SETUP, type Setup, type Side } from "../model/game";
import type { Contestant } from "../model/share";
import { movesTo, ROOT } from "../model/tree";
import { BoardPicker } from "../parts/BoardPicker";
import { resultReason, resultTitle } from "../parts/GameOverCard";
import { Graph } from "../parts/Graph";
import { Icon } from "../parts/Icon";
import { LiveBoards } from "../parts/LiveBoards";
import { PlayerRow } from "../parts/PlayerRow";
import { valueText } from "../parts/proof";
import { SaveSheet, saveAs } from "../parts/SaveSheet";
import { SessionBoard } from "../parts/SessionBoard";
import { ShareSheet } from "../parts/ShareSheet";
import { Stage } from "../parts/Stage";
import { StepButtons } from "../parts/StepButtons";
import { BoardTools, ToolButton } from "../parts/ToolButton";
import { dateText } from "../parts/time";
import { analyseWatched } from "../state/actions";
import { gameInfo } from "../state/app";
import { dialog } from "../state/ui";
import { watch } from "../state/watch";

const draft = signal<{ setup: Setup; players: readonly [Contestant, Contestant] }>({
  setup: FIRST_SETUP,
  players: ["level:6", "level:4"],
});

const contestantName = (player: Contestant): string =>
  player.startsWith("level:")
    ? t("watch.level", { level: player.slice(6) })
    : t("watch.preset", { name: player.slice(7) });

function Choice({ side }: { side: Side }) {
  const { setup, players } = draft.value;
  const presets = gameInfo(setup.game)?.presets ?? [];
  return (
    <label class="number-field">
      {t(side === 1 ? "watch.first" : "watch.second")}
      <select
        value={players[side - 1]}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Contestant;
          draft.value = { setup, players: side === 1 ? [chosen, players[1]] : [players[0], chosen] };
        }}
      >
        {Array.from({ length: 10 }, (_, index) => (
          <option key={index} value={`level:${index + 1}`}>
            {t("watch.level", { level: index + 1 })}
          </option>
        ))}
        {presets.map((preset) => (
          <option key={preset.name} value={`preset:${preset.name}`}>
            {t("watch.preset", { name: preset.name })}
          </option>
        ))}
      </select>
    </label>
  );
}

function WatchControls() {
  const state = watch.state.value;
  const running = state === "running";
  const still = state === "idle" || state === "over";
  const begun = watch.tip.value !== ROOT;
  return (
    <div class="controls" role="toolbar" aria-label={t("control.group")}>
      <StepButtons onStep={(step) => watch.look(watch.target(step))} can={(step) => watch.target(step) !== null} />
      <div class="group tools">
        <ToolButton
          icon={running ? "pause" : "play"}
          label={t(running ? "watch.pause" : "watch.go")}
          off={still}
          run={() => (running ? watch.pause() : watch.goOn())}
        />
        <ToolButton icon="next" label={t("watch.step")} off={still} run={() => watch.step()} />
        <ToolButton icon="analyse" label={t("nav.analyse")} off={!begun} run={analyseWatched} />
      </div>
      <BoardTools canSave={begun} />
    </div>
  );
}

function SetupCard() {
  const { setup, players } = draft.value;
  return (
    <section class="card watch-card">
      <h2>{t("watch.title")}</h2>
      <BoardPicker
        name="watch"
        setup={setup}
        onChange={(next) =>
          (draft.value = { setup: next, players: next.game === setup.game ? players : ["level:6", "level:4"] })
        }
      />
      <div class="row">
        <Choice side={1} />
        <Choice side={2} />
      </div>
      <label class="slider">
        {t("watch.speed")} <b>{(watch.delayMs.value / 1000).toFixed(1)} s</b>
        <input
          type="range"
          min="0"
          max="3000"
          step="100"
          value={watch.delayMs.value}
          onInput={(event) => (watch.delayMs.value = Number(event.currentTarget.value))}
        />
      </label>
      <button type="button" class="button primary" onClick={() => watch.begin(setup, players)}>
        <Icon name="play" />
        {t("watch.start")}
      </button>
    </section>
  );
}

function Log() {
  const { game } = watch.setup.value;
  return (
    <section class="card log-card">
      <h2>{t("watch.log")}</h2>
      {watch.log.value.length === 0 && <p class="quiet">{t("watch.log.empty")}</p>}
      <ol class="log" reversed>
        {[...watch.log.value].reverse().map((entry) => (
          <li key={entry.ply}>
            <button type="button" onClick={() => watch.look(watch.line.value[entry.ply]?.id ?? null)}>
              <b>
                {entry.ply}. {sideName(game, entry.side)} {entry.move}
              </b>
              <span>{entry.evaluation ? valueText(entry.evaluation, entry.side) : ""}</span>
              <small>
                {entry.evaluation
                  ? t("watch.entry", {
                      visits: compact(entry.evaluation.visits),
                      seconds: (entry.ms / 1000).toFixed(1),
                      line: entry.evaluation.lines[0]?.pv.slice(0, 5).join(" ") ?? "",
                    })
                  : entry.reason}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function WatchScreen() {
  useEffect(() => {
    if (watch.state.value === "idle") watch.setup.value = draft.value.setup;
    watch.activate();
    return () => watch.deactivate();
  }, []);
  const setup = watch.setup.value;
  const view = watch.view.value;
  const ending = watch.ending.value;
  const row = (side: Side) => (
    <PlayerRow
      game={setup.game}
      side={side}
      name={t("side.player", { side: sideName(setup.game, side) })}
      detail={contestantName(watch.players.value[side - 1] ?? "level:5")}
      view={view}
      toMove={watch.state.value === "running" && view?.toMove === side}
    />
  );
  return (
    <>
      <Stage
        setup={setup}
        view={watch.view.value}
        bottom={1}
        evaluation={watch.shown.value}
        top={row(2)}
        board={<SessionBoard session={watch} view={view} active={false} evaluation={null} />}
        foot={row(1)}
        controls={<WatchControls />}
        panel={
          <>
            {ending && (
              <section class="card result-card" role="status">
                <b>{resultTitle(setup.game, ending, "both")}</b> {resultReason(setup.game, ending, view)}
              </section>
            )}
            <SetupCard />
            <Graph
              game={setup.game}
              line={watch.curve.value}
              current={watch.node.value}
              onPick={(id) => watch.look(id)}
            />
            <Log />
            <LiveBoards />
          </>
        }
      />
      {dialog.value === "share" && (
        <ShareSheet
          setup={setup}
          start={watch.start}
          moves={movesTo(watch.tree.value, watch.node.value)}
          record={() => watch.record()}
          ply={watch.ply.value}
        />
      )}
      {dialog.value === "save" && (
        <SaveSheet
          suggestion={t("library.untitled", { game: gameName(setup.game), date: dateText(Date.now()) })}
          onSave={(name) => void saveAs((own, copy) => watch.save(own, copy), name)}
        />
      )}
    </>
  );
}
