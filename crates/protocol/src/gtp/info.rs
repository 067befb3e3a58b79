//! What an engine says while it analyses, in the two forms that graphical boards read.
//!
//! ```text
//! lz-analyze     info move D4 visits 120 winrate 5230 prior 811 order 0 pv D4 E5 info move E5 ...
//! kata-analyze   info move D4 visits 120 winrate 0.523 scoreLead 1.2 prior 0.0811 order 0 pv D4 E5 info move ...
//! ```
//!
//! All candidates stand in one line, best first. Everything is from the view of the side to move.

use std::fmt::Write;

/// One of the two forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoForm {
    /// Leela Zero's: probabilities as whole ten-thousandths, no score.
    Leela,
    /// KataGo's: probabilities in 0 to 1, with the score.
    Kata,
}

/// What one line of an analysis says about one candidate move.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The move as a vertex of the dialect.
    pub vertex: String,
    /// Simulations through it.
    pub visits: u32,
    /// Expected result, 0 (loss) to 1 (win).
    pub winrate: f64,
    /// Expected lead in the game's own points.
    pub score_lead: f64,
    /// Prior probability, 0 to 1.
    pub prior: f64,
    /// The expected continuation, this move first, as vertices.
    pub line: Vec<String>,
}

/// Longest continuation that a line shows, in plies.
const LINE_PLIES: usize = 15;

/// The line about all candidates, best first; without a line break.
///
/// ```
/// use luozi_protocol::gtp::{Info, InfoForm, info_line};
///
/// let best = Info {
///     vertex: "D4".into(),
///     visits: 120,
///     winrate: 0.523,
///     score_lead: 1.25,
///     prior: 0.0811,
///     line: vec!["D4".into(), "E5".into()],
/// };
/// assert_eq!(
///     info_line(InfoForm::Leela, &[best]),
///     "info move D4 visits 120 winrate 5230 prior 811 order 0 pv D4 E5"
/// );
/// ```
pub fn info_line(form: InfoForm, candidates: &[Info]) -> String {
    let mut text = String::new();
    for (order, info) in candidates.iter().enumerate() {
        let Info { vertex, visits, winrate, score_lead, prior, line } = info;
        let blank = if order == 0 { "" } else { " " };
        let written = match form {
            InfoForm::Leela => {
                let whole = |share: &f64| (share * 10_000.0).round() as i64;
                let (winrate, prior) = (whole(winrate), whole(prior));
                write!(text, "{blank}info move {vertex} visits {visits} winrate {winrate} prior {prior}")
            }
            // Boards take a number with a point for a share: it is always written.
            InfoForm::Kata => write!(
                text,
                "{blank}info move {vertex} visits {visits} winrate {winrate:.6} scoreLead {score_lead:.2} prior {prior:.6}"
            ),
        };
        let shown = &line[..line.len().min(LINE_PLIES)];
        written.and_then(|()| write!(text, " order {order} pv {}", shown.join(" "))).expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_follow_each_other_in_one_bounded_line() {
        let info = |vertex: &str, winrate, plies: usize| Info {
            vertex: vertex.into(),
            visits: 7,
            winrate,
            score_lead: -2.0,
            prior: 0.5,
            line: vec![vertex.into(); plies],
        };
        let line = info_line(InfoForm::Kata, &[info("A1", 1.0, 1), info("B2", 0.0, 64)]);
        assert!(line.starts_with(
            "info move A1 visits 7 winrate 1.000000 scoreLead -2.00 prior 0.500000 order 0 pv A1 info move B2 visits 7 "
        ));
        assert!(line.contains("winrate 0.000000 ") && line.contains(" order 1 pv B2"));
        assert_eq!(line.matches("B2").count(), 1 + LINE_PLIES);
        assert_eq!(info_line(InfoForm::Leela, &[]), "");
    }
}
