// Play: the board with its players and clocks, and a panel that stays quiet unless asked.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { gameName, sideName } from "../i18n/names";
import type { Side } from "../model/game";
import { movesTo } from "../model/tree";
import { Controls } from "../parts/Controls";
import { Icon } from "../parts/Icon";
import { NewGameSheet } from "../parts/NewGameSheet";
import { PlayerRow } from "../parts/PlayerRow";
import { SaveSheet } from "../parts/SaveSheet";
import { SessionBoard } from "../parts/SessionBoard";
import { ShareSheet } from "../parts/ShareSheet";
import { Stage } from "../parts/Stage";
import { TypeMove } from "../parts/TypeMove";
import { dateText } from "../parts/time";
import { Veil } from "../parts/Veil";
import { notNow, typeMove } from "../state/actions";
import { nextPace, pace } from "../state/pace";
import { play } from "../state/play";
import { eloText } from "../state/ratings";
import { toast } from "../state/toasts";
import { dialog, narrow, refusal, refuse } from "../state/ui";
import { PlayPanel, PlayResult } from "./PlayPanel";

/** A click on a cell: a move, or the reason why not. */
export function pickInPlay(cell: number): void {
  const view = play.view.value;
  if (!view) return;
  const move = view.names[cell] ?? "";
  const closed = notNow();
  const why = closed ?? refusal(view, cell);
  if (why) refuse(why, closed ? [] : view.groups.get(move));
  else play.play(move);
}

function Player({ side }: { side: Side }) {
  const { human, level } = play.options.value;
  const { game } = play.setup.value;
  const mine = human === "both" || human === side;
  const elo = eloText(game, level);
  const own = t("side.player", { side: sideName(game, side) });
  const detail = mine
    ? human === "both"
      ? ""
      : own
    : elo === null || pace.value !== "normal"
      ? t("level", { level })
      : t("level.elo", { level, elo });
  const view = play.view.value;
  return (
    <PlayerRow
      game={game}
      side={side}
      name={mine ? (human === "both" ? own : t("you")) : t("engine")}
      detail={detail}
      chip={mine ? null : <PaceChip />}
      view={view}
      clock={play.clock.value}
      toMove={!play.ending.value && view?.toMove === side}
    />
  );
}

/** Quick or long thought of the engine, to be changed at any time. */
function PaceChip() {
  const name = t(`pace.${pace.value}`);
  const label = t("pace.label", { pace: name });
  return (
    <button type="button" class={`pace ${pace.value}`} aria-label={label} title={label} onClick={nextPace}>
      <Icon name="clock" />
      <span>{name}</span>
    </button>
  );
}

function PlayBoard() {
  const setup = play.setup.value;
  const view = play.view.value;
  const evaluation = !play.clean.value && play.inputSide.value !== null ? play.evaluation.value : null;
  return (
    <SessionBoard
      session={play}
      view={view}
      active={play.inputSide.value !== null}
      evaluation={evaluation}
      hint={play.hint.value}
      onPick={pickInPlay}
    >
      {play.paused.value && <Veil />}
      {play.passing.value !== null && (
        <div class="pass-banner" role="status">
          {t("pass.banner", { side: sideName(setup.game, play.passing.value) })}
        </div>
      )}
    </SessionBoard>
  );
}

function Sheets() {
  const setup = play.setup.value;
  switch (dialog.value) {
    case "new":
      return <NewGameSheet initial={play.options.value} onStart={(options, clean) => play.begin(options, clean)} />;
    case "share":
      return (
        <ShareSheet
          setup={setup}
          start={play.start}
          moves={movesTo(play.tree.value, play.node.value)}
          record={() => play.snapshot("").record}
          ply={play.ply.value}
        />
      );
    case "type":
      return <TypeMove onMove={typeMove} />;
    case "save":
      return (
        <SaveSheet
          suggestion={t("library.untitled", { game: gameName(setup.game), date: dateText(Date.now()) })}
          onSave={(name) =>
            void play.save(name).then(() => toast(t(play.saver.failed.value ? "status.unsaved" : "status.saved")))
          }
        />
      );
    default:
      return null;
  }
}

export function PlayScreen() {
  useEffect(() => {
    play.activate();
    return () => play.deactivate();
  }, []);
  const { human } = play.options.value;
  const bottom: Side = human === 2 ? 2 : 1;
  const top: Side = bottom === 1 ? 2 : 1;
  return (
    <>
      <Stage
        setup={play.setup.value}
        view={play.view.value}
        bottom={bottom}
        evaluation={play.shown.value}
        top={<Player side={top} />}
        board={<PlayBoard />}
        foot={
          <>
            <Player side={bottom} />
            {narrow.value && <PlayResult />}
          </>
        }
        controls={<Controls />}
        panel={<PlayPanel />}
      />
      <Sheets />
    </>
  );
}
