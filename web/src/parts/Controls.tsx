// The buttons under the board in Play: one bar on a desktop, large keys on a phone.

import { t } from "../i18n";
import { ROOT } from "../model/tree";
import { play } from "../state/play";
import { StepButtons } from "./StepButtons";
import { BoardTools, ToolButton } from "./ToolButton";

export function Controls() {
  const ended = play.ending.value !== null;
  const begun = play.tip.value !== ROOT;
  const paused = play.paused.value;
  return (
    <div class="controls" role="toolbar" aria-label={t("control.group")}>
      <StepButtons onStep={(step) => play.look(play.target(step))} can={(step) => play.target(step) !== null} />
      <div class="group tools">
        <ToolButton
          icon="hint"
          label={t("control.hint")}
          class="hint-button"
          off={play.inputSide.value === null}
          run={() => play.askHint()}
        />
        <ToolButton icon="undo" label={t("control.undo")} off={ended || paused || !begun} run={() => play.undo()} />
        <ToolButton
          icon="redo"
          label={t("control.redo")}
          quiet
          off={ended || paused || !play.canRedo()}
          run={() => play.redo()}
        />
        <ToolButton
          icon={paused ? "play" : "pause"}
          label={t(paused ? "control.resume" : "control.pause")}
          off={ended || !begun}
          run={() => (paused ? play.unpause() : play.pause())}
        />
      </div>
      <BoardTools canSave={begun} />
    </div>
  );
}
