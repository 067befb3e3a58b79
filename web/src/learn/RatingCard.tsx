// One's rating against the levels: the figure, its curve, and who to play next.

import { series } from "../charts/axis";
import { Curves } from "../charts/Curves";
import type { GameName } from "../model/game";
import { encodeShare, encodeTerms } from "../model/share";
import type { PlayRating, RatingPoint } from "../net/wire";
import { navigate, standardSetup } from "../state/app";
import { play } from "../state/play";
import { levelInfo } from "../state/ratings";
import { learnedOf } from "./progress";
import { tl } from "./words";

/** A game against a level, on the board people mean when they name only the game. */
function playLevel(game: GameName, level: number): void {
  const setup = standardSetup(game);
  if (!setup) return;
  const { clock, human } = play.options.value;
  const terms = encodeTerms({ human: human === "both" ? 1 : human, level, clock, clean: play.clean.value });
  navigate("play", `${encodeShare({ setup, start: null, moves: [] })}&${terms}`);
}

/** A rating over what was played, with its deviation on either side. */
export function RatingCurve({ points, label, unit }: { points: readonly RatingPoint[]; label: string; unit: string }) {
  if (points.length < 2) return null;
  const ends = points.flatMap(({ rating, deviation }) => [rating - deviation, rating + deviation]);
  return (
    <Curves
      label={label}
      unit={unit}
      height={170}
      from={Math.min(...ends)}
      to={Math.max(...ends)}
      last={points.length}
      lines={[
        {
          colour: series(0),
          points: points.map(({ rating }, at) => [at + 1, rating]),
          band: points.map(({ rating, deviation }, at) => [at + 1, rating - deviation, rating + deviation]),
        },
      ]}
    />
  );
}

function Rated({ game, rating }: { game: GameName; rating: PlayRating }) {
  const { curve, like, next, expected } = rating;
  const last = curve.at(-1);
  if (!last) return null;
  return (
    <>
      <p class="rating-figure">
        <b>{last.rating}</b>
        <span> ± {last.deviation * 2}</span>
      </p>
      <p>{tl("rating.like", { level: like, games: curve.length })}</p>
      <RatingCurve points={curve} label={tl("rating.curve")} unit={tl("rating.games")} />
      <p class="quiet">{tl("rating.next", { level: next, percent: Math.round(100 * expected) })}</p>
      <button type="button" class="button primary" onClick={() => playLevel(game, next)}>
        {tl("rating.play", { level: next })}
      </button>
    </>
  );
}

export function RatingCard({ game }: { game: GameName }) {
  const { play: rating } = learnedOf(game);
  const measured = levelInfo(game, 1)?.elo != null;
  return (
    <section class="card rating-card" aria-labelledby="learn-rating">
      <h2 id="learn-rating">{tl("rating.title")}</h2>
      {rating && <Rated game={game} rating={rating} />}
      {!rating && <p class="quiet">{tl(measured ? "rating.none" : "rating.unmeasured")}</p>}
      {!rating && measured && (
        <button type="button" class="button" onClick={() => playLevel(game, 1)}>
          {tl("rating.play", { level: 1 })}
        </button>
      )}
    </section>
  );
}
