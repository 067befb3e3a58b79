//! The page about a run: one file with inline SVG that asks nobody for anything.

use super::Round;
use super::fit::{CLOSE_DISCS, PhaseError, overall};
use super::plan::Plan;
use luozi::arena::stats::Interval;
use luozi::engine::pvs::Deviation;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 290.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 6] = ["blue", "orange", "green", "red", "violet", "grey"];
const STYLE: &str = "
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--faint:#ddd;--blue:#2563eb;--orange:#c2610c;--green:#047857;--red:#b91c1c;--violet:#7c3aed;--grey:#667}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#161616;--faint:#3a3a3a;--blue:#7aa7ff;--orange:#f0a050;--green:#4cc79a;--red:#ff8a80;--violet:#b794f6;--grey:#99a}}
body{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:var(--ink);background:var(--paper)}
h1{font-size:1.5em;line-height:1.25} h2{font-size:1.15em;margin-top:2em} figure{margin:1em 0} .key{display:inline-block;margin-right:1.2em}
svg{width:100%;height:auto;font-size:12px} svg text{fill:var(--ink)} .grid{stroke:var(--faint)}
.wide{overflow-x:auto} table{border-collapse:collapse} th,td{padding:.15em 1em .15em 0;text-align:right;white-space:nowrap} th:first-child,td:first-child{text-align:left}
@media(max-width:30em){svg{font-size:20px}}
";

/// Errors over all phases: of all held-out positions and of the close ones.
pub fn errors(rows: &[PhaseError]) -> (f64, f64) {
    (overall(rows, |row| (row.held_out, row.error)), overall(rows, |row| (row.close, row.error_close)))
}

/// Elo with its interval as `+12 [-5, +30]`.
pub fn elo_text(elo: Option<Interval<f64>>) -> String {
    elo.map_or("too few pairs for".to_string(), |elo| {
        format!("{:+.0} [{:+.0}, {:+.0}]", elo.estimate, elo.low, elo.high)
    })
}

/// The page of what is done.
pub fn page(plan: &Plan, rounds: &[Round], deviation: Option<Deviation>) -> String {
    let title = format!("Reversi's pattern weights: {}", escaped(&plan.run));
    let (errors, strength) = (error_chart(rounds), elo_chart(rounds));
    let formula = deviation.map_or(String::new(), |Deviation([a, b, c, d])| {
        format!(
            "<h2>Multi-probcut</h2><p>A deep search differs from a shallow one by a standard deviation of \
             exp({a:.4} {b:+.5} · empty squares {c:+.4} · deep {d:+.4} · shallow) discs with the last tables.</p>"
        )
    });
    let options = plan.entries().into_iter().fold(String::new(), |mut rows, (option, value)| {
        let _ = write!(rows, "<tr><td>{option}</td><td>{}</td></tr>", escaped(&value));
        rows
    });
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>{title}</title>\
         <style>{STYLE}</style><h1>{title}</h1>\
         <p>Tables learned from games of the program against itself (luozi {}), {} positions a round or more. Errors are those of \
         positions from games that were never learned from, against the judgements of the round's own search and solver: later \
         rounds are measured against better judgements. Strength is measured by {} pairs of games a round with {} nodes a move.</p>\
         <h2>Error by phase</h2>{errors}<h2>Strength</h2>{strength}{}{formula}\
         <h2>Options</h2><div class=wide><table>{options}</table></div></html>",
        env!("CARGO_PKG_VERSION"),
        plan.positions.iter().min().copied().unwrap_or(0),
        plan.pairs,
        plan.nodes,
        table(rounds),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A row for each round.
fn table(rounds: &[Round]) -> String {
    let mut rows = String::new();
    for round in rounds {
        let learned: usize = round.errors.iter().map(|row| row.learned).sum();
        let held_out: usize = round.errors.iter().map(|row| row.held_out).sum();
        let ((all, close), outcome) = (errors(&round.errors), &round.outcome);
        let _ = write!(
            rows,
            "<tr><td>{}</td><td>{learned}</td><td>{held_out}</td><td>{all:.2}</td><td>{close:.2}</td><td>{} - {} - {}</td><td>{}</td></tr>",
            round.number,
            outcome.won,
            outcome.lost,
            outcome.drawn,
            elo_text(outcome.elo())
        );
    }
    format!(
        "<div class=wide><table><tr><th>round</th><th>learned from</th><th>held out</th><th>error, discs</th><th>within {CLOSE_DISCS} discs</th>\
         <th>won - lost - drawn</th><th>Elo over the one before</th></tr>{rows}</table></div>"
    )
}

/// Where numbers lie in a picture.
struct Axes {
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    /// Values beyond the range, infinite ones too, lie on its edge.
    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - ((value - self.y.0) / (self.y.1 - self.y.0)).clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM)
    }

    /// Lines at round numbers, numbers at the edges, and what they count.
    fn grid(&self, x_step: f64, words: [&str; 2]) -> String {
        let mut svg = String::new();
        let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
        let y_step = step.into_iter().find(|step| (self.y.1 - self.y.0) / step <= 8.0).unwrap_or(2000.0);
        for value in steps(self.y, y_step) {
            let y = self.y(value);
            let _ = write!(svg, "<line class=grid x1={LEFT} x2={:.1} y1={y:.1} y2={y:.1} />", WIDTH - RIGHT);
            let _ = write!(svg, "<text x={:.1} y={:.1} text-anchor=end>{value}</text>", LEFT - 6.0, y + 4.0);
        }
        for value in steps(self.x, x_step) {
            let (x, y) = (self.x(value), HEIGHT - BOTTOM + 18.0);
            let _ = write!(svg, "<text x={x:.1} y={y:.1} text-anchor=middle>{value}</text>");
        }
        let (middle, bottom) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0);
        let _ = write!(svg, "<text x={middle:.1} y={bottom:.1} text-anchor=middle>{}</text>", words[0]);
        let (x, y) = (14.0, (TOP + HEIGHT - BOTTOM) / 2.0);
        let _ = write!(
            svg,
            "<text transform='rotate(-90 {x} {y:.1})' x={x} y={y:.1} text-anchor=middle>{}</text>",
            words[1]
        );
        svg
    }
}

/// The round numbers of a range.
fn steps((low, high): (f64, f64), step: f64) -> impl Iterator<Item = f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(move |n| n as f64 * step)
}

fn figure(words: &str, keys: &str, svg: &str) -> String {
    format!(
        "<figure><figcaption>{keys}</figcaption><svg viewBox='0 0 {WIDTH} {HEIGHT}' role=img aria-label='{words}'>{svg}</svg></figure>"
    )
}

/// A line for each round over the discs on the board; of many rounds the last ones.
fn error_chart(rounds: &[Round]) -> String {
    let shown = &rounds[rounds.len().saturating_sub(COLOURS.len())..];
    let most = shown.iter().flat_map(|round| &round.errors).map(|row| row.error).fold(1.0, f64::max);
    let axes = Axes { x: (0.0, 64.0), y: (0.0, most.ceil()) };
    let words = ["discs on the board", "root of the mean squared error, discs"];
    let (mut svg, mut keys) = (axes.grid(8.0, words), String::new());
    for (round, colour) in shown.iter().zip(COLOURS) {
        let rows = round.errors.iter().filter(|row| row.held_out > 0);
        let points: Vec<String> =
            rows.map(|row| format!("{:.1},{:.1}", axes.x(f64::from(row.discs) + 0.5), axes.y(row.error))).collect();
        let points = points.join(" ");
        let _ = write!(svg, "<polyline points='{points}' fill=none stroke='var(--{colour})' stroke-width=2 />");
        let _ = write!(keys, "<span class=key style='color:var(--{colour})'>round {}</span>", round.number);
    }
    figure("Error by phase on held-out games", &keys, &svg)
}

/// The Elo of each round over the tables that the run began with: the sum of the steps, with the interval of the last step.
fn elo_chart(rounds: &[Round]) -> String {
    let mut sum = 0.0;
    let mut points = vec![(0.0, Interval { low: 0.0, estimate: 0.0, high: 0.0 })];
    for round in rounds {
        let Some(step) = round.outcome.elo().filter(|elo| elo.estimate.is_finite()) else { break };
        let at = |elo: f64| sum + elo;
        points.push((
            f64::from(round.number),
            Interval { low: at(step.low), estimate: at(step.estimate), high: at(step.high) },
        ));
        sum += step.estimate;
    }
    if points.len() == 1 {
        return "<p>Too few pairs, or a first round that won or lost every game: no figure of strength.</p>"
            .to_string();
    }
    let ends = points.iter().flat_map(|(_, elo)| [elo.low, elo.high]).filter(|end| end.is_finite());
    let (low, high) = ends.fold((-20.0, 20.0), |(low, high), end| (f64::min(low, end), f64::max(high, end)));
    let axes =
        Axes { x: (0.0, rounds.len().max(1) as f64), y: ((low / 10.0).floor() * 10.0, (high / 10.0).ceil() * 10.0) };
    let mut svg = axes.grid(1.0, ["round", "Elo over the first tables"]);
    let line: Vec<String> =
        points.iter().map(|(round, elo)| format!("{:.1},{:.1}", axes.x(*round), axes.y(elo.estimate))).collect();
    let _ = write!(svg, "<polyline points='{}' fill=none stroke='var(--blue)' stroke-width=2 />", line.join(" "));
    for (round, elo) in &points {
        let (x, low, high) = (axes.x(*round), axes.y(elo.low), axes.y(elo.high));
        let _ =
            write!(svg, "<line x1={x:.1} x2={x:.1} y1={low:.1} y2={high:.1} stroke='var(--blue)' stroke-width=1.5 />");
        let _ = write!(svg, "<circle cx={x:.1} cy={:.1} r=3.5 fill='var(--blue)' />", axes.y(elo.estimate));
    }
    let words = "Each round against the one before it, added up; bars are the 95 % interval of the round's own step.";
    figure("Elo after each round", words, &svg)
}
