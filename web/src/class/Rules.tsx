// The rules of the class: everybody reads them, the teacher makes them.

import { useState } from "preact/hooks";
import { tc } from "../i18n/class";
import { gameName } from "../i18n/names";
import { setupFromWire, setupToWire } from "../net/convert";
import type { ClassHello, ClassRules } from "../net/wire";
import { BoardPicker } from "../parts/BoardPicker";
import { standardSetup } from "../state/app";
import { settings } from "../state/settings";
import { toast } from "../state/toasts";
import { ask, hello } from "./state";

const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Levels 7 and 8 overlook what is forced, so that weak bots beat them on the large boards of a class. */
const FIRST_LEVELS = [1, 3, 5, 9];

/** What a new class begins with: Connect Four on boards as Saiblo draws them. */
function firstRules(): ClassRules | null {
  const setup = standardSetup("connect4");
  return (
    setup && {
      name: "",
      setup: setupToWire(setup),
      saiblo: true,
      plies: 0,
      ms: 1000,
      memory_mb: 512,
      deadline: null,
      levels: FIRST_LEVELS,
      final_pairs: 1,
      marks: FIRST_LEVELS.map((level, index) => ({ level, mark: 60 + 10 * index })),
    }
  );
}

/** A moment as the field for it wants it: local, without seconds. */
function localText(ms: number | null): string {
  if (ms === null) return "";
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const momentText = (ms: number): string =>
  new Intl.DateTimeFormat(settings.value.lang === "zh" ? "zh-CN" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(ms);

function NumberInput({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <label class="number-field">
      {label}
      <input
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

function Levels({ rules, set }: { rules: ClassRules; set: (part: Partial<ClassRules>) => void }) {
  const toggle = (level: number, on: boolean) =>
    set({
      levels: on ? [...rules.levels, level].sort((a, b) => a - b) : rules.levels.filter((other) => other !== level),
      marks: on ? rules.marks : rules.marks.filter((mark) => mark.level !== level),
    });
  const setMark = (level: number, text: string) => {
    const others = rules.marks.filter((mark) => mark.level !== level);
    set({ marks: text === "" ? others : [...others, { level, mark: Number(text) }] });
  };
  return (
    <fieldset class="class-levels">
      <legend>{tc("rules.levels")}</legend>
      {LEVELS.map((level) => {
        const on = rules.levels.includes(level);
        return (
          <div key={level}>
            <label class="check">
              <input type="checkbox" checked={on} onChange={(event) => toggle(level, event.currentTarget.checked)} />
              {tc("level", { level })}
            </label>
            {on && (
              <input
                type="number"
                step="any"
                aria-label={tc("rules.mark", { level })}
                placeholder={tc("row.mark")}
                value={rules.marks.find((mark) => mark.level === level)?.mark ?? ""}
                onChange={(event) => setMark(level, event.currentTarget.value)}
              />
            )}
          </div>
        );
      })}
      <p class="quiet">{tc("rules.marks")}</p>
    </fieldset>
  );
}

function Editor({ first }: { first: ClassRules }) {
  const [rules, setRules] = useState(first);
  const set = (part: Partial<ClassRules>) => setRules({ ...rules, ...part });
  const save = async (event: Event) => {
    event.preventDefault();
    const told = await ask<ClassHello>({ ask: "set_rules", rules });
    if (!told) return;
    hello.value = told;
    toast(tc("rules.saved"));
  };
  return (
    <form class="card class-form" onSubmit={(event) => void save(event)}>
      <h2>{tc("place.rules")}</h2>
      <label class="class-field">
        {tc("rules.name")}
        <input
          type="text"
          required
          maxLength={80}
          value={rules.name}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
      </label>
      <BoardPicker
        name="class"
        setup={setupFromWire(rules.setup)}
        onChange={(setup) => set({ setup: setupToWire(setup), saiblo: rules.saiblo && setup.game === "connect4" })}
      />
      {rules.setup.game === "connect4" && (
        <label class="check">
          <input
            type="checkbox"
            checked={rules.saiblo}
            onChange={(event) => set({ saiblo: event.currentTarget.checked })}
          />
          {tc("rules.saiblo")}
        </label>
      )}
      <div class="row wrap">
        <NumberInput label={tc("rules.ms")} value={rules.ms} min={10} max={60_000} onChange={(ms) => set({ ms })} />
        <NumberInput
          label={tc("rules.memory")}
          value={rules.memory_mb}
          min={64}
          max={8192}
          onChange={(memory_mb) => set({ memory_mb })}
        />
        <NumberInput
          label={tc("rules.plies")}
          value={rules.plies}
          min={0}
          max={20}
          onChange={(plies) => set({ plies })}
        />
        <NumberInput
          label={tc("rules.final")}
          value={rules.final_pairs}
          min={1}
          max={50}
          onChange={(final_pairs) => set({ final_pairs })}
        />
      </div>
      <label class="class-field">
        {tc("rules.deadline")}
        <input
          type="datetime-local"
          value={localText(rules.deadline)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            set({ deadline: value === "" ? null : new Date(value).getTime() });
          }}
        />
      </label>
      <Levels rules={rules} set={set} />
      <button type="submit" class="button primary">
        {tc("rules.save")}
      </button>
    </form>
  );
}

export function Rules() {
  const known = hello.value;
  const rules = known?.rules ?? null;
  if (known?.me?.role === "teacher" && (known.phase === "new" || known.phase === "open")) {
    const first = rules ?? firstRules();
    return first && <Editor key={known.phase} first={first} />;
  }
  if (!rules) return <p class="quiet">{tc("phase.new")}</p>;
  const setup = setupFromWire(rules.setup);
  return (
    <section class="card class-form">
      <h2>{tc("place.rules")}</h2>
      <p>
        {rules.saiblo
          ? tc("rules.saiblo")
          : tc("rules.board", { game: gameName(setup.game), rows: setup.rows, cols: setup.cols })}
      </p>
      <p>{tc("rules.limits", { ms: rules.ms, memory: rules.memory_mb, plies: rules.plies })}</p>
      <p>{rules.deadline === null ? tc("rules.nodeadline") : tc("rules.until", { at: momentText(rules.deadline) })}</p>
      <ul>
        {rules.marks.map(({ level, mark }) => (
          <li key={level}>{tc("rules.worth", { level, mark })}</li>
        ))}
      </ul>
      <p class="quiet">{tc("rules.marks")}</p>
    </section>
  );
}
