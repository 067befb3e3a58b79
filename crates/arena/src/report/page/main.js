// The page from top to bottom: summary, figures, faults, games, and what is needed to repeat it.
function title() {
  if (kind === "ladder") return tell("players_of", names.length);
  if (kind === "sweep") {
    // The first player's name ends with the parameter and its first value.
    const { parameter, values } = about.kind,
      ending = `${parameter}=${values[0]}`;
    return tell(
      "values_of",
      names[0].endsWith(ending) ? names[0].slice(0, -ending.length - 1) : names[0],
      parameter,
      values.length,
    );
  }
  return tell("against", names[0], names[1]);
}
function eloWords(row) {
  return row.elo ? [signed(row.elo.estimate), low(row.elo.low), high(row.elo.high)] : ["–", "–", "–"];
}

function verdict() {
  if (kind === "ladder") {
    const ratings = [...end.ratings].sort((a, b) => b.elo - a.elo);
    if (!ratings.length) return [tell("none_yet")];
    const average = ratings.reduce((sum, rating) => sum + rating.games, 0) / ratings.length;
    const anchor = about.kind.anchor;
    return [
      tell(
        "leader",
        ratings[0].player,
        signed(ratings[0].elo),
        low(ratings[0].low),
        high(ratings[0].high),
        average.toFixed(0),
      ),
      anchor === null ? tell("mean") : tell("anchored", names[anchor]),
    ];
  }
  if (kind === "sweep")
    return opponents().map(opponent => {
      const best = rows
        .filter(row => row.against === opponent && row.score)
        .sort((a, b) => b.score.estimate - a.score.estimate)[0];
      return best
        ? tell(
            "best_value",
            opponent,
            about.kind.parameter,
            best.value,
            percent(best.score.estimate),
            percent(best.score.low),
            percent(best.score.high),
          )
        : tell("none_yet");
    });
  const score = end.score,
    words = eloWords(end);
  const flip = number => (number === null ? null : -number);
  const sentence = !score
    ? tell("none_yet")
    : score.estimate === 0.5
      ? tell("even", names[0], names[1], ...words)
      : score.estimate > 0.5
        ? tell(score.low > 0.5 ? "stronger" : "maybe", names[0], names[1], ...words)
        : tell(
            score.high < 0.5 ? "stronger" : "maybe",
            names[1],
            names[0],
            signed(flip(end.elo.estimate)),
            low(flip(end.elo.high)),
            high(flip(end.elo.low)),
          );
  return kind === "sprt"
    ? [tell(end.verdict, conditions.sprt.elo0, conditions.sprt.elo1, end.llr.toFixed(2)), sentence]
    : [sentence];
}
const opponents = () => [...new Set(rows.map(row => row.against))];

function summarySection() {
  const figure = (value, name) => make("div", {}, make("b", { class: "big" }, value), make("span", {}, name));
  const figures =
    kind === "match" || kind === "sprt"
      ? [
          figure(`${points(end)} / ${end.games}`, tell("score")),
          figure(eloWords(end)[0], `${tell("elo")} ${eloWords(end)[1]} … ${eloWords(end)[2]}`),
          figure(end.los === null ? "–" : percent(end.los), tell("los")),
          figure(scoreText(end), tell("wdl")),
        ]
      : [];
  const faults = end.forfeits.length;
  return make(
    "section",
    {},
    make("h2", {}, tell("summary")),
    verdict().map(sentence => make("p", { class: "lead" }, sentence)),
    make(
      "div",
      { class: "figures" },
      figures,
      figure(
        String(data.played_games),
        data.played_games === data.planned_games || kind === "sprt"
          ? tell("number")
          : tell("of_planned", data.played_games, data.planned_games),
      ),
      figure(String(faults), tell("faults")),
    ),
    data.interrupted ? make("p", { class: "warn" }, tell("interrupted")) : null,
    data.overhead_ms > Math.max(2, (conditions.control.per_move ?? conditions.control.clock.base) / 50)
      ? make("p", { class: "warn" }, tell("late", data.overhead_ms.toFixed(0)))
      : null,
    kind === "match" || kind === "sprt" ? make("p", { class: "note" }, tell("pairs_note", end.pairs.join("  "))) : null,
  );
}

function faultsSection(games) {
  const faulty = data.games.filter(game => game.fault);
  if (!end.forfeits.length) return whole(tell("faults"), make("p", { class: "good" }, tell("no_faults")));
  // The same fault of the same player is told once, with all its games.
  const kinds = new Map();
  for (const game of faulty) {
    const name = `${game.fault.player} ${game.fault.reason}`;
    kinds.set(name, [...(kinds.get(name) ?? []), game]);
  }
  const entry = same => {
    const { fault } = same[0],
      details = make("div");
    const picture = game => {
      const start = data.boards[game.board];
      return make(
        "div",
        { class: "small board" },
        drawBoard(start.setup, start, boardAfter(start, changesOf(game), game.fault.move - 1)),
      );
    };
    const choose = game =>
      details.replaceChildren(
        make("p", { class: "note" }, tell("position")),
        picture(game),
        faultDetails(data, game),
        openButton(game),
      );
    const openButton = game => {
      const button = make("button", {}, tell("show_game"));
      button.onclick = () => games.open(game);
      return button;
    };
    const places = make(
      "select",
      {},
      same.map((game, index) =>
        make("option", { value: index }, tell("fault_line", game.number ?? game.pair + 1, game.fault.move)),
      ),
    );
    places.onchange = () => choose(same[places.value]);
    choose(same[0]);
    return make(
      "details",
      { class: "fault" },
      make(
        "summary",
        {},
        make("b", {}, names[fault.player]),
        " · ",
        make("span", { class: "bad" }, tell(fault.kind)),
        ` · ${tell("games_played", same.length)}`,
        make("div", { class: "note", style: "margin:0" }, fault.reason),
      ),
      same.length > 1 ? make("p", {}, places) : make("p", { class: "note" }, places.options[0].textContent),
      details,
    );
  };
  return whole(
    tell("faults"),
    make("p", { class: "bad" }, tell("faults_found", end.forfeits.length)),
    paged([...kinds.values()], 20, some => make("div", {}, some.map(entry))),
  );
}

function repeatSection() {
  const { machine } = about,
    control = conditions.control;
  const time =
    control.per_move !== undefined
      ? tell("per_move", milliseconds(control.per_move))
      : tell("clock", milliseconds(control.clock.base), milliseconds(control.clock.increment));
  const facts = [
    ["command", commandBox(about.command)],
    ["version", `Luozi ${about.version}`],
    [
      "players",
      make(
        "div",
        {},
        names.map(name => make("div", {}, name)),
      ),
    ],
    ["boards_openings", conditions.book],
    ["time_control", time],
    ["visits", conditions.visits ?? tell("own_limits")],
    ["memory_limit", `${Math.round(conditions.memory_bytes / 2 ** 20)} MB`],
    ["seed", String(conditions.seed)],
    ["number", `${data.played_games} / ${data.planned_games}`],
    ["concurrency", String(about.concurrency)],
    ...(conditions.sprt
      ? [
          [
            "test",
            tell(
              "test_words",
              conditions.sprt.elo0,
              conditions.sprt.elo1,
              conditions.sprt.lower.toFixed(2),
              conditions.sprt.upper.toFixed(2),
            ),
          ],
        ]
      : []),
    [
      "machine",
      [
        machine.processor,
        tell("processors", machine.processors),
        machine.memory_mb ? `${Math.round(machine.memory_mb / 1024)} GB` : "",
        machine.instructions,
        machine.system,
      ]
        .filter(Boolean)
        .join(" · "),
    ],
    ["judge", `${data.overhead_ms.toFixed(1)} ms`],
    ["date", new Date(data.started_ms).toISOString().replace("T", " ").slice(0, 19) + " UTC"],
    ...(data.record ? [["record", data.record]] : []),
  ];
  return whole(
    tell("repeat"),
    make(
      "dl",
      {},
      facts.flatMap(([word, value]) => [make("dt", {}, tell(word)), make("dd", {}, value)]),
    ),
  );
}

function render() {
  stopPlaying();
  document.documentElement.lang = lang;
  document.title = `${title()} · Luozi 落子`;
  document.getElementById("title").textContent = title();
  const games = [...new Set(data.boards.map(board => tell(board.setup.game)))].join(", ");
  document.getElementById("subtitle").textContent = [tell(kind), games, tell("games_played", data.played_games)]
    .filter(Boolean)
    .join(" · ");
  for (const button of document.querySelectorAll(".switch button"))
    button.setAttribute("aria-pressed", button.dataset.lang === lang);
  const replay = gamesSection(data);
  document
    .getElementById("main")
    .replaceChildren(
      ...[
        summarySection(),
        crossSection(),
        strengthSection(),
        courseSection(),
        moversSection(),
        boardsSection(),
        timesSection(),
        faultsSection(replay),
        replay,
        repeatSection(),
      ].filter(Boolean),
    );
}
for (const button of document.querySelectorAll(".switch button"))
  button.onclick = () => {
    lang = button.dataset.lang;
    render();
  };
lang = data.lang;
render();
