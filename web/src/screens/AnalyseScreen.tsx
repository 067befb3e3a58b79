// Analyse: any position, engine on or off, variations, review and quiz.

import { useEffect } from "preact/hooks";
import { Board } from "../board/Board";
import { moveNumbers } from "../board/numbers";
import { t } from "../i18n";
import { Icon } from "../parts/Icon";
import { PlayerRow } from "../parts/PlayerRow";
import { SaveSheet } from "../parts/SaveSheet";
import { ShareSheet, apiErrorText } from "../parts/ShareSheet";
import { Stage } from "../parts/Stage";
import { StepButtons } from "../parts/StepButtons";
import { dateText } from "../parts/time";
import type { Side } from "../model/game";
import { onMainLine } from "../model/tree";
import { analyse } from "../state/analyse";
import { link } from "../state/app";
import { settings } from "../state/settings";
import { toast } from "../state/toasts";
import { dialog, flipped, preview, pulsing, refusal, refuse, shaking } from "../state/ui";
import { AnalysePanel } from "./AnalysePanel";
import { shownCandidates } from "./PlayScreen";

function pick(cell: number): void {
  const view = analyse.view.value;
  if (!view) return;
  const why = refusal(analyse.setup.value, view, cell);
  const move = view.names[cell] ?? "";
  if (why) refuse(why, view.groups.get(move) ?? []);
  else analyse.play(move);
}

async function save(name: string): Promise<void> {
  try {
    await analyse.save(name);
    toast(t("analyse.saved", { name }));
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
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
      <StepButtons onStep={(step) => analyse.visit(analyse.target(step))} can={(step) => analyse.target(step) !== null} />
      <div class="group tools">
        <button type="button" class="hint-button" aria-pressed={on} disabled={analyse.quiz.value !== null} title={t(on ? "engine.stop" : "engine.start")} onClick={() => analyse.toggleEngine()}>
          <Icon name={on ? "stop" : "analyse"} />
          <span>{t("tab.engine")}</span>
        </button>
        <button type="button" disabled={root || main} aria-label={t("moves.promote")} title={t("moves.promote")} onClick={() => analyse.promoteHere()}>
          <Icon name="check" />
          <span class="phone-only">{t("moves.promote.short")}</span>
        </button>
        <button type="button" disabled={root || analyse.quiz.value !== null} aria-label={t("moves.delete")} title={t("moves.delete")} onClick={deleteLine}>
          <Icon name="trash" />
          <span class="phone-only">{t("library.delete")}</span>
        </button>
      </div>
      <div class="group end">
        <button type="button" aria-label={t("control.flip")} title={t("control.flip")} onClick={() => (flipped.value = !flipped.value)}>
          <Icon name="flip" />
          <span class="phone-only">{t("control.flip")}</span>
        </button>
        <button type="button" aria-label={t("control.save")} title={t("control.save")} onClick={() => (dialog.value = "save")}>
          <Icon name="save" />
          <span class="phone-only">{t("control.save")}</span>
        </button>
        <button type="button" aria-label={t("control.share")} title={t("control.share")} onClick={() => (dialog.value = "share")}>
          <Icon name="share" />
          <span class="phone-only">{t("control.share")}</span>
        </button>
      </div>
    </div>
  );
}

function Player({ side }: { side: Side }) {
  const { game } = analyse.setup.value;
  const view = analyse.view.value;
  return <PlayerRow game={game} side={side} name={t(`side.${game}.${side}`)} detail="" view={view} toMove={view?.over === null && view.toMove === side} />;
}

export function AnalyseScreen() {
  useEffect(() => {
    analyse.activate();
    return () => analyse.deactivate();
  }, []);
  const setup = analyse.setup.value;
  const view = analyse.view.value;
  const shown = analyse.shown.value;
  const candidates = analyse.quiz.value === null && (analyse.engineOn.value || link.searching.value !== null) ? (analyse.evaluation.value?.lines.slice(0, shownCandidates(setup.game)) ?? []) : [];
  return (
    <>
      <Stage
        setup={setup}
        bottom={1}
        evaluation={shown}
        top={<Player side={2} />}
        board={
          <Board
            setup={setup}
            view={view}
            label={t("board.label", { game: t(`game.${setup.game}`), rows: setup.rows, cols: setup.cols })}
            active={analyse.settled.value && view?.over === null}
            flipped={flipped.value}
            candidates={candidates}
            preview={preview.value}
            numbers={moveNumbers(settings.value.numbers, analyse, view)}
            pulse={pulsing.value}
            shake={shaking.value}
            onPick={pick}
          />
        }
        foot={<Player side={1} />}
        controls={<AnalyseControls />}
        panel={<AnalysePanel />}
      />
      {dialog.value === "share" && <ShareSheet setup={setup} moves={analyse.movesHere()} record={() => analyse.record()} ply={analyse.ply.value} />}
      {dialog.value === "save" && <SaveSheet suggestion={t("library.untitled", { game: t(`game.${setup.game}`), date: dateText(Date.now()) })} onSave={(name) => void save(name)} />}
    </>
  );
}
