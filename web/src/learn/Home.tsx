// The way in: the rules in one minute, lessons, puzzles and one's rating, for the game that was chosen.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, t } from "../i18n";
import { gameName } from "../i18n/names";
import type { GameName } from "../model/game";
import type { PuzzleSet } from "../net/wire";
import { Icon } from "../parts/Icon";
import { Segments } from "../parts/Segments";
import { apiErrorText } from "../parts/ShareSheet";
import { games } from "../state/app";
import { play } from "../state/play";
import { toast } from "../state/toasts";
import { dailyOf, failedOf } from "./choice";
import { type Lessons, lessonsOf, puzzleSet } from "./data";
import { available, learnedOf } from "./progress";
import { RatingCard, RatingCurve } from "./RatingCard";
import { tl } from "./words";

const chosen = signal<GameName | null>(null);
const lessons = signal<Lessons | null>(null);
const set = signal<PuzzleSet | null>(null);

async function load(game: GameName): Promise<void> {
  const { puzzles = [], lessons: taught = [] } = available.value ?? {};
  try {
    const [own, found] = await Promise.all([
      taught.includes(game) ? lessonsOf(game) : null,
      puzzles.includes(game) ? puzzleSet(game) : null,
    ]);
    lessons.value = own;
    set.value = found;
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

function Rules({ game }: { game: GameName }) {
  const known = lessons.value?.game === game ? lessons.value : null;
  const done = learnedOf(game).lessons;
  if (!known) return null;
  return (
    <section class="card learn-lessons" aria-labelledby="learn-rules">
      <h2 id="learn-rules">{tl("rules.title")}</h2>
      <ol class="rules">
        {known.rules.map((rule) => (
          <li key={rule.en}>{rule[language.value]}</li>
        ))}
      </ol>
      <h2>{tl("lessons.title")}</h2>
      <ul class="lesson-list">
        {known.lessons.map((lesson) => (
          <li key={lesson.id}>
            <a href={`#/learn/lessons/${game}/${lesson.id}`}>
              <b>
                {lesson.title[language.value]}
                {done.includes(lesson.id) && (
                  <span class="done" role="img" aria-label={tl("lessons.done")}>
                    <Icon name="check" />
                  </span>
                )}
              </b>
              <small>{lesson.about[language.value]}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Puzzles({ game }: { game: GameName }) {
  const progress = learnedOf(game);
  const known = set.value?.setup.game === game ? set.value : null;
  const own = progress.own.length;
  if (!known && own === 0) return null;
  const puzzles = known?.puzzles ?? [];
  const failed = failedOf(puzzles, progress).length;
  const tried = puzzles.filter(({ id }) => id in progress.marks).length;
  const daily = known ? dailyOf(puzzles, new Date()) : null;
  const today = daily ? progress.marks[daily.id] : undefined;
  const at = (series: string) => `#/learn/puzzles/${game}/${series}`;
  return (
    <section class="card learn-puzzles" aria-labelledby="learn-puzzles">
      <h2 id="learn-puzzles">{tl("puzzles.title")}</h2>
      {known && (
        <>
          <p class="rating-figure">
            <b>{progress.puzzle_rating}</b>
            <span> {tl("puzzle.rating")}</span>
          </p>
          <p class="quiet">{tl("puzzles.tried", { tried, n: puzzles.length })}</p>
          <progress value={tried} max={puzzles.length} aria-label={tl("puzzles.title")} />
          <RatingCurve points={progress.puzzles} label={tl("puzzles.curve")} unit={tl("puzzles.title")} />
        </>
      )}
      <div class="row wrap">
        {known && (
          <>
            <a class="button primary" href={at("daily")}>
              {tl("series.daily")}
              {today && today !== "failed" && <Icon name="check" />}
            </a>
            <a class="button" href={at("new")}>
              {tl("puzzles.go")}
            </a>
          </>
        )}
        {failed > 0 && (
          <a class="button" href={at("failed")}>
            {tl("puzzles.failed", { n: failed })}
          </a>
        )}
        {own > 0 && (
          <a class="button" href={at("own")}>
            {tl("puzzles.own", { n: own })}
          </a>
        )}
      </div>
      {own === 0 && <p class="quiet">{tl("puzzles.howOwn")}</p>}
    </section>
  );
}

export function Home() {
  const all = games.value;
  const game = chosen.value ?? (all.includes(play.setup.value.game) ? play.setup.value.game : all[0]) ?? null;
  const ready = available.value !== null;
  useEffect(() => {
    if (game && ready) void load(game);
  }, [game, ready]);
  const known = available.value;
  const bare = game !== null && known && !known.puzzles.includes(game) && !known.lessons.includes(game);
  return (
    <main class="page learn" id="main" tabIndex={0}>
      <h1>{tl("learn.title")}</h1>
      {game && (
        <>
          <div class="filters">
            <Segments
              name="learn-game"
              label={t("new.game")}
              value={game}
              options={all.map((value) => ({ value, label: gameName(value) }))}
              onChange={(value) => {
                chosen.value = value;
              }}
            />
          </div>
          {bare && <p class="quiet">{tl("learn.nothing", { game: gameName(game) })}</p>}
          <div class="learn-columns">
            <Rules game={game} />
            <div class="learn-column">
              <Puzzles game={game} />
              <RatingCard game={game} />
            </div>
          </div>
        </>
      )}
    </main>
  );
}
