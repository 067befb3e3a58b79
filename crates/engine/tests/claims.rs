//! What an analysis calls certain is so: every proof, every line and every sentence of it against an exact solver of its own, on
//! random positions of all games, with few simulations and with many.

use luozi_core::solve::Limits;
use luozi_core::{Bounds, Player, Rng};
use luozi_engine::analysis::{Analysis, MoveAnalysis, Proven, ProvenResult, proven};
use luozi_engine::review::{Conditions, review};
use luozi_engine::{Ask, Recipe, engine_for, player};
use luozi_games::record::Record;
use luozi_games::{GameKind, Session, Setup, with_built_in};
use luozi_search::{Budget, Purpose};
use std::sync::atomic::AtomicBool;

const SOLVER_BYTES: usize = 8 << 20;
/// Nodes for each move: positions that want more are left out.
const SOLVER_NODES: u64 = 100_000;

/// A game of random moves, without its last ones.
fn by_lot(setup: &Setup, back: u32, rng: &mut Rng) -> Session {
    let mut session = Session::new(setup).unwrap();
    while session.outcome().is_none() {
        let legal = session.legal_indices();
        session.play_index(legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
    for _ in 0..back {
        session.undo();
    }
    session
}

/// The score of every move as the solver knows it, first player's view; `None` if it would take too long.
fn truth(session: &Session) -> Option<Vec<(String, Bounds)>> {
    let mut solver = engine_for(session).unwrap().solver(SOLVER_BYTES).unwrap();
    let limits = Limits::none().nodes(SOLVER_NODES);
    solver.solve(session, &limits, &mut |_| {}).bounds.result()?;
    let known = solver.solve_moves(session, &limits);
    known.iter().all(|(_, bounds)| bounds.result().is_some()).then_some(known)
}

fn result_for(bounds: Bounds, mover: Player) -> ProvenResult {
    match bounds.result().expect("solved") {
        None => ProvenResult::Draw,
        Some(winner) if winner == mover => ProvenResult::Win,
        Some(_) => ProvenResult::Loss,
    }
}

/// A claim against the solver's bounds: the winner, and what is said of the score or of the length.
fn holds(session: &Session, claim: Proven, bounds: Bounds, what: &str) {
    let mover = session.to_move();
    assert_eq!(claim.result(), result_for(bounds, mover), "{what}: {claim:?}, {bounds:?}\n{}", session.position_text());
    let exact = with_built_in!(session, rules, position => proven(rules, position, bounds, mover));
    match (claim, exact.unwrap()) {
        (Proven::Score { score }, Proven::Score { score: exact }) => assert_eq!(score, exact, "{what}"),
        (Proven::Result { plies: Some(plies), .. }, Proven::Result { plies: Some(exact), .. }) => {
            assert_eq!(plies, exact, "{what}: {:?}\n{}", session.moves(), session.position_text());
        }
        _ => {}
    }
}

/// The sentences about a move that claim something about results.
fn sentences_hold(told: &MoveAnalysis, known: &[(String, Bounds)], mover: Player) {
    let result = |mv: &str| result_for(known.iter().find(|(text, _)| text == mv).unwrap().1, mover);
    let own = result(&told.mv);
    let others = |wanted: &dyn Fn(ProvenResult) -> bool| {
        known.iter().filter(|(text, _)| *text != told.mv).all(|(text, _)| wanted(result(text)))
    };
    for remark in &told.why {
        let true_one = match remark.word.as_str() {
            "only-win" => own == ProvenResult::Win && others(&|other| other != ProvenResult::Win),
            "only-draw" => own == ProvenResult::Draw && others(&|other| other == ProvenResult::Loss),
            "draws" => own == ProvenResult::Draw && others(&|other| other != ProvenResult::Win),
            "wins" | "won" => own == ProvenResult::Win,
            "loses" | "lost" => own == ProvenResult::Loss,
            "resists" => own == ProvenResult::Loss && others(&|other| other == ProvenResult::Loss),
            "score" => ProvenResult::of(remark.args["score"].parse().unwrap()) == own,
            _ => true,
        };
        assert!(true_one, "{remark:?} of {told:?}\n{known:?}");
    }
}

/// Everything that an analysis says about a position, against the truth.
fn analysis_holds(session: &Session, analysis: &Analysis, known: &[(String, Bounds)], what: &str) {
    let mover = session.to_move();
    let of = |mv: &str| known.iter().find(|(text, _)| text == mv).expect("a legal move").1;
    let best = known.iter().map(|(_, bounds)| *bounds).max_by_key(|bounds| result_for(*bounds, mover).value() as i8);
    if let Some(claim) = analysis.proven {
        assert_eq!(claim.result(), result_for(best.unwrap(), mover), "{what}: the position is {claim:?}");
        assert_eq!(analysis.value, Some(claim.result().value()), "{what}");
        assert_eq!(result_for(of(&analysis.best), mover), claim.result(), "{what}: {} gives it away", analysis.best);
    }
    assert_eq!(analysis.moves.first().map(|told| &told.mv), Some(&analysis.best), "{what}");
    let mut named: Vec<&String> = analysis.moves.iter().map(|told| &told.mv).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named.len(), analysis.moves.len(), "{what}: a move is told twice");
    for told in &analysis.moves {
        let what = format!("{what}, {}", told.mv);
        match told.proven {
            Some(claim) => {
                holds(session, claim, of(&told.mv), &what);
                assert_eq!(told.value, Some(claim.result().value()), "{what}");
            }
            None => {
                assert!(told.value.is_none() || told.visits > 0, "{what}: {told:?}");
                assert!(told.value.is_none_or(|value| value.abs() <= 1.0), "{what}");
            }
        }
        sentences_hold(told, known, mover);
        let mut line = session.clone();
        for mv in &told.pv {
            line.play(mv).unwrap_or_else(|e| panic!("{what}: the line {:?} cannot be played: {e}", told.pv));
        }
        assert_eq!(told.pv.first(), Some(&told.mv), "{what}");
    }
    if let Some(lost) =
        analysis.moves.iter().position(|told| told.proven.is_some_and(|claim| claim.result() == ProvenResult::Loss))
    {
        let later = &analysis.moves[lost..];
        assert!(
            later.iter().all(|told| told.proven.is_some_and(|claim| claim.result() == ProvenResult::Loss)),
            "{what}"
        );
    }
}

/// Positions of random games up to so many plies before their end, analysed with each number of simulations; the fewest positions
/// that must have been compared.
fn check(setup: &Setup, most_back: u32, positions: u64, least: usize) {
    let recipe = Recipe::flagship(setup.kind());
    let mut seat = None;
    let mut compared = 0;
    for seed in 0..positions {
        let mut rng = Rng::seeded(seed);
        let back = 1 + rng.below(most_back);
        let session = by_lot(setup, back, &mut rng);
        let Some(known) = truth(&session) else { continue };
        let player = seat.get_or_insert_with(|| player(&session, &recipe).unwrap());
        for (visits, moves) in [(1, u32::MAX), (7, 5), (40, 3)] {
            let purpose = Purpose::Analyse { moves };
            let ask = Ask { purpose, ..Ask::new(Budget::visits(visits)) };
            let mut analysis = player.think(&session, ask).unwrap();
            analysis.give_remarks(&session, usize::MAX);
            let what = format!("{setup}, seed {seed}, {:?}, {visits} simulations", session.moves().join(" "));
            analysis_holds(&session, &analysis, &known, &what);
        }
        compared += 1;
    }
    assert!(compared >= least, "{setup}: only {compared} positions");
}

#[test]
fn connect4() {
    check(&Setup::standard(GameKind::CONNECT4), 12, 100, 60);
    let walls = [(0, 0), (3, 2), (3, 3), (5, 6)].map(|(row, col)| luozi_games::connect4::Cell { row, col });
    check(&Setup::board(GameKind::CONNECT4, 6, 8).forbidding(walls), 10, 20, 10);
    check(&Setup::board(GameKind::CONNECT4, 9, 10), 6, 10, 4);
}

#[test]
fn reversi() {
    check(&Setup::standard(GameKind::REVERSI), 12, 100, 80);
    check(&Setup::board(GameKind::REVERSI, 6, 6), 16, 20, 15);
    check(&Setup::board(GameKind::REVERSI, 4, 4), 10, 20, 15);
}

#[test]
fn nogo() {
    check(&Setup::standard(GameKind::NOGO), 14, 100, 60);
    check(&Setup::board(GameKind::NOGO, 4, 5), 12, 20, 15);
    check(&Setup::board(GameKind::NOGO, 1, 9), 5, 6, 5);
}

/// Judgements of whole games: what is called proven about a played or a best move is so.
#[test]
fn reviews() {
    let mut compared = 0;
    for (setup, from) in [
        (Setup::standard(GameKind::CONNECT4), 12),
        (Setup::standard(GameKind::REVERSI), 50),
        (Setup::board(GameKind::REVERSI, 4, 4), 2),
        (Setup::standard(GameKind::NOGO), 56),
        (Setup::board(GameKind::NOGO, 4, 4), 4),
    ] {
        for seed in 0..2 {
            let game = by_lot(&setup, 0, &mut Rng::seeded(seed));
            let recipe = Recipe::flagship(setup.kind());
            let stop = AtomicBool::new(false);
            let (limits, solver_nodes) = (Budget::visits(20), 20_000);
            let conditions = Conditions {
                recipe: &recipe,
                limits,
                candidates: 3,
                solver_nodes,
                solver_bytes: 16 << 20,
                stop: &stop,
            };
            let judged = review(&Record::of(&game), &conditions, &mut |_| {}).unwrap();
            let mut session = Session::new(&setup).unwrap();
            for (mv, judged) in game.moves().iter().zip(&judged.moves) {
                if session.moves().len() >= from
                    && let Some(known) = truth(&session)
                {
                    let what = format!("{setup}, seed {seed}, ply {}", judged.ply);
                    let mover = session.to_move();
                    let of = |mv: &str| known.iter().find(|(text, _)| text == mv).expect("a legal move").1;
                    let best = known.iter().map(|(_, bounds)| result_for(*bounds, mover).value() as i8).max().unwrap();
                    if let Some(claim) = judged.played.proven {
                        holds(&session, claim, of(mv), &format!("{what}, played"));
                    }
                    if let Some(claim) = judged.best.proven {
                        holds(&session, claim, of(&judged.best.mv), &format!("{what}, best"));
                        assert_eq!(
                            claim.result().value() as i8,
                            best,
                            "{what}: there is better than {}",
                            judged.best.mv
                        );
                    }
                    compared += 1;
                }
                session.play(mv).unwrap();
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
