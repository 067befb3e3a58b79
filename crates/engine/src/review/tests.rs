//! Games whose losing moves are known.

use super::*;
use luozi_games::{GameKind, Setup, with_built_in};
use std::sync::atomic::Ordering;

fn record(setup: Setup, moves: &str) -> Record {
    let mut record = Record::new(setup).unwrap();
    record.add_moves(NodeId::ROOT, moves).unwrap();
    record.settle();
    record
}

fn judge(record: &Record, visits: u64, solver_nodes: u64) -> Review {
    let recipe = Recipe::flagship(record.setup().kind());
    let stop = AtomicBool::new(false);
    let (limits, solver_bytes) = (Budget::visits(visits), 16 << 20);
    let conditions = Conditions { recipe: &recipe, limits, candidates: 3, solver_nodes, solver_bytes, stop: &stop };
    let mut told = Vec::new();
    let review = review(record, &conditions, &mut |progress| told.push(progress)).unwrap();
    let total = record.tree().main_line().count() + 1;
    assert_eq!(told.last(), Some(&Progress { done: total, total }));
    assert_eq!(review.moves.len() + 1, total);
    review
}

#[test]
fn the_move_that_leaves_a_win_open_is_the_losing_one() {
    // Two stones beside each other in the bottom row, and the second player leaves them alone.
    let record = record(Setup::board(GameKind::CONNECT4, 4, 7), "4 4 3 3 5 1 2");
    for solver_nodes in [0, 1_000_000] {
        let review = judge(&record, 200, solver_nodes);
        let losing: Vec<usize> = review.losing_moves().map(|judged| judged.ply).collect();
        assert_eq!(losing.last(), Some(&4), "{solver_nodes}: {:?}", review.moves);
        let move4 = review.first_losing_move(Some(Player::Second)).unwrap();
        assert_eq!((move4.ply, move4.played.mv.as_str(), move4.glyph), (4, "3", Some(Glyph::Blunder)));
        assert_eq!(move4.played.proven.unwrap().to_string(), "loss in 4");
        assert_eq!(review.costliest_move(Some(Player::Second)), Some(move4));
        let last = review.moves.last().unwrap();
        assert_eq!((last.played.proven.unwrap().to_string().as_str(), last.loss), ("win in 1", 0.0));
    }
}

#[test]
fn values_never_fall_below_what_followed() {
    for kind in GameKind::BUILT_IN {
        let (rows, cols) =
            [(5, 6), (6, 6), (4, 4)][GameKind::BUILT_IN.iter().position(|known| *known == kind).unwrap()];
        let setup = Setup::board(kind, rows, cols);
        let mut game = Record::new(setup).unwrap();
        let mut node = NodeId::ROOT;
        let mut rng = luozi_core::Rng::seeded(5);
        while let Some(mv) = random_move(&game, node, &mut rng) {
            node = game.add_move(node, &mv).unwrap();
        }
        let review = judge(&game, 30, 20_000);
        for judged in &review.moves {
            assert!(judged.best.value >= judged.played.value, "{judged:?}");
            assert!(
                (judged.loss - (judged.best.value - judged.played.value).max(0.0)).abs() < 1e-9 || judged.loss == 0.0
            );
        }
        // The winner of a game is the side whose last position is proven won.
        let last = review.moves.last().unwrap();
        assert_eq!(last.played.result().is_some(), game.outcome().is_some());
        let mut annotated = game.clone();
        review.annotate(&mut annotated);
        let first = annotated.tree().notes(NodeId::ROOT).analysis.as_ref().unwrap();
        assert!(first.engine.as_ref().unwrap().starts_with("luozi "));
        assert_eq!(Record::from_json(&annotated.to_json()).unwrap(), annotated);
    }
}

fn random_move(game: &Record, node: NodeId, rng: &mut luozi_core::Rng) -> Option<String> {
    let mut moves = game.session(node).legal_moves();
    (!moves.is_empty()).then(|| moves.swap_remove(rng.below(moves.len() as u32) as usize))
}

#[test]
fn solver_and_search_agree_on_results() {
    // The last moves of a Reversi game on 6 x 6, exact to the disc.
    let setup = Setup::board(GameKind::REVERSI, 6, 6);
    let mut game = Record::new(setup).unwrap();
    let mut node = NodeId::ROOT;
    while let Some(mv) = random_move(&game, node, &mut luozi_core::Rng::seeded(node.index() as u64)) {
        node = game.add_move(node, &mv).unwrap();
    }
    let exact = judge(&game, 10, 1_000_000);
    let searched = judge(&game, 400, 0);
    let mut both = 0;
    for (exact, searched) in exact.moves.iter().zip(&searched.moves) {
        if let (Some(Proven::Score { score: a }), Some(Proven::Score { score: b })) =
            (exact.best.proven, searched.best.proven)
        {
            assert_eq!(a, b, "ply {}", exact.ply);
            both += 1;
        }
    }
    assert!(both >= 3, "the end of the game is proven by both: {both}");
}

#[test]
fn the_opening_book_answers_however_hard_the_middle_of_the_game_is() {
    let game = game_of(GameKind::CONNECT4, None, 4);
    let review = judge(&game, 5, 2_000);
    assert!(review.moves.iter().any(|judged| judged.best.proven.is_none()), "the middle is too hard for so few nodes");
    for judged in review.moves.iter().take(6) {
        assert!(judged.best.proven.is_some(), "ply {} stands in the book: {judged:?}", judged.ply);
        assert_eq!(judged.visits, 0);
        // The move that leads out of the book is as certain as the position was, and one thing is said of one move.
        let same = judged.best.mv == judged.played.mv;
        assert!(!same || judged.best == judged.played, "{judged:?}");
        let lost = judged.best.result() == Some(ProvenResult::Loss);
        assert!(!lost || judged.played.result() == Some(ProvenResult::Loss), "{judged:?}");
    }
}

#[test]
fn a_stopped_review_gives_what_is_there() {
    let record = record(Setup::standard(GameKind::CONNECT4), "4 4 4 4 4 2 3");
    let recipe = Recipe::flagship(GameKind::CONNECT4);
    let stop = AtomicBool::new(false);
    let limits = Budget::visits(20);
    let conditions =
        Conditions { recipe: &recipe, limits, candidates: 3, solver_nodes: 0, solver_bytes: 0, stop: &stop };
    let review =
        review(&record, &conditions, &mut |progress| stop.store(progress.done == 3, Ordering::Relaxed)).unwrap();
    assert!(review.interrupted);
    assert_eq!(review.moves.iter().map(|judged| judged.ply).collect::<Vec<_>>(), [6, 7]);
}

/// A game of a level against itself, or of random moves, after two random moves.
fn game_of(kind: GameKind, level: Option<u8>, seed: u64) -> Record {
    let mut game = Record::new(Setup::standard(kind)).unwrap();
    let mut rng = luozi_core::Rng::seeded(seed);
    let mut node = NodeId::ROOT;
    let recipe = level.map(|number| crate::level::of(number).unwrap().recipe(kind));
    let mut player = recipe.map(|recipe| crate::player(game.origin(), &recipe).unwrap());
    let mut plies = 0;
    while let Some(by_lot) = random_move(&game, node, &mut rng) {
        let mv = match &mut player {
            Some(player) if plies >= 2 => {
                player.think(&game.session(node), crate::Ask::new(Budget::default())).unwrap().best
            }
            _ => by_lot,
        };
        node = game.add_move(node, &mv).unwrap();
        plies += 1;
    }
    game.settle();
    game
}

/// The accuracy of both sides taken together, without the two random moves.
fn accuracy(mut review: Review) -> Option<u8> {
    review.moves.retain(|judged| judged.ply > 2);
    review.moves.iter_mut().for_each(|judged| judged.side = Player::First);
    review.accuracy(Player::First)
}

#[test]
fn random_play_is_far_less_accurate_than_a_strong_level() {
    for kind in GameKind::BUILT_IN {
        let of = |level| accuracy(judge(&game_of(kind, level, 3), 60, 20_000)).unwrap();
        let (by_lot, strong) = (of(None), of(Some(8)));
        assert!(by_lot + 30 <= strong, "{kind}: {by_lot} and {strong}");
    }
}

#[test]
fn perfect_play_is_fully_accurate_and_lost_positions_are_not_judged() {
    let setup = Setup::board(GameKind::CONNECT4, 4, 5);
    let mut game = Record::new(setup).unwrap();
    let mut solver = engine_for(game.origin()).unwrap().solver(1 << 20).unwrap();
    let mut node = NodeId::ROOT;
    while game.session(node).outcome().is_none() {
        let session = game.session(node);
        let scored = solver.solve_moves(&session, &luozi_solve::Limits::none());
        let best = scored.into_iter().max_by_key(|(_, bounds)| bounds.lower_for(session.to_move())).unwrap();
        node = game.add_move(node, &best.0).unwrap();
    }
    let mut review = judge(&game, 30, 1_000_000);
    assert!(review.moves.iter().all(|judged| judged.loss == 0.0));
    let judged = Player::BOTH.map(|side| review.accuracy(side));
    assert!(judged.contains(&Some(100)) && judged.iter().flatten().all(|accuracy| *accuracy == 100), "{judged:?}");
    // What a move can no longer change does not count, whatever is played.
    let lost: Vec<&JudgedMove> =
        review.moves.iter().filter(|judged| judged.best.result() == Some(ProvenResult::Loss)).collect();
    assert!(lost.iter().all(|judged| judged.at_stake == 0.0 && judged.loss == 0.0));
    review.moves.retain(|judged| judged.at_stake == 0.0);
    assert_eq!(Player::BOTH.map(|side| review.accuracy(side)), [None, None], "a decided game is not judged");
}

#[test]
fn losing_as_much_as_by_lot_is_worth_a_fifth() {
    let record = record(Setup::board(GameKind::CONNECT4, 4, 7), "4 4 3 3 5 1 2");
    let mut review = judge(&record, 100, 1_000_000);
    for judged in &mut review.moves {
        (judged.at_stake, judged.loss) = (0.5, if judged.side == Player::First { 0.5 } else { 0.0 });
    }
    assert_eq!(Player::BOTH.map(|side| review.accuracy(side)), [Some(20), Some(100)]);
}

/// Moves that seem to lose value in positions of a game by lot that were lost already, before and after the second look; whoever
/// was lost cannot be blamed. The solver of these reviews reaches the end of the game only just, which is where a proven
/// loss stands against a mere hope.
fn blamed_though_lost<G: Playable>(rules: &G, game: &Record, solver_nodes: u64) -> [u32; 2] {
    let recipe = Recipe::flagship(game.setup().kind());
    let stop = AtomicBool::new(false);
    let (limits, solver_bytes) = (Budget::visits(15), 4 << 20);
    let conditions = Conditions { recipe: &recipe, limits, candidates: 3, solver_nodes, solver_bytes, stop: &stop };
    let mut critic = Critic::new(rules, &conditions).unwrap();
    let mut truth = engine_for(game.origin()).unwrap().solver(solver_bytes).unwrap();
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(game.tree().main_line()).collect();
    let mut after = critic.judge(&at_node::<G>(game, *nodes.last().unwrap()), None).unwrap();
    let mut blamed = [0, 0];
    for (index, &node) in nodes[..nodes.len() - 1].iter().enumerate().rev() {
        let position = at_node::<G>(game, node);
        let mv = rules.parse_move(game.tree().move_text(nodes[index + 1]).unwrap()).unwrap();
        let mut opinion = critic.judge(&position, Some(&after)).unwrap();
        opinion.learn(mv, &after);
        let mut seen = [opinion.clone(), opinion.clone()];
        critic.look_again(&position, &mut seen[1], mv, &after).unwrap();
        let limits = luozi_solve::Limits::none().nodes(100_000);
        let winner = truth.solve(&game.session(node), &limits, &mut |_| {}).bounds.result().flatten();
        for (blamed, opinion) in blamed.iter_mut().zip(&seen) {
            let judged = judged_move(rules, &position, index + 1, mv, opinion, &after);
            *blamed += u32::from(winner == Some(judged.side.other()) && judged.glyph.is_some());
        }
        let [_, second] = seen;
        after = second;
    }
    blamed
}

#[test]
fn a_second_look_blames_fewer_who_had_lost_already() {
    let mut blamed = [0, 0];
    for (setup, solver_nodes) in
        [(Setup::board(GameKind::CONNECT4, 5, 6), 200), (Setup::board(GameKind::REVERSI, 6, 6), 200)]
    {
        for seed in 0..6 {
            let mut game = Record::new(setup.clone()).unwrap();
            let (mut node, mut rng) = (NodeId::ROOT, luozi_core::Rng::seeded(seed));
            while let Some(mv) = random_move(&game, node, &mut rng) {
                node = game.add_move(node, &mv).unwrap();
            }
            let origin = game.session(NodeId::ROOT);
            let of_game = with_built_in!(&origin, rules, _position => blamed_though_lost(rules, &game, solver_nodes));
            blamed = [blamed[0] + of_game[0], blamed[1] + of_game[1]];
        }
    }
    assert!(blamed[0] >= 6 && blamed[1] * 4 <= blamed[0] * 3, "blamed at the first and at the second look: {blamed:?}");
}

/// White has won after move 42, as the solver sees with nearly a million nodes; this review has 18,000 for a position, and the best
/// that Black can play in moves 43 and 45 was blamed as the losing move, since another one looked level.
#[test]
fn the_best_move_of_a_lost_ending_is_not_blamed() {
    let moves = "e6 f6 d3 d6 f5 c4 c6 c3 e7 f8 c7 c5 b4 b6 d7 c8 b5 a3 a4 a5 b3 e2 e3 f7 a7 g4 g5 a6 a2 f4 e8 f3 d8 \
                h5 g3 f2 h3 g6 h4 h6 h7 d2 c1 g7 c2 e1 f1 b7 b8 a8 b2 a1 d1 g2 b1 g1 h2 h1 h8 g8";
    let game = record(Setup::standard(GameKind::REVERSI), moves);
    let review = judge(&game, 60, solver_nodes(GameKind::REVERSI, Some(60)));
    for judged in [&review.moves[42], &review.moves[44]] {
        assert_eq!(judged.played.proven.unwrap().to_string(), "-4 exact");
        assert_eq!((&judged.best, judged.loss, judged.glyph), (&judged.played, 0.0, None));
    }
    assert!(review.losing_moves().all(|losing| losing.ply < 43));
}
