// One search of the laboratory: who searches, the board, what happens now in words and numbers, and its tree.

import { useEffect, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { named, t } from "../../i18n";
import { isLabKey, tl } from "../../i18n/lab";
import { gameName, sideName } from "../../i18n/names";
import type { Line } from "../../model/evaluation";
import type { Setup, View } from "../../model/game";
import { type Phase, pathOf, type Recipe, shownAt } from "../../model/lab";
import type { LabPreset, LabStep } from "../../net/protocol";
import { gridFor } from "../../state/app";
import { lab, type Told } from "../../state/lab";
import { settings } from "../../state/settings";
import { LabTree } from "./LabTree";
import { Now } from "./Now";
import { Parameters } from "./Parameters";

const STONE_MS = 90;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How many stones of a game that is played out are on the board: one after the other, or all where nothing moves. */
function useStones(told: Told | undefined, phase: Phase | null, speed: number): number {
  const judged = phase?.kind === "judge" ? told?.simulation?.judged[phase.index] : undefined;
  const all = judged?.moves.length ?? 0;
  const key = judged ? `${told?.simulation?.number} ${phase?.kind === "judge" ? phase.index : ""}` : "";
  const [shown, setShown] = useState({ key: "", stones: 0 });
  useEffect(() => {
    if (key === "") return;
    if (still.matches || !lab.playing.value) {
      setShown({ key, stones: all });
      return;
    }
    let stones = 0;
    setShown({ key, stones });
    const timer = setInterval(() => {
      stones += 1;
      setShown({ key, stones });
      if (stones >= all) clearInterval(timer);
    }, STONE_MS / speed);
    return () => clearInterval(timer);
  }, [key, all, speed]);
  return shown.key === key ? Math.min(shown.stones, all) : 0;
}

/** The moves of a step as the board marks candidates, the chosen one first. */
function linesOf(root: View, step: LabStep): Line[] {
  const lines = step.moves
    .filter(({ n, m }) => n > 0 || m === step.chosen)
    .map(({ m, n, q, p, proven }): Line => {
      const cell = root.names.indexOf(m);
      const landed = root.grid.drops ? landingCell(root, step.cells, cell) : cell;
      return {
        move: m,
        cell: landed < 0 ? null : landed,
        // An estimate is never certain, however few the games behind it.
        chance: q === null ? null : Math.min(0.99, Math.max(0.01, (q + 1) / 2)),
        visits: n,
        prior: p,
        margin: null,
        proven,
        pv: [m],
      };
    });
  return lines.sort((a, b) => Number(b.move === step.chosen) - Number(a.move === step.chosen) || b.visits - a.visits);
}

/** The lowest empty cell of a column. */
function landingCell({ grid: { cols, rows } }: View, cells: string, top: number): number {
  for (let row = rows - 1; row >= 0; row -= 1) {
    const cell = row * cols + (top % cols);
    if (cells[cell] === ".") return cell;
  }
  return -1;
}

interface BoardProps {
  readonly setup: Setup;
  readonly told: Told | undefined;
  readonly phase: Phase | null;
  readonly stones: number;
}

function LabBoard({ setup, told, phase, stones }: BoardProps) {
  const root = lab.view.value;
  const grid = root?.grid ?? gridFor(setup);
  if (!grid || !root) return <div class="board" style={{ "--ratio": setup.cols / setup.rows }} />;
  const simulation = told?.simulation ?? null;
  const shown = simulation && phase ? shownAt(root, simulation, phase, stones) : null;
  const step = phase?.kind === "select" ? simulation?.steps[phase.depth] : undefined;
  const open = lab.number.value === 0 && lab.settled.value && root.over === null;
  return (
    <Board
      game={setup.game}
      grid={grid}
      options={settings.value}
      view={shown?.view ?? root}
      label={t("board.label", { game: gameName(setup.game), rows: setup.rows, cols: setup.cols })}
      active={open}
      candidates={step ? linesOf(root, step) : []}
      numbers={shown?.numbers ?? new Map()}
      onPick={(cell) => lab.playMove(cell)}
    />
  );
}

/** What a preset is, in the words of the page's language where it has them. */
const aboutPreset = ({ name, about }: LabPreset): string => {
  const key = `preset.${name}`;
  return isLabKey(key) ? tl(key) : about;
};

/** Where the simulation stands: its path, with the move that is being chosen. */
function Path({ told, phase }: { told: Told; phase: Phase }) {
  const { simulation } = told;
  if (!simulation) return null;
  const path = pathOf(simulation);
  const depth =
    phase.kind === "select"
      ? phase.depth
      : phase.kind === "news"
        ? simulation.news.length - 1 - phase.index
        : path.length;
  return (
    <ol class="lab-path" aria-label={t("search.path")}>
      {["", ...path].map((move, index) => (
        <li key={index} class={index === depth ? "here" : index > depth && phase.kind === "select" ? "ahead" : ""}>
          {index === 0 ? t("search.root") : move}
        </li>
      ))}
    </ol>
  );
}

export function LabSide({ slot, recipe }: { slot: number; recipe: Recipe }) {
  const setup = lab.setup.value;
  const told = lab.told.value[slot];
  const phase = lab.phaseOf(slot);
  const stones = useStones(told, phase, lab.speed.value);
  const preset = lab.presets().find(({ name }) => name === recipe.preset);
  const root = lab.view.value;
  return (
    <section class="lab-side" aria-label={tl("lab.side", { n: slot + 1, preset: recipe.preset })}>
      <div class="card lab-who">
        <label>
          <span class="hidden">{tl("lab.preset")}</span>
          <select
            value={recipe.preset}
            onChange={(event) => lab.setRecipe(slot, { preset: event.currentTarget.value, changed: {} })}
          >
            {lab.presets().map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {preset && <p class="quiet">{aboutPreset(preset)}</p>}
        {preset?.simulates && <Parameters slot={slot} recipe={recipe} preset={preset} />}
      </div>
      <LabBoard setup={setup} told={told} phase={phase} stones={stones} />
      {preset && !preset.simulates ? (
        <p class="card lab-none" role="status">
          {tl("lab.noSimulations", { preset: preset.name })}
        </p>
      ) : told?.error ? (
        <p class="card lab-none" role="alert">
          {named(told.error.text_key, told.error.args, told.error.text)}
        </p>
      ) : !told ? (
        <p class="card lab-none">{tl("lab.begin", { side: root ? sideName(setup.game, root.toMove) : "" })}</p>
      ) : !told.simulation ? (
        <p class="card lab-none" role="status">
          {tl("lab.proven", { n: told.graph.nodes[0]?.visits ?? 0 })}
        </p>
      ) : (
        phase && (
          <div class="card lab-now">
            <Path told={told} phase={phase} />
            <Now game={setup.game} told={told} phase={phase} stones={stones} />
          </div>
        )
      )}
      {told && told.graph.nodes.length > 0 && <LabTree game={setup.game} told={told} phase={phase} />}
    </section>
  );
}
