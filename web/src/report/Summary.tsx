// The report in short: who is stronger, by how much, after how many games.

import { pointsOf, type Run, scoreText, type Tally } from "./data";
import { Section } from "./parts";
import { highEnd, lowEnd, share, signed, t } from "./words";

/** What the run is about, as a title. */
export function title({ kind, names, data }: Run): string {
  const { about } = data;
  if (kind === "ladder") return t("players_of", { n: names.length });
  if (about.kind.name === "sweep") {
    // The first player's name ends with the parameter and its first value.
    const { parameter, values } = about.kind;
    const [first = ""] = names;
    const ending = `${parameter}=${values[0]}`;
    const player = first.endsWith(ending) ? first.slice(0, -ending.length - 1) : first;
    return t("values_of", { player, parameter, n: values.length });
  }
  return t("against", { a: names[0] ?? "", b: names[1] ?? "" });
}

const eloWords = ({ elo }: Tally) => ({
  elo: elo ? signed(elo.estimate) : "–",
  low: elo ? lowEnd(elo.low) : "–",
  high: elo ? highEnd(elo.high) : "–",
});

function ladderVerdict({ end, names, data }: Run): string[] {
  const ratings = [...(end.ratings ?? [])].sort((a, b) => b.elo - a.elo);
  const [best] = ratings;
  if (!best) return [t("none_yet")];
  const average = ratings.reduce((sum, rating) => sum + rating.games, 0) / ratings.length;
  const leader = {
    player: best.player,
    elo: signed(best.elo),
    low: lowEnd(best.low),
    high: highEnd(best.high),
    n: average.toFixed(0),
  };
  const anchor = data.about.kind.name === "ladder" ? data.about.kind.anchor : null;
  return [
    t("leader", leader),
    anchor === null ? t("ratings.mean") : t("ratings.anchored", { player: names[anchor] ?? "" }),
  ];
}

function sweepVerdict(run: Run): string[] {
  const { kind } = run.data.about;
  return run.opponents.map((opponent) => {
    const scored = run.rows.filter((row) => row.against === opponent && row.score);
    const best = scored.sort((a, b) => (b.score?.estimate ?? 0) - (a.score?.estimate ?? 0))[0];
    if (!best?.score || kind.name !== "sweep") return t("none_yet");
    const { estimate, low, high } = best.score;
    return t("best_value", {
      opponent,
      parameter: kind.parameter,
      value: best.value ?? "",
      score: share(estimate),
      low: share(low),
      high: share(high),
    });
  });
}

/** Who is stronger, from the view of whoever scored more. */
function strongerSentence({ names }: Run, row: Tally | undefined): string {
  const [a = "", b = ""] = names;
  if (!row?.score || !row.elo) return t("none_yet");
  const { low, estimate, high } = row.score;
  const flip = (value: number | null) => (value === null ? null : -value);
  const elo = { estimate: flip(row.elo.estimate), low: flip(row.elo.high), high: flip(row.elo.low) };
  if (estimate === 0.5) return t("even", { a, b, ...eloWords(row) });
  if (estimate > 0.5) return t(low > 0.5 ? "stronger" : "maybe", { a, b, ...eloWords(row) });
  return t(high < 0.5 ? "stronger" : "maybe", { a: b, b: a, ...eloWords({ ...row, elo }) });
}

function matchVerdict(run: Run): string[] {
  const sentence = strongerSentence(run, run.rows[0]);
  const { sprt } = run.data.conditions;
  const { verdict, llr } = run.end;
  if (!sprt || !verdict || llr === undefined) return [sentence];
  return [t(verdict, { elo0: sprt.elo0, elo1: sprt.elo1, llr: llr.toFixed(2) }), sentence];
}

function Figure({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <b class="big">{value}</b>
      <span>{name}</span>
    </div>
  );
}

/** The judge's own delay that a time control can bear. */
const bearableMs = ({ data }: Run): number => {
  const { control } = data.conditions;
  return Math.max(2, ("per_move" in control ? control.per_move : control.clock.base) / 50);
};

export function Summary({ run }: { run: Run }) {
  const { kind, data, end } = run;
  const [row] = run.alone ? run.rows : [];
  const verdicts = kind === "ladder" ? ladderVerdict(run) : kind === "sweep" ? sweepVerdict(run) : matchVerdict(run);
  const planned = { n: data.played_games, planned: data.planned_games };
  const whole = data.played_games === data.planned_games || kind === "sprt";
  return (
    <Section title={t("summary")}>
      {verdicts.map((sentence) => (
        <p key={sentence} class="lead">
          {sentence}
        </p>
      ))}
      <div class="figures">
        {row && (
          <>
            <Figure value={`${pointsOf(row)} / ${row.games}`} name={t("score")} />
            <Figure value={eloWords(row).elo} name={`${t("elo")} ${eloWords(row).low} … ${eloWords(row).high}`} />
            <Figure value={row.los === null ? "–" : share(row.los)} name={t("los")} />
            <Figure value={scoreText(row)} name={t("wdl")} />
          </>
        )}
        <Figure value={String(data.played_games)} name={whole ? t("number") : t("of_planned", planned)} />
        <Figure value={String(end.forfeits.length)} name={t("faults")} />
      </div>
      {data.interrupted && <p class="warn">{t("interrupted")}</p>}
      {data.overhead_ms > bearableMs(run) && <p class="warn">{t("late", { ms: data.overhead_ms.toFixed(0) })}</p>}
      {row && <p class="note">{t("pairs_note", { pairs: row.pairs.join("  ") })}</p>}
    </Section>
  );
}
