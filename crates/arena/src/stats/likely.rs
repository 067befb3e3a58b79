//! How well a sample of pairs agrees with a hypothesis: the most likely distribution of pair results that has a given mean score, or
//! a given effect (mean - 1/2) / deviation, and how much less likely it makes the sample than the sample's own shares.
//!
//! For a mean score this is one equation with one unknown. For an effect it is a search over one number, the deviation. With
//! t > 0 the effect, F(p) = mean - 1/2 - t deviation is the largest, over all d > 0, of the *linear* functions
//!
//! ```text
//! G_d(p) = sum p_i g_i        g_i = a_i (1 + t^2) - t/2 (d (1 + t^2) + a_i^2 / d)        a_i = s_i - 1/2
//! ```
//!
//! among which that of d = deviation touches it. A sample whose effect is above t asks for the best p with F(p) <= 0, which is below
//! all of those planes: the d whose plane alone costs the most is the one. A sample below t asks for F(p) >= 0, above any one of the
//! planes: the d that costs the least. `docs/statistics.md` has the argument.

use super::Pairs;

/// Effects closer to zero than this are zero: no sample tells them apart.
const NO_EFFECT: f64 = 1e-9;

/// Steps of the logarithm of the deviation at which the search looks before it refines.
const COARSE_STEP: f64 = 0.25;

/// The coarse search looks at least this often.
const FEWEST_STEPS: f64 = 12.0;

/// Golden sections of a coarse step; what is left of it is beyond the precision of the loss, which is flat there.
const SECTIONS: u32 = 24;

/// A distribution of pair results under a hypothesis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Likely {
    /// Log-likelihood that it costs for each pair, at least 0.
    pub(super) loss: f64,
    /// The shares of the five results.
    pub(super) shares: [f64; 5],
}

/// Mean and deviation of the score of a pair.
pub(super) fn mean_and_deviation(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(Pairs::SCORES).map(|(p, s)| p * s).sum();
    let variance: f64 = shares.iter().zip(Pairs::SCORES).map(|(p, s)| p * (s - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The most likely shares with that mean score; `None` when no shares have it.
pub(super) fn with_mean(observed: &[f64; 5], mean: f64) -> Option<Likely> {
    on_plane(observed, &Pairs::SCORES.map(|score| score - mean))
}

/// The most likely shares with that effect, which must be finite. All observed shares must be positive.
pub(super) fn with_effect(observed: &[f64; 5], effect: f64) -> Likely {
    if effect < 0.0 {
        let mut mirrored = *observed;
        mirrored.reverse();
        let mut found = with_effect(&mirrored, -effect);
        found.shares.reverse();
        return found;
    }
    let own = Likely { loss: 0.0, shares: *observed };
    if effect < NO_EFFECT {
        return with_mean(observed, 0.5).unwrap_or(own);
    }
    let (mean, deviation) = mean_and_deviation(observed);
    let (lead, stretch) = (mean - 0.5, 1.0 + effect * effect);
    let above = lead > effect * deviation;
    // Step 1. The deviations in question. Above: those whose plane the sample is above of, between the roots of a quadratic. Below:
    // those whose plane has a result with F >= 0 above it, the same roots for three points to one and for four to none.
    let between = |lead: f64, square: f64| {
        let (middle, product) = (lead / effect, square / stretch);
        let most = middle + (middle * middle - product).max(0.0).sqrt();
        [(product / most).ln(), most.ln()]
    };
    let ranges = if above {
        [Some(between(lead, deviation * deviation + lead * lead)), None]
    } else {
        // No pair deviates by more than a half.
        [0.25, 0.5].map(|lead| Some(between(lead, lead * lead).map(|log| log.min(0.5f64.ln()))))
    };
    // Step 2. What one of them costs; what is looked for is the smallest `rank`.
    let touching = |log: f64| {
        let deviation = log.exp();
        let plane = Pairs::SCORES.map(|score| {
            let lead = score - 0.5;
            lead * stretch - 0.5 * effect * (deviation * stretch + lead * lead / deviation)
        });
        let found = on_plane(observed, &plane);
        let rank = found.map_or(f64::INFINITY, |found| if above { -found.loss } else { found.loss });
        (rank, log, found)
    };
    // Step 3. A look at all of them, then golden sections around every one that is better than its neighbours.
    let mut best = (f64::INFINITY, 0.0, None);
    for [first, last] in ranges.into_iter().flatten() {
        let steps = ((last - first) / COARSE_STEP).ceil().max(FEWEST_STEPS);
        let step = (last - first) / steps;
        let looks: Vec<_> = (0..=steps as u32).map(|number| touching(first + step * f64::from(number))).collect();
        for (number, look) in looks.iter().enumerate() {
            let beside = [number.checked_sub(1), number.checked_add(1)].map(|beside| beside.and_then(|i| looks.get(i)));
            if look.0 == f64::INFINITY || beside.iter().flatten().any(|other| other.0 < look.0) {
                continue;
            }
            let found = golden_sections(look.1 - step, look.1 + step, touching);
            for found in [*look, found] {
                if found.0 < best.0 {
                    best = found;
                }
            }
        }
    }
    // Nothing costs anything: the sample has this effect itself.
    best.2.unwrap_or(own)
}

/// The smallest of a function with one smallest value between two places, by the first of what it gives.
fn golden_sections<T: Copy>(mut low: f64, mut high: f64, f: impl Fn(f64) -> (f64, f64, T)) -> (f64, f64, T) {
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let (mut left, mut right) = (f(high - golden * (high - low)), f(low + golden * (high - low)));
    for _ in 0..SECTIONS {
        if left.0 < right.0 {
            (high, right) = (right.1, left);
            left = f(high - golden * (high - low));
        } else {
            (low, left) = (left.1, right);
            right = f(low + golden * (high - low));
        }
    }
    if left.0 < right.0 { left } else { right }
}

/// The most likely shares p with sum p g = 0: p_i = f_i / (1 + x g_i), where x is the root of sum f g / (1 + x g), which falls from
/// infinity to minus infinity between its poles. `None` when no shares lie on the plane.
fn on_plane(observed: &[f64; 5], plane: &[f64; 5]) -> Option<Likely> {
    let largest = plane.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = plane.iter().copied().fold(f64::INFINITY, f64::min);
    if !(smallest < 0.0 && largest > 0.0) {
        return None;
    }
    // Newton's steps, and halves of what is left where they lead out of it.
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope, mut size) = (0.0, 0.0, 0.0);
        for (share, g) in observed.iter().zip(plane) {
            let term = g / (1.0 + x * g);
            value += share * term;
            slope -= share * term * term;
            size += share * term.abs();
        }
        if value.abs() <= 1e-14 * size {
            break;
        }
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - value / slope;
        x = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
    }
    let mut found = Likely { loss: 0.0, shares: *observed };
    for (share, g) in found.shares.iter_mut().zip(plane) {
        found.loss += *share * (x * g).ln_1p();
        *share /= 1.0 + x * g;
    }
    (found.loss.is_finite()).then_some(found)
}

/// The effect on one side of the observed one that costs `loss` for each pair: the end of an interval. Above it when `up`.
pub(super) fn effect_that_costs(observed: &[f64; 5], loss: f64, up: bool) -> f64 {
    let (mean, deviation) = mean_and_deviation(observed);
    let own = (mean - 0.5) / deviation;
    let direction = if up { 1.0 } else { -1.0 };
    // The root of the cost grows nearly in proportion to the distance, so a chord finds where it passes the given one.
    let excess = |distance: f64| with_effect(observed, own + direction * distance).loss.max(0.0).sqrt() - loss.sqrt();
    let mut near = (0.0, -loss.sqrt());
    let mut far = (1.0, excess(1.0));
    while far.1 < 0.0 && far.0 < FARTHEST {
        near = far;
        far = (2.0 * far.0, excess(2.0 * far.0));
    }
    let mut moved_near = None;
    for _ in 0..60 {
        if far.0 - near.0 <= 1e-9 * far.0 || far.1 <= 0.0 {
            break;
        }
        let middle = near.0 + (far.0 - near.0) * near.1 / (near.1 - far.1);
        let value = excess(middle);
        if value.abs() < 1e-9 {
            return own + direction * middle;
        }
        // Illinois: an end that stays twice counts half, so that both ends close in.
        if value < 0.0 {
            near = (middle, value);
            far.1 *= if moved_near == Some(true) { 0.5 } else { 1.0 };
            moved_near = Some(true);
        } else {
            far = (middle, value);
            near.1 *= if moved_near == Some(false) { 0.5 } else { 1.0 };
            moved_near = Some(false);
        }
    }
    own + direction * far.0
}

/// No interval goes farther than this from its estimate, in effects of a pair.
const FARTHEST: f64 = 1024.0;

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    fn shares(counts: [f64; 5]) -> [f64; 5] {
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// Slow twin: every mean on a fine grid, and with it the variance that the effect asks for. Both are linear in the shares, so that
    /// the best shares are found by Newton's steps in two multipliers, and a finer grid is laid around the best mean.
    fn twin(observed: &[f64; 5], effect: f64) -> f64 {
        let most = effect / (2.0 * (1.0 + effect * effect).sqrt());
        let mut leads: Vec<f64> = (1..4000).map(|step| most * f64::from(step) / 4000.0).collect();
        leads.extend((0..600).map(|step| most * (-0.03 * f64::from(step)).exp()));
        leads.extend((0..600).map(|step| most * (1.0 - (-0.03 * f64::from(step)).exp())));
        let mut best = (f64::INFINITY, 0.0);
        for lead in leads {
            best = with_moments(observed, lead, effect)
                .map_or(best, |loss| if loss < best.0 { (loss, lead) } else { best });
        }
        let mut width = best.1 / 50.0;
        for _ in 0..60 {
            let around = [best.1 - width, best.1 - width / 3.0, best.1 + width / 3.0, best.1 + width];
            let before = best;
            for lead in around {
                best = with_moments(observed, lead, effect)
                    .map_or(best, |loss| if loss < best.0 { (loss, lead) } else { best });
            }
            if before == best {
                width *= 0.6;
            }
        }
        best.0
    }

    fn with_moments(observed: &[f64; 5], lead: f64, effect: f64) -> Option<f64> {
        let (mean, variance) = (0.5 + lead, (lead / effect).powi(2));
        let below = (mean * 4.0).floor() / 4.0;
        if !(variance > (mean - below) * (below + 0.25 - mean) && variance < mean * (1.0 - mean)) {
            return None;
        }
        let columns = Pairs::SCORES.map(|score| [score - mean, (score - mean).powi(2) - variance]);
        let value = |x: [f64; 2]| -> f64 {
            let terms = columns.iter().zip(observed).map(|(c, f)| f * (1.0 + x[0] * c[0] + x[1] * c[1]).ln());
            terms.map(|term| if term.is_nan() { f64::NEG_INFINITY } else { term }).sum()
        };
        let mut x = [0.0, 0.0];
        let mut now = 0.0;
        for _ in 0..400 {
            let (mut slope, mut bend) = ([0.0; 2], [[0.0; 2]; 2]);
            for (column, share) in columns.iter().zip(observed) {
                let term = column.map(|c| c / (1.0 + x[0] * column[0] + x[1] * column[1]));
                for i in 0..2 {
                    slope[i] += share * term[i];
                    for j in 0..2 {
                        bend[i][j] += share * term[i] * term[j];
                    }
                }
            }
            let determinant = bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0];
            let step = [
                (slope[0] * bend[1][1] - slope[1] * bend[0][1]) / determinant,
                (slope[1] * bend[0][0] - slope[0] * bend[1][0]) / determinant,
            ];
            let promise = slope[0] * step[0] + slope[1] * step[1];
            if promise.is_nan() || promise.abs() <= 1e-13 {
                break;
            }
            let mut size = 1.0;
            let next = loop {
                let next = [x[0] + size * step[0], x[1] + size * step[1]];
                if value(next) > now || size < 1e-12 {
                    break next;
                }
                size *= 0.5;
            };
            let better = value(next);
            if better.is_nan() || better <= now {
                break;
            }
            (x, now) = (next, better);
        }
        Some(now)
    }

    /// Samples of all kinds: clean sweeps, all drawn, a handful, thousands, lopsided ones.
    fn samples() -> Vec<[f64; 5]> {
        let mut list: Vec<[f64; 5]> = vec![
            [0.0, 0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0, 0.0, 1000.0],
            [3.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 500.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 40.0, 0.0],
            [1.0, 0.0, 0.0, 0.0, 1.0],
            [0.0, 7.0, 0.0, 0.0, 90.0],
            [831.0, 31795.0, 68460.0, 32448.0, 834.0],
        ];
        let mut rng = Rng::seeded(7);
        for _ in 0..12 {
            let size = 10f64.powf(3.0 * rng.unit());
            list.push([0; 5].map(|_: i32| (size * rng.unit().powi(4)).floor()));
        }
        list.retain(|counts| counts.iter().sum::<f64>() > 0.0);
        list.into_iter().map(|counts| shares(counts.map(|count| count.max(1e-3)))).collect()
    }

    #[test]
    fn the_search_agrees_with_its_twin() {
        for observed in samples() {
            for effect in [0.003, 0.05, 0.4, 1.22, 4.07] {
                for effect in [effect, -effect] {
                    let found = with_effect(&observed, effect);
                    let (mean, deviation) = mean_and_deviation(&found.shares);
                    let total: f64 = found.shares.iter().sum();
                    let place = format!("{observed:?}, effect {effect}: {found:?}");
                    assert!((total - 1.0).abs() < 1e-6, "shares add up to {total}: {place}");
                    assert!(
                        ((mean - 0.5) / deviation / effect - 1.0).abs() < 1e-3,
                        "has effect {}: {place}",
                        (mean - 0.5) / deviation
                    );
                    let mut mirrored = observed;
                    mirrored.reverse();
                    let slow = if effect > 0.0 { twin(&observed, effect) } else { twin(&mirrored, -effect) };
                    assert!((found.loss - slow).abs() <= 1e-6 + 1e-4 * slow, "the twin says {slow}: {place}");
                }
            }
        }
    }

    #[test]
    fn a_sample_costs_nothing_under_its_own_effect_and_more_the_farther_away() {
        for observed in samples() {
            let (mean, deviation) = mean_and_deviation(&observed);
            let own = (mean - 0.5) / deviation;
            assert!(with_effect(&observed, own).loss.abs() < 1e-9, "{observed:?}");
            for up in [true, false] {
                let mut before = 0.0;
                for step in 1..40 {
                    let away = 0.002 * 1.35f64.powi(step);
                    let loss = with_effect(&observed, if up { own + away } else { own - away }).loss;
                    assert!(loss >= before - 1e-12, "{observed:?}: {away} away costs {loss}, less away {before}");
                    before = loss;
                }
            }
        }
    }

    #[test]
    fn an_end_costs_what_was_asked() {
        for observed in samples() {
            for loss in [1e-4, 0.01, 0.3] {
                for up in [true, false] {
                    let end = effect_that_costs(&observed, loss, up);
                    let costs = with_effect(&observed, end).loss;
                    let (mean, deviation) = mean_and_deviation(&observed);
                    let far = (end - (mean - 0.5) / deviation).abs() >= 0.999 * FARTHEST;
                    assert!(
                        far || (costs / loss - 1.0).abs() < 1e-4,
                        "{observed:?}, {up}: {end} costs {costs}, not {loss}"
                    );
                }
            }
        }
    }
}
