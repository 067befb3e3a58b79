// The messages of docs/web-protocol.md, version 1, as the wire carries them. `convert.ts` turns them into the
// page's own words; nothing else reads these shapes.

export type WireSide = "first" | "second";
export type WireSetup =
  | { game: "connect4"; rows: number; cols: number; forbidden?: [number, number][] }
  | { game: "reversi"; size: number; scoring?: string }
  | { game: "nogo"; rows: number; cols: number; centre_opening_forbidden?: boolean };

export interface WireProven {
  result?: "win" | "loss" | "draw";
  plies?: number | null;
  score?: number;
}

export interface WireState {
  type: "state";
  gen: number;
  ply: number;
  moves: string[];
  to_move: WireSide;
  rows: number;
  cols: number;
  cells: string;
  names: string[];
  last: { m: string; cell: number | null; changed: number[] } | null;
  legal: { m: string; cell: number | null; flips?: number[]; closes?: { first: number[]; second: number[] } }[];
  illegal: Record<string, string[]>;
  groups: Record<string, number[]>;
  kinds: string | null;
  counts: { stones: [number, number]; left: [number, number] | null; playable: [number, number] | null; empty: number };
  over: { winner: WireSide | "draw"; why: string; line: number[]; score: number } | null;
  hash: string;
}

export interface WireLine {
  m: string;
  cell: number | null;
  wr: number | null;
  n: number;
  p: number | null;
  margin: number | null;
  proven: WireProven | null;
  pv: string[];
}

export interface WireInfo {
  gen: number;
  id: number;
  seq: number;
  ms: number;
  visits: number;
  nodes: number;
  nps: number;
  depth: number;
  to_move: WireSide;
  root: { wr: number; margin: number | null; proven: WireProven | null };
  moves: WireLine[];
}

export interface WireHint {
  region: number[];
  top: string[];
  best: string;
  pv: string[];
}

export interface WireBest {
  type: "best";
  gen: number;
  id: number;
  m: string;
  reason: string;
  info: WireInfo | null;
  hint?: WireHint;
}

export type WireGlyph = "good" | "doubtful" | "mistake" | "blunder";

export interface WireJudged {
  type: "judged";
  gen: number;
  id: number;
  done: number;
  total: number;
  ply: number;
  m: string;
  side: WireSide;
  wr: number;
  proven: WireProven | null;
  best: string;
  best_wr: number;
  best_proven: WireProven | null;
  loss: number;
  glyph: WireGlyph | null;
  pv: string[];
  visits: number;
}

export interface WireReviewed {
  type: "reviewed";
  gen: number;
  id: number;
  accuracy: [number | null, number | null];
  first_losing: number | null;
  counts: Record<string, [number, number]>;
}

export interface WireGraphNode {
  cells: string;
  to_move: WireSide;
  n: number;
  wr: number | null;
  proven: WireProven | null;
  moves: {
    m: string;
    node: number | null;
    n: number;
    wr: number | null;
    p: number;
    bounds: [number, number];
    proven: WireProven | null;
  }[];
  untried: number;
}

export interface WireExplained {
  type: "explained";
  gen: number;
  id: number;
  searched: number;
  nodes: WireGraphNode[];
}

export interface WireError {
  type: "err";
  gen: number | null;
  id: number | null;
  code: string;
  text: string;
  text_key: string;
  args: Record<string, unknown>;
}

export interface WireEvent {
  type: "event";
  event: string;
  seq: number;
  kind: "start" | "move" | "end" | "table";
  game?: number;
  players?: [number, number];
  setup?: WireSetup;
  opening?: string[];
  ply?: number;
  m?: string;
  winner?: WireSide | "draw" | null;
  why?: string;
  table?: EventTable;
}

export type ServerMessage =
  | { type: "welcome"; v: number; version: string; threads: number; instance?: string }
  | WireState
  | ({ type: "info" } & WireInfo)
  | WireBest
  | WireJudged
  | WireReviewed
  | WireExplained
  | { type: "paused"; gen: number; id: number }
  | WireEvent
  | WireError;

export interface GoRequest {
  mode: "analyse" | "move" | "hint" | "review" | "explain";
  level?: number;
  preset?: string;
  ms?: number;
  visits?: number;
  threads?: number;
  memory_mb?: number;
  clock?: { ms: number; inc_ms: number; per_move: boolean };
  seed?: number;
  multi?: number;
  include?: string[];
  max_hz?: number;
}

// Stored games

export interface RecordAnalysis {
  /** Of the side to move after the node's move, in [-1, 1]. */
  value?: number | null;
  /** The score that side may expect. */
  score?: number | null;
  visits?: number;
  proven?: WireProven | null;
  pv?: string[];
  engine?: string;
}

export interface RecordNode {
  parent?: number;
  move?: string;
  used_ms?: number;
  clock_ms?: number;
  comment?: string;
  glyph?: string;
  analysis?: RecordAnalysis;
}

export interface RecordPlayer {
  name?: string;
  program?: string;
  level?: string;
}

export interface GameRecord {
  format: "luozi-game";
  version: 1;
  setup: WireSetup;
  start?: string | null;
  players?: RecordPlayer[];
  date?: string;
  time_control?: string;
  result?: { winner: WireSide | "draw"; score?: number | null; reason?: string } | null;
  nodes: RecordNode[];
}

export interface GameMeta {
  human?: WireSide | "both" | null;
  level?: number | null;
  mode?: "play" | "analyse" | "watch";
  hints?: number;
  undos?: number;
  clock?: { base_ms: number; inc_ms: number } | null;
  left_ms?: [number, number] | null;
  paused?: boolean;
  node?: number;
  page?: Record<string, unknown>;
}

export interface GameSummary {
  id: string;
  name: string;
  setup: WireSetup;
  cells: string;
  to_move: WireSide;
  plies: number;
  players: RecordPlayer[];
  result: { winner: WireSide | "draw"; score?: number | null; reason?: string } | null;
  meta: GameMeta;
  created: number;
  updated: number;
}

export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  hosted: boolean;
  threads: number;
  memory_mb: number;
  data: { saved: boolean; notice: { text_key: string; args: Record<string, unknown> } | null };
  games: {
    game: "connect4" | "reversi" | "nogo";
    min: [number, number];
    max: [number, number];
    /** How the levels play, and how they played when their ratings were measured. */
    build: string;
    measured: string | null;
    levels: { level: number; visits: number; elo: number | null }[];
    presets: { name: string; about: string; source: string }[];
  }[];
}

export interface AwardsReport {
  stats: {
    game: "connect4" | "reversi" | "nogo";
    level: number;
    played: number;
    won: number;
    drawn: number;
    lost: number;
    as_first: [number, number, number];
    as_second: [number, number, number];
    fastest_win: number | null;
  }[];
  streak: { now: number; best: number };
  total: { played: number; won: number; drawn: number; lost: number };
  badges: { id: string; earned: number | null; have: number; need: number }[];
}

export interface EventSummary {
  id: string;
  name: string;
  game: string;
  players: number;
  games: number;
  finished: number;
  running: number;
  updated: number;
}

export interface EventTable {
  id: string;
  name: string;
  seq: number;
  running: number;
  players: {
    name: string;
    elo: number | null;
    low: number | null;
    high: number | null;
    games: number;
    won: number;
    drawn: number;
    lost: number;
    as_first: [number, number, number];
    as_second: [number, number, number];
  }[];
  cross: { a: number; b: number; won: number; drawn: number; lost: number; pairs: number[] }[];
  boards: { game: number; players: [number, number]; setup: WireSetup; moves: string[] }[];
  openings: { moves: string[]; games: number }[];
}

export interface EventGame {
  game: number;
  players: [number, number];
  status: string;
  winner: WireSide | "draw" | null;
  why: string;
  plies: number;
  opening: string[];
  fault: string | null;
  started: number;
}
