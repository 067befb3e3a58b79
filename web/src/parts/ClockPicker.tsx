// The clock of a new game.

import { t } from "../i18n";
import type { ClockKind, ClockRule } from "../model/clock";
import { Segments } from "./Segments";

const KINDS: readonly ClockKind[] = ["none", "total", "fischer", "move"];
const DEFAULTS: Record<ClockKind, ClockRule> = {
  none: { kind: "none", baseMs: 0, incrementMs: 0 },
  total: { kind: "total", baseMs: 300_000, incrementMs: 0 },
  fischer: { kind: "fischer", baseMs: 180_000, incrementMs: 2_000 },
  move: { kind: "move", baseMs: 15_000, incrementMs: 0 },
};

export function ClockPicker({ rule, onChange }: { rule: ClockRule; onChange: (rule: ClockRule) => void }) {
  const unit = rule.kind === "move" ? 1_000 : 60_000;
  return (
    <div class="field">
      <span class="field-name">{t("new.clock")}</span>
      <Segments
        name="clock"
        label={t("new.clock")}
        value={rule.kind}
        options={KINDS.map((value) => ({ value, label: t(`clock.${value}`) }))}
        onChange={(kind) => onChange(DEFAULTS[kind])}
      />
      {rule.kind !== "none" && (
        <div class="row">
          <label class="number-field">
            {t(rule.kind === "move" ? "new.seconds" : "new.minutes")}
            <input
              type="number"
              min="1"
              max="180"
              value={rule.baseMs / unit}
              onChange={(event) =>
                onChange({ ...rule, baseMs: Math.max(1, Number(event.currentTarget.value) || 1) * unit })
              }
            />
          </label>
          {rule.kind === "fischer" && (
            <label class="number-field">
              {t("new.bonus")}
              <input
                type="number"
                min="0"
                max="60"
                value={rule.incrementMs / 1000}
                onChange={(event) =>
                  onChange({ ...rule, incrementMs: Math.max(0, Number(event.currentTarget.value) || 0) * 1000 })
                }
              />
            </label>
          )}
        </div>
      )}
    </div>
  );
}
