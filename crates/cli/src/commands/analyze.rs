//! `luozi analyze`: a live table of candidates.

use crate::interrupt;
use crate::lang::Lang;
use crate::options::SearchOptions;
use luozi::engine::analysis::{Analysis, MoveAnalysis, percent};
use luozi::engine::{Ask, USUAL_CANDIDATES, Watcher};
use luozi::search::Purpose;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Show the candidate moves of a position while the search runs
///
/// What a solver or the opening book can prove within a quarter of the limit leads: "win in 7" is certain, "62.0 %" an
/// estimate. Ends at the limit, when everything is proven, or with Ctrl-C.
/// Example: luozi analyze connect4 --moves 4453 --time 2s
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchOptions,
    /// One JSON object a line on stdout, the last one when the search has ended
    #[arg(long)]
    json: bool,
}

/// Time between two tables.
const REFRESH: Duration = Duration::from_millis(250);

/// Searches and prints.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let asked = Instant::now();
    let (session, _, mut player) = args.search.begin()?;
    let candidates = args.search.candidates();
    // With none it searches as it plays, and the table still has lines.
    let lines = if candidates == 0 { USUAL_CANDIDATES } else { candidates } as usize;
    let live = std::io::stdout().is_terminal() && !args.json;
    let mut shown = 0;
    let mut failed = None;
    let mut tell = |analysis: &Analysis| {
        let printed = if args.json {
            serde_json::to_string(analysis).map_err(Into::into).and_then(|line| writeln!(std::io::stdout(), "{line}"))
        } else {
            redraw(analysis, lines, &mut shown)
        };
        // A closed pipe ends the search; anything else will show again when the result is printed.
        if let Err(error) = printed {
            failed.get_or_insert(error);
            interrupt::flag().store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let every = if args.json { Duration::from_secs(1) } else { REFRESH };
    let watch = (live || args.json).then_some(Watcher { every, tell: &mut tell });
    let purpose = Purpose::Analyse { moves: candidates };
    let ask = Ask { budget: args.search.engine.budget(), purpose, asked, stop: Some(interrupt::flag()), watch };
    let analysis = player.think(&session, ask)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if args.json {
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&analysis)?)?;
    } else {
        redraw(&analysis, lines, &mut shown)?;
    }
    Ok(())
}

/// Prints the table over the one printed before, of `shown` lines.
fn redraw(analysis: &Analysis, lines: usize, shown: &mut usize) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if *shown > 0 {
        write!(out, "\x1b[{shown}A\x1b[J")?;
    }
    let text = table(analysis, lines);
    out.write_all(text.as_bytes())?;
    *shown = text.lines().count();
    out.flush()
}

/// A number of things, the word for more than one made by adding an s.
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The table as text.
fn table(analysis: &Analysis, lines: usize) -> String {
    let worth = |value: Option<f64>, proven: Option<_>| match (proven, value) {
        (Some(proven), _) => format!("{proven}"),
        (None, Some(value)) => format!("{:.1} %", percent(value)),
        (None, None) => "-".to_string(),
    };
    // What nobody looked into has no value, and where no policy was asked there is no prior.
    let searched = analysis.visits > 0;
    let mut text = format!(
        "{}  {}, {}, {:.1} s\n",
        worth(analysis.value.filter(|_| searched), analysis.proven),
        counted(analysis.visits, "simulation"),
        counted(analysis.nodes, "node"),
        analysis.seconds
    );
    text.push_str("  move    visits     value   prior  line\n");
    let known = |candidate: &&MoveAnalysis| candidate.value.is_some();
    for candidate in analysis.moves.iter().filter(known).take(lines) {
        let line: Vec<&str> = candidate.pv.iter().take(12).map(String::as_str).collect();
        text.push_str(&format!(
            "{:>6} {:>9} {:>9}  {:>6}  {}\n",
            candidate.mv,
            candidate.visits,
            worth(candidate.value, candidate.proven),
            if candidate.visits > 0 { format!("{:.1}%", 100.0 * candidate.prior) } else { "-".to_string() },
            line.join(" ")
        ));
    }
    let best = analysis.moves.iter().find(|told| told.mv == analysis.best);
    let why = best.map_or_else(String::new, |best| Lang::or_environment(None).common().why(&best.why));
    if !why.is_empty() {
        text.push_str(&format!("{}: {why}\n", analysis.best));
    }
    text
}
