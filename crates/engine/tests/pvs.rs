//! Principal-variation search of Reversi: what it must agree with.

use luozi_core::{Game, MoveList, Notation, Player, Rng};
use luozi_engine::pvs::{Found, Iteration, Pvs, SURE, usual_plan};
use luozi_engine::{Engine, Recipe, own_moves_left};
use luozi_eval::mosaic::{Indices, Mosaic, MosaicWeights};
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Position, Rules, Scoring, squares};
use luozi_games::{GameKind, Session, Setup};
use luozi_search::{Budget, Clock, Purpose, Request, StopReason, TimeControl, Watch};
use luozi_solve::reversi::ReversiSolver;
use luozi_solve::{Limits, Solver};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

fn rules() -> Rules {
    Rules::new(8, Scoring::EmptiesToWinner).unwrap()
}

fn mosaic() -> Arc<Mosaic> {
    Arc::new(Mosaic::new(&MosaicWeights::read(luozi_eval::shipped::REVERSI_MOSAIC.data().unwrap()).unwrap()))
}

/// Where random games stand with so many empty squares and somebody who can place a disc.
fn positions(empties: u32, count: usize, seed: u64) -> Vec<Position> {
    let (rules, mut rng, mut moves, mut found) = (rules(), Rng::seeded(seed), MoveList::new(), Vec::new());
    while found.len() < count {
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() && rules.empties(&position).count_ones() > empties {
            rules.legal_moves(&position, &mut moves);
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
        if rules.outcome(&position).is_none() && rules.placements(&position) != 0 {
            found.push(position);
        }
    }
    found
}

/// Plain minimax over the same evaluation: no table, no order, no window.
fn minimax(mosaic: &Mosaic, own: u64, opponent: u64, depth: u32) -> i32 {
    let moves = PORTABLE.moves(own, opponent);
    if depth == 0 {
        let units = mosaic.units(PORTABLE, &Indices::of(own, opponent), own, opponent);
        let most = 63 * UNITS_PER_DISC;
        return units.clamp(-most, most);
    }
    if moves == 0 {
        if PORTABLE.moves(opponent, own) == 0 {
            return i32::from(rules().final_score(own, opponent)) * UNITS_PER_DISC;
        }
        return -minimax(mosaic, opponent, own, depth);
    }
    let after = |square: luozi_games::reversi::Square| {
        let flips = PORTABLE.flips(square, own, opponent);
        if flips == opponent {
            return 64 * UNITS_PER_DISC;
        }
        -minimax(mosaic, opponent ^ flips, own ^ flips ^ square.bit(), depth - 1)
    };
    squares(moves).map(after).max().unwrap()
}

fn search(pvs: &mut Pvs, position: &Position, plan: impl Iterator<Item = Iteration>) -> Found {
    pvs.search(position.own(), position.opponent(), plan, &Limits::none(), 1, &mut |_| true)
}

#[test]
fn without_cuts_that_may_be_wrong_it_finds_the_value_of_plain_minimax() {
    let (mosaic, mut checked) = (mosaic(), 0);
    for (empties, depth) in [(54, 4), (40, 4), (30, 3), (20, 4), (14, 4)] {
        for position in positions(empties, 40, u64::from(empties)) {
            let mut pvs = Pvs::new(Arc::clone(&mosaic), 1 << 20);
            let found = search(&mut pvs, &position, std::iter::once(Iteration { depth, surety: SURE }));
            let expected = minimax(&mosaic, position.own(), position.opponent(), depth);
            assert_eq!(found.units(), expected, "depth {depth}\n{}", rules().position_text(&position));
            checked += 1;
        }
    }
    assert_eq!(checked, 200);
}

#[test]
fn the_last_iteration_proves_what_the_solver_proves() {
    let (mosaic, rules) = (mosaic(), rules());
    let mut solver = ReversiSolver::new(&rules, 1 << 20);
    let mut pvs = Pvs::new(mosaic, 1 << 20);
    for empties in [3, 7, 10, 12, 14] {
        for position in positions(empties, 12, 77 + u64::from(empties)) {
            let found = search(&mut pvs, &position, usual_plan(rules.empties(&position).count_ones()));
            let exact = solver.solve(&position, &Limits::none(), &mut |_| {}).bounds.solved().unwrap();
            assert!(found.proven());
            let score = exact.seen_by(rules.to_move(&position));
            assert_eq!(found.units(), i32::from(score) * UNITS_PER_DISC, "{}", rules.position_text(&position));
            let mut after = position;
            rules.play(&mut after, found.moves[0].square).unwrap();
            let kept = match rules.outcome(&after) {
                Some(score) => score,
                None => solver.solve(&after, &Limits::none(), &mut |_| {}).bounds.solved().unwrap(),
            };
            assert_eq!(kept, exact, "the move keeps the score");
        }
    }
}

#[test]
fn the_same_question_after_a_reset_is_the_same_search() {
    let mut pvs = Pvs::new(mosaic(), 1 << 20);
    let plan = || (1..=7).map(|depth| Iteration { depth, surety: 0 });
    for position in positions(35, 4, 5) {
        pvs.reset();
        let first = search(&mut pvs, &position, plan());
        pvs.reset();
        let again = search(&mut pvs, &position, plan());
        assert_eq!((first.units(), first.nodes, first.evaluations), (again.units(), again.nodes, again.evaluations));
    }
}

#[test]
fn limits_hold_and_lines_are_legal() {
    let rules = Rules::standard();
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    for position in positions(40, 5, 9) {
        let clock = Instant::now();
        let report = engine.think(&position, Request::new(Budget::visits(200), &clock));
        assert!(report.nodes <= 21_100, "{} nodes for 200 simulations of a hundred", report.nodes);
        assert_eq!(report.visits, report.nodes.div_ceil(100));
        assert_eq!(report.candidates.len() as u32, rules.placements(&position).count_ones());
        for candidate in &report.candidates {
            let mut at = position;
            candidate.line.iter().for_each(|&mv| rules.play(&mut at, mv).unwrap());
        }
    }
}

/// Moves that the opponent answers by turning over every disc, in positions with other moves.
#[test]
fn a_wipe_out_two_moves_away_is_seen() {
    let rules = Rules::standard();
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    let mut wiped_out = 0;
    for position in (46..=53).flat_map(|empties| positions(empties, 2000, 3)) {
        let loses_all = |mv| {
            let mut after = position;
            rules.play_unchecked(&mut after, mv);
            let (own, opponent) = (after.own(), after.opponent());
            squares(rules.placements(&after)).any(|reply| PORTABLE.flips(reply, own, opponent) == opponent)
        };
        let moves: Vec<_> = squares(rules.placements(&position)).collect();
        if moves.iter().any(|&mv| loses_all(mv)) && !moves.iter().all(|&mv| loses_all(mv)) {
            let clock = Instant::now();
            let report = engine.think(&position, Request::new(Budget::visits(50), &clock));
            assert!(!loses_all(report.best()), "{}", rules.position_text(&position));
            wiped_out += 1;
        }
    }
    assert!(wiped_out >= 3, "{wiped_out} positions with such a trap");
}

/// A game that a graph search with 0.1 s a move once threw away: White's e3 leaves a single disc after g3.
#[test]
fn the_flagship_does_not_walk_into_a_massacre() {
    let rules = Rules::standard();
    let mut position = rules.initial();
    for mv in rules.parse_moves(&position, "f5d6c3f3c5e6d3g5h5f4d7").unwrap() {
        rules.play(&mut position, mv).unwrap();
    }
    let trap = rules.parse_move("e3").unwrap();
    let mut after = position;
    rules.play(&mut after, trap).unwrap();
    rules.play(&mut after, rules.parse_move("g3").unwrap()).unwrap();
    assert_eq!(after.own().count_ones(), 1, "what the trap is");
    let mut recipe = Recipe::flagship(GameKind::REVERSI);
    recipe.set("memory_mb", "8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    for visits in [5, 50, 500, 5_000] {
        engine.reset();
        let clock = Instant::now();
        let report = engine.think(&position, Request::new(Budget::visits(visits), &clock));
        assert_ne!(report.best(), trap, "{visits} simulations");
    }
}

#[test]
fn several_threads_prove_what_one_proves() {
    let (mosaic, rules) = (mosaic(), rules());
    let (mut one, mut three) = (Pvs::new(Arc::clone(&mosaic), 1 << 20), Pvs::new(mosaic, 1 << 20));
    three.set_threads(3);
    for position in positions(15, 8, 21) {
        let plan = || usual_plan(rules.empties(&position).count_ones());
        let (alone, together) = (search(&mut one, &position, plan()), search(&mut three, &position, plan()));
        assert!(together.proven() && together.nodes > 0);
        assert_eq!(together.units(), alone.units(), "{}", rules.position_text(&position));
    }
}

/// Whoever watches hears of the search while it runs, can stop it, and changes nothing but its path.
#[test]
fn a_watched_search_tells_what_it_knows_and_goes_on() {
    let rules = Rules::standard();
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    let position = positions(16, 1, 4)[0];
    let clock = Instant::now();
    let alone = engine.think(&position, Request::new(Budget::default(), &clock));
    assert_eq!(alone.stopped, Some(StopReason::Proven));
    engine.reset();
    let (mut told, mut nodes) = (0, 0);
    let mut tell = |report: &luozi_search::Report<_>| {
        assert!(report.nodes >= nodes && !report.candidates.is_empty());
        (told, nodes) = (told + 1, report.nodes);
    };
    let clock = Instant::now();
    let mut request = Request::new(Budget::default(), &clock);
    request.watch = Some(Watch { every: Duration::from_millis(2), tell: &mut tell });
    let watched = engine.think(&position, request);
    assert_eq!((watched.stopped, watched.bounds), (alone.stopped, alone.bounds));
    assert!(told > 0 || watched.elapsed < Duration::from_millis(20), "{told} reports in {:?}", watched.elapsed);
}

/// A clock on which every look takes a millisecond.
#[derive(Default)]
struct ByLooks(AtomicU32);

impl Clock for ByLooks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed).into())
    }
}

/// Time that would be lost is used up; where it is kept for later moves, no iteration is begun that would hardly end.
#[test]
fn time_that_is_kept_is_not_spent_on_half_an_iteration() {
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(Rules::standard(), &recipe).unwrap();
    let second = Duration::from_secs(1);
    let mut settled = 0;
    for position in positions(40, 6, 9) {
        for time_is_kept in [false, true] {
            engine.reset();
            let clock = ByLooks::default();
            let budget = Budget { time_is_kept, ..Budget::time(second) };
            let report = engine.think(&position, Request::new(budget, &clock));
            match report.stopped {
                Some(StopReason::Time) => assert!(report.elapsed >= second),
                Some(StopReason::Settled) => {
                    assert!(time_is_kept && report.elapsed > second / 2 && report.elapsed < second);
                    settled += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(settled > 0);
}

/// The clock of a game lasts to its end, and most of it is spent before the ending.
#[test]
fn a_games_clock_is_spent_before_the_ending() {
    let minute = Duration::from_secs(60);
    let control = TimeControl::Clock { base: minute, increment: Duration::ZERO };
    let (mut left, mut before) = (minute, minute);
    let (mut session, mut rng) = (Session::new(&Setup::standard(GameKind::REVERSI)).unwrap(), Rng::seeded(8));
    while session.outcome().is_none() {
        if session.to_move() == Player::First {
            left = control.after(left, control.budget(left, own_moves_left(&session)).time.unwrap());
        }
        if session.moves().len() == 40 {
            before = left;
        }
        let moves = session.legal_moves();
        session.play(&moves[rng.below(moves.len() as u32) as usize]).unwrap();
    }
    assert!(left > Duration::ZERO && before < minute / 5, "{before:?} after 40 moves, {left:?} at the end");
}

/// In an analysis that is watched all nodes are somebody's, those of iterations that were broken off too, and the moves that have a
/// value stand by it, since all were searched equally deep.
#[test]
fn an_analysis_counts_all_nodes_and_lists_moves_by_value() {
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(Rules::standard(), &recipe).unwrap();
    for position in positions(40, 4, 6) {
        engine.reset();
        let (mut told, clock) = (0, Instant::now());
        let mut tell = |_: &luozi_search::Report<_>| told += 1;
        let mut request = Request::new(Budget::visits(5_000), &clock);
        request.purpose = Purpose::Analyse { moves: 5 };
        request.watch = Some(Watch { every: Duration::from_millis(2), tell: &mut tell });
        let report = engine.think(&position, request);
        let values: Vec<f64> =
            report.candidates.iter().filter_map(|candidate| candidate.value).map(|value| value.0).collect();
        assert!(values.is_sorted_by(|a, b| a >= b) && values.len() >= 5, "{values:?}");
        let of_moves: u64 = report.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        assert!(told > 0 && 10 * of_moves >= 9 * report.visits, "{of_moves} of {} visits", report.visits);
    }
}

/// Where the search has proven who wins, an analysis goes on to the exact score of every move; cut short, it leads with a move that
/// has the result of the position.
#[test]
fn an_analysis_of_an_ending_ends_with_the_score_of_every_move() {
    let rules = Rules::standard();
    let mut solver = ReversiSolver::new(&rules, 1 << 20);
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    for position in positions(13, 6, 8) {
        let exact = solver.solve(&position, &Limits::none(), &mut |_| {}).bounds.solved().unwrap();
        for visits in [Some(20), Some(200), Some(1_000), None] {
            engine.reset();
            let clock = Instant::now();
            let budget = Budget { visits, ..Budget::default() };
            let mut tell = |_: &luozi_search::Report<_>| {};
            let mut request = Request::new(budget, &clock);
            request.purpose = Purpose::Analyse { moves: 5 };
            request.watch = Some(Watch { every: Duration::from_millis(2), tell: &mut tell });
            let report = engine.think(&position, request);
            let best = &report.candidates[0];
            assert!(best.value.is_some(), "the first move has no value after {visits:?}: {:?}", report.candidates);
            match report.bounds.result() {
                Some(result) => assert_eq!((result, best.bounds.result()), (exact.winner(), Some(exact.winner()))),
                None => assert!(visits.is_some() && report.value.0.abs() < 1.0, "{report:?}"),
            }
            if visits.is_none() {
                assert_eq!(report.bounds.solved(), Some(exact));
                for candidate in &report.candidates {
                    let mut after = position;
                    rules.play(&mut after, candidate.mv).unwrap();
                    let score = match rules.outcome(&after) {
                        Some(score) => score,
                        None => solver.solve(&after, &Limits::none(), &mut |_| {}).bounds.solved().unwrap(),
                    };
                    assert_eq!(candidate.bounds.solved(), Some(score), "{:?}", candidate.mv);
                }
            }
        }
    }
}

/// Among moves that all lose, or all win, the one with the best score is played, by every player of the game that searches.
#[test]
fn endings_are_lost_by_little_and_won_by_much() {
    let rules = rules();
    let mut solver = ReversiSolver::new(&rules, 1 << 20);
    for words in ["pvs-reversi", "pattern-reversi", "net-reversi", "classic-reversi"] {
        let recipe = Recipe::parse(GameKind::REVERSI, &format!("{words},memory_mb=8")).unwrap();
        let mut engine = Engine::new(rules, &recipe).unwrap();
        for position in positions(8, 12, 31) {
            let clock = Instant::now();
            let report = engine.think(&position, Request::new(Budget::visits(3_000), &clock));
            let best = &report.candidates[0];
            assert!(
                best.visits > 0 || best.bounds.solved().is_some(),
                "{words} lists a move first that nobody looked at"
            );
            let exact = solver.solve(&position, &Limits::none(), &mut |_| {}).bounds.solved().unwrap();
            let mut after = position;
            rules.play(&mut after, report.best()).unwrap();
            let kept = match rules.outcome(&after) {
                Some(score) => score,
                None => solver.solve(&after, &Limits::none(), &mut |_| {}).bounds.solved().unwrap(),
            };
            assert_eq!(kept, exact, "{words}\n{}", rules.position_text(&position));
        }
    }
}

/// A position in which the mover must pass is worth what it is worth after the pass.
#[test]
fn a_pass_has_the_value_of_what_follows() {
    let (rules, mut rng, mut moves) = (rules(), Rng::seeded(12), MoveList::new());
    let recipe = Recipe::parse(GameKind::REVERSI, "pvs-reversi,memory_mb=8").unwrap();
    let mut engine = Engine::new(rules, &recipe).unwrap();
    let mut checked = 0;
    while checked < 4 {
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            rules.legal_moves(&position, &mut moves);
            if rules.placements(&position) == 0 && (10..=30).contains(&rules.empties(&position).count_ones()) {
                let mut think = |at: &Position| {
                    let clock = Instant::now();
                    let mut request = Request::new(Budget::visits(50), &clock);
                    request.purpose = Purpose::Study { moves: 0 };
                    engine.think(at, request)
                };
                let mut after = position;
                rules.play_unchecked(&mut after, moves[0]);
                let (before, after) = (think(&position), think(&after));
                assert_eq!(before.to_move, after.to_move.other());
                assert!((before.value.0 + after.value.0).abs() < 0.2, "{:?} {:?}", before.value, after.value);
                assert_eq!(before.candidates.len(), 1);
                assert_eq!(before.candidates[0].value, Some(before.value));
                assert!(before.candidates[0].line.len() > 1);
                checked += 1;
            }
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}
