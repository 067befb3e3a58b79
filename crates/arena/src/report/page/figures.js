// The run's data, and the sections between the summary and the games: who met whom, how strong, on which boards, how fast.
// Figures are shown as the program gives them; nothing is computed anew but shares and sums.
const data = JSON.parse(document.getElementById("data").textContent);
const { about, conditions } = data,
  kind = about.kind.name,
  names = conditions.players,
  end = data.summary[data.summary.length - 1];
const rows = kind === "match" || kind === "sprt" ? [end] : data.summary.slice(0, -1);
const half = (title, ...content) => make("section", { class: "half" }, make("h2", {}, title), ...content);
const whole = (title, ...content) => make("section", {}, make("h2", {}, title), ...content);
const reversed = score => ({ wins: score.losses, draws: score.draws, losses: score.wins });
const add = (a, b) => ({ wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses });
const NOTHING = { wins: 0, draws: 0, losses: 0 };

/** Score of player i against player j, null if they did not meet. */
function meeting(i, j) {
  for (let index = 0; index < rows.length; index++) {
    const { a, b } = conditions.pairings[index];
    if (a === i && b === j) return rows[index];
    if (a === j && b === i) return reversed(rows[index]);
  }
  return null;
}
function shade(share) {
  const [colour, strength] = [share >= 0.5 ? "--good" : "--seal", Math.round(60 * Math.abs(share - 0.5))];
  return `background:color-mix(in srgb, var(${colour}) ${strength}%, transparent)`;
}

function crossSection() {
  if (kind === "sweep") {
    const cells = value =>
      opponents().map(opponent => {
        const found = rows.find(row => row.value === value && row.against === opponent);
        return found && found.score
          ? make(
              "td",
              { style: shade(found.score.estimate) },
              percent(found.score.estimate),
              make("small", {}, `${percent(found.score.low, 0)} … ${percent(found.score.high, 0)}`),
            )
          : make("td", {}, "–");
      });
    return whole(
      tell("cross"),
      table(
        [about.kind.parameter, ...opponents()],
        about.kind.values.map(value => make("tr", {}, make("td", {}, value), cells(value))),
      ),
    );
  }
  const order = names.map((_, index) => index);
  if (kind === "ladder" && end.ratings.length) order.sort((a, b) => end.ratings[b].elo - end.ratings[a].elo);
  const lines = order.map((player, place) => {
    let sum = NOTHING;
    const cells = order.map(other => {
      const score = player === other ? null : meeting(player, other);
      if (!score) return make("td", { class: player === other ? "self" : "" }, player === other ? "" : "–");
      sum = add(sum, score);
      const games = score.wins + score.draws + score.losses;
      return make(
        "td",
        { style: shade(games ? points(score) / games : 0.5), title: scoreText(score) },
        games ? `${points(score)}` : "–",
        make("small", {}, `/ ${games}`),
      );
    });
    return make(
      "tr",
      {},
      make("td", { class: "name" }, `${place + 1}. ${names[player]}`),
      cells,
      make("td", {}, make("b", {}, points(sum)), make("small", {}, `/ ${sum.wins + sum.draws + sum.losses}`)),
    );
  });
  return (names.length > 4 ? whole : half)(
    tell("cross"),
    table([tell("player"), ...order.map((_, place) => String(place + 1)), tell("total")], lines),
  );
}

function strengthSection() {
  if (kind === "sweep") {
    const groups = opponents().map((opponent, index) => ({
      colour: series(index),
      bars: about.kind.values.map(
        value => rows.find(row => row.value === value && row.against === opponent)?.score ?? null,
      ),
    }));
    return whole(
      tell("plot"),
      key(opponents().map((opponent, index) => [opponent, series(index)])),
      intervals(tell("plot"), about.kind.values, groups),
    );
  }
  const bar = (name, elo, from, to, index) => ({
    name,
    low: from,
    estimate: elo,
    high: to,
    note: from === to ? "0" : `${signed(elo)} [${low(from)}, ${high(to)}]`,
    colour: series(index),
  });
  if (kind === "ladder") {
    const ratings = end.ratings.map((rating, index) => ({ ...rating, index })).sort((a, b) => b.elo - a.elo);
    const bars = ratings.map(({ player, elo, low, high }) => bar(player, elo, low, high, 0));
    return (names.length > 4 ? whole : half)(
      tell("ratings"),
      errorBars(tell("ratings"), bars),
      make(
        "p",
        { class: "note" },
        about.kind.anchor === null ? tell("mean") : tell("anchored", names[about.kind.anchor]),
      ),
    );
  }
  const bars = [
    ["elo", "Elo"],
    ["nelo", tell("nelo")],
  ]
    .filter(([field]) => end[field])
    .map(([field, name], index) => bar(name, end[field].estimate, end[field].low, end[field].high, index));
  return half(tell("strength"), bars.length ? errorBars(tell("strength"), bars) : tell("none_yet"));
}

function moversSection() {
  const cells = score => [make("td", {}, scoreText(score)), make("td", {}, shareBar(score))];
  let lines;
  if (kind === "ladder")
    lines = names.map((name, player) => {
      let [first, second] = [NOTHING, NOTHING];
      rows.forEach((row, index) => {
        const { a, b } = conditions.pairings[index];
        if (a === player) {
          first = add(first, row.moving_first);
          second = add(second, row.moving_second);
        }
        if (b === player) {
          first = add(first, reversed(row.moving_second));
          second = add(second, reversed(row.moving_first));
        }
      });
      return [name, first, second];
    });
  else
    lines = rows.map(row => [
      kind === "sweep" ? `${row.value} – ${row.against}` : names[0],
      row.moving_first,
      row.moving_second,
    ]);
  const all = end.by_board.reduce((sum, part) => add(sum, part.first_mover), NOTHING);
  const body = lines.flatMap(([name, first, second]) =>
    [
      ["as_first", first],
      ["as_second", second],
    ].map(([word, score], index) =>
      make(
        "tr",
        {},
        make("td", { class: "name" }, index === 0 ? name : ""),
        make("td", { class: "left" }, tell(word)),
        cells(score),
      ),
    ),
  );
  const games = all.wins + all.draws + all.losses;
  return half(
    tell("movers"),
    paged(body, 40, part => table([tell(kind === "sweep" ? "meeting" : "player"), "", tell("wdl_short"), ""], part)),
    games
      ? make("p", { class: "note" }, `${tell("first_mover")}: ${scoreText(all)} (${percent(points(all) / games)})`)
      : null,
  );
}

/** The moves of an opening, after its board where there are several. */
function openingName({ setup, opening }) {
  const moves = opening || tell("start");
  return data.boards.length > 1 ? `${boardName(setup)} · ${moves}` : moves;
}

function boardsSection() {
  const seen = part => (kind === "ladder" ? part.first_mover : part.a);
  const view = kind === "ladder" ? tell("first_mover") : kind === "sweep" ? tell("tested") : names[0];
  const line = (name, part) =>
    make(
      "tr",
      {},
      make("td", { class: "name" }, name),
      make("td", {}, part.games),
      make("td", {}, scoreText(seen(part))),
      make("td", {}, shareBar(seen(part))),
    );
  const head = first => [tell(first), tell("number"), view, ""];
  const boards = table(
    head("board"),
    end.by_board.map(part => line(part.board.replace("x", " × "), part)),
  );
  const openings = paged(end.by_opening, 8, some =>
    table(
      head("opening"),
      some.map(part => line(openingName(part), part)),
    ),
  );
  return half(tell("boards"), boards, make("h2", { style: "margin-top:16px" }, tell("openings")), openings);
}

function courseSection() {
  if (kind === "ladder" || kind === "sweep" || data.course.length < 2) return null;
  const games = data.course[data.course.length - 1].games;
  if (kind === "sprt") {
    const { lower, upper } = conditions.sprt,
      ratios = data.course.map(point => point.llr);
    return whole(
      tell("course_llr"),
      curves(tell("course_llr"), {
        lines: [{ colour: series(0), points: [[0, 0], ...data.course.map(point => [point.games, point.llr])] }],
        x1: games,
        height: 230,
        unit: tell("after_games"),
        from: Math.min(lower * 1.15, ...ratios),
        to: Math.max(upper * 1.15, ...ratios),
        marks: [{ y: 0 }, { y: upper, text: "H1", class: "limit" }, { y: lower, text: "H0", class: "limit" }],
      }),
    );
  }
  return whole(
    tell("course"),
    curves(tell("course"), {
      lines: [
        {
          colour: series(0),
          points: data.course.map(point => [point.games, point.score[1]]),
          band: data.course.map(point => [point.games, point.score[0], point.score[2]]),
        },
      ],
      x1: games,
      height: 200,
      from: 0,
      to: 1,
      marks: [{ y: 0.5 }],
      format: share => percent(share, 0),
      unit: tell("after_games"),
    }),
  );
}

function timesSection() {
  const limit = conditions.control.per_move ?? null;
  const charts = data.times.players.map((times, player) =>
    make(
      "div",
      { style: "min-width:0" },
      make("p", { style: "margin:10px 0 0;overflow-wrap:anywhere" }, make("b", {}, names[player])),
      make(
        "p",
        { class: "note", style: "margin:0 0 4px" },
        [
          `${times.moves} ${tell("moves")}`,
          `${tell("median")} ${milliseconds(times.median)}`,
          `${tell("p95")} ${milliseconds(times.percentile_95)}`,
          `${tell("longest")} ${milliseconds(times.longest)}`,
        ].join(" · "),
      ),
      histogram(tell("times"), data.times.classes_ms, times.counts, limit, series(0)),
    ),
  );
  return whole(
    tell("times"),
    limit
      ? make("p", { class: "note" }, make("span", { class: "bad" }, "┆ "), `${tell("limit")} ${milliseconds(limit)}`)
      : null,
    make(
      "div",
      { style: "display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:6px 28px" },
      charts,
    ),
  );
}
