// The buttons under the board in Play: one bar on a desktop, large keys on a phone.

import { t } from "../i18n";
import { ROOT } from "../model/tree";
import { play } from "../state/play";
import { dialog, flipped } from "../state/ui";
import { Icon, type IconName } from "./Icon";
import { StepButtons } from "./StepButtons";

interface Action {
  readonly icon: IconName;
  readonly label: string;
  readonly class?: string;
  readonly off: boolean;
  readonly run: () => void;
}

function actions(): Record<"hint" | "undo" | "redo" | "pause" | "flip" | "save" | "share", Action> {
  const ended = play.ending.value !== null;
  const begun = play.tip.value !== ROOT;
  const paused = play.paused.value;
  return {
    hint: { icon: "hint", label: t("control.hint"), class: "hint-button", off: play.inputSide.value === null, run: () => play.askHint() },
    undo: { icon: "undo", label: t("control.undo"), off: ended || paused || !begun, run: () => play.undo() },
    redo: { icon: "redo", label: t("control.redo"), off: ended || paused || !play.canRedo(), run: () => play.redo() },
    pause: { icon: paused ? "play" : "pause", label: t(paused ? "control.resume" : "control.pause"), off: ended || !begun, run: () => (paused ? play.unpause() : play.pause()) },
    flip: { icon: "flip", label: t("control.flip"), off: false, run: () => (flipped.value = !flipped.value) },
    save: { icon: "save", label: t("control.save"), off: !begun, run: () => (dialog.value = "save") },
    share: { icon: "share", label: t("control.share"), off: false, run: () => (dialog.value = "share") },
  };
}

/** `quiet` buttons show their name only where there is room under the icon, on phones. */
function Button({ action, quiet = false }: { action: Action; quiet?: boolean }) {
  return (
    <button type="button" class={action.class ?? ""} disabled={action.off} aria-label={action.label} title={action.label} onClick={action.run}>
      <Icon name={action.icon} />
      <span class={quiet ? "phone-only" : ""}>{action.label}</span>
    </button>
  );
}

export function Controls() {
  const all = actions();
  return (
    <div class="controls" role="toolbar" aria-label={t("control.group")}>
      <StepButtons onStep={(step) => play.look(play.target(step))} can={(step) => play.target(step) !== null} />
      <div class="group tools">
        <Button action={all.hint} />
        <Button action={all.undo} />
        <Button action={all.redo} quiet />
        <Button action={all.pause} />
      </div>
      <div class="group end">
        <Button action={all.flip} quiet />
        <Button action={all.save} quiet />
        <Button action={all.share} quiet />
      </div>
    </div>
  );
}
