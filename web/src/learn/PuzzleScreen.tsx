// One puzzle after the other: the task, tries, help, the solution and the next.

import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gameName, sideName } from "../i18n/names";
import type { GameName, Side } from "../model/game";
import { encodeShare } from "../model/share";
import { movesTo } from "../model/tree";
import type { OwnPuzzle, Puzzle, PuzzleSet } from "../net/wire";
import { Icon } from "../parts/Icon";
import { apiErrorText } from "../parts/ShareSheet";
import { navigate } from "../state/app";
import { toast } from "../state/toasts";
import { narrow } from "../state/ui";
import { again, dailyOf, failedOf, nextOf } from "./choice";
import { puzzleSet } from "./data";
import { ExerciseStage } from "./ExerciseStage";
import { Exercise, words } from "./exercise";
import { learned, learnedOf, note } from "./progress";
import { tl } from "./words";

/** What one goes through: new ones, the day's, those that failed, or those of one's own games. */
export type Series = "new" | "daily" | "failed" | "own";
const SERIES: readonly string[] = ["new", "daily", "failed", "own"];
export const isSeries = (text: string): text is Series => SERIES.includes(text);

const exercise = new Exercise();
const set = signal<PuzzleSet | null>(null);
const current = signal<OwnPuzzle | null>(null);
/** How many of a series are left besides this one. */
const mark = computed(() => {
  const puzzle = current.value;
  return puzzle ? learnedOf(puzzle.setup.game).marks[puzzle.puzzle.id] : undefined;
});

function show(found: OwnPuzzle | null): void {
  current.value = found;
  if (!found) return;
  const { setup, puzzle } = found;
  exercise.onDecided = (solved) =>
    void note({ kind: "puzzle", game: setup.game, id: puzzle.id, rating: puzzle.rating, solved });
  exercise.begin({
    setup,
    start: puzzle.start ?? null,
    moves: words(puzzle.moves),
    right: [puzzle.answer],
    line: words(puzzle.line),
  });
}

/** The next puzzle of a series. */
function choose(game: GameName, series: Series): OwnPuzzle | null {
  const progress = learnedOf(game);
  const last = current.value?.puzzle.id ?? null;
  if (series === "own") {
    const puzzle = again(
      progress.own.map((own) => own.puzzle),
      last,
    );
    return progress.own.find((own) => own.puzzle === puzzle) ?? null;
  }
  if (!set.value) return null;
  const { setup, puzzles } = set.value;
  const chosen =
    series === "daily"
      ? dailyOf(puzzles, new Date())
      : series === "failed"
        ? again(failedOf(puzzles, progress), last)
        : nextOf(puzzles, progress, last);
  return chosen && { setup, puzzle: chosen };
}

async function open(game: GameName, series: Series): Promise<void> {
  try {
    if (series !== "own") set.value = await puzzleSet(game);
    current.value = null;
    show(choose(game, series));
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

/** What is to be done, in a sentence. */
export function taskText({ setup, puzzle }: OwnPuzzle, side: Side): string {
  const who = sideName(setup.game, side);
  const { proven } = puzzle;
  if ("score" in proven)
    return proven.score === 0 ? tl("task.draw", { side: who }) : tl("task.score", { side: who, n: proven.score });
  if (proven.result === "draw") return tl("task.draw", { side: who });
  return proven.plies ? tl("task.winIn", { side: who, n: proven.plies }) : tl("task.win", { side: who });
}

function hardness({ level, rating }: Puzzle): string {
  if (rating === 0) return tl("puzzle.own");
  return level > 10 ? tl("puzzle.unsolved", { rating }) : tl("puzzle.level", { rating, level });
}

function Answer() {
  const phase = exercise.phase.value;
  const move = current.value?.puzzle.answer ?? "";
  return (
    <p class={`exercise-answer ${phase}`} role="status">
      {phase === "wrong" && tl("answer.wrong", { move: exercise.tried.value ?? "" })}
      {phase === "solved" && tl(exercise.spoiled.value ? "answer.late" : "answer.right", { move })}
      {phase === "shown" && tl("answer.shown", { move })}
    </p>
  );
}

function analyseIt(): void {
  const { setup, start, tree, node } = exercise;
  navigate("analyse", encodeShare({ setup: setup.value, start, moves: movesTo(tree.value, node.value) }));
}

function PuzzleCard({ game, series }: { game: GameName; series: Series }) {
  const found = current.value;
  const phase = exercise.phase.value;
  const view = exercise.view.value;
  if (!found || !view) return null;
  const done = phase === "solved" || phase === "shown";
  return (
    <section class={`card exercise-card ${phase}`}>
      <h2>
        {tl(`series.${series}`)}
        <span>{hardness(found.puzzle)}</span>
      </h2>
      {!narrow.value && <p class="task">{taskText(found, exercise.asker.value ?? view.toMove)}</p>}
      <Answer />
      {done && (
        <p class="solution">
          {tl("puzzle.line")} <b>{found.puzzle.line}</b>
        </p>
      )}
      <div class="row wrap">
        {phase === "wrong" && (
          <button type="button" class="button primary" onClick={() => exercise.again()}>
            <Icon name="undo" />
            {tl("puzzle.again")}
          </button>
        )}
        {!done && (
          <button type="button" class="button" onClick={() => exercise.reveal()}>
            {tl("puzzle.reveal")}
          </button>
        )}
        {done && (
          <>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                if (series === "daily") navigate("learn", `puzzles/${game}/new`);
                else show(choose(game, series));
              }}
            >
              <Icon name="next" />
              {tl("puzzle.next")}
            </button>
            <button type="button" class="button" onClick={analyseIt}>
              <Icon name="analyse" />
              {tl("puzzle.analyse")}
            </button>
          </>
        )}
      </div>
    </section>
  );
}

function Score({ game }: { game: GameName }) {
  const progress = learnedOf(game);
  const marks = Object.values(progress.marks);
  const count = (wanted: string) => marks.filter((one) => one === wanted).length;
  const last = progress.puzzles.at(-1);
  return (
    <section class="card exercise-score">
      <h2>{tl("puzzle.rating")}</h2>
      <p class="rating-figure">
        <b>{progress.puzzle_rating}</b>
        {last && <span> ± {last.deviation * 2}</span>}
      </p>
      <p class="quiet">
        {tl("puzzle.counts", { solved: count("solved"), repeated: count("repeated"), failed: count("failed") })}
      </p>
      {mark.value === "failed" && <p class="quiet">{tl("puzzle.comesAgain")}</p>}
    </section>
  );
}

export function PuzzleScreen({ game, series }: { game: GameName; series: Series }) {
  const ready = learned.value !== null;
  useEffect(() => {
    if (ready) void open(game, series);
  }, [game, series, ready]);
  const none = ready && current.value === null && (series === "own" || set.value !== null);
  if (!current.value)
    return (
      <main class="page" id="main" tabIndex={0} aria-busy={!none}>
        <a class="back" href="#/learn">
          <Icon name="back" />
          {tl("learn.title")}
        </a>
        {none && (
          <>
            <h1>{`${gameName(game)}: ${tl(`series.${series}`)}`}</h1>
            <p>{tl(`none.${series}`)}</p>
          </>
        )}
      </main>
    );
  return (
    <ExerciseStage
      exercise={exercise}
      task={exercise.asker.value ? taskText(current.value, exercise.asker.value) : ""}
      panel={
        <>
          <a class="back" href="#/learn">
            <Icon name="back" />
            {tl("learn.title")}
          </a>
          <PuzzleCard game={game} series={series} />
          <Score game={game} />
        </>
      }
    />
  );
}
