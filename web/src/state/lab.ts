// The laboratory: a position, one or two searches of it, and where the telling stands. Simulations are asked for by number,
// so nothing is lost with a connection, and going back is asking for a smaller one.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Setup } from "../model/game";
import { type Phase, phasesOf, type Recipe, recipeFromText, recipeText } from "../model/lab";
import type { SearchedGraph } from "../model/searched";
import type { Searches } from "../model/share";
import { emptyTree, type NodeId, ROOT, type Tree } from "../model/tree";
import { api } from "../net/api";
import { graphFromExplained } from "../net/convert";
import type { LabPreset, LabSimulation, Parameters, WireError, WireSimulated } from "../net/protocol";
import { link } from "./app";
import { Session } from "./session";

/** The last simulation that the search tells. */
export const MOST_SIMULATIONS = 5_000;
/** How long a phase is shown at the usual speed. */
const PHASE_MS = 900;
const STONE_MS = 90;
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8];

/** What is known about one of the searches. */
export interface Told {
  readonly rule: string;
  /** Null when there is nothing left to find out. */
  readonly simulation: LabSimulation | null;
  readonly graph: SearchedGraph;
  readonly phases: readonly Phase[];
  readonly error: WireError | null;
}

/** The designs that a new laboratory compares, as far as a game has them. */
const FIRST_CHOICES = ["uct-plain", "mcgs", "reversi-weights", "nogo-mobility"];

export class Lab extends Session {
  readonly table = signal<Parameters | null>(null);
  /** The table of presets and parameters did not come. */
  readonly unreached = signal(false);
  readonly recipes = signal<readonly Recipe[]>([]);
  /** The simulation told; 0 before the first. */
  readonly number = signal(0);
  /** The phase shown, counted over both sides: the shorter one waits at its end. */
  readonly cursor = signal(0);
  readonly told = signal<readonly Told[]>([]);
  readonly playing = signal(false);
  readonly waiting = signal(false);
  readonly speed = signal<number>(1);
  /** Large, and nothing but the search on the screen. */
  readonly lecture = signal(false);
  /** The last phase of the longer simulation. */
  readonly last = computed(() => Math.max(0, ...this.told.value.map(({ phases }) => phases.length - 1)));
  /** Nothing comes after this simulation on any side. */
  readonly exhausted = computed(
    () => this.told.value.length > 0 && this.told.value.every(({ simulation }) => simulation === null),
  );
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Answers to what was asked before are of no interest. */
  private asked = 0;

  constructor() {
    super(link);
    effect(() => {
      void [this.playing.value, this.cursor.value, this.told.value, this.waiting.value, this.speed.value];
      untracked(() => this.schedule());
    });
  }

  presets(): readonly LabPreset[] {
    return this.table.value?.games[this.setup.value.game] ?? [];
  }

  /** The phase that a side shows. */
  phaseOf(slot: number): Phase | null {
    const phases = this.told.value[slot]?.phases ?? [];
    return phases[Math.min(this.cursor.value, phases.length - 1)] ?? null;
  }

  /** Takes a position; with `searches` also who searches it and which simulation is told. */
  adopt(setup: Setup, tree: Tree, start: string | null, node: NodeId, searches: Searches | null = null): void {
    const another = setup.game !== this.setup.value.game;
    this.reset(setup, tree, start, node);
    if (searches) this.recipes.value = searches.recipes.map(recipeFromText);
    else if (another) this.recipes.value = [];
    this.toStart();
    this.choose();
    this.number.value = Math.min(MOST_SIMULATIONS, searches?.number ?? 0);
    this.show(node, true, () => this.resume());
  }

  /** Tells the simulation that was told before, once the position and the searches are there. */
  private resume(): void {
    if (this.number.value > 0 && this.recipes.value.length > 0 && this.told.value.length === 0)
      this.load(this.number.value);
  }

  /** Who searches and which simulation is told, for an address; nothing for what everybody begins with. */
  searches(): Searches {
    const [first, second] = this.recipes.value;
    const usual = !second && first?.preset === this.usual() && Object.keys(first.changed).length === 0;
    return { recipes: usual ? [] : this.recipes.value.map(recipeText), number: this.number.value };
  }

  begin(setup: Setup): void {
    this.adopt(setup, emptyTree(), null, ROOT);
  }

  activate(): void {
    this.unreached.value = false;
    if (this.table.value === null)
      void api
        .parameters()
        .then((table) => {
          this.table.value = table;
          this.choose();
          this.resume();
        })
        .catch(() => {
          this.unreached.value = true;
        });
    this.show(this.node.value, true, () => this.resume());
  }

  deactivate(): void {
    this.pause();
    this.setLecture(false);
    this.link.stop();
  }

  /** The preset that a new laboratory shows; null before the table is there. */
  private usual(): string | null {
    const names = this.presets()
      .filter(({ simulates }) => simulates)
      .map(({ name }) => name);
    return FIRST_CHOICES.find((name) => names.includes(name)) ?? names[0] ?? null;
  }

  /** Takes the usual preset where nobody chose one. */
  private choose(): void {
    const preset = this.usual();
    if (this.recipes.value.length === 0 && preset !== null) this.recipes.value = [{ preset, changed: {} }];
  }

  setRecipe(slot: number, recipe: Recipe): void {
    this.recipes.value = this.recipes.value.map((own, index) => (index === slot ? recipe : own));
    this.again();
  }

  /** A second search beside the first, or none any more. */
  compare(on: boolean): void {
    const [first] = this.recipes.value;
    if (!first) return;
    const others = this.presets().filter(({ simulates, name }) => simulates && name !== first.preset);
    const second = others.find(({ name }) => FIRST_CHOICES.includes(name)) ?? others[0];
    this.recipes.value = on && second ? [first, { preset: second.name, changed: {} }] : [first];
    this.again();
  }

  /** Moves are made on the board before the first simulation. */
  playMove(cell: number): void {
    const view = this.view.value;
    const legal = view?.legal.find(({ move }) => move === view.names[cell]);
    if (!legal || !this.settled.value || this.number.value > 0) return;
    this.show(this.extend(legal.move), true);
  }

  toPosition(id: NodeId | null): void {
    if (id === null) return;
    this.toStart();
    this.show(id, true);
  }

  toStart(): void {
    this.pause();
    this.asked += 1;
    this.link.stop();
    batch(() => {
      this.number.value = 0;
      this.cursor.value = 0;
      this.told.value = [];
      this.waiting.value = false;
    });
  }

  play(): void {
    this.playing.value = true;
    if (this.number.value === 0) this.load(1);
  }

  pause(): void {
    this.playing.value = false;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** The next phase, or the next simulation. */
  step(): void {
    if (this.waiting.value) return;
    if (this.number.value > 0 && this.cursor.value < this.last.value) this.cursor.value += 1;
    else this.load(this.number.value + 1);
  }

  back(): void {
    if (this.waiting.value) return;
    if (this.cursor.value > 0) this.cursor.value -= 1;
    else if (this.number.value > 1) this.load(this.number.value - 1, true);
    else this.toStart();
  }

  /** A simulation by its number; `atEnd` with everything told. */
  load(number: number, atEnd = false): void {
    const wanted = Math.min(MOST_SIMULATIONS, Math.max(1, Math.round(number)));
    if (this.exhausted.value && wanted > this.number.value) {
      this.pause();
      return;
    }
    this.asked += 1;
    this.waiting.value = true;
    this.ask(this.asked, wanted, [], atEnd);
  }

  /** For a lecture: large, over the whole screen where the browser allows it. */
  setLecture(on: boolean): void {
    if (on === this.lecture.value) return;
    this.lecture.value = on;
    const whole = on
      ? document.documentElement.requestFullscreen?.()
      : document.fullscreenElement && document.exitFullscreen();
    // Without the whole screen the page alone is large.
    if (whole) whole.catch(() => {});
  }

  private again(): void {
    this.told.value = [];
    this.cursor.value = 0;
    if (this.number.value > 0) this.load(this.number.value);
  }

  private ask(ticket: number, number: number, told: readonly Told[], atEnd: boolean): void {
    const recipe = this.recipes.value[told.length];
    if (ticket !== this.asked) return;
    if (!recipe) {
      batch(() => {
        this.number.value = number;
        this.told.value = told;
        this.cursor.value = atEnd ? Math.max(0, ...told.map(({ phases }) => phases.length - 1)) : 0;
        this.waiting.value = false;
      });
      return;
    }
    const take = (next: Told) => this.ask(ticket, number, [...told, next], atEnd);
    const nothing = { rule: "", simulation: null, graph: graphFromExplained({ searched: 0, nodes: [] }), phases: [] };
    this.link.go(
      { mode: "lab", preset: recipeText(recipe), step: number, slot: told.length },
      {
        simulated: (answer) => take(toldFrom(answer)),
        failed: (error) => take({ ...nothing, error }),
      },
    );
  }

  private schedule(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (!this.playing.value || this.waiting.value || this.told.value.length === 0) return;
    if (this.exhausted.value) {
      this.playing.value = false;
      return;
    }
    const lengths = this.recipes.value.map((_, slot) => this.lengthOf(slot));
    this.timer = setTimeout(() => this.step(), Math.max(...lengths) / this.speed.value);
  }

  /** How long a side's phase is shown: a game is played out stone by stone. */
  private lengthOf(slot: number): number {
    const phase = this.phaseOf(slot);
    const judged = phase?.kind === "judge" ? this.told.value[slot]?.simulation?.judged[phase.index] : undefined;
    return PHASE_MS + STONE_MS * (judged?.moves.length ?? 0);
  }
}

function toldFrom({ rule, simulation, nodes }: WireSimulated): Told {
  const phases = simulation ? phasesOf(simulation) : [];
  return { rule, simulation, graph: graphFromExplained({ searched: nodes.length, nodes }), phases, error: null };
}

export const lab = new Lab();
