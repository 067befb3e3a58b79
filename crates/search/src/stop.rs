//! When a search ends: small rules, each asked in turn.
//!
//! The number of simulations is counted exactly, by tickets in [`crate::search`]; the rules here are asked every few
//! simulations by the first thread, and the first reason ends the search for all.

use crate::{Budget, FinalChoice, Params, Purpose};
use luozi_core::StopReason;
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    /// Time since the request.
    pub(crate) elapsed: Duration,
    /// Time since the request when the first simulation began.
    pub(crate) began: Duration,
    /// Simulations of this search.
    pub(crate) visits: u64,
    /// Nodes in the graph.
    pub(crate) nodes: u64,
    /// The moves at the root prove all that is wanted: its result or, in an analysis, that of enough moves.
    pub(crate) proven: bool,
    /// Moves at the root that may still be chosen.
    pub(crate) open_moves: u32,
    /// Visits of the two most visited moves at the root, of all searches.
    pub(crate) top_two: [u32; 2],
}

/// One way to end a search.
pub(crate) trait StopRule: Send + Sync {
    /// The reason to stop, if there is one.
    fn check(&self, progress: &Progress) -> Option<StopReason>;
}

struct Time(Duration);
impl StopRule for Time {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        (progress.elapsed >= self.0).then_some(StopReason::Time)
    }
}

struct Visits(u64);
impl StopRule for Visits {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        (progress.visits >= self.0).then_some(StopReason::Visits)
    }
}

struct Nodes(u64);
impl StopRule for Nodes {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        (progress.nodes >= self.0).then_some(StopReason::Nodes)
    }
}

struct Proven;
impl StopRule for Proven {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        progress.proven.then_some(StopReason::Proven)
    }
}

struct Forced;
impl StopRule for Forced {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        (progress.open_moves == 1).then_some(StopReason::Forced)
    }
}

/// Simulations after which the speed of a search tells how many are still to come. Earlier the estimate is far too
/// low, and a lead that was kept from the search before would end this one at once.
const VISITS_TO_KNOW_THE_SPEED: u64 = 100;

/// The lead of the best move is larger than all simulations that are still to come. Time that would be lost is used up.
struct Settled(Budget);
impl StopRule for Settled {
    fn check(&self, progress: &Progress) -> Option<StopReason> {
        let by_visits = self.0.visits.map(|limit| limit.saturating_sub(progress.visits) as f64);
        let by_time = self.0.time.filter(|_| self.0.time_is_kept).and_then(|limit| {
            let searched = progress.elapsed.saturating_sub(progress.began).as_secs_f64();
            let left = limit.saturating_sub(progress.elapsed).as_secs_f64();
            let known = progress.visits >= VISITS_TO_KNOW_THE_SPEED && searched > 0.0;
            known.then(|| progress.visits as f64 / searched * left)
        });
        let left = by_visits.into_iter().chain(by_time).reduce(f64::min)?;
        let [first, second] = progress.top_two;
        (f64::from(first) > f64::from(second) + left).then_some(StopReason::Settled)
    }
}

/// All rules of one search, in the order they are asked.
pub(crate) fn rules(limits: &Budget, params: &Params, purpose: Purpose) -> Vec<Box<dyn StopRule>> {
    let mut rules: Vec<Box<dyn StopRule>> = vec![Box::new(Proven)];
    if let Some(time) = limits.time {
        rules.push(Box::new(Time(time)));
    }
    if let Some(visits) = limits.visits {
        rules.push(Box::new(Visits(visits)));
    }
    if let Some(nodes) = limits.nodes {
        rules.push(Box::new(Nodes(nodes)));
    }
    // Without a limit somebody is watching or pondering, and wants the search to go on.
    if params.early_stop && purpose == Purpose::Play && *limits != Budget::default() {
        rules.push(Box::new(Forced));
        if params.final_choice == FinalChoice::Visits {
            rules.push(Box::new(Settled(*limits)));
        }
    }
    rules
}

/// The first reason any rule has.
pub(crate) fn first_reason(rules: &[Box<dyn StopRule>], progress: &Progress) -> Option<StopReason> {
    rules.iter().find_map(|rule| rule.check(progress))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn reason(limits: Budget, progress: Progress) -> Option<StopReason> {
        first_reason(&rules(&limits, &Params::default(), Purpose::Play), &progress)
    }

    #[test]
    fn whoever_looks_at_a_search_gets_all_of_it() {
        let settled = Progress { visits: 300, open_moves: 1, top_two: [299, 1], ..Progress::default() };
        let limits = Budget::visits(500);
        for purpose in [Purpose::Study { moves: 0 }, Purpose::Analyse { moves: 5 }] {
            let rules = rules(&limits, &Params::default(), purpose);
            assert_eq!(first_reason(&rules, &settled), None, "{purpose:?}");
            let whole = Progress { visits: 500, ..settled };
            assert_eq!(first_reason(&rules, &whole), Some(StopReason::Visits));
        }
        assert_eq!(reason(limits, settled), Some(StopReason::Forced));
    }

    #[test]
    fn each_limit_stops_and_nothing_else_does() {
        let half_way = Progress { elapsed: MS * 5, visits: 50, nodes: 50, open_moves: 7, ..Progress::default() };
        let limits = Budget { nodes: Some(100), time: Some(MS * 10), ..Budget::visits(100) };
        assert_eq!(reason(limits, half_way), None);
        assert_eq!(reason(limits, Progress { elapsed: MS * 10, ..half_way }), Some(StopReason::Time));
        assert_eq!(reason(limits, Progress { visits: 100, ..half_way }), Some(StopReason::Visits));
        assert_eq!(reason(limits, Progress { nodes: 100, ..half_way }), Some(StopReason::Nodes));
        assert_eq!(reason(limits, Progress { proven: true, ..half_way }), Some(StopReason::Proven));
        assert_eq!(reason(limits, Progress { open_moves: 1, ..half_way }), Some(StopReason::Forced));
        assert_eq!(reason(Budget::default(), Progress { open_moves: 1, ..half_way }), None, "somebody is watching");
    }

    #[test]
    fn a_lead_is_settled_when_the_rest_cannot_close_it() {
        let progress = |first, second| Progress {
            elapsed: MS * 60,
            began: MS * 10,
            visits: 500,
            open_moves: 7,
            top_two: [first, second],
            ..Progress::default()
        };
        // 10 visits a millisecond so far: 400 more until 100 ms.
        let lost = Budget::time(MS * 100);
        let kept = Budget { time_is_kept: true, ..lost };
        assert_eq!(reason(kept, progress(450, 50)), None);
        assert_eq!(reason(kept, progress(451, 50)), Some(StopReason::Settled));
        assert_eq!(reason(lost, progress(451, 50)), None, "the graph grows for the next move");
        assert_eq!(reason(Budget::visits(700), progress(251, 50)), Some(StopReason::Settled));
        assert_eq!(reason(Budget::visits(700), progress(250, 50)), None);
    }

    #[test]
    fn a_lead_kept_from_the_search_before_does_not_end_a_search_that_has_just_begun() {
        let just_begun =
            Progress { elapsed: MS, began: MS / 2, open_moves: 7, top_two: [9000, 10], ..Progress::default() };
        for visits in [0, 1, 99] {
            let limits = Budget { time_is_kept: true, ..Budget::time(MS * 100) };
            assert_eq!(reason(limits, Progress { visits, ..just_begun }), None);
        }
    }
}
