// Who met whom, how strong they are, with and without the first move, on which boards and openings.

import { series } from "../charts/axis";
import { ChartKey } from "../charts/Chart";
import { Curves } from "../charts/Curves";
import { type ErrorBar, ErrorBars } from "../charts/ErrorBars";
import { Intervals } from "../charts/Intervals";
import { add, boardName, gamesOf, NOTHING, type Part, pointsOf, type Run, reversed, scoreText } from "./data";
import { Paged, Section, ShareBar, Table } from "./parts";
import type { Score } from "./wire";
import { highEnd, lowEnd, share, signed, t } from "./words";

/** Tables of more players take the whole width. */
const WIDE = 4;

/** Green for more than half, red for less, the stronger the further from it. */
function shade(value: number): { background: string } {
  const strength = Math.round(48 * Math.abs(value - 0.5));
  return { background: `color-mix(in srgb, var(${value >= 0.5 ? "--good" : "--seal"}) ${strength}%, transparent)` };
}

function SweepTable({ run }: { run: Run }) {
  const { kind } = run.data.about;
  if (kind.name !== "sweep") return null;
  return (
    <Section title={t("cross")}>
      <Table head={[kind.parameter, ...run.opponents]}>
        {kind.values.map((value) => (
          <tr key={value}>
            <td>{value}</td>
            {run.opponents.map((opponent) => {
              const score = run.swept(value, opponent)?.score;
              return score ? (
                <td key={opponent} style={shade(score.estimate)}>
                  {share(score.estimate)}
                  <small>{`${share(score.low, 0)} … ${share(score.high, 0)}`}</small>
                </td>
              ) : (
                <td key={opponent}>–</td>
              );
            })}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

export function CrossTable({ run }: { run: Run }) {
  if (run.kind === "sweep") return <SweepTable run={run} />;
  const ratings = run.end.ratings ?? [];
  const order = run.names.map((_, index) => index);
  if (ratings.length > 0) order.sort((a, b) => (ratings[b]?.elo ?? 0) - (ratings[a]?.elo ?? 0));
  return (
    <Section title={t("cross")} half={run.names.length <= WIDE}>
      <Table head={[t("player"), ...order.map((_, place) => String(place + 1)), t("total")]}>
        {order.map((player, place) => {
          const scores = order.map((other) => (player === other ? null : run.meeting(player, other)));
          const sum = scores.reduce<Score>((all, score) => (score ? add(all, score) : all), NOTHING);
          return (
            <tr key={player}>
              <td class="name">{`${place + 1}. ${run.names[player]}`}</td>
              {scores.map((score, column) => {
                if (!score)
                  return (
                    <td key={column} class={column === place ? "self" : ""}>
                      {column === place ? "" : "–"}
                    </td>
                  );
                const games = gamesOf(score);
                return (
                  <td key={column} style={shade(games ? pointsOf(score) / games : 0.5)} title={scoreText(score)}>
                    {games ? pointsOf(score) : "–"}
                    <small>{`/ ${games}`}</small>
                  </td>
                );
              })}
              <td>
                <b>{pointsOf(sum)}</b>
                <small>{`/ ${gamesOf(sum)}`}</small>
              </td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}

const errorBar = (
  name: string,
  { estimate, low, high }: { estimate: number | null; low: number | null; high: number | null },
  colour: string,
): ErrorBar => ({
  name,
  estimate,
  low,
  high,
  note: low === high ? "0" : `${signed(estimate)} [${lowEnd(low)}, ${highEnd(high)}]`,
  colour,
});

export function Strength({ run }: { run: Run }) {
  const { kind } = run.data.about;
  if (kind.name === "sweep") {
    const groups = run.opponents.map((opponent, index) => ({
      colour: series(index),
      bars: kind.values.map((value) => run.swept(value, opponent)?.score ?? null),
    }));
    return (
      <Section title={t("plot")}>
        <ChartKey entries={run.opponents.map((opponent, index) => [opponent, series(index)] as const)} />
        <Intervals label={t("plot")} places={kind.values} groups={groups} />
      </Section>
    );
  }
  if (kind.name === "ladder") {
    const ratings = [...(run.end.ratings ?? [])].sort((a, b) => b.elo - a.elo);
    const bars = ratings.map(({ player, elo, low, high }) => errorBar(player, { estimate: elo, low, high }, series(0)));
    return (
      <Section title={t("ratings")} half={run.names.length <= WIDE}>
        <ErrorBars label={t("ratings")} rows={bars} />
        <p class="note">
          {kind.anchor === null ? t("ratings.mean") : t("ratings.anchored", { player: run.names[kind.anchor] ?? "" })}
        </p>
      </Section>
    );
  }
  const [row] = run.rows;
  const bars = [
    ...(row?.elo ? [errorBar("Elo", row.elo, series(0))] : []),
    ...(row?.nelo ? [errorBar(t("nelo"), row.nelo, series(1))] : []),
  ];
  return (
    <Section title={t("strength")} half>
      {bars.length > 0 ? <ErrorBars label={t("strength")} rows={bars} /> : t("none_yet")}
    </Section>
  );
}

/** The first pairing's figures over its games. */
export function Course({ run }: { run: Run }) {
  const { course, conditions } = run.data;
  const last = course.at(-1)?.games ?? 0;
  if (!run.alone || course.length < 2) return null;
  if (conditions.sprt) {
    const { lower, upper } = conditions.sprt;
    const ratios = course.flatMap(({ games, llr }) => (llr === null ? [] : [[games, llr] as const]));
    const values = ratios.map(([, llr]) => llr);
    return (
      <Section title={t("course_llr")}>
        <Curves
          label={t("course_llr")}
          lines={[{ colour: series(0), points: [[0, 0], ...ratios] }]}
          last={last}
          height={230}
          unit={t("after_games")}
          from={Math.min(lower * 1.15, ...values)}
          to={Math.max(upper * 1.15, ...values)}
          marks={[{ y: 0 }, { y: upper, text: "H1", kind: "limit" }, { y: lower, text: "H0", kind: "limit" }]}
        />
      </Section>
    );
  }
  return (
    <Section title={t("course")}>
      <Curves
        label={t("course")}
        lines={[
          {
            colour: series(0),
            points: course.map(({ games, score }) => [games, score[1]] as const),
            band: course.map(({ games, score }) => [games, score[0], score[2]] as const),
          },
        ]}
        last={last}
        height={200}
        from={0}
        to={1}
        marks={[{ y: 0.5 }]}
        format={(value) => share(value, 0)}
        unit={t("after_games")}
      />
    </Section>
  );
}

/** Each player's results when it moved first and when it moved second. */
function bySide(run: Run): { name: string; first: Score; second: Score }[] {
  if (run.kind !== "ladder")
    return run.rows.map((row) => ({
      name: run.kind === "sweep" ? `${row.value} – ${row.against}` : (run.names[0] ?? ""),
      first: row.moving_first,
      second: row.moving_second,
    }));
  return run.names.map((name, player) => {
    let [first, second] = [NOTHING, NOTHING];
    run.data.conditions.pairings.forEach(({ a, b }, index) => {
      const row = run.rows[index];
      if (!row) return;
      if (a === player) [first, second] = [add(first, row.moving_first), add(second, row.moving_second)];
      if (b === player)
        [first, second] = [add(first, reversed(row.moving_second)), add(second, reversed(row.moving_first))];
    });
    return { name, first, second };
  });
}

export function Movers({ run }: { run: Run }) {
  const all = run.end.by_board.reduce<Score>((sum, part) => add(sum, part.first_mover), NOTHING);
  const lines = bySide(run).flatMap(({ name, first, second }) => [
    { name, word: t("as_first"), score: first },
    { name: "", word: t("as_second"), score: second },
  ]);
  return (
    <Section title={t("movers")} half>
      <Paged all={lines} size={40}>
        {(part) => (
          <Table head={[t(run.kind === "sweep" ? "meeting" : "player"), "", t("wdl_short"), ""]}>
            {part.map(({ name, word, score }, index) => (
              <tr key={index}>
                <td class="name">{name}</td>
                <td class="left">{word}</td>
                <td>{scoreText(score)}</td>
                <td>
                  <ShareBar score={score} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
      {gamesOf(all) > 0 && (
        <p class="note">{`${t("first_mover")}: ${scoreText(all)} (${share(pointsOf(all) / gamesOf(all))})`}</p>
      )}
    </Section>
  );
}

/** Results on each size of board and from each opening. */
export function Boards({ run }: { run: Run }) {
  const { by_board, by_opening } = run.end;
  const seen = (part: Part): Score => (run.kind === "ladder" ? part.first_mover : part.a);
  const view = { ladder: t("first_mover"), sweep: t("tested"), match: run.names[0] ?? "", sprt: run.names[0] ?? "" };
  const row = (name: string, part: Part) => (
    <tr key={name}>
      <td class="name">{name}</td>
      <td>{part.games}</td>
      <td>{scoreText(seen(part))}</td>
      <td>
        <ShareBar score={seen(part)} />
      </td>
    </tr>
  );
  const head = (first: string) => [first, t("number"), view[run.kind], ""];
  const several = run.data.boards.length > 1;
  return (
    <Section title={t("boards")} half>
      <Table head={head(t("board"))}>{by_board.map((part) => row(part.board.replace("x", " × "), part))}</Table>
      <h2 class="second">{t("openings")}</h2>
      <Paged all={by_opening} size={8}>
        {(some) => (
          <Table head={head(t("opening"))}>
            {some.map((part) => {
              const moves = part.opening || t("start");
              return row(several ? `${boardName(part.setup)} · ${moves}` : moves, part);
            })}
          </Table>
        )}
      </Paged>
    </Section>
  );
}
