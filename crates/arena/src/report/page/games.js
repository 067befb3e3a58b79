// The list of games and the viewer that replays one of them.
function gamesSection(data) {
  const { players } = data.conditions;
  const list = make("div", { class: "list" }),
    viewer = make("div", { class: "viewer", tabindex: 0 });
  const option = (value, name) => make("option", { value }, name);
  const who = make(
    "select",
    {},
    option("", tell("all_players")),
    players.map((name, index) => option(index, name)),
  );
  const what = make(
    "select",
    {},
    option("", tell("all_results")),
    option("2", tell("first_won")),
    option("0", tell("second_won")),
    option("1", tell("drawn")),
    option("fault", tell("by_fault")),
  );
  const fits = game =>
    (who.value === "" || game.players.includes(Number(who.value))) &&
    (what.value === "" || (what.value === "fault" ? game.fault : String(game.half_points) === what.value));
  const open = game => {
    for (const line of list.querySelectorAll("tr[data-game]"))
      line.setAttribute("aria-selected", Number(line.dataset.game) === data.games.indexOf(game));
    showGame(data, game, viewer);
  };
  const fill = () => {
    const found = data.games.filter(fits);
    list.replaceChildren(
      found.length
        ? paged(found, 100, part =>
            table(
              ["#", tell("player"), ""],
              part.map(game => gameRow(data, game, open)),
            ),
          )
        : make("p", { class: "note" }, tell("no_games")),
    );
    if (found.length) open(found[0]);
  };
  who.onchange = what.onchange = fill;
  const note =
    data.games.length < data.played_games
      ? make("p", { class: "note" }, tell("shown_of", data.games.length, data.played_games))
      : null;
  const section = make(
    "section",
    { id: "games" },
    make("h2", {}, tell("games"), make("small", {}, tell("games_played", data.played_games))),
    make("form", {}, make("label", {}, tell("show"), " ", who), what),
    make("div", { class: "games" }, list, viewer),
    note,
  );
  if (data.games.length) fill();
  section.open = game => {
    who.value = what.value = "";
    fill();
    open(game);
    viewer.scrollIntoView({ block: "start" });
  };
  return section;
}

function endingText(data, game) {
  const names = game.players.map(player => data.conditions.players[player]);
  if (game.fault) return tell("faulted", names[game.half_points === 2 ? 1 : 0], tell(game.fault.kind));
  if (game.score === null) return tell("resigned", names[game.half_points === 2 ? 1 : 0]);
  if (game.half_points === 1) return tell("a_draw");
  const winner = names[game.half_points === 2 ? 0 : 1];
  return data.boards[game.board].setup.game === "reversi"
    ? tell("won_by", winner, Math.abs(game.score))
    : tell("won", winner);
}

function gameRow(data, game, open) {
  const names = game.players.map(player => data.conditions.players[player]);
  const mark = side =>
    make("span", { class: "points" }, game.half_points === 1 ? "½" : game.half_points === 2 * (1 - side) ? "1" : "0");
  const line = row(
    String(game.number ?? game.pair + 1),
    make("td", { class: "left name" }, ...[0, 1].map(side => make("div", {}, mark(side), names[side]))),
    make(
      "td",
      { class: game.fault ? "bad" : "" },
      game.fault ? tell(game.fault.kind) : `${game.moves.split(" ").length} ${tell("moves")}`,
    ),
  );
  line.dataset.game = data.games.indexOf(game);
  line.tabIndex = 0;
  line.onclick = () => open(game);
  line.onkeydown = event => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(game);
    }
  };
  return line;
}

/** Signs of the controls: lines in a square of 24. */
const ICONS = {
  begin: "M6 5v14M18 5l-7 7 7 7",
  back: "M15 5l-7 7 7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l7 7-7 7",
  end: "M18 5v14M6 5l7 7-7 7",
};
function icon(name) {
  return draw(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    draw("path", {
      d: ICONS[name],
      fill: name === "play" ? "currentColor" : "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

let playing = null;
function stopPlaying() {
  clearInterval(playing);
  playing = null;
}

/** The cells that each move of a game changes. */
function changesOf(game) {
  return game.changes ? game.changes.split(" ").map(part => (part === "-" ? [] : part.split("+").map(Number))) : [];
}

function showGame(data, game, viewer) {
  stopPlaying();
  const start = data.boards[game.board],
    kind = start.setup.game,
    moves = game.moves ? game.moves.split(" ") : [];
  const changes = changesOf(game);
  const names = game.players.map(player => data.conditions.players[player]);
  let ply = moves.length;
  // 1. Who plays, and how it ended.
  const stoneMark = side =>
    make("i", {
      class: "stone",
      style: `background:${stones(kind)["XO"[side]][0]};border-color:${stones(kind)["XO"[side]][2]}`,
    });
  const head = make(
    "div",
    { class: "players" },
    [0, 1].map(side =>
      make(
        "div",
        {},
        stoneMark(side),
        make("b", {}, names[side]),
        make("span", { class: "note" }, tell(side ? "moving_second" : "moving_first")),
      ),
    ),
    make("div", { class: "note" }, `${tell(kind)} ${boardName(start.setup)} · ${endingText(data, game)}`),
  );
  // 2. The board with its controls.
  const board = make("div", { class: "board" }),
    where = make("span", { class: "note" }),
    slider = make("input", { type: "range", min: 0, max: moves.length, "aria-label": tell("moves") });
  const evaluation = make("div"),
    list = make("div", { class: "moves" });
  const buttons = moves.map((move, index) => {
    const button = make(
      "button",
      { class: index < game.opening ? "opening" : "" },
      `${index + 1}. ${move === "pass" ? tell("pass") : move}`,
    );
    button.onclick = () => go(index + 1);
    return button;
  });
  list.append(...buttons);
  const control = (word, act) => {
    const button = make("button", { title: tell(word), "aria-label": tell(word) }, icon(word));
    button.onclick = act;
    return button;
  };
  const runner = control("play", () => {
    if (playing) {
      stopPlaying();
    } else {
      if (ply === moves.length) go(0);
      playing = setInterval(() => (ply < moves.length ? go(ply + 1, true) : (stopPlaying(), refresh())), 700);
    }
    refresh();
  });
  const refresh = () => {
    const word = playing ? "pause" : "play";
    runner.replaceChildren(icon(word));
    runner.title = tell(word);
    runner.setAttribute("aria-label", tell(word));
  };
  function go(to, byItself = false) {
    if (!byItself) stopPlaying();
    refresh();
    ply = Math.max(0, Math.min(moves.length, to));
    slider.value = ply;
    board.replaceChildren(drawBoard(start.setup, start, boardAfter(start, changes, ply)));
    const time = ply > game.opening ? " · " + milliseconds(game.times[ply - game.opening - 1]) : "";
    where.textContent =
      ply === 0 ? tell("at_start") : `${tell("move_of", ply, moves.length)}: ${moves[ply - 1]}${time}`;
    buttons.forEach((button, index) => button.setAttribute("aria-current", index === ply - 1));
    const current = buttons[ply - 1];
    // Once it has a place on the page.
    requestAnimationFrame(() => {
      if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
    evaluation.replaceChildren(evaluationChart(game, names, moves.length, ply));
  }
  slider.oninput = () => go(Number(slider.value));
  viewer.onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && event.target.tagName !== "INPUT") {
      event.preventDefault();
      go(ply + step);
    }
  };
  const controls = make(
    "div",
    { class: "controls" },
    control("begin", () => go(0)),
    control("back", () => go(ply - 1)),
    runner,
    control("forward", () => go(ply + 1)),
    control("end", () => go(moves.length)),
    slider,
  );
  // 3. What a fault leaves behind.
  const fault = game.fault
    ? [
        make("p", { class: "bad" }, `${names[game.players.indexOf(game.fault.player)]} ${game.fault.reason}`),
        faultDetails(data, game),
      ]
    : [];
  viewer.replaceChildren(head, board, controls, where, list, evaluation, ...fault);
  go(moves.length);
}

/** Both sides' evaluations over the game, seen by the first mover, and the time of every move. */
function evaluationChart(game, names, plies, ply) {
  const lines = [0, 1].map(side => ({
    colour: series(side),
    points: game.values
      .map((value, index) => [index + game.opening + 1, value === null ? null : (side === 0 ? value : -value) / 1000])
      .filter(([at, value]) => value !== null && (at - 1) % 2 === side),
  }));
  const box = make("div");
  const told = lines.filter(line => line.points.length);
  if (told.length)
    box.append(
      make("p", { class: "note" }, tell("evaluation")),
      key([0, 1].filter(side => lines[side].points.length).map(side => [names[side], series(side)])),
      curves(tell("evaluation"), {
        lines: told,
        from: -1,
        to: 1,
        height: 150,
        x1: plies,
        marks: [{ y: 0 }],
        cursor: ply,
        format: value => (value > 0 ? "+" + value : String(value)),
      }),
    );
  else box.append(make("p", { class: "note" }, tell("no_values")));
  const longest = Math.max(1, ...game.times);
  box.append(
    make(
      "p",
      { class: "note" },
      `${tell("move_time")} (${tell("longest")} ${milliseconds(Math.max(0, ...game.times))})`,
    ),
    fitted(tell("move_time"), width => {
      const step = (width - 54) / Math.max(1, plies);
      return canvas(
        width,
        56,
        game.times.map((time, index) =>
          draw("rect", {
            x: 46 + (index + game.opening) * step + 0.5,
            width: Math.max(1, step - 1),
            y: 52 - (46 * time) / longest,
            height: Math.max(1, (46 * time) / longest),
            fill: series((index + game.opening) % 2),
          }),
        ),
        line(46, 52.5, width - 8, 52.5, { class: "axis" }),
      );
    }),
  );
  return box;
}

/** The commands that show a fault, and what its player wrote to stderr. */
function faultDetails(data, game) {
  const { fault } = game,
    name = data.conditions.players[fault.player];
  const own = game.players.indexOf(fault.player),
    said = game.stderr ? game.stderr[own] : "";
  return make(
    "div",
    {},
    ...(fault.replay ? [make("p", { class: "note" }, tell("replay_it")), commandBox(fault.replay)] : []),
    make("p", { class: "note" }, tell("explain_it")),
    commandBox(fault.command),
    ...(said ? [make("details", {}, make("summary", {}, tell("stderr_of", name)), make("pre", {}, said))] : []),
  );
}
