//! The figures of a run for people, as text on stdout.

use luozi::arena::matches::{Conditions, FaultRecord, Kind, Score, Tally};
use luozi::arena::report::Figures;
use luozi::arena::stats::{Decision, Elo, Interval, Pairs, Rating};

/// `+35.2 [+1.0, +70.5]`.
pub fn elo_text(elo: Option<Interval<Elo>>) -> String {
    elo.map_or("-".to_string(), |i| interval_text(i.low.0, i.estimate.0, i.high.0))
}

fn interval_text(low: f64, estimate: f64, high: f64) -> String {
    format!("{estimate:+.1} [{low:+.1}, {high:+.1}]")
}

/// Everything that is told at the end of a run.
pub fn summary_text(figures: &Figures<'_>) -> String {
    let body = match figures.kind {
        Kind::Match => tally_text(figures),
        Kind::Sprt => tally_text(figures) + &test_text(figures),
        Kind::Ladder { .. } => ladder_text(figures),
        Kind::Sweep { parameter, values } => sweep_text(figures, parameter, values),
    };
    let told = |(game, fault, count)| {
        let more = if count > 1 { format!("  the same in {} more games\n", count - 1) } else { String::new() };
        let replay = figures.replay_command(game, fault);
        fault_text(&figures.conditions.players, fault, replay.as_deref()) + &more
    };
    body + &figures.equal_faults().into_iter().map(told).collect::<String>()
}

fn score_text(score: &Score) -> String {
    format!("{} won, {} drawn, {} lost", score.wins, score.draws, score.losses)
}

fn tally_text(figures: &Figures<'_>) -> String {
    let (players, tally) = (&figures.conditions.players, &figures.result.tallies[0]);
    let [ll, ld, dd, wd, ww] = tally.pairs.0;
    let nelo = tally.normalized_elo().map_or("-".to_string(), |i| interval_text(i.low.0, i.estimate.0, i.high.0));
    let mut text = format!(
        "{} against {}: {}\n  moving first   {}\n  moving second  {}\n",
        players[0],
        players[1],
        score_text(&tally.score),
        score_text(&tally.moving_first),
        score_text(&tally.moving_second),
    );
    let boards = figures.by_board();
    if boards.len() > 1 {
        for (board, score) in &boards {
            text += &format!("  on {board:<11} {}\n", score_text(score));
        }
    }
    text += &format!("  pairs by points 0, 1/2, 1, 1 1/2, 2: {ll} {ld} {dd} {wd} {ww}\n");
    let Some(superiority) = tally.pairs.superiority() else {
        let (found, needed) = (tally.pairs.count(), Pairs::FEWEST);
        return text + &format!("  too few pairs to say who is stronger: {found}, expected {needed} at least\n");
    };
    text + &format!(
        "  Elo            {} (95 %)\n  normalized Elo {nelo} (95 %)\n  stronger with a likelihood of {:.1} %\n",
        elo_text(tally.elo()),
        100.0 * superiority,
    )
}

fn test_text(figures: &Figures<'_>) -> String {
    let (Some(test), Some((ratio, decision))) = (figures.conditions.sprt, figures.result.sprt) else {
        return String::new();
    };
    let [elo0, elo1] = test.hypotheses().map(|elo| elo.0);
    let verdict = match decision {
        Decision::AcceptH1 => format!("H1 accepted: {elo1} normalized Elo rather than {elo0}"),
        Decision::AcceptH0 => format!("H0 accepted: {elo0} normalized Elo rather than {elo1}"),
        Decision::Continue => "undecided: more games are needed".to_string(),
    };
    format!("  LLR {ratio:.2}, {verdict}\n")
}

/// Points of one player against another: half points taken, half points possible.
fn points(figures: &Figures<'_>, player: usize, other: usize) -> Option<(u64, u64)> {
    figures.conditions.pairings.iter().zip(&figures.result.tallies).find_map(|(pairing, tally)| {
        let half = 2 * tally.score.wins + tally.score.draws;
        let total = 2 * tally.score.games();
        match (pairing.a, pairing.b) {
            pair if pair == (player, other) => Some((half, total)),
            pair if pair == (other, player) => Some((total - half, total)),
            _ => None,
        }
    })
}

/// Ratings, best first, and the points of every meeting.
fn ladder_text(figures: &Figures<'_>) -> String {
    let Some(ratings) = figures.ratings() else { return "too few games for ratings\n".to_string() };
    let names = &figures.conditions.players;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&i, &j| ratings[j].elo.estimate.0.total_cmp(&ratings[i].elo.estimate.0));
    let mut text = String::new();
    for &player in &order {
        let Rating { elo, games } = ratings[player];
        let (name, Interval { low, estimate, high }) = (&names[player], elo);
        text += &format!("{name:width$}  {:+7.1} [{:+7.1}, {:+7.1}] {games:5} games ", estimate.0, low.0, high.0);
        for &other in &order {
            text += &match points(figures, player, other) {
                Some((half, total)) => format!(" {:>5.1}/{:<4}", half as f64 / 2.0, total / 2),
                None => format!(" {:>10}", "-"),
            };
        }
        text.push('\n');
    }
    text
}

fn sweep_text(figures: &Figures<'_>, parameter: &str, values: &[String]) -> String {
    let Conditions { players, pairings, .. } = figures.conditions;
    let row = |(pairing, tally): (&luozi::arena::matches::Pairing, &Tally)| {
        let (name, opponent) = (format!("{parameter}={}", values[pairing.a]), &players[pairing.b]);
        let Some(score) = tally.pairs.score_interval() else {
            let (score, found, needed) = (score_text(&tally.score), tally.pairs.count(), Pairs::FEWEST);
            return format!("{name:16} against {opponent}: {score}; {found} pairs, {needed} say something\n");
        };
        let [low, estimate, high] = [score.low, score.estimate, score.high].map(|share| 100.0 * share);
        let (elo, games) = (elo_text(tally.elo()), tally.score.games());
        format!("{name:16} against {opponent}: {estimate:5.1} % [{low:.1}, {high:.1}]  Elo {elo}  {games} games\n")
    };
    pairings.iter().zip(&figures.result.tallies).map(row).collect()
}

/// A fault with its board, what the bot wrote to stderr, and the commands that show it.
pub fn fault_text(players: &[String], fault: &FaultRecord, replay: Option<&str>) -> String {
    let FaultRecord { player, move_number, reason, position, command, stderr, .. } = fault;
    let stderr: String = stderr.lines().map(|line| format!("  stderr: {line}\n")).collect();
    let replay = replay.map_or(String::new(), |command| format!("  {command}\n"));
    format!("{}, move {move_number}: {reason}\n{position}\n{stderr}{replay}  {command}\n", players[*player])
}
