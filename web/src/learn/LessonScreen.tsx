// A lesson: a few positions with a text each, in most of which a move is to be found.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "../i18n";
import type { GameName } from "../model/game";
import { Icon } from "../parts/Icon";
import { apiErrorText } from "../parts/ShareSheet";
import { navigate } from "../state/app";
import { toast } from "../state/toasts";
import { narrow } from "../state/ui";
import { type Lesson, type Lessons, lessonsOf } from "./data";
import { ExerciseStage } from "./ExerciseStage";
import { Exercise, words } from "./exercise";
import { note } from "./progress";
import { tl } from "./words";

const exercise = new Exercise();
const opened = signal<Lessons | null>(null);
const at = signal(0);

function show(lesson: Lesson, index: number): void {
  const step = lesson.steps[index];
  at.value = index;
  if (!step) return;
  const right = step.right ?? [];
  exercise.begin({
    setup: step.setup,
    start: step.start ?? null,
    moves: words(step.moves),
    right,
    line: words(step.line),
  });
}

async function open(game: GameName, id: string): Promise<void> {
  try {
    opened.value = await lessonsOf(game);
    const lesson = opened.value.lessons.find((known) => known.id === id);
    if (lesson) show(lesson, 0);
    else navigate("learn");
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

function forward(game: GameName, lesson: Lesson): void {
  if (at.value + 1 < lesson.steps.length) {
    show(lesson, at.value + 1);
    return;
  }
  void note({ kind: "lesson", game, id: lesson.id });
  toast(tl("lesson.finished", { title: lesson.title[language.value] }));
  const all = opened.value?.lessons ?? [];
  const next = all[all.indexOf(lesson) + 1];
  navigate("learn", next ? `lessons/${game}/${next.id}` : "");
}

function LessonCard({ game, lesson }: { game: GameName; lesson: Lesson }) {
  const step = lesson.steps[at.value];
  const phase = exercise.phase.value;
  if (!step) return null;
  const asks = (step.right ?? []).length > 0;
  const done = !asks || phase === "solved" || phase === "shown";
  const last = at.value + 1 === lesson.steps.length;
  const lang = language.value;
  return (
    <section class={`card exercise-card ${phase}`}>
      <h2>
        {lesson.title[lang]}
        <span>{tl("lesson.step", { n: at.value + 1, total: lesson.steps.length })}</span>
      </h2>
      {!narrow.value && <p class="task">{step.text[lang]}</p>}
      <p class={`exercise-answer ${phase}`} role="status">
        {phase === "wrong" &&
          `${tl("answer.wrong", { move: exercise.tried.value ?? "" })} ${step.bad?.[lang] ?? ""}`.trim()}
        {(phase === "solved" || phase === "shown") && (step.good?.[lang] ?? "")}
      </p>
      <div class="row wrap">
        {at.value > 0 && (
          <button type="button" class="button" onClick={() => show(lesson, at.value - 1)}>
            {tl("lesson.back")}
          </button>
        )}
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
          <button type="button" class="button primary" onClick={() => forward(game, lesson)}>
            <Icon name={last ? "check" : "next"} />
            {tl(last ? "lesson.finish" : "lesson.next")}
          </button>
        )}
      </div>
    </section>
  );
}

export function LessonScreen({ game, id }: { game: GameName; id: string }) {
  useEffect(() => void open(game, id), [game, id]);
  const known = opened.value?.game === game ? opened.value.lessons.find((lesson) => lesson.id === id) : undefined;
  const back = (
    <a class="back" href="#/learn">
      <Icon name="back" />
      {tl("learn.title")}
    </a>
  );
  if (!known)
    return (
      <main class="page" id="main" tabIndex={0} aria-busy="true">
        {back}
      </main>
    );
  return (
    <ExerciseStage
      exercise={exercise}
      task={known.steps[at.value]?.text[language.value] ?? ""}
      panel={
        <>
          {back}
          <LessonCard game={game} lesson={known} />
        </>
      }
    />
  );
}
