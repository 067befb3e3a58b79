// Generated from the types of the program; do not edit. See docs/web.md, "Wire types".

/**
 * What a run says about itself.
 */
export type About = { 
/**
 * Which question it answers.
 */
kind: RunKind, 
/**
 * The command that started it, ready for a shell.
 */
command: string, 
/**
 * Version of this program.
 */
version: string, 
/**
 * Games at once.
 */
concurrency: number, 
/**
 * Where it was started.
 */
machine: Machine, };

/**
 * The figures of a match or a sequential test.
 */
export type Alone = { 
/**
 * Log-likelihood ratio of the sequential test.
 */
llr?: number, verdict?: Decision, games: number, 
/**
 * Mean score of a game in complete pairs, from 0 to 1; null before there are pairs enough for an interval.
 */
score: Share | null, pairs: Pairs, elo: Ends | null, nelo: Ends | null, 
/**
 * Likelihood of superiority.
 */
los: number | null, moving_first: Score, moving_second: Score, 
/**
 * Games that the player won, by a fault of the other included.
 */
wins: number, 
/**
 * Games that nobody won, one half point each.
 */
draws: number, 
/**
 * Games that the player lost, by a fault of its own included.
 */
losses: number, forfeits: Array<Forfeit>, by_board: Array<BoardPart>, by_opening: Array<OpeningPart>, ratings?: Array<RatingRow>, };

/**
 * Results on one size of board.
 */
export type BoardPart = { board: string, games: number, first_mover: Score, a: Score, };

/**
 * What must be the same for a run to be resumed. The file of the record holds it as JSON.
 */
export type Conditions = { 
/**
 * All players, as they were asked for.
 */
players: Array<string>, 
/**
 * Who meets whom.
 */
pairings: Array<Pairing>, 
/**
 * Pairs of each pairing, at the most.
 */
pairs: number, 
/**
 * Time for thinking of players that have none of their own.
 */
control: TimeControl, 
/**
 * Memory of a bot's process tree.
 */
memory_bytes: number, 
/**
 * Everything random follows from it.
 */
seed: number, 
/**
 * Boards and openings in words; a list of openings counts by its content.
 */
book: string, 
/**
 * Simulations a move of built-in players that set no limit themselves.
 */
visits: number | null, 
/**
 * Whether games end when an exact solver has proven their result.
 */
adjudicate?: boolean, 
/**
 * The sequential test.
 */
sprt: Sprt | null, };

/**
 * The first pairing's figures after some games.
 */
export type CoursePoint = { games: number, 
/**
 * Mean score with its interval.
 */
score: [number, number, number], 
/**
 * Log-likelihood ratio of the sequential test.
 */
llr: number | null, };

/**
 * What the test says so far.
 */
export type Decision = "continue" | "accept_h1" | "accept_h0";

/**
 * An estimate with its 95 % interval. Ends that are infinite have no number: they are null in JSON.
 */
export type Ends = { low: number | null, estimate: number | null, high: number | null, };

/**
 * The kinds of faults, as reports count them.
 */
export type FaultKind = "not-started" | "time-out" | "crash" | "early-exit" | "memory" | "output" | "garbage" | "illegal";

/**
 * A game to be replayed.
 */
export type FinishedGame = { number: number | null, pair: number, players: [number, number], 
/**
 * Index of its board.
 */
board: number, 
/**
 * Moves of the opening.
 */
opening: number, half_points: number, score: number | null, 
/**
 * In words, where the score does not say it.
 */
ending: string | null, fault: GameFault | null, 
/**
 * All moves, separated by spaces.
 */
moves: string, 
/**
 * For each move the cells it changes, as `index` or `index+index...`, separated by spaces; `-` for a pass.
 */
changes: string, 
/**
 * Milliseconds of each move after the opening.
 */
times: Array<number>, 
/**
 * The mover's evaluation of each move after the opening, in thousandths.
 */
values: Array<number | null>, 
/**
 * What both sides wrote to stderr, where a fault makes it interesting.
 */
stderr: [string, string] | null, };

/**
 * A game that was lost by a fault.
 */
export type Forfeit = { player: string, kind: FaultKind, reason: string, move: number, game: number | null, pair: number, command: string, replay: string | null, 
/**
 * The last lines that the bot wrote to stderr.
 */
stderr: string, };

/**
 * How a game was lost by a fault.
 */
export type GameFault = { 
/**
 * Index of the player at fault, among the players of the run.
 */
player: number, kind: FaultKind, 
/**
 * What it did wrong, in one English sentence.
 */
reason: string, 
/**
 * Number of the move, from 1.
 */
move: number, 
/**
 * The command that shows the position.
 */
command: string, 
/**
 * The command that asks the bot once more, if there is a record.
 */
replay: string | null, };

/**
 * Everything that the drawing of a board follows from.
 */
export type GridInfo = { 
/**
 * The game's name in a sentence. Pages that have a name for the game use that of their language instead.
 */
title: string, 
/**
 * Rows of the board.
 */
rows: number, 
/**
 * Columns of the board.
 */
cols: number, 
/**
 * Where pieces lie.
 */
style: GridStyle, 
/**
 * Whether pieces fall: a move then names a column, and the board stands upright.
 */
drops: boolean, 
/**
 * Whether pieces are discs with two faces, which a move may turn over.
 */
discs: boolean, 
/**
 * What stands beside each column, from the left.
 */
column_labels: Array<string>, 
/**
 * What stands beside each row, from the top.
 */
row_labels: Array<string>, 
/**
 * What people call each cell, row by row from the top left.
 */
cell_names: Array<string>, 
/**
 * Points marked with a dot, in `(row, column)`: crossings of lines, which for cells are the cells' upper left corners.
 */
dots: Array<[number, number]>, 
/**
 * Both sides, the one that moves first first.
 */
sides: [SideInfo, SideInfo], };

/**
 * Where pieces lie.
 */
export type GridStyle = "cells" | "points";

/**
 * One line of the figures.
 */
export type Line = Alone | PairingRow | RunEnd;

/**
 * The machine a run was started on.
 */
export type Machine = { 
/**
 * Operating system and kind of processor.
 */
system: string, 
/**
 * The processor's own name; empty where it cannot be told.
 */
processor: string, 
/**
 * Instructions that our own engines use.
 */
instructions: string, 
/**
 * Processors the arena may use.
 */
processors: number, 
/**
 * Memory; 0 where it cannot be told.
 */
memory_mb: number, };

/**
 * Difference of strength in standard deviations of one game, scaled to look like Elo near zero.
 */
export type NormalizedElo = number;

/**
 * Results from one opening.
 */
export type OpeningPart = { setup: Setup, opening: string, games: number, first_mover: Score, a: Score, };

/**
 * Two players who meet.
 */
export type Pairing = { 
/**
 * Index of the player who moves first in the first game of a pair.
 */
a: number, 
/**
 * Index of the other.
 */
b: number, };

/**
 * The figures of a pairing: two players of a ladder, or a value of a sweep against an opponent.
 */
export type PairingRow = { games: number, 
/**
 * Mean score of a game in complete pairs, from 0 to 1; null before there are pairs enough for an interval.
 */
score: Share | null, pairs: Pairs, elo: Ends | null, nelo: Ends | null, 
/**
 * Likelihood of superiority.
 */
los: number | null, moving_first: Score, moving_second: Score, 
/**
 * Games that the player won, by a fault of the other included.
 */
wins: number, 
/**
 * Games that nobody won, one half point each.
 */
draws: number, 
/**
 * Games that the player lost, by a fault of its own included.
 */
losses: number, a?: string, b?: string, value?: string, against?: string, };

/**
 * Numbers of pairs by points taken: index 0 = no point, 2 = one point, 4 = both games won.
 */
export type Pairs = [number, number, number, number, number];

/**
 * One player's times, in milliseconds; null without a move.
 */
export type PlayerTimes = { moves: number, median: number | null, percentile_95: number | null, longest: number | null, 
/**
 * Moves by class.
 */
counts: [number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number], };

/**
 * A player's rating with its 95 % interval.
 */
export type RatingRow = { player: string, games: number, elo: number, low: number | null, high: number | null, };

/**
 * Everything the page shows.
 */
export type Report = { lang: string, about: About, conditions: Conditions, 
/**
 * Milliseconds since 1970.
 */
started_ms: number, 
/**
 * The file of the record.
 */
record: string | null, planned_games: number, played_games: number, interrupted: boolean, 
/**
 * Longest delay of the judge itself.
 */
overhead_ms: number, 
/**
 * The last lines of `--json`.
 */
summary: Array<Line>, course: Array<CoursePoint>, times: Times, boards: Array<StartBoard>, games: Array<FinishedGame>, };

/**
 * What concerns the whole run.
 */
export type RunEnd = { forfeits: Array<Forfeit>, by_board: Array<BoardPart>, by_opening: Array<OpeningPart>, ratings?: Array<RatingRow>, };

/**
 * Which question a run answers.
 */
export type RunKind = { "name": "match" } | { "name": "sprt" } | { "name": "ladder", 
/**
 * Index of the player whose rating is 0.
 */
anchor: number | null, } | { "name": "sweep", 
/**
 * The setting that is varied, by its name in a player's specification.
 */
parameter: string, 
/**
 * Its values as they were given; the players with the same indices have them.
 */
values: Array<string>, };

/**
 * Wins, draws and losses of one player.
 */
export type Score = { 
/**
 * Games that the player won, by a fault of the other included.
 */
wins: number, 
/**
 * Games that nobody won, one half point each.
 */
draws: number, 
/**
 * Games that the player lost, by a fault of its own included.
 */
losses: number, };

/**
 * A game and its parameters. Made by the constructors or read from a file; nothing is checked yet.
 *
 * ```
 * use luozi_games::{GameKind, Setup};
 *
 * let setup = Setup::standard(GameKind::CONNECT4);
 * assert_eq!(setup.to_string(), "Connect Four, 6 rows x 7 columns, no forbidden cell");
 * ```
 */
export type Setup = { "game": "connect4", rows: number, cols: number, forbidden?: Array<[number, number]>, } | { "game": "reversi", size: number, scoring?: "difference" | "empties-to-winner", } | { "game": "nogo", rows: number, cols: number, centre_opening_forbidden?: boolean, };

/**
 * A mean score with its 95 % interval.
 */
export type Share = { low: number, estimate: number, high: number, };

/**
 * One side of a game: what it is called and how its pieces are coloured.
 */
export type SideInfo = { 
/**
 * Its name in English. Pages that have words for the colour use those of their language instead.
 */
name: string, 
/**
 * `black`, `white`, `red`, `gold`, or a colour as style sheets write it.
 */
colour: string, };

/**
 * A sequential test with fixed bounds.
 */
export type Sprt = { elo0: NormalizedElo, elo1: NormalizedElo, lower: number, upper: number, };

/**
 * A board before the first move.
 */
export type StartBoard = { setup: Setup, 
/**
 * How it is drawn.
 */
grid: GridInfo, rows: Array<string>, };

/**
 * How a [`TimeControl`] is written in files: whole milliseconds. For `#[serde(with = "SavedControl")]`.
 */
export type TimeControl = { "per_move": number } | { "clock": { 
/**
 * What it shows at the start.
 */
base: number, 
/**
 * What every move adds.
 */
increment: number, } };

/**
 * Times of all players.
 */
export type Times = { classes_ms: [number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number], players: Array<PlayerTimes>, };
