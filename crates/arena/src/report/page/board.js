// The three boards in SVG. It knows no rules: a move is the list of cells it changes, given by the program.
const CELL = 40,
  EDGE = 24;
const STONES = {
  connect4: { X: ["#de5b42", "#b83622", "#7e1f10"], O: ["#fce08c", "#efbe4b", "#8a5a08"] },
  other: { X: ["#4a4742", "#141210", "#000"], O: ["#fffefa", "#dcd6c8", "#8a8578"] },
};
const stones = game => STONES[game] || STONES.other;

/** The board after some moves: its cells, the cells of the last move, and where its stone went. */
function boardAfter(start, changes, ply) {
  const cells = [...start.rows.join("")];
  let last = [],
    placed = null;
  changes.slice(0, ply).forEach((change, index) => {
    last = change;
    const fresh = change.find(cell => cells[cell] === ".");
    if (fresh !== undefined) placed = fresh;
    for (const cell of change) cells[cell] = index % 2 === 0 ? "X" : "O";
  });
  return { cells, last, placed: last.length ? placed : null };
}
function columnName(game, column) {
  return game === "connect4"
    ? String(column + 1)
    : game === "reversi"
      ? "abcdefgh"[column]
      : "ABCDEFGHJKLMNOPQR"[column];
}
function rowName(game, row, rows) {
  return game === "connect4" ? "" : game === "reversi" ? String(row + 1) : String(rows - row);
}

function stone(picture, game, kind, x, y, radius) {
  const [, , rim] = stones(game)[kind];
  const parts = [
    draw("circle", {
      cx: x,
      cy: y,
      r: radius,
      fill: `url(#${picture}-${kind})`,
      stroke: rim,
      "stroke-width": game === "connect4" ? 2 : 1,
    }),
  ];
  // A ring and a diamond, so that the two colours are told apart without colour.
  if (game === "connect4" && kind === "X")
    parts.push(
      draw("circle", { cx: x, cy: y, r: radius * 0.58, fill: "none", stroke: rim, "stroke-width": 1.6, opacity: 0.75 }),
    );
  if (game === "connect4" && kind === "O") {
    const d = radius * 0.5;
    parts.push(
      draw("path", {
        d: `M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`,
        fill: "none",
        stroke: rim,
        "stroke-width": 1.6,
        opacity: 0.75,
      }),
    );
  }
  return parts;
}

/** `9 × 10`, with the forbidden cells. */
function boardName(setup) {
  const [rows, cols] = setup.game === "reversi" ? [setup.size, setup.size] : [setup.rows, setup.cols];
  return `${rows} × ${cols}` + (setup.forbidden || []).map(([row, column]) => ` ✕ ${row},${column}`).join("");
}

// Colours are found by name on the whole page, so every picture names its own.
let pictures = 0;

/** A position as a picture. */
function drawBoard(setup, start, { cells, last, placed }) {
  const picture = `board${pictures++}`;
  const game = setup.game,
    rows = start.rows.length,
    cols = start.rows[0].length,
    width = cols * CELL,
    height = rows * CELL;
  const gradient = (id, from, to, round) =>
    draw(
      round ? "radialGradient" : "linearGradient",
      round ? { id, cx: 0.38, cy: 0.32, r: 0.8 } : { id, x1: 0, y1: 0, x2: 0, y2: 1 },
      draw("stop", { offset: 0, "stop-color": from }),
      draw("stop", { offset: 1, "stop-color": to }),
    );
  const ground = { connect4: ["#2c4a86", "#182b55"], reversi: ["#2a7d5d", "#185642"], nogo: ["#ebc88f", "#d4a562"] }[
    game
  ];
  const parts = [
    draw(
      "defs",
      {},
      gradient(`${picture}-ground`, ...ground),
      ...["X", "O"].map(kind => gradient(`${picture}-${kind}`, ...stones(game)[kind].slice(0, 2), true)),
    ),
  ];
  // 1. The ground with its frame.
  const frame = game === "reversi" ? "#5a3f2b" : "none",
    letters = game === "reversi" ? "#e9d9be" : game === "nogo" ? "#4a3113" : "var(--ink2)";
  if (game === "reversi")
    parts.push(draw("rect", { x: 0, y: 0, width: width + 2 * EDGE, height: height + 2 * EDGE, rx: 10, fill: frame }));
  const spare = game === "nogo" ? EDGE : game === "connect4" ? 5 : 0;
  parts.push(
    draw("rect", {
      x: EDGE - spare,
      y: EDGE - spare,
      width: width + 2 * spare,
      height: height + 2 * spare,
      rx: game === "connect4" ? 12 : game === "nogo" ? 8 : 2,
      fill: `url(#${picture}-ground)`,
    }),
  );
  const rule = (d, colour) => parts.push(draw("path", { d, stroke: colour, fill: "none" }));
  if (game === "reversi")
    for (let i = 1; i < rows; i++)
      rule(`M${EDGE} ${EDGE + i * CELL}h${width}M${EDGE + i * CELL} ${EDGE}v${height}`, "#0a3325");
  if (game === "nogo") {
    for (let i = 0; i < rows; i++) rule(`M${EDGE + CELL / 2} ${EDGE + (i + 0.5) * CELL}h${width - CELL}`, "#54381a");
    for (let i = 0; i < cols; i++) rule(`M${EDGE + (i + 0.5) * CELL} ${EDGE + CELL / 2}v${height - CELL}`, "#54381a");
  }
  // 2. Cells and stones.
  cells.forEach((cell, index) => {
    const x = EDGE + ((index % cols) + 0.5) * CELL,
      y = EDGE + (Math.floor(index / cols) + 0.5) * CELL;
    if (cell === "#")
      parts.push(
        draw("circle", { cx: x, cy: y, r: 16, fill: "#13224a" }),
        draw("path", {
          d: `M${x - 9} ${y - 9}l18 18m0-18l-18 18`,
          stroke: "#c8a05a",
          "stroke-width": 4,
          "stroke-linecap": "round",
        }),
      );
    else if (cell === ".") {
      if (game === "connect4") parts.push(draw("circle", { cx: x, cy: y, r: 16, fill: "var(--hole)" }));
    } else {
      parts.push(...stone(picture, game, cell, x, y, 16.5));
      if (index === placed)
        parts.push(draw("circle", { cx: x, cy: y, r: 5, fill: "#1d5bb8", stroke: "#fff", "stroke-width": 1.5 }));
      else if (last.includes(index))
        parts.push(
          draw("circle", {
            cx: x,
            cy: y,
            r: 12,
            fill: "none",
            stroke: cell === "X" ? "#fff" : "#1d5bb8",
            "stroke-dasharray": "3 3",
            opacity: 0.7,
          }),
        );
    }
  });
  // 3. Names of columns and rows.
  for (let c = 0; c < cols; c++)
    parts.push(
      draw(
        "text",
        {
          x: EDGE + (c + 0.5) * CELL,
          y: game === "connect4" ? height + EDGE + 20 : 16,
          "text-anchor": "middle",
          style: `fill:${letters}`,
        },
        columnName(game, c),
      ),
    );
  for (let r = 0; r < rows; r++)
    parts.push(
      draw(
        "text",
        { x: 12, y: EDGE + (r + 0.5) * CELL + 4, "text-anchor": "middle", style: `fill:${letters}` },
        rowName(game, r, rows),
      ),
    );
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width + 2 * EDGE} ${height + 2 * EDGE}`,
      role: "img",
      "aria-label": cells
        .join("")
        .match(new RegExp(`.{${cols}}`, "g"))
        .join(" / "),
    },
    ...parts,
  );
}
