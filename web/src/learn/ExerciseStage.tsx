// The board of an exercise with the sides above and below it.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import type { Side } from "../model/game";
import { SideRow } from "../parts/PlayerRow";
import { SessionBoard } from "../parts/SessionBoard";
import { Stage } from "../parts/Stage";
import { StepButtons } from "../parts/StepButtons";
import { FlipButton, ToolButton } from "../parts/ToolButton";
import { toast } from "../state/toasts";
import { narrow, refusal, refuse } from "../state/ui";
import type { Exercise } from "./exercise";
import { tl } from "./words";

function pick(exercise: Exercise, cell: number): void {
  const view = exercise.view.value;
  if (!view || !exercise.settled.value) return;
  const why = refusal(view, cell);
  const move = view.names[cell] ?? "";
  if (why) refuse(why, view.groups.get(move) ?? []);
  else {
    exercise.answer(move);
    // The panel, which says how it went, is out of sight there.
    if (narrow.value && exercise.phase.value === "wrong") toast(tl("answer.wrong", { move }), { kind: "bad" });
    if (narrow.value && exercise.phase.value === "solved") toast(tl("answer.found", { move }));
  }
}

function Player({ exercise, side }: { exercise: Exercise; side: Side }) {
  return <SideRow game={exercise.setup.value.game} side={side} view={exercise.view.value} />;
}

interface ExerciseStageProps {
  readonly exercise: Exercise;
  /** What is to be done: over the board where the panel is out of sight, else in the panel, which shows it itself. */
  readonly task: string;
  readonly panel: ComponentChildren;
}

export function ExerciseStage({ exercise, task, panel }: ExerciseStageProps) {
  const view = exercise.view.value;
  const { phase } = exercise;
  // On a phone the card that says why stands below the board: it comes into sight as far as it must.
  useEffect(() => {
    if (narrow.value && phase.value !== "ask")
      document.querySelector(".exercise-card")?.scrollIntoView({ block: "nearest" });
  }, [phase.value]);
  const open = phase.value === "ask" || phase.value === "wrong";
  return (
    <Stage
      setup={exercise.setup.value}
      view={view}
      bottom={1}
      evaluation={null}
      top={
        <>
          {narrow.value && <p class="task">{task}</p>}
          <Player exercise={exercise} side={2} />
        </>
      }
      board={
        <SessionBoard
          session={exercise}
          view={view}
          active={open && exercise.settled.value && view?.over === null}
          evaluation={null}
          hint={exercise.hint.value}
          onPick={(cell) => pick(exercise, cell)}
        />
      }
      foot={<Player exercise={exercise} side={1} />}
      controls={
        <div class="controls" role="toolbar" aria-label={t("control.group")}>
          <StepButtons onStep={(to) => exercise.step(to)} can={(to) => exercise.reachable(to) !== null} />
          <div class="group tools">
            <ToolButton
              icon="hint"
              label={t("control.hint")}
              class="hint-button"
              off={!open}
              run={() => exercise.help()}
            />
          </div>
          <div class="group end">
            <FlipButton />
          </div>
        </div>
      }
      panel={panel}
    />
  );
}
