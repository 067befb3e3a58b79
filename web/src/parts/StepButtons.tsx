// First, previous, next, last.

import { t } from "../i18n";
import { Icon } from "./Icon";

export type Step = "first" | "previous" | "next" | "last";
const STEPS: readonly Step[] = ["first", "previous", "next", "last"];

export function StepButtons({ onStep, can }: { onStep: (step: Step) => void; can: (step: Step) => boolean }) {
  return (
    <div class="group steps">
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          aria-label={t(`control.${step}`)}
          title={t(`control.${step}`)}
          aria-disabled={!can(step)}
          onClick={() => onStep(step)}
        >
          <Icon name={step} />
        </button>
      ))}
    </div>
  );
}
