// The buttons of the bars under a board, and those that several screens share.

import { t } from "../i18n";
import { dialog, flipped } from "../state/ui";
import { Icon, type IconName } from "./Icon";

interface ToolButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** What is written beside the icon, if not the label. */
  readonly text?: string;
  /** Its text shows only where there is room under the icon, on phones. */
  readonly quiet?: boolean;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly off?: boolean;
  readonly run: () => void;
}

export function ToolButton({
  icon,
  label,
  text = label,
  quiet = false,
  class: extra = "",
  pressed,
  off = false,
  run,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      class={extra}
      disabled={off}
      aria-label={text === label ? label : undefined}
      aria-pressed={pressed}
      title={label}
      onClick={run}
    >
      <Icon name={icon} />
      <span class={quiet ? "phone-only" : ""}>{text}</span>
    </button>
  );
}

export const FlipButton = () => (
  <ToolButton icon="flip" label={t("control.flip")} quiet run={() => (flipped.value = !flipped.value)} />
);

/** Flip, save and share: what one can do with any game on a board. */
export function BoardTools({ canSave = true }: { canSave?: boolean }) {
  return (
    <div class="group end">
      <FlipButton />
      <ToolButton icon="save" label={t("control.save")} quiet off={!canSave} run={() => (dialog.value = "save")} />
      <ToolButton icon="share" label={t("control.share")} quiet run={() => (dialog.value = "share")} />
    </div>
  );
}
