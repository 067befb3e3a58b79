//! How hard puzzles are, from who solved them: each level has an ability and each puzzle a difficulty, and a level solves a puzzle as
//! often as a player beats another one whose ratings are so far apart.
//!
//! The ratings are the most likely ones under a normal prior, found by Newton's steps in turn. They are anchored at the
//! levels' mean, [`MEAN`].

/// The mean rating of the levels.
pub const MEAN: f64 = 1500.0;
/// Deviation of the prior: what nobody or everybody solves stays within sight.
const DEVIATION: f64 = 600.0;
/// One Elo in natural logarithms.
const ELO: f64 = std::f64::consts::LN_10 / 400.0;
const ROUNDS: usize = 200;

/// The ratings of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Of each level, in the order of the columns.
    pub levels: Vec<f64>,
    /// Of each puzzle, in the order of the rows.
    pub puzzles: Vec<f64>,
}

/// The ratings that explain a table best: a row for each puzzle, a column for each level, hits and tries in each place.
pub fn fit(table: &[Vec<(u32, u32)>]) -> Ratings {
    let columns = table.first().map_or(0, Vec::len);
    let (mut levels, mut puzzles) = (vec![0.0; columns], vec![0.0; table.len()]);
    for _ in 0..ROUNDS {
        for (row, own) in table.iter().zip(&mut puzzles) {
            let met = row.iter().zip(&levels).map(|(&(hits, tries), &level)| (tries - hits, tries, level));
            *own = stepped(*own, met);
        }
        for (column, own) in levels.iter_mut().enumerate() {
            let met = table.iter().zip(&puzzles).map(|(row, &puzzle)| (row[column].0, row[column].1, puzzle));
            *own = stepped(*own, met);
        }
    }
    let shift = MEAN - levels.iter().sum::<f64>() / columns.max(1) as f64;
    let shifted = |values: Vec<f64>| values.into_iter().map(|value| value + shift).collect();
    Ratings { levels: shifted(levels), puzzles: shifted(puzzles) }
}

/// One step of a rating towards its most likely value, given wins out of meetings with others of known ratings.
fn stepped(own: f64, met: impl Iterator<Item = (u32, u32, f64)>) -> f64 {
    let prior = 1.0 / (DEVIATION * DEVIATION);
    let (mut slope, mut bend) = (-own * prior, prior);
    for (wins, meetings, other) in met {
        let expected = 1.0 / (1.0 + libm::exp(ELO * (other - own)));
        slope += ELO * (f64::from(wins) - f64::from(meetings) * expected);
        bend += ELO * ELO * f64::from(meetings) * expected * (1.0 - expected);
    }
    own + (slope / bend).clamp(-400.0, 400.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harder_puzzle_and_the_better_level_have_more() {
        // Levels 0 to 3 solve puzzle p when they are at least p, three times out of three.
        let table: Vec<Vec<(u32, u32)>> =
            (0..5).map(|p| (0..4).map(|level| (if level >= p { 3 } else { 0 }, 3)).collect()).collect();
        let Ratings { levels, puzzles } = fit(&table);
        assert!(levels.is_sorted_by(|a, b| a < b) && puzzles.is_sorted_by(|a, b| a < b), "{levels:?} {puzzles:?}");
        assert!((levels.iter().sum::<f64>() / 4.0 - MEAN).abs() < 1e-6);
        assert!(puzzles.iter().chain(&levels).all(|rating| (0.0..3000.0).contains(rating)));
    }

    #[test]
    fn even_results_are_even_ratings() {
        let Ratings { levels, puzzles } = fit(&vec![vec![(1, 2); 3]; 4]);
        assert!(levels.iter().chain(&puzzles).all(|rating| (rating - MEAN).abs() < 1e-6));
        assert_eq!(fit(&[]), Ratings { levels: Vec::new(), puzzles: Vec::new() });
    }
}
