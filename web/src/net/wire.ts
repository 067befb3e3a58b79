// Generated from the types of the program; do not edit. See docs/web.md, "Wire types".

/**
 * What a player does.
 */
export type Act = { 
/**
 * The id of the table.
 */
table: string, 
/**
 * The secret of the seat.
 */
key: string, 
/**
 * The game at the table that is meant, from 1.
 */
round: number, 
/**
 * How many moves there were: what comes too late is refused.
 */
ply: number, 
/**
 * What is done.
 */
action: Action, 
/**
 * The move, for `move`.
 */
m?: string | null, };

/**
 * What a player can do.
 */
export type Action = "move" | "resign" | "draw" | "decline" | "rematch";

/**
 * What is thought about a position. Parts that nobody told are empty.
 */
export type Analysis = { 
/**
 * The move to play.
 */
best?: string, 
/**
 * Expected result, in [-1, 1].
 */
value?: number, 
/**
 * Expected score in the game's units, in games that are about scores.
 */
score?: number, 
/**
 * What is proven about the position.
 */
proven?: Proven, 
/**
 * Simulations of the search.
 */
visits?: number, 
/**
 * Positions evaluated: its playouts, if the evaluator plays them.
 */
playouts?: number, 
/**
 * Nodes of the graph or tree.
 */
nodes?: number, 
/**
 * Time since the request.
 */
seconds?: number, 
/**
 * Depth of the search in plies, for searches that have one.
 */
depth?: number, 
/**
 * Best play from the position on.
 */
pv?: Array<string>, 
/**
 * Name and version of the engine.
 */
engine?: string, 
/**
 * The moves, best first.
 */
moves?: Array<MoveAnalysis>, };

/**
 * One game at one level.
 */
export type AwardRow = { game: string, level: number, played: number, won: number, drawn: number, lost: number, as_first: [number, number, number], as_second: [number, number, number], fastest_win: number | null, };

/**
 * Wins in a row.
 */
export type AwardStreak = { now: number, best: number, };

/**
 * All games that count, whatever game and level.
 */
export type AwardTotal = { played: number, won: number, drawn: number, lost: number, };

/**
 * The page of statistics and badges.
 */
export type Awards = { stats: Array<AwardRow>, streak: AwardStreak, total: AwardTotal, badges: Array<Badge>, };

/**
 * A badge and how near it is.
 */
export type Badge = { 
/**
 * Its id, such as `first_win`; the page has its name under `badge.ID`.
 */
id: string, 
/**
 * When it was earned, in milliseconds since 1970.
 */
earned: number | null, 
/**
 * How much there is.
 */
have: number, 
/**
 * How much is needed.
 */
need: number, };

/**
 * The end of a search.
 */
export type Best = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The search's number, as `go` gave it.
 */
id: number, 
/**
 * The move to play.
 */
m: string, 
/**
 * Why it ended.
 */
reason: Reason, 
/**
 * The last report.
 */
info: Info, 
/**
 * The same in three steps, for a hint.
 */
hint?: Hint, };

/**
 * A fault of a bot, with everything its author needs.
 */
export type BotFault = { 
/**
 * The name of the situation it was tried in.
 */
situation: string, 
/**
 * The kind of fault.
 */
kind: string, 
/**
 * What happened, in a sentence.
 */
reason: string, 
/**
 * Number of the move, from 1.
 */
move_number: number, 
/**
 * The board before it, as text.
 */
position: string, 
/**
 * The command that shows the position again.
 */
command: string, 
/**
 * What it wrote to stderr.
 */
stderr: string, };

/**
 * A reason with its particulars.
 */
export type BotRefusal = { "code": "too-large", 
/**
 * The longest upload that is taken.
 */
mb: number, } | { "code": "kind", 
/**
 * The name it was sent in under.
 */
file: string, } | { "code": "broken-archive", 
/**
 * What the reader said.
 */
text: string, } | { "code": "many-files", 
/**
 * Files there are.
 */
n: number, 
/**
 * How many an archive may hold.
 */
most: number, } | { "code": "climbs", 
/**
 * Its path in the archive.
 */
file: string, } | { "code": "link", 
/**
 * Its path in the archive.
 */
file: string, } | { "code": "encrypted", 
/**
 * Its path in the archive.
 */
file: string, } | { "code": "long-name", 
/**
 * The beginning of the name.
 */
file: string, } | { "code": "twice", 
/**
 * Its path in the archive.
 */
file: string, } | { "code": "not-unpacked", 
/**
 * Its path in the archive.
 */
file: string, 
/**
 * What the reader said.
 */
text: string, } | { "code": "bomb", 
/**
 * The most that an archive may unpack to.
 */
mb: number, } | { "code": "no-source" } | { "code": "python-for-saiblo" } | { "code": "no-main" } | { "code": "shared-object" } | { "code": "not-compiled" } | { "code": "compiler", 
/**
 * What it did.
 */
how: string, } | { "code": "not-loaded", 
/**
 * What the system's loader said.
 */
text: string, } | { "code": "faulty", 
/**
 * In how many situations it failed.
 */
faults: number, 
/**
 * Of so many.
 */
checked: number, } | { "code": "machine" };

/**
 * What became of an upload, for its author.
 */
export type BotReport = { 
/**
 * Why it does not play, in a sentence.
 */
problem: string | null, 
/**
 * The same for whoever has words for it.
 */
why: BotRefusal | null, 
/**
 * What the compiler said.
 */
compiler: string, 
/**
 * Situations that were tried, of all there are.
 */
checked: number, 
/**
 * All of them.
 */
situations: number, 
/**
 * What went wrong in them.
 */
faults: Array<BotFault>, 
/**
 * Its slowest move, in milliseconds.
 */
slowest_ms: number, 
/**
 * Its first move with its start, in milliseconds.
 */
first_ms: number, 
/**
 * Moves that nearly took too long.
 */
slow_moves: number, 
/**
 * Whether it prints on stdout where answers belong.
 */
prints: boolean, };

/**
 * How an upload fares.
 */
export type BotState = "waiting" | "building" | "checking" | "playing" | "refused";

/**
 * A question or an order: the body of `POST /api/class`.
 */
export type ClassAsk = { "ask": "hello" } | { "ask": "enter", 
/**
 * The secret of the link.
 */
token: string, 
/**
 * The name of whoever is new.
 */
name: string | null, } | { "ask": "sign_in", 
/**
 * The name in this class.
 */
name: string, 
/**
 * The password as it was typed; only a hash of it is kept.
 */
password: string, } | { "ask": "sign_out", 
/**
 * All of them.
 */
everywhere: boolean, } | { "ask": "password", 
/**
 * The new one.
 */
password: string | null, } | { "ask": "ladder" } | { "ask": "player", 
/**
 * The number on the ladder.
 */
player: number, } | { "ask": "games", 
/**
 * Of one player only.
 */
player: number | null, 
/**
 * Those that ended by a fault of the player only.
 */
faults: boolean, 
/**
 * Where an earlier answer ended.
 */
before: number | null, } | { "ask": "game", 
/**
 * The number that the list of games gave.
 */
game: number, } | { "ask": "bots", 
/**
 * Whose; one's own if left out.
 */
person: number | null, } | { "ask": "delete_bot", 
/**
 * The number of the upload.
 */
bot: number, } | { "ask": "set_rules", 
/**
 * All of them.
 */
rules: ClassRules, } | { "ask": "begin_final" } | { "ask": "people" } | { "ask": "add_people", 
/**
 * One person a line.
 */
list: string, 
/**
 * What they will be.
 */
role: ClassRole, } | { "ask": "relink", 
/**
 * The number of the person.
 */
person: number, } | { "ask": "remove_person", 
/**
 * The number of the person.
 */
person: number, } | { "ask": "invite", 
/**
 * What they will be; never a teacher.
 */
role: ClassRole, 
/**
 * How many people may come in by it.
 */
uses: number, 
/**
 * For how many days.
 */
days: number, } | { "ask": "withdraw", 
/**
 * The role that the links give.
 */
role: ClassRole, } | { "ask": "log", 
/**
 * Where an earlier answer ended.
 */
before: number | null, };

/**
 * A bot as it was sent in, and what became of it.
 */
export type ClassBot = { 
/**
 * The number that [`Ask::DeleteBot`] takes.
 */
id: number, 
/**
 * Which of its author's it is.
 */
version: number, 
/**
 * The name of its file.
 */
file: string, 
/**
 * How it speaks.
 */
form: ClassForm, 
/**
 * How long the file is, in bytes.
 */
size: number, 
/**
 * How it fares.
 */
state: BotState, 
/**
 * What was found out about it.
 */
report: BotReport, 
/**
 * When it came, in milliseconds since 1970.
 */
created: number, 
/**
 * Its number on the ladder.
 */
player: number | null, 
/**
 * Whether it is on the ladder now.
 */
active: boolean, };

/**
 * A fault, in full.
 */
export type ClassFault = { 
/**
 * What kind of fault it is, such as `illegal` or `time-out`.
 */
kind: string, 
/**
 * What happened, in a sentence.
 */
reason: string, 
/**
 * Number of the move, from 1.
 */
move_number: number, 
/**
 * The board before it.
 */
position: string, 
/**
 * The command that shows the position again.
 */
command: string, };

/**
 * How a bot speaks.
 */
export type ClassForm = "saiblo" | "botzone" | "botzone-text";

/**
 * A game in a list.
 */
export type ClassGame = { 
/**
 * The number that [`Ask::Game`] takes.
 */
id: number, 
/**
 * Who moved first, by number and name.
 */
first: number, 
/**
 * The name of who moved first.
 */
first_name: string, 
/**
 * Who moved second.
 */
second: number, 
/**
 * The name of who moved second.
 */
second_name: string, 
/**
 * 2, 1 or 0 half points of the one who moved first.
 */
points: number, 
/**
 * How many moves were made.
 */
plies: number, 
/**
 * Rows of the board.
 */
rows: number, 
/**
 * Columns of the board.
 */
cols: number, 
/**
 * The kind of fault that ended it.
 */
fault: string | null, 
/**
 * When it was over, in milliseconds since 1970.
 */
played: number, };

/**
 * The answer to [`Ask::Games`].
 */
export type ClassGames = { 
/**
 * At most sixty games, the latest first.
 */
games: Array<ClassGame>, 
/**
 * Where the list goes on.
 */
next: number | null, };

/**
 * The answer to [`Ask::Hello`].
 */
export type ClassHello = { 
/**
 * The name of the course, once there is one.
 */
name: string, 
/**
 * Who asks, if that is known.
 */
me: ClassMe | null, 
/**
 * The rules, for whoever has come in.
 */
rules: ClassRules | null, 
/**
 * How far the class is.
 */
phase: ClassPhase, 
/**
 * Why nothing is played, if something is wrong with the machine; for the teacher.
 */
trouble: string | null, };

/**
 * The answer to [`Ask::Ladder`].
 */
export type ClassLadder = { 
/**
 * How far the class is.
 */
phase: ClassPhase, 
/**
 * Everybody, the strongest first.
 */
rows: Array<ClassRow>, 
/**
 * Pairs of games that were played.
 */
pairs: number, 
/**
 * Pairs of games in all, where that is known: in the final.
 */
planned: number | null, 
/**
 * Uploads that wait to be compiled and checked.
 */
waiting: number, };

/**
 * A link for one person, told once.
 */
export type ClassLink = { 
/**
 * For whom; empty for a link that is nobody's in particular.
 */
name: string, 
/**
 * The number at the university.
 */
number: string, 
/**
 * The secret; the address is `#/class/enter=SECRET`.
 */
token: string, };

/**
 * The answer to whatever makes links.
 */
export type ClassLinks = { 
/**
 * One link for each person that is new.
 */
links: Array<ClassLink>, 
/**
 * Names that were there already, for which no link was made.
 */
known: Array<string>, };

/**
 * Something that was done.
 */
export type ClassLogRow = { 
/**
 * The number of the entry; an older one has a smaller number.
 */
id: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * By whom, if that person had come in.
 */
name: string | null, 
/**
 * The address of the machine it came from.
 */
address: string, 
/**
 * What, in a word.
 */
what: string, 
/**
 * To what or whom.
 */
about: string, };

/**
 * Who is asking.
 */
export type ClassMe = { 
/**
 * The number of whoever asks.
 */
person: number, 
/**
 * The name that the others see.
 */
name: string, 
/**
 * What whoever asks may do.
 */
role: ClassRole, 
/**
 * Whether there is a password.
 */
password: boolean, };

/**
 * Somebody, as the teacher sees it.
 */
export type ClassPerson = { 
/**
 * The person's number here.
 */
id: number, 
/**
 * As others see it.
 */
name: string, 
/**
 * The number at the university.
 */
number: string, 
/**
 * What the person may do.
 */
role: ClassRole, 
/**
 * Sessions that last.
 */
sessions: number, 
/**
 * How many bots were sent in.
 */
bots: number, 
/**
 * When it was last here.
 */
seen: number | null, };

/**
 * How far a class is.
 */
export type ClassPhase = "new" | "open" | "final" | "done";

/**
 * A rating as it was.
 */
export type ClassPoint = { 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * Pairs of games by then.
 */
pairs: number, 
/**
 * The rating then, relative to the weakest level.
 */
elo: number, 
/**
 * Lower end of its interval.
 */
low: number | null, 
/**
 * Upper end of its interval.
 */
high: number | null, };

/**
 * The answer to [`Ask::Player`].
 */
export type ClassProfile = { 
/**
 * Its place on the ladder.
 */
row: ClassRow, 
/**
 * Results by the size of the board.
 */
sizes: Array<ClassSize>, 
/**
 * The rating over time.
 */
curve: Array<ClassPoint>, };

/**
 * The answer to [`Ask::Game`].
 */
export type ClassReplay = { 
/**
 * The game in the list.
 */
row: ClassGame, 
/**
 * The game itself.
 */
record: GameRecord, 
/**
 * What went wrong, in full: for the one at fault, and for the teacher.
 */
fault: ClassFault | null, 
/**
 * What one's own bots wrote to stderr, by side; the teacher sees both.
 */
stderr: [string | null, string | null], };

/**
 * What somebody is in a class.
 */
export type ClassRole = "teacher" | "student" | "guest";

/**
 * A place on the ladder.
 */
export type ClassRow = { 
/**
 * Rating relative to the weakest level; null before the first pair.
 */
elo: number | null, 
/**
 * Its 95 % interval; null where nothing can be said yet.
 */
low: number | null, 
/**
 * The upper end.
 */
high: number | null, 
/**
 * Pairs of games that count.
 */
pairs: number, 
/**
 * Won, drawn, lost as the side that moves first.
 */
as_first: [number, number, number], 
/**
 * The same as the side that moves second.
 */
as_second: [number, number, number], 
/**
 * What it is worth, by the rules of the class; null where it is worth nothing.
 */
mark: number | null, 
/**
 * The number on the ladder; a new upload of the same student gets another one.
 */
player: number, 
/**
 * The student's name; empty for a level.
 */
name: string, 
/**
 * The level, if it is one of the program's.
 */
level: number | null, 
/**
 * The student it belongs to.
 */
person: number | null, 
/**
 * Which of the student's uploads it is.
 */
version: number, };

/**
 * Everything a teacher decides.
 */
export type ClassRules = { 
/**
 * The name of the course.
 */
name: string, 
/**
 * Game and board; the board is drawn anew for every pair where `saiblo` says so.
 */
setup: Setup, 
/**
 * Boards as Saiblo draws them: 9 to 12 rows and columns, one forbidden cell.
 */
saiblo: boolean, 
/**
 * Random plies that every pair of games begins with.
 */
plies: number, 
/**
 * Time for a move in milliseconds.
 */
ms: number, 
/**
 * Memory of a bot in MiB.
 */
memory_mb: number, 
/**
 * When the ladder is frozen and the final begins, in milliseconds since 1970.
 */
deadline: number | null, 
/**
 * Levels of the program that play along.
 */
levels: Array<number>, 
/**
 * Pairs of games of each pairing in the final.
 */
final_pairs: number, 
/**
 * What it is worth to be at least as strong as a level.
 */
marks: Array<ClassThreshold>, };

/**
 * Results on boards of one size.
 */
export type ClassSize = { 
/**
 * Rows of the board.
 */
rows: number, 
/**
 * Columns of the board.
 */
cols: number, 
/**
 * Won, drawn, lost.
 */
score: [number, number, number], };

/**
 * A mark for whoever is at least as strong as a level.
 */
export type ClassThreshold = { 
/**
 * A level that plays along.
 */
level: number, 
/**
 * The mark that it is worth.
 */
mark: number, };

/**
 * The answer to an upload.
 */
export type ClassUploaded = { 
/**
 * The number of the bot.
 */
bot: number, };

/**
 * NoGo: empty points that a side could have played before a move and not after it.
 */
export type Closes = { 
/**
 * For the first player.
 */
first: Array<number>, 
/**
 * For the second player.
 */
second: Array<number>, };

/**
 * The kinds of problems; their words are part of the protocol.
 */
export type Code = "bad_message" | "too_large" | "version" | "rate" | "quota" | "bad_setup" | "bad_start" | "illegal_move" | "stale" | "no_position" | "game_over" | "bad_player" | "busy" | "unknown_event" | "unknown_table" | "not_now" | "needs_server" | "bad_record" | "import" | "export" | "not_found" | "conflict" | "origin" | "signed_out" | "forbidden" | "refused" | "internal";

/**
 * What is to become of a tournament.
 */
export type Control = { action: ControlWord, };

/**
 * What can become of a tournament.
 */
export type ControlWord = "pause" | "resume" | "stop";

/**
 * Figures beside the board, the first player's first.
 */
export type Counts = { 
/**
 * Pieces on the board.
 */
stones: [number, number], 
/**
 * Connect Four: pieces both could still place.
 */
left: [number, number] | null, 
/**
 * Moves both would have if it were their turn.
 */
playable: [number, number] | null, 
/**
 * Empty cells that are not forbidden.
 */
empty: number, };

/**
 * What two players got against each other, the first one's view.
 */
export type CrossRow = { 
/**
 * The player whose view it is.
 */
a: number, 
/**
 * Index of the other player, among `players` of the standings.
 */
b: number, 
/**
 * Games won by `a`.
 */
won: number, 
/**
 * Games between them that nobody won.
 */
drawn: number, 
/**
 * Games won by `b`, which `a` lost.
 */
lost: number, 
/**
 * Pairs of games by half points of `a`, 0 to 4.
 */
pairs: [number, number, number, number, number], };

/**
 * Whether anything can be stored.
 */
export type DataInfo = { 
/**
 * Whether games are kept.
 */
saved: boolean, 
/**
 * What the user should know about the file.
 */
notice: Notice | null, };

/**
 * The engine's clock.
 */
export type EngineClock = { 
/**
 * What is left, in milliseconds.
 */
ms: number, 
/**
 * Whether that is for this move alone.
 */
per_move?: boolean, 
/**
 * What each move adds, in milliseconds.
 */
inc_ms?: number, };

/**
 * A game being played.
 */
export type EventBoard = { 
/**
 * The number of the game in the tournament's file.
 */
game: number, 
/**
 * Players by side.
 */
players: [number, number], 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Its moves, the opening's included.
 */
moves: Array<string>, };

/**
 * Something that happened.
 */
export type EventFrame = { 
/**
 * The tournament's id.
 */
event: string, 
/**
 * Its place in the list of all that happened; the standings repeat the number before them.
 */
seq: number, } & ({ "kind": "start", 
/**
 * The number of the game in the tournament's file.
 */
game: number, 
/**
 * Players by side.
 */
players: [number, number], 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Moves before the players took over.
 */
opening: Array<string>, 
/**
 * Index of its pairing, from 0 in the order in which the arena stored them.
 */
pairing: number, 
/**
 * Its pair of games.
 */
pair: number, 
/**
 * Whether sides are swapped.
 */
swapped: boolean, } | { "kind": "move", 
/**
 * The game's number.
 */
game: number, 
/**
 * Number of the move, from 1; the opening's count.
 */
ply: number, 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
m: string, 
/**
 * Time it took, in milliseconds.
 */
ms: number, 
/**
 * What its player thought of the position, mover's view.
 */
value: number | null, } | { "kind": "end", 
/**
 * The number of the game in the tournament's file.
 */
game: number, 
/**
 * The side that won, or `draw`; null for a game that was broken off and does not count.
 */
winner: Winner | null, 
/**
 * How it ended, in words.
 */
why: string | null, 
/**
 * What was done wrong, if that decided it.
 */
fault: string | null, } | { "kind": "table", 
/**
 * The standings as they are now, the same that `GET /api/events/{id}` answers.
 */
table: EventTable, });

/**
 * A game of a tournament.
 */
export type EventGame = { 
/**
 * Its number in the file, unique over all runs in it.
 */
game: number, 
/**
 * Players by side.
 */
players: [number, number], 
/**
 * `playing`, `finished` or `void`.
 */
status: string, 
/**
 * The side that won, or a draw; `None` while it is played and when it does not count.
 */
winner: Winner | null, 
/**
 * How it ended, in words.
 */
why: string | null, 
/**
 * The score of a game that was played to its end, first player's view.
 */
score: number | null, 
/**
 * Moves, the opening's included.
 */
plies: number | null, 
/**
 * Moves before the players took over.
 */
opening: Array<string>, 
/**
 * What was done wrong, if that decided it.
 */
fault: string | null, 
/**
 * When it began, in milliseconds since 1970.
 */
started: number, };

/**
 * One page of a tournament's games.
 */
export type EventGamesPage = { games: Array<EventGame>, 
/**
 * Where the list goes on.
 */
next: number | null, };

/**
 * The tournaments that the server knows, in files named at its start or in its own folder.
 */
export type EventList = { events: Array<EventSummary>, 
/**
 * The folder whose tournament files are shown by themselves; told to the user of this machine alone.
 */
folder: string | null, 
/**
 * Whether there is a farm that the visitor may look at.
 */
farm: boolean, };

/**
 * The moves of an opening and the number of games that began with them, running ones included.
 */
export type EventOpening = { 
/**
 * Its moves from the start of the game; empty for games that begin without an opening.
 */
moves: Array<string>, 
/**
 * How often it was played.
 */
games: number, };

/**
 * A game of a tournament to replay.
 */
export type EventReplay = { record: GameRecord, 
/**
 * What both sides wrote to stderr.
 */
log: [string, string], };

/**
 * What a list shows of a tournament.
 */
export type EventSummary = { id: string, name: string, game: string, players: number, games: number, finished: number, running: number, updated: number, };

/**
 * The standings of a tournament with its running games; those that were broken off do not count.
 */
export type EventTable = { 
/**
 * The tournament's id.
 */
id: string, 
/**
 * The name of its file, without the folder.
 */
name: string, 
/**
 * How it was set up, as the arena stored it.
 */
settings: unknown, 
/**
 * The last event.
 */
seq: number, 
/**
 * The player whose rating is 0; the mean of all when there is none.
 */
anchor: number | null, 
/**
 * Games being played.
 */
running: number, 
/**
 * All players in the order of the settings; other fields name a player by its index here.
 */
players: Array<PlayerRow>, 
/**
 * Who met whom.
 */
cross: Array<CrossRow>, 
/**
 * Games being played, with their moves.
 */
boards: Array<EventBoard>, 
/**
 * Openings and how often they were played.
 */
openings: Array<EventOpening>, };

/**
 * What the page is drawn from.
 */
export type ExplainPage = { lang: string, setup: Setup, 
/**
 * The position that was searched.
 */
state: State, engine: string, version: string, visits: number, seconds: number, searched: number, nodes: Array<GraphNode>, };

/**
 * The most visited part of a searched graph.
 */
export type Explained = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The search's number, as `go` gave it.
 */
id: number, 
/**
 * Nodes of the whole graph.
 */
searched: number, 
/**
 * The root, then each node after one that leads to it.
 */
nodes: Array<GraphNode>, };

/**
 * A problem and what it answers.
 */
export type Failure = { 
/**
 * The position it is about.
 */
gen: number | null, 
/**
 * The search it is about.
 */
id: number | null, 
/**
 * The kind of problem, from which the status of an HTTP answer follows.
 */
code: Code, 
/**
 * The whole problem as an English sentence for logs; the page shows one of its own.
 */
text: string, 
/**
 * The key of the page's own sentence.
 */
text_key: string, 
/**
 * What to put into it.
 */
args: Record<string, unknown>, };

/**
 * How a sequential test has gone.
 */
export type FarmCourse = { 
/**
 * The log-likelihood ratios at which it is decided.
 */
lower: number, upper: number, 
/**
 * Games, and the ratio after them.
 */
points: Array<[number, number]>, };

/**
 * A run of a farm.
 */
export type FarmRun = { 
/**
 * The name that `farm status` calls it by.
 */
run: string, 
/**
 * What kind of work it is.
 */
work: "games" | "reviews" | "puzzles" | "book" | "training", 
/**
 * Whether it goes on.
 */
state: "active" | "paused" | "cancelled" | "ended", 
/**
 * Pairs, or items of other work, that were given out.
 */
given: number, 
/**
 * Those with a result.
 */
done: number, 
/**
 * Units that were set aside.
 */
set_aside: number, 
/**
 * The course of a sequential test.
 */
course: FarmCourse | null, };

/**
 * How a farm stands, for the page.
 */
export type FarmView = { 
/**
 * Where it is, without a password.
 */
farm: string, 
/**
 * Units that wait or are done.
 */
units: number, 
/**
 * Games an hour, by the last ten minutes.
 */
games_an_hour: number, 
/**
 * Its runs, the newest first.
 */
runs: Array<FarmRun>, 
/**
 * Its workers, those that work first.
 */
workers: Array<FarmWorker>, 
/**
 * Pairs that two workers played otherwise.
 */
differing: number, };

/**
 * A worker of a farm.
 */
export type FarmWorker = { 
/**
 * The name that it gave itself.
 */
worker: string, 
/**
 * Whether it works.
 */
state: "works" | "left" | "gone" | "aside", 
/**
 * Items at once.
 */
threads: number, 
/**
 * Units that it does now.
 */
playing: number, 
/**
 * Playouts a second.
 */
speed: number, 
/**
 * Busy processors of its machine.
 */
load: number, 
/**
 * Items of its that count.
 */
done: number, 
/**
 * How far its results are from those of the others, in standard errors; null where that says nothing.
 */
deviations: number | null, };

/**
 * A clock of both sides.
 */
export type FriendClock = { 
/**
 * What the time is for.
 */
kind: FriendClockKind, 
/**
 * Time for the game, or for each move, in milliseconds.
 */
base_ms: number, 
/**
 * What each own move adds, in milliseconds.
 */
inc_ms: number, };

/**
 * What the time of a clock is for.
 */
export type FriendClockKind = "total" | "fischer" | "move";

/**
 * How a game between two people ended.
 */
export type FriendEnd = { 
/**
 * The side that won, or nobody.
 */
winner: Winner, 
/**
 * By the rules, on time, or as the players agreed.
 */
why: FriendWhy, };

/**
 * Why a game between two people ended.
 */
export type FriendWhy = "board" | "resign" | "time" | "agreed";

/**
 * From a tab.
 */
export type FromTab = { "type": "hello", 
/**
 * Version of the protocol.
 */
v: number, } | { "type": "pos" } & Pos | { "type": "go" } & Go | { "type": "stop", 
/**
 * The search's number, as `go` gave it; one that does not run any more is ignored.
 */
id: number, } | { "type": "rate", 
/**
 * The search's number, as `go` gave it; one that does not run any more is ignored.
 */
id: number, 
/**
 * The most reports a second.
 */
max_hz: number, } | { "type": "watch", 
/**
 * The tournament's id, as the list of tournaments names it.
 */
event: string, 
/**
 * The last event seen.
 */
from_seq?: number, } | { "type": "unwatch" } | { "type": "sit", 
/**
 * The id of the table.
 */
table: string, 
/**
 * The secret of a seat or of the link; without one it is watched.
 */
key?: string | null, } | { "type": "act" } & Act | { "type": "rise" };

/**
 * One game that can be played here.
 */
export type GameInfo = { 
/**
 * Its word in setups.
 */
game: string, 
/**
 * The board people mean when they name only the game.
 */
standard: Setup, 
/**
 * The grid of that board.
 */
grid: GridInfo, 
/**
 * Rows and columns of the smallest board.
 */
min: [number, number], 
/**
 * Rows and columns of the largest board.
 */
max: [number, number], 
/**
 * Boards to choose from, rows and columns.
 */
boards: Array<[number, number]>, 
/**
 * Whether any other board between the smallest and the largest is offered too.
 */
any_size: boolean, 
/**
 * Whether cells may be blocked.
 */
forbidden_cells: boolean, 
/**
 * Endings of the files that a game can be written as.
 */
formats: Array<string>, 
/**
 * How the levels play.
 */
build: string, 
/**
 * How they played when their ratings were measured.
 */
measured: string | null, levels: Array<LevelInfo>, presets: Array<PresetInfo>, };

/**
 * A whole file. It is public for those who declare the format elsewhere; games are read and written by [`Record`].
 */
export type GameRecord = { format: "luozi-game", version: 1, setup: Setup, start?: string | null, players?: [PlayerInfo, PlayerInfo], event?: string, date?: string, place?: string, time_control?: string, result?: GameResult | null, nodes: Array<RecordNode>, };

/**
 * How a game ended.
 */
export type GameResult = { 
/**
 * The side that won, or a draw.
 */
winner: Winner, 
/**
 * The score on the board in the game's units, first player's view. May disagree with the winner when the game was
 * decided off the board.
 */
score?: number | null, 
/**
 * Why, when it was not decided on the board: `resign`, `time`, `forfeit` or any other text.
 */
reason?: string, };

/**
 * One page of a list.
 */
export type GamesPage = { 
/**
 * The last changed first.
 */
games: Array<ListedGame>, 
/**
 * Where the list goes on.
 */
next: string | null, };

/**
 * Judgement of a move, from best to worst.
 */
export type Glyph = "brilliant" | "good" | "interesting" | "doubtful" | "mistake" | "blunder";

/**
 * How often both sides were judged so.
 */
export type GlyphCounts = { 
/**
 * Moves marked `?!`.
 */
doubtful: [number, number], 
/**
 * Moves marked `?`.
 */
mistake: [number, number], 
/**
 * Moves marked `??`.
 */
blunder: [number, number], };

/**
 * A search of the position on the tab's board; it ends the one before.
 */
export type Go = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * A number that the tab chooses; every frame about the search repeats it.
 */
id: number, 
/**
 * What it is for.
 */
mode: Mode, 
/**
 * Who thinks: a level from 1 to 10.
 */
level?: number | null, 
/**
 * Who thinks: a preset with settings.
 */
preset?: string | null, 
/**
 * Time, in milliseconds.
 */
ms?: number | null, 
/**
 * The most simulations of the search, in a review of each position.
 */
visits?: number | null, 
/**
 * Threads of an analysis without end, at the most.
 */
threads?: number | null, 
/**
 * Memory of the graph in MiB, at the most.
 */
memory_mb?: number | null, 
/**
 * A clock to keep.
 */
clock?: EngineClock | null, 
/**
 * Makes it repeatable.
 */
seed?: number | null, 
/**
 * Candidates with lines.
 */
multi?: number | null, 
/**
 * Moves that must be in the list.
 */
include?: Array<string>, 
/**
 * The most reports a second.
 */
max_hz?: number | null, 
/**
 * The simulation that the laboratory tells, from 1.
 */
step?: number | null, 
/**
 * Which of the laboratory's two searches it is, 0 or 1: each keeps an engine.
 */
slot?: number | null, };

/**
 * A move of a searched graph.
 */
export type GraphMove = { 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
m: string, 
/**
 * Index of the node it leads to, if that was sent.
 */
node: number | null, 
/**
 * Simulations through it.
 */
n: number, 
/**
 * Chance of the side to move.
 */
wr: number | null, 
/**
 * Prior probability in 1/10000.
 */
p: number, 
/**
 * The least and the most score that it is proven to have, mover's view.
 */
bounds: [number, number], 
/**
 * What is certain.
 */
proven: Proven | null, };

/**
 * A position of a searched graph.
 */
export type GraphNode = { 
/**
 * One character a cell, as in `state`.
 */
cells: string, 
/**
 * The side whose chances these are.
 */
to_move: Side, 
/**
 * Evaluations that count for it.
 */
n: number, 
/**
 * Chance of the side to move.
 */
wr: number | null, 
/**
 * What is certain.
 */
proven: Proven | null, 
/**
 * The moves about which something is known, most visited first.
 */
moves: Array<GraphMove>, 
/**
 * How many others there are.
 */
untried: number, };

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
 * A hint in three steps.
 */
export type Hint = { 
/**
 * First, a part of the board.
 */
region: Array<number>, 
/**
 * Then, moves in it that are as good as any, or nearly: at most three, the best one among them.
 */
top: Array<string>, 
/**
 * Then the move.
 */
best: string, 
/**
 * What speaks for it.
 */
why: Array<Remark>, 
/**
 * And what follows.
 */
pv: Array<string>, };

/**
 * A text to read.
 */
export type Import = { text: string, 
/**
 * The game that it is, where somebody has said so.
 */
game?: string, 
/**
 * The board that is open: a text that can be a game on it is one.
 */
open?: Setup, };

/**
 * Games that were read.
 */
export type Imported = { games: Array<GameRecord>, 
/**
 * The word of the format that they were in.
 */
format: string, 
/**
 * The words of other games that the text could be.
 */
also: string[], };

/**
 * A report of a search.
 */
export type Info = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The search's number, as `go` gave it.
 */
id: number, 
/**
 * Rises from one report of a search to the next, by more than 1 where a slow reader missed some.
 */
seq: number, 
/**
 * Time since the request.
 */
ms: number, 
/**
 * Simulations of the search so far, those before an interruption included.
 */
visits: number, 
/**
 * Nodes of the graph.
 */
nodes: number, 
/**
 * Simulations a second.
 */
nps: number, 
/**
 * Plies of the longest line.
 */
depth: number, 
/**
 * The side whose chances these are.
 */
to_move: Side, 
/**
 * What is known about the position as a whole.
 */
root: Root, 
/**
 * The moves, best first.
 */
moves: Array<MoveInfo>, };

/**
 * A new table: the body of `POST /api/friends`.
 */
export type Invite = { 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Where the game begins, if not at its initial position.
 */
start?: string | null, 
/**
 * The side of whoever invites; drawn by lot when left out.
 */
side?: Side | null, 
/**
 * The clock; none when left out.
 */
clock?: FriendClock | null, };

/**
 * The answer to an invitation.
 */
export type Invited = { 
/**
 * The table; whoever knows it may watch.
 */
id: string, 
/**
 * The secret of one's own seat.
 */
key: string, 
/**
 * The secret of the link: who opens it first gets the other seat.
 */
invite: string, 
/**
 * Where others on the network find this page, such as `http://192.168.1.5:7300`, if the server knows and lets them in.
 */
origins: Array<string>, };

/**
 * A move of a review.
 */
export type Judged = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The number of the review, as `go` gave it.
 */
id: number, 
/**
 * Moves judged so far, this one included.
 */
done: number, 
/**
 * Moves in all.
 */
total: number, 
/**
 * Its number, from 1.
 */
ply: number, 
/**
 * The move that was played, as the game writes it.
 */
m: string, 
/**
 * Who played it.
 */
side: Side, 
/**
 * The mover's chance after it.
 */
wr: number, 
/**
 * What is certain after it, mover's view.
 */
proven: Proven | null, 
/**
 * The best move.
 */
best: string, 
/**
 * The mover's chance with that one.
 */
best_wr: number, 
/**
 * What was certain before the move, mover's view.
 */
best_proven: Proven | null, 
/**
 * What the mover lost: `best_wr` less `wr`, at least 0, and 0 for the best move.
 */
loss: number, 
/**
 * The judgement by that loss: doubtful from 1000, a mistake from 2000, a blunder from 4000; null below.
 */
glyph: Glyph | null, 
/**
 * What should have followed.
 */
pv: Array<string>, 
/**
 * Simulations behind it.
 */
visits: number, };

/**
 * Statistics by move in a score.
 */
export type LabBlend = { 
/**
 * Samples, those of the prior included.
 */
samples: number, 
/**
 * The mean of the samples.
 */
mean: number, 
/**
 * The share of the move's own value.
 */
share: number, };

/**
 * A position that was judged.
 */
export type LabJudged = { 
/**
 * The move from where the descent ended; null for that position itself.
 */
after: string | null, 
/**
 * What it counts for, in [-1, 1], first player's view.
 */
v: number, 
/**
 * The score of the game that was played, first player's view; null if none was.
 */
score: number | null, 
/**
 * Plies to the end of that game; more than `moves` has where the end was seen before.
 */
plies: number | null, 
/**
 * The moves of that game.
 */
moves: Array<string>, 
/**
 * The board of the position, then after each of the moves.
 */
boards: Array<string>, };

/**
 * How a descent ends.
 */
export type LabLanding = "new" | "again" | "known" | "unstored";

/**
 * What the rule thought of a move.
 */
export type LabMove = { 
/**
 * The move as the game writes it.
 */
m: string, 
/**
 * Simulations through it before this one.
 */
n: number, 
/**
 * Its share of the policy.
 */
p: number, 
/**
 * Its value, or what stands for it before the first visit; null: infinite.
 */
q: number | null, 
/**
 * What is added for exploration.
 */
bonus: number, 
/**
 * What is compared; null: infinite.
 */
score: number | null, 
/**
 * It is not compared: closed, or not able to exceed what is certain.
 */
settled: boolean, 
/**
 * What is certain.
 */
proven: Proven | null, 
/**
 * The statistics by move that its value is blended with.
 */
blend: LabBlend | null, };

/**
 * What a node learnt.
 */
export type LabNews = { 
/**
 * Its side to move.
 */
to_move: Side, 
/**
 * What was known before; null for a new node.
 */
before: LabStanding | null, 
/**
 * What is known now.
 */
after: LabStanding, 
/**
 * With running sums, what was added to its sum; null where its value is computed from its children.
 */
received: number | null, };

/**
 * A preset in the laboratory.
 */
export type LabPreset = { 
/**
 * The name to ask for it by.
 */
name: string, 
/**
 * What it is, in English.
 */
about: string, 
/**
 * Where it comes from, in English.
 */
source: string, 
/**
 * It makes simulations; others look at all moves to a depth.
 */
simulates: boolean, 
/**
 * The parameters in which it differs from the defaults.
 */
values: { [key in string]: string }, 
/**
 * The evaluators that it may have instead of its own.
 */
evaluators: Array<string>, };

/**
 * One simulation, from the root to its end and back.
 */
export type LabSimulation = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * The nodes that were walked through, the root first.
 */
steps: Array<LabStep>, 
/**
 * How the descent ended.
 */
landing: LabLanding, 
/**
 * The board where it ended.
 */
cells: string, 
/**
 * What it found, in [-1, 1], first player's view.
 */
v: number, 
/**
 * The positions that were judged.
 */
judged: Array<LabJudged>, 
/**
 * What the nodes learnt: where it ended first, the root last.
 */
news: Array<LabNews>, };

/**
 * What is known about a node, for its side to move.
 */
export type LabStanding = { 
/**
 * Evaluations that count for it.
 */
n: number, 
/**
 * Its value in [-1, 1].
 */
v: number | null, 
/**
 * What is certain.
 */
proven: Proven | null, };

/**
 * A node of the path and the choice that was made there.
 */
export type LabStep = { 
/**
 * The board at this node.
 */
cells: string, 
/**
 * The side to move, whose view all values of the step are.
 */
to_move: Side, 
/**
 * It got its moves in this simulation.
 */
expanded: boolean, 
/**
 * The exploration constant here.
 */
c: number, 
/**
 * +1, or -1 where the bonus is turned around.
 */
sign: number, 
/**
 * What was known about it before.
 */
before: LabStanding, 
/**
 * Its moves in the order in which they are compared; of many, those that matter.
 */
moves: Array<LabMove>, 
/**
 * How many more it has.
 */
more: number, 
/**
 * The move that was taken; null if all are closed, which closes the node.
 */
chosen: string | null, };

/**
 * The move that led here.
 */
export type LastMove = { 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
m: string, 
/**
 * Where its piece lies; `None` for a pass.
 */
cell: number | null, 
/**
 * Discs it turned.
 */
changed: Array<number>, };

/**
 * Something that was done, as it is kept.
 */
export type LearnNote = { "kind": "puzzle", 
/**
 * The word of its game.
 */
game: string, 
/**
 * The puzzle's id in its set.
 */
id: string, 
/**
 * Its rating; 0 if it has none, as one's own.
 */
rating: number, 
/**
 * Solved without help, at once.
 */
solved: boolean, } | { "kind": "lesson", 
/**
 * The word of its game.
 */
game: string, 
/**
 * The lesson's id.
 */
id: string, } | { "kind": "own" } & OwnPuzzle;

/**
 * The page of what was learned: a part for each game.
 */
export type Learned = { games: Array<LearnedGame>, };

/**
 * What was learned about one game.
 */
export type LearnedGame = { 
/**
 * The word of the game.
 */
game: string, 
/**
 * How each puzzle that was tried went, by its id.
 */
marks: { [key in string]: PuzzleMark }, 
/**
 * The rating among puzzles after every one that counted, the oldest first: each counts once, the first time.
 */
puzzles: Array<RatingPoint>, 
/**
 * The rating of somebody who has solved nothing yet, or the latest.
 */
puzzle_rating: number, 
/**
 * The lessons that were walked to their end.
 */
lessons: Array<string>, 
/**
 * Puzzles from one's own games, the newest first.
 */
own: Array<OwnPuzzle>, 
/**
 * The rating against the levels; nothing before the first game, and for games whose levels nobody has measured.
 */
play: PlayRating | null, };

/**
 * A legal move and what it does.
 */
export type LegalMove = { 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
m: string, 
/**
 * Where the piece comes to lie; `None` for a pass.
 */
cell: number | null, 
/**
 * Reversi: the discs that turn, nearest first.
 */
flips?: Array<number>, 
/**
 * NoGo: the points that a side may not play any more.
 */
closes?: Closes, };

/**
 * One level of play.
 */
export type LevelInfo = { level: number, visits: number | null, 
/**
 * Elo above a player of random moves, where it was measured.
 */
elo: number | null, };

/**
 * A saved game in a list, with the grid of its board.
 */
export type ListedGame = { 
/**
 * The grid of its board.
 */
grid: GridInfo, 
/**
 * Sixteen hexadecimal digits; empty until the store fills it in.
 */
id: string, 
/**
 * The name that its owner gave it; it may be empty.
 */
name: string, 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * The board at the end of the main line.
 */
cells: string, 
/**
 * The side to move there.
 */
to_move: Side, 
/**
 * Moves of the main line.
 */
plies: number, 
/**
 * First and second player, as the record names them.
 */
players: [PlayerInfo, PlayerInfo], 
/**
 * How it ended.
 */
result: GameResult | null, 
/**
 * What the page noted about it.
 */
meta: SummaryMeta, 
/**
 * When it was saved first, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was saved last.
 */
updated: number, };

/**
 * What a search is for.
 */
export type Mode = "analyse" | "move" | "hint" | "review" | "explain" | "lab";

/**
 * One move of an analysis.
 */
export type MoveAnalysis = { 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
move: string, 
/**
 * Simulations through it.
 */
visits: number, 
/**
 * Its value, in [-1, 1]; `None` before any evaluation.
 */
value?: number, 
/**
 * Expected score after it, in games that are about scores.
 */
score?: number, 
/**
 * Its prior probability.
 */
prior: number, 
/**
 * What is proven after it.
 */
proven?: Proven, 
/**
 * The expected continuation, this move first.
 */
pv: Array<string>, 
/**
 * What speaks for the move or against it, where somebody asked for moves to be judged.
 */
why?: Array<Remark>, };

/**
 * What a search knows about a move.
 */
export type MoveInfo = { 
/**
 * The move as the game writes it, such as `4`, `f5` or `pass`.
 */
m: string, 
/**
 * Where its piece comes to lie.
 */
cell: number | null, 
/**
 * Chance of the side to move.
 */
wr: number | null, 
/**
 * Simulations through it.
 */
n: number, 
/**
 * Prior probability in 1/10000.
 */
p: number, 
/**
 * Expected score for the side that plays it, to a tenth; null where only chances are known.
 */
margin: number | null, 
/**
 * What is certain.
 */
proven: Proven | null, 
/**
 * The expected continuation, this move first.
 */
pv: Array<string>, 
/**
 * What speaks for it or against it.
 */
why: Array<Remark>, };

/**
 * A tournament to be played: the body of `POST /api/events`.
 */
export type NewEvent = { 
/**
 * What it is called; the name of its file is made from it.
 */
name: string, 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * The players, as `luozi ladder` names them.
 */
players: Array<string>, 
/**
 * Games of each pairing.
 */
games: number, 
/**
 * Time for a move in milliseconds, unless simulations are counted.
 */
ms: number | null, 
/**
 * Simulations a move of players that set no limit themselves.
 */
visits: number | null, 
/**
 * Random plies that each pair of games begins with.
 */
plies: number, 
/**
 * Only the first player against all others.
 */
gauntlet: boolean, };

/**
 * What the user should know about the file: a sentence of the page and what to put into it.
 */
export type Notice = { 
/**
 * The key of the sentence.
 */
text_key: string, 
/**
 * What to put into it.
 */
args: { [key in string]: string }, };

/**
 * How a game ended on the board.
 */
export type Over = { 
/**
 * The side that won by the rules, or `draw`.
 */
winner: Winner, 
/**
 * `four`, `full`, `discs` or `no_moves`.
 */
why: string, 
/**
 * Connect Four: the cells of all fours.
 */
line: Array<number>, 
/**
 * In the game's units, first player's view.
 */
score: number, };

/**
 * What became of a mistake that was to be a puzzle.
 */
export type OwnAnswer = { 
/**
 * It is one, and is kept.
 */
kept: boolean, 
/**
 * Why it is none, in English.
 */
reason: string | null, };

/**
 * A puzzle from a game of one's own.
 */
export type OwnPuzzle = { 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * The position before the mistake, and what was right there.
 */
puzzle: Puzzle, };

/**
 * A position of a game that was reviewed: where a better move was there.
 */
export type OwnRequest = { 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Where the game began; nothing for the initial position.
 */
start: string | null, 
/**
 * The moves before the mistake.
 */
moves: Array<string>, };

/**
 * A parameter, as the laboratory shows it.
 */
export type Parameter = { 
/**
 * The name to set it by.
 */
name: string, 
/**
 * Its value unless a preset says otherwise.
 */
default: string, 
/**
 * What it does, in English.
 */
about: string, 
/**
 * The least and the most, of a number.
 */
range: [number, number] | null, 
/**
 * A number without fractions.
 */
whole: boolean, 
/**
 * The words it may be; `on` and `off` for a switch. Of the evaluator each game has its own.
 */
words: Array<string>, };

/**
 * The answer of `/api/parameters`: what may be turned in the laboratory.
 */
export type Parameters = { 
/**
 * The parameters that simulations depend on, in the order of the table.
 */
parameters: Array<Parameter>, 
/**
 * The presets of each game.
 */
games: { [key in string]: Array<LabPreset> }, };

/**
 * A rating against the levels, and who to play next.
 */
export type PlayRating = { 
/**
 * After every game, the oldest first.
 */
curve: Array<RatingPoint>, 
/**
 * The level whose rating is nearest.
 */
like: number, 
/**
 * The level to play next: the weakest that is expected to win at least as often as not.
 */
next: number, 
/**
 * The score to expect against that level, from 0 to 1.
 */
expected: number, };

/**
 * Who played. Empty texts are unknown.
 */
export type PlayerInfo = { 
/**
 * What the player is called.
 */
name?: string, 
/**
 * Program and version, or `human`.
 */
program?: string, 
/**
 * Level, rank or rating.
 */
level?: string, };

/**
 * A player's results.
 */
export type PlayerRow = { 
/**
 * The player as the settings name it, such as `luozi:level=1`.
 */
name: string, 
/**
 * Elo, and the ends of its 95 % interval; null before everybody has met.
 */
elo: number | null, 
/**
 * The lower end.
 */
low: number | null, 
/**
 * The upper end.
 */
high: number | null, 
/**
 * Games that it has finished, of all pairings.
 */
games: number, 
/**
 * Of these, won.
 */
won: number, 
/**
 * Of these, those that nobody won.
 */
drawn: number, 
/**
 * Of these, those that the other player won.
 */
lost: number, 
/**
 * Wins, draws and losses of the games in which it moved first.
 */
as_first: [number, number, number], 
/**
 * Wins, draws and losses of the games in which it moved second.
 */
as_second: [number, number, number], };

/**
 * A position: the whole game every time.
 */
export type Pos = { 
/**
 * Rises with every position.
 */
gen: number, 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Where the game began, if not at its initial position.
 */
start?: string | null, 
/**
 * The moves since.
 */
moves?: Array<string>, };

/**
 * One preset by name.
 */
export type PresetInfo = { name: string, about: string, source: string, };

/**
 * A proof: a result with its distance, or an exact score; for the side to move.
 */
export type Proven = { 
/**
 * What the side to move gets.
 */
result: ProvenResult, 
/**
 * Plies to the end of the game with best play, where they are certain too.
 */
plies: number | null, } | { 
/**
 * In the game's units.
 */
score: number, };

/**
 * The result of a proof for the side to move.
 */
export type ProvenResult = "win" | "draw" | "loss";

/**
 * A position with one right move. The moves are texts as the game writes them, with spaces between them.
 */
export type Puzzle = { 
/**
 * The first digits of the position's key: the same position has the same id everywhere.
 */
id: string, 
/**
 * The position as text where the game began; nothing when that is the initial one.
 */
start?: string, 
/**
 * The moves that lead to it.
 */
moves: string, 
/**
 * What the right move proves for the side to move: a win or a draw.
 */
proven: Proven, 
/**
 * The one move that keeps it: every other legal move gives it away.
 */
answer: string, 
/**
 * Best play from there, the answer first.
 */
line: string, 
/**
 * The lowest level from which on all levels find the answer; 11 when the highest does not; 0 before any has tried.
 */
level: number, 
/**
 * How hard it is, on the scale on which the mean level has 1500; 0 before any level has tried.
 */
rating: number, };

/**
 * How a puzzle went.
 */
export type PuzzleMark = "solved" | "failed" | "repeated";

/**
 * The puzzles of a board, as they are written into a file.
 */
export type PuzzleSet = { 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * What it was made from.
 */
seed: number, 
/**
 * How the levels played that graded it; nothing where nobody keeps watch over them.
 */
build?: string, 
/**
 * How the levels fare.
 */
levels: Array<SetLevel>, 
/**
 * The puzzles, the easiest first.
 */
puzzles: Array<Puzzle>, };

/**
 * A rating at some time.
 */
export type RatingPoint = { 
/**
 * In milliseconds since 1970.
 */
at: number, 
/**
 * By Glicko-2, rounded.
 */
rating: number, 
/**
 * One standard deviation of it.
 */
deviation: number, };

/**
 * Why a search ended.
 */
export type Reason = "time" | "visits" | "proven" | "forced" | "settled" | "memory" | "stopped";

/**
 * What saving answers.
 */
export type Receipt = { 
/**
 * The game's id.
 */
id: string, 
/**
 * When, in milliseconds since 1970.
 */
updated: number, 
/**
 * Badges that it earned.
 */
awards: Array<string>, };

/**
 * One node of the flat tree.
 */
export type RecordNode = { parent?: number | null, move?: string | null, 
/**
 * Time the mover spent on the move, in milliseconds.
 */
used_ms?: number | null, 
/**
 * Time left on the mover's clock after the move, in milliseconds.
 */
clock_ms?: number | null, 
/**
 * What somebody has to say.
 */
comment?: string, 
/**
 * Judgement of the move.
 */
glyph?: Glyph | null, 
/**
 * What an engine says about the position after the move (at the root: about the start).
 */
analysis?: Analysis | null, };

/**
 * Something that speaks for a move or against it: the name of a sentence and what stands at its places. Every list of words
 * has the sentences, as `remark.NAME`.
 */
export type Remark = { 
/**
 * The name of the sentence, such as `only-win`, without `remark.`.
 */
word: string, 
/**
 * What stands at its places.
 */
args: { [key in string]: string }, };

/**
 * The end of a review.
 */
export type Reviewed = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The number of the review, as `go` gave it.
 */
id: number, 
/**
 * 0 to 100 for both sides.
 */
accuracy: [number | null, number | null], 
/**
 * The move that lost the game.
 */
first_losing: number | null, 
/**
 * Judgements of both sides.
 */
counts: GlyphCounts, };

/**
 * What a search knows about its position.
 */
export type Root = { 
/**
 * Chance of the side to move.
 */
wr: number, 
/**
 * Expected score for the side to move, to a tenth; null where only chances are known.
 */
margin: number | null, 
/**
 * What is certain.
 */
proven: Proven | null, };

/**
 * What may be done with a tournament.
 */
export type RunState = { 
/**
 * How it stands; null: nobody plays it here.
 */
state: RunWord | null, 
/**
 * What ended it, if something went wrong.
 */
problem: string | null, };

/**
 * How a tournament of this server stands.
 */
export type RunWord = "running" | "paused";

/**
 * A game to save.
 */
export type SaveRequest = { name: string, record: GameRecord, meta: Record<string, unknown>, 
/**
 * The `updated` of the version that this one follows; another one there is left as it is.
 */
base?: number, };

/**
 * A saved game.
 */
export type Saved = { 
/**
 * Sixteen hexadecimal digits that the server chose when it was saved first.
 */
id: string, 
/**
 * The name that its owner gave it, at most 120 characters; it may be empty.
 */
name: string, 
/**
 * When it was saved first, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was saved last.
 */
updated: number, 
/**
 * The game as the project's own JSON writes it, checked when it was saved.
 */
record: GameRecord, 
/**
 * What the page noted about it.
 */
meta: Record<string, unknown>, };

/**
 * The answer of `/api/info`.
 */
export type ServerInfo = { name: string, version: string, protocol: number, hosted: boolean, threads: number, memory_mb: number, data: DataInfo, 
/**
 * Whether there is a class.
 */
class: boolean, games: Array<GameInfo>, };

/**
 * What a set says about a level.
 */
export type SetLevel = { 
/**
 * Its number, from 1.
 */
level: number, 
/**
 * The share of its tries that found the answer.
 */
share: number, 
/**
 * Its rating among puzzles, on the scale on which the mean level has 1500.
 */
rating: number, };

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
 * A side in messages.
 */
export type Side = "first" | "second";

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
 * The answer to `go` with mode `lab`.
 */
export type Simulated = { 
/**
 * The position it is about.
 */
gen: number, 
/**
 * The number that `go` gave.
 */
id: number, 
/**
 * The rule that chooses, as the parameter `selection` has it.
 */
rule: string, 
/**
 * The simulation; null if the result is proven before it, and then the search is over.
 */
simulation: LabSimulation | null, 
/**
 * The most visited nodes of the graph after it, as in `explained`.
 */
nodes: Array<GraphNode>, };

/**
 * The id of a tournament that was started.
 */
export type Started = { id: string, };

/**
 * A position with everything a tab needs to know about it.
 */
export type State = { 
/**
 * Moves so far.
 */
ply: number, 
/**
 * They, passes included.
 */
moves: Array<string>, 
/**
 * The side to move.
 */
to_move: Side, 
/**
 * The board: its shape, its labels and how it is drawn.
 */
grid: GridInfo, 
/**
 * One character a cell: `X`, `O`, `.` or `#`.
 */
cells: string, 
/**
 * The move that a click on a cell means.
 */
names: Array<string>, 
/**
 * The move that led here.
 */
last: LastMove | null, 
/**
 * Every legal move.
 */
legal: Array<LegalMove>, 
/**
 * Empty places that are no legal move, by reason.
 */
illegal: { [key in string]: Array<string> }, 
/**
 * NoGo: the groups that would die, by the name of the illegal point.
 */
groups: { [key in string]: Array<number> }, 
/**
 * NoGo: who may play where, one character a cell.
 */
kinds: string | null, 
/**
 * Pieces, moves and empty cells of both sides, as they are shown beside the board.
 */
counts: Counts, 
/**
 * The end, if it is one.
 */
over: Over | null, 
/**
 * The position's key.
 */
hash: string, };

/**
 * The part of the page's notes that lists and statistics need.
 */
export type SummaryMeta = { 
/**
 * `first`, `second` or `both`: the sides that people play.
 */
human: string | null, 
/**
 * The engine's level.
 */
level: number | null, 
/**
 * `play`, `analyse` or `watch`.
 */
mode: string | null, };

/**
 * How a table stands: the same for everybody but `you` and `key`.
 */
export type TableFrame = { 
/**
 * The id of the table.
 */
id: string, 
/**
 * The game at this table, from 1.
 */
round: number, 
/**
 * Game and board.
 */
setup: Setup, 
/**
 * Where it began; null: at its initial position.
 */
start: string | null, 
/**
 * The moves so far, passes included.
 */
moves: Array<string>, 
/**
 * One's own side; null for those who watch.
 */
you: Side | null, 
/**
 * The secret of the seat that was just taken.
 */
key: string | null, 
/**
 * The clock of both sides; null: none.
 */
clock: FriendClock | null, 
/**
 * What both sides have left now, in milliseconds.
 */
left_ms: [number, number], 
/**
 * Whose clock runs.
 */
running: Side | null, 
/**
 * Whether each side's seat is taken.
 */
taken: [boolean, boolean], 
/**
 * Whether each side is connected.
 */
present: [boolean, boolean], 
/**
 * How many watch.
 */
watchers: number, 
/**
 * Who offers a draw.
 */
draw: Side | null, 
/**
 * Who wants another game.
 */
again: [boolean, boolean], 
/**
 * How it ended; null while it goes on.
 */
over: FriendEnd | null, };

/**
 * To a tab.
 */
export type ToTab = { "type": "welcome", 
/**
 * Version of the protocol.
 */
v: number, 
/**
 * Version of the program.
 */
version: string, 
/**
 * Processor cores that searches of all tabs share; 1 where the browser itself searches.
 */
threads: number, 
/**
 * Changes when the server starts again: sequence numbers of events begin anew.
 */
instance: string, } | { "type": "state", 
/**
 * The position it is about.
 */
gen: number, 
/**
 * Moves so far.
 */
ply: number, 
/**
 * They, passes included.
 */
moves: Array<string>, 
/**
 * The side to move.
 */
to_move: Side, 
/**
 * The board: its shape, its labels and how it is drawn.
 */
grid: GridInfo, 
/**
 * One character a cell: `X`, `O`, `.` or `#`.
 */
cells: string, 
/**
 * The move that a click on a cell means.
 */
names: Array<string>, 
/**
 * The move that led here.
 */
last: LastMove | null, 
/**
 * Every legal move.
 */
legal: Array<LegalMove>, 
/**
 * Empty places that are no legal move, by reason.
 */
illegal: { [key in string]: Array<string> }, 
/**
 * NoGo: the groups that would die, by the name of the illegal point.
 */
groups: { [key in string]: Array<number> }, 
/**
 * NoGo: who may play where, one character a cell.
 */
kinds: string | null, 
/**
 * Pieces, moves and empty cells of both sides, as they are shown beside the board.
 */
counts: Counts, 
/**
 * The end, if it is one.
 */
over: Over | null, 
/**
 * The position's key.
 */
hash: string, } | { "type": "info" } & Info | { "type": "best" } & Best | { "type": "judged" } & Judged | { "type": "reviewed" } & Reviewed | { "type": "explained" } & Explained | { "type": "simulated" } & Simulated | { "type": "event" } & EventFrame | { "type": "table" } & TableFrame | { "type": "err" } & Failure;

/**
 * The side that won.
 */
export type Winner = "first" | "second" | "draw";
