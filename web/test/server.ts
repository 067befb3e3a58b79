// A server of a game that needs no rules: stones are put on the points of a 3 x 3 board, in turn, and a full board is the
// end. What a session sends is kept; what it hears is this game's true state, or what the test says.

import { sideAtPly } from "../src/model/game";
import type { PositionRequest, SearchHandlers } from "../src/net/link";
import type { GoRequest, WireBest, WireError, WireInfo, WireState } from "../src/net/protocol";
import { namesOf, points, standard, stateOf } from "./fixtures";

export const GRID = points(3);
export const NAMES = namesOf(GRID);
export const SETUP = { ...standard("nogo"), rows: 3, cols: 3 };

export function stateAfter(moves: readonly string[]): WireState {
  const cells = NAMES.map((name) => {
    const ply = moves.indexOf(name);
    return ply < 0 ? "." : sideAtPly(ply) === 1 ? "X" : "O";
  });
  const free = NAMES.flatMap((m, cell) => (cells[cell] === "." ? [{ m, cell }] : []));
  const last = moves.at(-1);
  return stateOf(GRID, {
    moves: [...moves],
    to_move: moves.length % 2 === 0 ? "first" : "second",
    cells: cells.join(""),
    legal: free,
    last: last === undefined ? null : { m: last, cell: NAMES.indexOf(last), changed: [] },
    over: free.length > 0 ? null : { winner: "first", why: "full", line: [], score: 1 },
  });
}

export const problem = (code: WireError["code"], args: Record<string, unknown> = {}): WireError => ({
  gen: 1,
  id: null,
  code,
  text: code,
  text_key: `err.${code}`,
  args,
});

export const infoOf = (part: Partial<WireInfo> = {}): WireInfo => ({
  gen: 1,
  id: 1,
  seq: 1,
  ms: 10,
  visits: 100,
  nodes: 90,
  nps: 9000,
  depth: 5,
  to_move: "first",
  root: { wr: 6000, margin: null, proven: null },
  moves: [{ m: "B2", cell: 4, wr: 6000, n: 80, p: 100, margin: null, proven: null, pv: ["B2"], why: [] }],
  ...part,
});

export const bestOf = (m: string, part: Partial<WireBest> = {}): WireBest => ({
  gen: 1,
  id: 1,
  m,
  reason: "visits",
  info: infoOf(),
  ...part,
});

/** In the place of the connection. Positions are answered at once unless `slow`. */
export class FakeLink {
  slow = false;
  opened: PositionRequest[] = [];
  searches: { request: GoRequest; handlers: SearchHandlers }[] = [];
  stops = 0;
  refuse: WireError | null = null;
  private waiting: (() => void)[] = [];

  open(request: PositionRequest, onState: (state: WireState) => void, onError: (error: WireError) => void): void {
    this.opened.push(request);
    const refused = this.refuse;
    this.refuse = null;
    const answer = () => (refused ? onError(refused) : onState(stateAfter(request.moves)));
    // As with the real one, a new position makes the answer to the one before stale.
    this.waiting = this.slow ? [answer] : [];
    if (!this.slow) answer();
  }

  /** Lets the answers arrive that were held back. */
  arrive(): void {
    const answers = this.waiting;
    this.waiting = [];
    for (const answer of answers) answer();
  }

  go(request: GoRequest, handlers: SearchHandlers): number {
    this.searches.push({ request, handlers });
    return this.searches.length;
  }

  stop(): void {
    this.stops += 1;
  }

  /** The latest search. */
  get search() {
    const latest = this.searches.at(-1);
    if (!latest) throw new Error("nobody searches");
    return latest;
  }

  reset(): void {
    Object.assign(this, { slow: false, opened: [], searches: [], stops: 0, refuse: null, waiting: [] });
  }
}
