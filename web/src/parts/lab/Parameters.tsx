// Every parameter that simulations depend on, with a slider, a switch or a choice. What was turned stays marked.

import { isLabKey, tl } from "../../i18n/lab";
import { type Recipe, SLIDER_STEPS, settingOf, sliderPlace, sliderValue, turned } from "../../model/lab";
import type { LabPreset, Parameter } from "../../net/protocol";
import { lab } from "../../state/lab";
import { Icon } from "../Icon";

interface LineProps {
  readonly slot: number;
  readonly recipe: Recipe;
  readonly preset: LabPreset;
  readonly parameter: Parameter;
}

const label = (name: string): string => {
  const key = `param.${name}`;
  return isLabKey(key) ? tl(key) : name;
};

function Control({ slot, recipe, preset, parameter }: LineProps) {
  const value = settingOf(parameter, preset, recipe);
  const set = (next: string) => lab.setRecipe(slot, turned(recipe, parameter, preset, next));
  const { range, whole, name } = parameter;
  if (range) {
    return (
      <>
        <input
          type="range"
          min="0"
          max={SLIDER_STEPS}
          step="1"
          aria-label={name}
          aria-valuetext={value}
          value={sliderPlace(range, Number(value))}
          onChange={(event) => set(String(sliderValue(range, whole, Number(event.currentTarget.value))))}
        />
        <input
          type="number"
          aria-label={name}
          min={range[0]}
          max={range[1]}
          step={whole ? 1 : "any"}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </>
    );
  }
  const words = name === "evaluator" ? preset.evaluators : parameter.words;
  return (
    <select aria-label={name} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {words.map((word) => (
        <option key={word} value={word}>
          {word}
        </option>
      ))}
    </select>
  );
}

export function Parameters({ slot, recipe, preset }: Omit<LineProps, "parameter">) {
  const changed = Object.keys(recipe.changed);
  return (
    <details class="lab-parameters">
      <summary>
        {tl("lab.parameters")} {changed.length > 0 && <b>{tl("lab.changed", { n: changed.length })}</b>}
      </summary>
      {changed.length > 0 && (
        <button type="button" class="button" onClick={() => lab.setRecipe(slot, { ...recipe, changed: {} })}>
          <Icon name="undo" />
          {tl("lab.reset")}
        </button>
      )}
      <ul>
        {lab.table.value?.parameters.map((parameter) => (
          <li key={parameter.name} class={parameter.name in recipe.changed ? "changed" : ""}>
            <span title={parameter.about}>
              <code>{parameter.name}</code> {label(parameter.name)}
            </span>
            <div class="row">
              <Control slot={slot} recipe={recipe} preset={preset} parameter={parameter} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
