"""The report of a run: one HTML page with inline SVG, readable without anything else."""

import html
import math

WIDTH, HEIGHT, MARGIN = 640, 240, 48
COLOURS = ("#2563eb", "#d97706", "#059669", "#dc2626")


def elo(score):
    """Elo difference of an expected score, kept finite at the ends."""
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def chart(title, series):
    """Lines through (x, y) points; `series` maps a name to its points."""
    points = [p for line in series.values() for p in line if math.isfinite(p[1])]
    if not points:
        return ""
    (left, right), (low, high) = ((min(v), max(v)) for v in zip(*points))
    right, high = max(right, left + 1e-9), max(high, low + 1e-9)
    x = lambda v: MARGIN + (v - left) / (right - left) * (WIDTH - 2 * MARGIN)
    y = lambda v: HEIGHT - MARGIN / 2 - (v - low) / (high - low) * (HEIGHT - MARGIN)
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(title)}">']
    for value in (low, (low + high) / 2, high):
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(value):.1f}" y2="{y(value):.1f}" class="grid"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    for value in (left, right):
        parts.append(f'<text x="{x(value):.1f}" y="{HEIGHT - 6}" text-anchor="middle">{value:.0f}</text>')
    for colour, (name, line) in zip(COLOURS, series.items()):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line if math.isfinite(b))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    names = "".join(f'<span style="color:{c}">{html.escape(n)}</span> ' for c, n in zip(COLOURS, series))
    return f"<figure><figcaption>{html.escape(title)} {names}</figcaption>{''.join(parts)}</svg></figure>"


def table(rows):
    cells = "".join(f"<tr><td>{html.escape(str(k))}</td><td>{html.escape(str(v))}</td></tr>" for k, v in rows)
    return f"<table>{cells}</table>"


def ladder(results, seconds):
    """Elo of the checkpoints, the final net at 0, by the second they were taken at."""
    rungs = [(float(name.split()[-1]), score) for name, score in results.items() if name.startswith("final - checkpoint")]
    return [(share * seconds, -elo(score)) for share, score in rungs] + [(seconds, 0.0)]


def write(folder, summary, log):
    """Writes report.html beside the log."""
    column = lambda name: [(row["seconds"], row[name]) for row in log]
    nets = [name[len("policy_"):] for name in (log[0] if log else {}) if name.startswith("policy_")]
    title = f"{summary['arguments']['game']}: training run {summary['arguments']['run']}"
    page = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>
<style>body{{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222}}
svg{{width:100%;height:auto;font-size:11px}} .grid{{stroke:#ddd}} td{{padding:.1em 1em .1em 0}} figure{{margin:1.5em 0}}</style>
<h1>{html.escape(title)}</h1>
{chart("Elo of checkpoints against the final net, by second", {"Elo": ladder(summary["results"], summary["arguments"]["seconds"])})}
{chart("Divergence from the searched policy, by second", {name: column(f"policy_{name}") for name in nets})}
{chart("Squared error of the value against the result, by second", {name: column(f"value_{name}") for name in nets})}
{chart("Plies of a self-play game, by second", {"plies": column("plies")})}
<h2>Results</h2>{table(summary["results"].items())}
<h2>Settings</h2>{table(summary["arguments"].items())}
<h2>Totals</h2>{table((k, v) for k, v in summary.items() if k not in ("arguments", "results"))}
</html>"""
    (folder / "report.html").write_text(page)
