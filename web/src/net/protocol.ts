// The names under which the page uses the types of the wire. `wire.ts` is generated from the server's own types; only
// what the page alone decides is written here.

import type { Go, Side, ToTab } from "./wire";

export type {
  Act as WireAct,
  Action as FriendAction,
  Analysis as RecordAnalysis,
  Awards as AwardsReport,
  Best as WireBest,
  ControlWord,
  EventFrame as WireEvent,
  EventGame,
  EventGamesPage,
  EventList,
  EventReplay,
  EventSummary,
  EventTable,
  Explained as WireExplained,
  Failure as WireError,
  FarmCourse,
  FarmRun,
  FarmView,
  FarmWorker,
  GameInfo,
  GameRecord,
  GamesPage,
  GraphNode as WireGraphNode,
  GridInfo,
  Hint as WireHint,
  Import,
  Imported,
  Info as WireInfo,
  Invite,
  Invited,
  Judged as WireJudged,
  LabMove,
  LabPreset,
  LabSimulation,
  LabStep,
  ListedGame as GameSummary,
  NewEvent,
  Parameter,
  Parameters,
  PlayerInfo as RecordPlayer,
  Proven as WireProven,
  Receipt,
  RecordNode,
  Reviewed as WireReviewed,
  RunState,
  Saved,
  SaveRequest,
  ServerInfo,
  Setup as WireSetup,
  Side as WireSide,
  Simulated as WireSimulated,
  Started,
  State as WireState,
  TableFrame as WireTable,
  Winner as WireWinner,
} from "./wire";

export type ServerMessage = ToTab;

/** A search, without the numbers that the connection adds. */
export type GoRequest = Omit<Go, "gen" | "id">;

/** What the page notes about a stored game; the server reads some of it and keeps all of it. */
export interface GameMeta {
  human?: Side | "both" | null;
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
