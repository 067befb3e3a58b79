// Analyse: any position, engine on or off, variations, review and quiz.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import type { Side } from "../model/game";
import { onMainLine } from "../model/tree";
import { SideRow } from "../parts/PlayerRow";
import { SaveSheet, saveAs } from "../parts/SaveSheet";
import { SessionBoard } from "../parts/SessionBoard";
import { ShareSheet } from "../parts/ShareSheet";
import { Stage } from "../parts/Stage";
import { StepButtons } from "../parts/StepButtons";
import { BoardTools, ToolButton } from "../parts/ToolButton";
import { dateText } from "../parts/time";
import { analyse } from "../state/analyse";
import { link } from "../state/app";
import { inside, pickInside } from "../state/inside";
import { toast } from "../state/toasts";
import { dialog, refusal, refuse } from "../state/ui";
import { AnalysePanel } from "./AnalysePanel";

function pick(cell: number): void {
  if (inside.value) {
    if (!pickInside(cell)) refuse("why.not_searched");
    return;
  }
  const view = analyse.view.value;
  if (!view || !analyse.settled.value) return;
  const why = refusal(view, cell);
  const move = view.names[cell] ?? "";
  if (why) refuse(why, view.groups.get(move) ?? []);
  else analyse.play(move);
}

function deleteLine(): void {
  const undo = analyse.deleteHere();
  if (undo) toast(t("moves.deleted"), { action: { label: t("common.undo"), run: undo } });
}

function AnalyseControls() {
  const root = analyse.node.value === 0;
  const main = onMainLine(analyse.tree.value, analyse.node.value);
  const on = analyse.engineOn.value;
  return (
    <div class="controls" role="toolbar" aria-label={t("control.group")}>
      <StepButtons
        onStep={(step) => analyse.visit(analyse.target(step))}
        can={(step) => analyse.target(step) !== null}
      />
      <div class="group tools">
        <ToolButton
          icon={on ? "stop" : "analyse"}
          label={t(on ? "engine.stop" : "engine.start")}
          text={t("tab.engine")}
          class="hint-button"
          pressed={on}
          off={analyse.quiz.value !== null}
          run={() => analyse.toggleEngine()}
        />
        <ToolButton
          icon="check"
          label={t("moves.promote")}
          text={t("moves.promote.short")}
          quiet
          off={root || main}
          run={() => analyse.promoteHere()}
        />
        <ToolButton
          icon="trash"
          label={t("moves.delete")}
          text={t("library.delete")}
          quiet
          off={root || analyse.quiz.value !== null}
          run={deleteLine}
        />
      </div>
      <BoardTools />
    </div>
  );
}

function Player({ side }: { side: Side }) {
  return <SideRow game={analyse.setup.value.game} side={side} view={inside.value?.view ?? analyse.view.value} />;
}

export function AnalyseScreen() {
  useEffect(() => {
    analyse.activate();
    return () => analyse.deactivate();
  }, []);
  const setup = analyse.setup.value;
  const walk = inside.value;
  const view = walk?.view ?? analyse.view.value;
  const shown = walk?.evaluation ?? analyse.shown.value;
  const live =
    analyse.quiz.value === null && (analyse.engineOn.value || link.searching.value !== null)
      ? analyse.evaluation.value
      : null;
  return (
    <>
      <Stage
        setup={setup}
        view={view}
        bottom={1}
        evaluation={shown}
        top={<Player side={2} />}
        board={
          <SessionBoard
            session={analyse}
            view={view}
            active={!walk && analyse.settled.value && view?.over === null}
            evaluation={walk?.evaluation ?? live}
            onPick={pick}
          />
        }
        foot={<Player side={1} />}
        controls={<AnalyseControls />}
        panel={<AnalysePanel />}
      />
      {dialog.value === "share" && (
        <ShareSheet
          setup={setup}
          start={analyse.start}
          moves={analyse.movesHere()}
          record={() => analyse.record()}
          ply={analyse.ply.value}
        />
      )}
      {dialog.value === "save" && (
        <SaveSheet
          suggestion={t("library.untitled", { game: gameName(setup.game), date: dateText(Date.now()) })}
          onSave={(name) => void saveAs((own, copy) => analyse.save(own, copy), name)}
        />
      )}
    </>
  );
}
