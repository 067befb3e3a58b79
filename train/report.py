"""The report of a run: one HTML page with inline SVG, readable without anything else.

Made from `run.json` and `log.csv` of the run's folder, so that it can be drawn again when results are added (`curve.py`).
Needs the standard library only.
"""

import csv
import html
import json
import math
from pathlib import Path

WIDTH, HEIGHT = 640, 270
LEFT, RIGHT, TOP, BOTTOM = 60, 18, 12, 50
COLOURS = ("var(--blue)", "var(--orange)", "var(--green)")
STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--faint:#ddd;--blue:#2563eb;--orange:#c2610c;--green:#047857}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#161616;--faint:#3a3a3a;--blue:#7aa7ff;--orange:#f0a050;--green:#4cc79a}}
body{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:var(--ink);background:var(--paper)}
h1{font-size:1.5em;line-height:1.25} figure{margin:2em 0} figcaption{margin-bottom:.4em} figcaption b{font-weight:600}
.key{display:inline-block;margin-right:1.2em} svg{width:100%;height:auto;font-size:12px} svg text{fill:var(--ink)}
.grid{stroke:var(--faint)} table{border-collapse:collapse} td{padding:.15em 1.2em .15em 0;vertical-align:top;overflow-wrap:anywhere}
td:first-child{white-space:nowrap} @media(max-width:30em){svg{font-size:20px} td:first-child{white-space:normal}}
"""


def elo(score):
    """Elo difference of an expected score; infinite at the ends."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def steps_between(low, high, count=5):
    """Round numbers from at or below `low` to at or above `high`, about `count` of them."""
    rough = (high - low) / count
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * n for n in range(first, last + 1)]


class Axes:
    """Where numbers lie in the picture; the ranges end at round numbers."""

    def __init__(self, xs, ys):
        self.x_ticks, self.y_ticks = (
            steps_between(min(values), max(values) if max(values) > min(values) else min(values) + 1) for values in (xs, ys)
        )

    def x(self, value):
        share = (value - self.x_ticks[0]) / (self.x_ticks[-1] - self.x_ticks[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        """Values beyond the range, infinite ones too, lie on its edge."""
        share = (value - self.y_ticks[0]) / (self.y_ticks[-1] - self.y_ticks[0])
        return HEIGHT - BOTTOM - min(max(share, 0.0), 1.0) * (HEIGHT - TOP - BOTTOM)

    def grid(self, label):
        for value in self.y_ticks:
            y = self.y(value)
            yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
        for value in self.x_ticks:
            yield f'<text x="{self.x(value):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{value:g}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 5}" text-anchor="middle">{label}</text>'


def draw(axes, line, colour, shift):
    """One series: bars for the intervals, dots for their middles, a line through the finite ones; `shift` keeps bars apart."""
    known = [point for point in line if math.isfinite(point[1])]
    path = " ".join(f"{axes.x(p[0]) + shift:.1f},{axes.y(p[1]):.1f}" for p in known)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for at, *bar in (point for point in line if len(point) == 4):
        middle, low, high = bar
        x = axes.x(at) + shift
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{axes.y(low):.1f}" y2="{axes.y(high):.1f}" stroke="{colour}" stroke-width="1.5"/>'
        for end in (low, high):
            if math.isfinite(end):
                yield f'<line x1="{x - 4:.1f}" x2="{x + 4:.1f}" y1="{axes.y(end):.1f}" y2="{axes.y(end):.1f}" stroke="{colour}"/>'
        if math.isfinite(middle):
            yield f'<circle cx="{x:.1f}" cy="{axes.y(middle):.1f}" r="3.5" fill="{colour}"/>'


def chart(title, label, series):
    """Lines through points (x, y), or (x, y, low, high) with an interval; `series` maps a name to its points."""
    series = {name: [p for p in line if not math.isnan(p[1])] for name, line in series.items()}
    points = [p for line in series.values() for p in line]
    heights = [v for p in points for v in p[1:] if math.isfinite(v)]
    if not heights:
        return ""
    axes = Axes([p[0] for p in points], heights)
    parts = [*axes.grid(label)]
    for order, (colour, line) in enumerate(zip(COLOURS, series.values())):
        parts += draw(axes, line, colour, -7 * order if any(len(point) == 4 for point in line) else 0)
    keys = "".join(f'<span class="key" style="color:{c}">&#9632; {html.escape(n)}</span>' for c, n in zip(COLOURS, series))
    keys = f"<br>{keys}" if len(series) > 1 else ""
    return (f"<figure><figcaption><b>{html.escape(title)}</b>{keys}</figcaption>"
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(title)}">{"".join(parts)}</svg></figure>')


def words(value):
    """A value of run.json for a reader."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {words(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(map(words, value))
    return "-" if value is None else str(value)


def table(rows):
    cells = "".join(f"<tr><td>{html.escape(str(k))}</td><td>{html.escape(words(v))}</td></tr>" for k, v in rows)
    return f"<table>{cells}</table>"


def interval(match):
    """Elo, low and high of a match as `curve.py` records it: JSON has no infinity and says null."""
    ends = (elo(match["score"]), -math.inf, math.inf)
    return tuple(end if match[key] is None else match[key] for key, end in zip(("elo", "low", "high"), ends))


def score_interval(result):
    """Score of one of the driver's matches, high and low end of its 95 % interval; pairs all alike as docs/statistics.md has it."""
    score, half = result["score"], 1.96 * result["error"]
    if half:
        return score, min(score + half, 1.0), max(score - half, 0.0)
    alike = 0.025 ** (2 / result["games"])
    return score, alike * score + 1 - alike, alike * score


def matches(curve):
    """The matches of the curve as rows of a table."""
    for match in curve["classical"] + curve["steps"]:
        opponent = f"checkpoint {match['over']:03}" if "over" in match else curve["against"]
        middle, low, high = interval(match)
        figures = f"+{match['wins']} ={match['draws']} -{match['losses']}, Elo {middle:+.0f} [{low:+.0f}, {high:+.0f}]"
        yield f"checkpoint {match['at']:03} - {opponent}", figures.replace("-", "\N{MINUS SIGN}")


def ladder(results):
    """(per cent, Elo, low, high) of the checkpoints in the driver's own matches, the last checkpoint at 0."""
    points = []
    for name, result in results.items():
        if name.startswith("checkpoint"):
            points.append((int(name.split()[-1]), *(-elo(score) for score in score_interval(result))))
    return points + [(100, 0.0)] if points else []


def added_up(steps):
    """(per cent, Elo, low, high) with the last checkpoint at 0, from each one's Elo over the one before it."""
    points, middle, below, above = [(100, 0.0)], 0.0, 0.0, 0.0
    for step in reversed(steps):
        gain, low, high = interval(step)
        if math.isinf(gain):  # nothing is known of what lies before, but that this one is so far away
            return [(step["over"], -gain, middle - high, middle - low), *points]
        middle, below, above = middle - gain, math.hypot(below, high - gain), math.hypot(above, gain - low)
        points.insert(0, (step["over"], middle, middle - below, middle + above))
    return points


def write(folder):
    """Writes report.html into the folder of a run."""
    folder = Path(folder)
    summary = json.loads((folder / "run.json").read_text())
    with open(folder / "log.csv", newline="") as file:
        log = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    series = lambda kind: {name[len(kind):]: [(row["seconds"], row[name]) for row in log] for name in log[0] if name.startswith(kind)}
    curve = summary.get("curve", {})
    title = f"{summary['arguments']['game']}: training run {summary['arguments']['run']}"
    percent = "per cent of the run"
    page = f"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{html.escape(title)}</title><style>{STYLE}</style>
<h1>{html.escape(title)}</h1>
{chart(f"Elo of the checkpoints at {curve['visits']} visits against {curve['against']}", percent, {
    "": [(match["at"], *interval(match)) for match in curve["classical"]]}) if curve else ""}
{chart("Elo of the checkpoints, the last at 0", percent, {
    "last against each, 16 simulations": ladder(summary["results"]),
    **({f"each against the one before, {curve['visits']} visits": added_up(curve["steps"])} if curve else {})})}
{chart("Divergence from the searched policy", "seconds", series("policy_"))}
{chart("Squared error of the value against the result", "seconds", series("value_"))}
{chart("Squared error of the owners of the cells at the end", "seconds", series("owners_"))}
{chart("Plies of a self-play game", "seconds", {"plies": [(row["seconds"], row["plies"]) for row in log]})}
<p>Bars are 95 % intervals; a bar without a cap has no end on that side (every pair was won, or lost).</p>
{f"<h2>Learning curve</h2>{table(matches(curve))}" if curve else ""}
<h2>Results</h2>{table(summary["results"].items())}
<h2>Settings</h2>{table(summary["arguments"].items())}
<h2>Totals</h2>{table((k, v) for k, v in summary.items() if k not in ("arguments", "results", "curve"))}
</html>"""
    (folder / "report.html").write_text(page)
