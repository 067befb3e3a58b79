// Looking inside the search: the graph that the engine built for the node shown in Analyse, and where one walks in it.
// The graph is a still picture; it belongs to one view, and is gone from the screen as soon as another one is shown.

import { computed, signal } from "@preact/signals";
import type { View } from "../model/game";
import { evaluationAt, follow, nodeAt, type SearchedGraph, type Step, stepsVia, viewAt } from "../model/searched";
import type { NodeId } from "../model/tree";
import { graphFromExplained } from "../net/convert";
import { analyse } from "./analyse";
import { analyseTab } from "./ui";

interface Walk {
  readonly root: View;
  readonly graph: SearchedGraph;
  readonly steps: readonly Step[];
}

const walk = signal<Walk | null>(null);
const asked = signal<NodeId | null>(null);

/** The walk to show, with its board and what the graph says about it. */
export const inside = computed(() => {
  const here = walk.value;
  if (analyseTab.value !== "search" || analyse.quiz.value || !here || here.root !== analyse.view.value) return null;
  const { graph, steps, root } = here;
  return {
    graph,
    steps,
    node: nodeAt(steps),
    view: viewAt(graph, steps, root),
    evaluation: evaluationAt(graph, nodeAt(steps), root.names),
  };
});

/** Whether the graph of the node shown is on its way. */
export const looking = computed(() => asked.value === analyse.node.value);

/** Has the engine build a graph of the node shown, on top of what it knows already. */
export function lookInside(): void {
  asked.value = analyse.node.value;
  walk.value = null;
  analyse.explain((explained) => {
    const root = analyse.view.value;
    asked.value = null;
    if (root && explained) walk.value = { root, graph: graphFromExplained(explained), steps: [] };
  });
}

function go(steps: readonly Step[] | null): boolean {
  if (!walk.value || !steps) return false;
  walk.value = { ...walk.value, steps };
  return true;
}

/** Back to the node after `count` steps. */
export const backTo = (count: number): boolean => go(walk.value?.steps.slice(0, count) ?? null);

/** On along moves from here, or else from the root; false when the graph does not have them. */
export function walkAlong(moves: readonly string[]): boolean {
  const here = walk.value;
  return here !== null && go(follow(here.graph, here.steps, moves) ?? follow(here.graph, [], moves));
}

/** To the same node over another way. */
export function walkVia(from: number, last: Step): boolean {
  return walk.value !== null && go(stepsVia(walk.value.graph, from, last));
}

/** The keys for stepping walk in the graph while it is open: back, or on along the most visited move. */
export function stepInside(to: string): boolean {
  const here = inside.value;
  if (!here) return false;
  if (to === "first") return backTo(0);
  if (to === "previous" && here.steps.length > 0) return backTo(here.steps.length - 1);
  const most = here.graph.nodes[here.node]?.moves[0];
  if (to === "next" && most && most.node !== null) return walkAlong([most.move]);
  return false;
}

/** Adds the walked line to the game and shows its end. */
export function keepLine(): void {
  const moves = inside.value?.steps.map(({ move }) => move) ?? [];
  walk.value = null;
  analyse.playLine(moves);
}

/** A click on the board walks to the move it means; false when the graph ends there. */
export function pickInside(cell: number): boolean {
  const here = inside.value;
  const move = here?.view.names[cell];
  return here !== null && move !== undefined && go(follow(here.graph, here.steps, [move]));
}
