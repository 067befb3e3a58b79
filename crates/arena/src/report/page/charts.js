// Elements, tables and charts. A chart is drawn for the width it has, so that its texts keep their size on a phone.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...children.flat());
  return element;
}
const SERIES = ["var(--blue)", "var(--seal)", "var(--good)", "var(--warn)", "var(--ink2)"];
const series = index => SERIES[index % SERIES.length];

/** The width a chart is drawn with before its place on the page is known. */
const FIRST_WIDTH = 640;

/** A box whose content is drawn at once, and again whenever its width changes. */
function fitted(label, paint) {
  const box = make("div", { role: "img", "aria-label": label });
  let width = FIRST_WIDTH;
  box.replaceChildren(paint(width));
  new ResizeObserver(() => {
    if (box.clientWidth === width || box.clientWidth === 0) return;
    width = box.clientWidth;
    box.replaceChildren(paint(width));
  }).observe(box);
  return box;
}
function canvas(width, height, ...children) {
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...children);
}
function text(x, y, content, anchor = "start", attributes = {}) {
  return draw("text", { x, y, "text-anchor": anchor, ...attributes }, content);
}
function line(x1, y1, x2, y2, attributes) {
  return draw("line", { x1, y1, x2, y2, ...attributes });
}

/** Round numbers between two ends. */
function ticks(from, to, count) {
  const rough = (to - from) / count || 1,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find(factor => factor * power >= rough) * power;
  const list = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step / 1e6; at += step)
    list.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return list;
}

/** Ratings with error bars, one under the other: rows of {name, low, estimate, high, note}; null is infinite. */
function errorBars(label, rows) {
  const known = rows.flatMap(row => [row.low, row.estimate, row.high]).filter(number => number !== null);
  const least = Math.min(0, ...known),
    most = Math.max(0, ...known),
    spare = (most - least || 100) * 0.06;
  const from = least - spare,
    to = most + spare;
  return fitted(label, width => {
    const rowHeight = 42,
      bottom = rows.length * rowHeight,
      at = value => 6 + ((width - 12) * (value - from)) / (to - from);
    const parts = ticks(from, to, width / 70).flatMap(tick => [
      line(at(tick), 0, at(tick), bottom, { class: tick === 0 ? "zero" : "axis" }),
      text(at(tick), bottom + 16, tick, at(tick) > width - 20 ? "end" : at(tick) < 20 ? "start" : "middle"),
    ]);
    rows.forEach((row, index) => {
      const y = index * rowHeight,
        middle = y + 29,
        colour = row.colour || "var(--blue)";
      const [left, right] = [row.low === null ? 2 : at(row.low), row.high === null ? width - 2 : at(row.high)];
      // About 6.5 pixels a letter: a long name ends before the figures begin.
      const room = Math.floor((width - 16) / 6.5 - row.note.length),
        name = row.name.length > room ? row.name.slice(0, room - 1) + "…" : row.name;
      parts.push(
        text(0, y + 15, name, "start", { class: "ink" }),
        text(width, y + 15, row.note, "end"),
        line(left, middle, right, middle, {
          stroke: colour,
          "stroke-width": 3,
          "stroke-linecap": "round",
          opacity: 0.45,
        }),
      );
      for (const [end, x] of [
        [row.low, left],
        [row.high, right],
      ])
        if (end !== null) parts.push(line(x, middle - 5, x, middle + 5, { stroke: colour, "stroke-width": 2 }));
      if (row.estimate !== null) parts.push(draw("circle", { cx: at(row.estimate), cy: middle, r: 5, fill: colour }));
    });
    return canvas(width, bottom + 22, parts);
  });
}

/** Curves over a common axis. `lines`: {points: [[x, y]], colour, band: [[x, low, high]]}; `marks`: {y, text, class}. */
function curves(
  label,
  { lines, marks = [], from, to, height = 200, x0 = 0, x1, format = String, unit = "", cursor = null },
) {
  return fitted(label, width => {
    const left = 46,
      right = width - 8,
      top = 8,
      bottom = height - 22;
    const x = value => left + ((right - left) * (value - x0)) / (x1 - x0 || 1),
      y = value => bottom - ((bottom - top) * (value - from)) / (to - from || 1);
    const parts = [];
    for (const tick of ticks(from, to, height / 45))
      parts.push(
        line(left, y(tick), right, y(tick), { class: "axis" }),
        text(left - 6, y(tick) + 4, format(tick), "end"),
      );
    for (const tick of ticks(x0, x1, width / 110))
      if (Number.isInteger(tick) && (!unit || x(tick) < right - 8 * unit.length - 20))
        parts.push(text(x(tick), height - 5, tick, "middle"));
    if (unit) parts.push(text(right, height - 5, `${unit} ${x1}`, "end"));
    for (const mark of marks)
      parts.push(
        line(left, y(mark.y), right, y(mark.y), { class: mark.class || "zero" }),
        ...(mark.text ? [text(right, y(mark.y) - 5, mark.text, "end")] : []),
      );
    for (const { points, colour, band } of lines) {
      if (band && band.length > 1) {
        const edge = (list, end) => list.map(point => `${x(point[0])},${y(point[end])}`);
        parts.push(
          draw("polygon", {
            points: [...edge(band, 1), ...edge([...band].reverse(), 2)].join(" "),
            fill: colour,
            opacity: 0.15,
          }),
        );
      }
      parts.push(
        draw("polyline", {
          points: points.map(point => `${x(point[0])},${y(point[1])}`).join(" "),
          fill: "none",
          stroke: colour,
          "stroke-width": 2,
          "stroke-linejoin": "round",
        }),
      );
      if (points.length < 60)
        parts.push(...points.map(point => draw("circle", { cx: x(point[0]), cy: y(point[1]), r: 2.6, fill: colour })));
    }
    if (cursor !== null)
      parts.push(
        line(x(cursor), top, x(cursor), bottom, { stroke: "var(--ink)", "stroke-width": 1, "stroke-dasharray": "2 2" }),
      );
    return canvas(width, height, parts);
  });
}

/** Shares with error bars over named places: `groups`: {colour, bars: [{low, estimate, high} or null]}. */
function intervals(label, places, groups) {
  return fitted(label, width => {
    const height = 250,
      left = 46,
      right = width - 8,
      top = 8,
      bottom = height - 24;
    const x = (index, group) =>
      left +
      ((right - left) * (index + 0.5)) / places.length +
      (group - (groups.length - 1) / 2) * Math.min(12, (right - left) / places.length / (groups.length + 1));
    const y = share => bottom - (bottom - top) * share;
    const parts = [0, 0.25, 0.5, 0.75, 1].flatMap(share => [
      line(left, y(share), right, y(share), { class: share === 0.5 ? "zero" : "axis" }),
      text(left - 6, y(share) + 4, percent(share, 0), "end"),
    ]);
    const every = Math.ceil((places.length * 34) / (right - left));
    places.forEach((place, index) => {
      if (index % every === 0)
        parts.push(text(left + ((right - left) * (index + 0.5)) / places.length, height - 6, place, "middle"));
    });
    groups.forEach(({ colour, bars }, group) => {
      const known = bars.map((bar, index) => [bar, x(index, group)]).filter(([bar]) => bar);
      parts.push(
        draw("polyline", {
          points: known.map(([bar, at]) => `${at},${y(bar.estimate)}`).join(" "),
          fill: "none",
          stroke: colour,
          "stroke-width": 1.5,
          opacity: 0.5,
        }),
      );
      for (const [bar, at] of known)
        parts.push(
          line(at, y(bar.low), at, y(bar.high), { stroke: colour, "stroke-width": 2 }),
          ...[bar.low, bar.high].map(end =>
            line(at - 4, y(end), at + 4, y(end), { stroke: colour, "stroke-width": 2 }),
          ),
          draw("circle", { cx: at, cy: y(bar.estimate), r: 4.5, fill: colour }),
        );
    });
    return canvas(width, height, parts);
  });
}

/** A histogram over classes of times that grow by the factors 2, 2.5, 2; `limit` is drawn where it falls. */
function histogram(label, ends, counts, limit, colour) {
  return fitted(label, width => {
    const height = 96,
      bottom = height - 20,
      step = (width - 8) / counts.length,
      most = Math.max(1, ...counts);
    const parts = counts
      .map((count, index) =>
        count
          ? draw("rect", {
              x: 4 + index * step + 1,
              width: Math.max(1, step - 2),
              y: bottom - Math.max(2, ((bottom - 4) * count) / most),
              height: Math.max(2, ((bottom - 4) * count) / most),
              rx: 2,
              fill: colour,
            })
          : [],
      )
      .flat();
    parts.push(line(4, bottom, width - 4, bottom, { class: "axis" }));
    ends.forEach((end, index) => {
      if ([1, 10, 100, 1000, 10000].includes(end))
        parts.push(
          line(4 + (index + 1) * step, bottom, 4 + (index + 1) * step, bottom + 4, { class: "axis" }),
          text(4 + (index + 1) * step, height - 4, end >= 1000 ? end / 1000 + " s" : end + " ms", "middle"),
        );
    });
    if (limit) {
      const after = ends.findIndex(end => end >= limit),
        index = after < 0 ? ends.length : after,
        before = index === 0 ? 0 : ends[index - 1];
      const place =
        after < 0
          ? ends.length + 0.5
          : index + (before ? Math.log(limit / before) / Math.log(ends[index] / before) : limit / ends[0]);
      parts.push(line(4 + place * step, 2, 4 + place * step, bottom, { class: "limit" }));
    }
    return canvas(width, height, parts);
  });
}

function table(head, rows) {
  return make(
    "div",
    { class: "wide" },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          head.map(cell => make("th", {}, cell)),
        ),
      ),
      make("tbody", {}, rows),
    ),
  );
}
function row(...cells) {
  return make(
    "tr",
    {},
    cells.map(cell => (cell instanceof HTMLTableCellElement ? cell : make("td", {}, cell))),
  );
}
function key(entries) {
  return make(
    "div",
    { class: "key" },
    entries.map(([name, colour]) => make("span", {}, make("i", { style: `background:${colour}` }), name)),
  );
}

/** Won, drawn and lost as a bar; the numbers stand beside it, so colour says nothing alone. */
function shareBar(score) {
  const games = score.wins + score.draws + score.losses || 1;
  const part = (name, count) => make("i", { class: name, style: `width:${(100 * count) / games}%` });
  return make(
    "span",
    { class: "share", title: tell("wdl") },
    part("w", score.wins),
    part("d", score.draws),
    part("l", score.losses),
  );
}
const scoreText = score => `${score.wins} – ${score.draws} – ${score.losses}`;
const points = score => score.wins + score.draws / 2;

/** Rows in pages: `paint` makes the table of some of them. */
function paged(all, size, paint) {
  const box = make("div");
  const show = first => {
    const parts = [paint(all.slice(first, first + size), first)];
    if (all.length > size) {
      const turn = (word, to, off) => {
        const button = make("button", { disabled: off && "" }, tell(word));
        button.disabled = off;
        button.onclick = () => show(to);
        return button;
      };
      parts.push(
        make(
          "div",
          { class: "pager" },
          turn("previous", first - size, first === 0),
          tell("page_of", first + 1, Math.min(all.length, first + size), all.length),
          turn("next", first + size, first + size >= all.length),
        ),
      );
    }
    box.replaceChildren(...parts);
  };
  show(0);
  return box;
}

/** A command with a button that copies it. */
function commandBox(command) {
  const button = make("button", {}, tell("copy"));
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(command);
    } catch {
      const area = make("textarea");
      area.value = command;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = tell("copied");
  };
  return make("div", { class: "command" }, make("pre", {}, command), button);
}
