//! The shipped nets and two small ones: their answers against the trainer's, equal on every kernel, and what is refused.
//!
//! `tests/data` holds the small nets, and what PyTorch says in double precision about random positions, computed on the
//! whole canvas from the same files by `train/reference.py`.

use luozi_core::{Evaluator, Game, MoveList, Rng, Task};
use luozi_eval::conv::Body;
use luozi_eval::planes::NetGame;
use luozi_eval::{FitError, Net, NetEvaluator, Weights, WeightsError, shipped};
use luozi_games::GameKind;
use luozi_games::connect4::{self, Cell, Wide};
use luozi_games::{nogo, reversi};
use std::sync::Arc;

fn weights(name: &str) -> Weights {
    let data: &[u8] = match name {
        "connect4-4x32" => include_bytes!("data/connect4-4x32.net"),
        "nogo-4x32" => include_bytes!("data/nogo-4x32.net"),
        _ => {
            let net = shipped::NETS.iter().find(|net| net.file.strip_suffix(".net") == Some(name));
            net.and_then(|net| net.data()).expect("a shipped net")
        }
    };
    Weights::read(data).expect("the file of a net")
}

/// One line of a reference file.
struct Reference<'a> {
    board: Vec<u8>,
    moves: Vec<usize>,
    value: f32,
    logits: Vec<(usize, f32)>,
    line: &'a str,
}

fn references(text: &str) -> impl Iterator<Item = Reference<'_>> {
    text.lines().map(|line| {
        let (board, rest) = line.split_once(':').expect("a colon after the board");
        let mut parts = rest.split(';');
        let mut part = || parts.next().expect("three parts").split_whitespace();
        Reference {
            board: board.split_whitespace().skip(1).map(|n| n.parse().expect("a number")).collect(),
            moves: part().map(|n| n.parse().expect("a move")).collect(),
            value: part().next().expect("a value").parse().expect("a number"),
            logits: part()
                .map(|pair| pair.split_once(':').expect("move:logit"))
                .map(|(mv, logit)| (mv.parse().expect("a move"), logit.parse().expect("a logit")))
                .collect(),
            line,
        }
    })
}

/// The net says what the reference says, and the same bits with every kernel body.
fn check<G: NetGame>(game: &G, weights: &Weights, reference: &Reference<'_>) {
    let mut position = game.initial();
    for &index in &reference.moves {
        let mv = game.move_at(index).expect("a move of the game");
        game.play(&mut position, mv).unwrap_or_else(|error| panic!("{error}: {}", reference.line));
    }
    let moves: Vec<G::Move> = reference.logits.iter().map(|&(index, _)| game.move_at(index).expect("a move")).collect();
    let mut first: Option<(f32, Vec<f32>)> = None;
    for body in Body::ALL.into_iter().filter(|body| body.runs_here()) {
        let net = Arc::new(Net::with_body(weights, body));
        let mut evaluator = NetEvaluator::new(net, game).expect("the net fits");
        let mut logits = vec![0.0; moves.len()];
        let value = evaluator.run(game, &position, &moves, &mut logits);
        // An activation on the edge between two steps may fall either way, and layers carry that on.
        let errors: Vec<f32> = logits.iter().zip(&reference.logits).map(|(a, b)| (a - b.1).abs()).collect();
        let mean = errors.iter().sum::<f32>() / errors.len() as f32;
        assert!((value - reference.value).abs() < 0.03, "value {value}: {}", reference.line);
        assert!(mean < 0.08 && errors.iter().all(|&error| error < 0.3), "{logits:?}: {}", reference.line);
        let (first_value, first_logits) = first.get_or_insert((value, logits.clone()));
        assert_eq!((value, &logits), (*first_value, &*first_logits), "{body:?} differs: {}", reference.line);
    }
}

#[test]
fn nogo_nets_say_what_the_trainer_says() {
    for (name, text) in
        [("nogo-6x64", include_str!("data/nogo-6x64.txt")), ("nogo-4x32", include_str!("data/nogo-4x32.txt"))]
    {
        let weights = weights(name);
        references(text).for_each(|reference| check(&nogo::Rules::standard(), &weights, &reference));
    }
}

#[test]
fn the_reversi_net_says_what_the_trainer_says() {
    let weights = weights("reversi-6x64");
    references(include_str!("data/reversi-6x64.txt"))
        .for_each(|reference| check(&reversi::Rules::standard(), &weights, &reference));
}

#[test]
fn connect_four_nets_say_on_the_true_board_what_the_trainer_says_on_the_canvas() {
    for (name, text) in [
        ("connect4-6x64", include_str!("data/connect4-6x64.txt")),
        ("connect4-4x32", include_str!("data/connect4-4x32.txt")),
    ] {
        let weights = weights(name);
        for reference in references(text) {
            let [rows, cols, _, ref holes @ ..] = reference.board[..] else { panic!("{}", reference.line) };
            let holes: Vec<Cell> = holes.chunks(2).map(|cell| Cell { row: cell[0], col: cell[1] }).collect();
            let game = connect4::Rules::<Wide>::new(rows, cols, &holes).expect("a board");
            check(&game, &weights, &reference);
        }
    }
}

#[test]
fn damaged_foreign_and_future_files_are_refused() {
    let good = shipped::net_of(GameKind::NOGO).unwrap().data().unwrap();
    let read = |data: &[u8]| Weights::read(data).expect_err("this file is bad");
    let changed = |at: usize, byte: u8| {
        let mut data = good.to_vec();
        data[at] = byte;
        data
    };
    assert_eq!(read(b""), WeightsError::Foreign);
    assert_eq!(read(b"PK\x03\x04 something else"), WeightsError::Foreign);
    assert!(matches!(read(&good[..20]), WeightsError::Length { found: 20, .. }));
    assert_eq!(read(&changed(8, 3)), WeightsError::Future { found: 3, newest: 2 });
    assert_eq!(read(&changed(8, 0)), WeightsError::Future { found: 0, newest: 2 });
    // As a file of version 2 it lacks the matrices of its six blocks.
    let with_matrices = good.len() + 6 * 4 * 64 * 128;
    assert_eq!(read(&changed(8, 2)), WeightsError::Length { expected: with_matrices, found: good.len() });
    assert_eq!(read(&changed(12, 9)), WeightsError::UnknownGame(9));
    assert_eq!(read(&good[..good.len() - 1]), WeightsError::Length { expected: good.len(), found: good.len() - 1 });
    assert_eq!(read(&[good, b"x"].concat()), WeightsError::Length { expected: good.len(), found: good.len() + 1 });
    assert_eq!(read(&changed(5000, good[5000] ^ 1)), WeightsError::Damaged);
    assert_eq!(read(&changed(good.len() - 1, good[good.len() - 1] ^ 1)), WeightsError::Damaged);
    let shape = read(&changed(22, 33)).to_string();
    assert_eq!(shape, "the weights file has 33 channels; expected a multiple of 32 up to 512");
}

#[test]
fn a_net_of_version_1_is_one_that_spreads_nothing() {
    let old = weights("nogo-6x64");
    assert!(!old.header.spreads && weights("connect4-6x64").header.spreads);
    let silent = Weights { spread: vec![vec![0.0; 2 * 64 * 64]; 6], ..old.clone() };
    let game = nogo::Rules::standard();
    let said = |weights: &Weights| {
        let mut evaluator = NetEvaluator::new(Arc::new(Net::new(weights)), &game).expect("the net fits");
        evaluate(&mut evaluator, &game, &game.initial())
    };
    assert_eq!(said(&old), said(&silent));
}

#[test]
fn every_shipped_net_is_read_and_small() {
    for net in shipped::NETS {
        let data = net.data().unwrap();
        let header = Weights::read(data).unwrap().header;
        assert_eq!(header.game, net.game, "{}", net.file);
        assert!(data.len() < 1_000_000 && !header.run.is_empty(), "{}", net.file);
    }
}

#[test]
fn a_net_refuses_games_and_boards_it_does_not_know() {
    let nogo = Arc::new(Net::new(&weights("nogo-4x32")));
    let connect4 = Arc::new(Net::new(&weights("connect4-4x32")));
    let refused = NetEvaluator::new(nogo.clone(), &reversi::Rules::standard()).err().expect("another game");
    assert_eq!(refused, FitError::Game { net: GameKind::NOGO, game: GameKind::REVERSI });
    let refused = NetEvaluator::new(nogo, &nogo::Rules::new(7, 7).expect("a board")).err().expect("another board");
    assert_eq!(refused.to_string(), "the net does not know boards of 7 x 7; it knows 9 x 9");
    let large = connect4::Rules::<Wide>::new(13, 12, &[]).expect("a board");
    let refused = NetEvaluator::new(connect4, &large).err().expect("a board beyond the canvas");
    assert_eq!(refused.to_string(), "the net does not know boards of 13 x 12; it knows 4 x 4 to 12 x 12");
}

/// Evaluates with priors for all legal moves.
fn evaluate<G: NetGame>(evaluator: &mut NetEvaluator<G>, game: &G, position: &G::Position) -> (f64, Vec<f32>) {
    let mut moves = MoveList::new();
    game.legal_moves(position, &mut moves);
    let mut policy = vec![1.0 / moves.len() as f32; moves.len()];
    let task = Task { moves: &moves, policy: &mut policy, trace: None, rng: &mut Rng::seeded(1) };
    (evaluator.evaluate(game, position, task).value.0, policy)
}

#[test]
fn the_cache_answers_for_all_images_of_a_position_and_changes_nothing() {
    let game = nogo::Rules::standard();
    let net = Arc::new(Net::new(&weights("nogo-4x32")));
    let mut cached = NetEvaluator::new(net.clone(), &game).expect("the net fits");
    let mut plain = NetEvaluator::with_cache(net, &game, 0).expect("the net fits");
    let mut rng = Rng::seeded(9);
    let (mut position, mut moves) = (game.initial(), MoveList::new());
    for _ in 0..20 {
        game.legal_moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        game.play_unchecked(&mut position, mv);
        let (value, policy) = evaluate(&mut cached, &game, &position);
        assert_eq!((value, policy.clone()), evaluate(&mut plain, &game, &position));
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        game.legal_moves(&position, &mut moves);
        if (1..game.symmetries()).any(|symmetry| game.transform(&position, symmetry) == position) {
            continue; // its own image: which of two mirrored moves is which is then a matter of taste
        }
        for symmetry in 0..game.symmetries() {
            let image = game.transform(&position, symmetry);
            let (image_value, image_policy) = evaluate(&mut cached, &game, &image);
            assert_eq!(image_value, value, "symmetry {symmetry}");
            let mut image_moves = MoveList::new();
            game.legal_moves(&image, &mut image_moves);
            for (&mv, prior) in moves.iter().zip(&policy) {
                let at = image_moves.binary_search(&game.transform_move(mv, symmetry)).expect("the image of a move");
                assert_eq!(image_policy[at], *prior, "symmetry {symmetry}");
            }
        }
    }
}

#[test]
fn connect_four_nets_open_the_classic_board_in_the_centre() {
    let game = connect4::Rules::classic();
    for name in ["connect4-6x64", "connect4-4x32"] {
        let mut evaluator = NetEvaluator::new(Arc::new(Net::new(&weights(name))), &game).expect("the net fits");
        let (value, policy) = evaluate(&mut evaluator, &game, &game.initial());
        assert!(value > 0.0 && policy[3] > 0.5, "{name}: {value} {policy:?}: only the centre wins");
    }
}

#[test]
fn twins_share_what_they_have_evaluated_and_agree() {
    let game = nogo::Rules::standard();
    let net = Arc::new(Net::new(&weights("nogo-4x32")));
    let first = NetEvaluator::new(net.clone(), &game).expect("the net fits");
    let played = |mut rng: Rng| {
        let (mut position, mut moves, mut line) = (game.initial(), MoveList::new(), Vec::new());
        for _ in 0..30 {
            game.legal_moves(&position, &mut moves);
            game.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            line.push(position);
        }
        line
    };
    let line = played(Rng::seeded(4));
    let judged = |mut evaluator: NetEvaluator<nogo::Rules>| -> Vec<(f64, Vec<f32>)> {
        line.iter().map(|position| evaluate(&mut evaluator, &game, position)).collect()
    };
    // Both at once: whoever is second takes what the first has written, or computes the same.
    let plain = judged(NetEvaluator::with_cache(net, &game, 0).expect("the net fits"));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| judged(first.twin()));
        assert_eq!(judged(first.twin()), plain);
        assert_eq!(other.join().expect("no panic"), plain);
    });
    // The image of a position is known by now. The net itself would say something else about it.
    let image = game.transform(&line[9], 1);
    let (value, _) = evaluate(&mut first.twin(), &game, &image);
    let mut moves = MoveList::new();
    game.legal_moves(&image, &mut moves);
    let fresh = first.twin().run(&game, &image, &moves, &mut vec![0.0; moves.len()]);
    assert_eq!(value, plain[9].0, "taken from the shared memory");
    assert_ne!(value.abs(), f64::from(fresh).abs(), "not computed anew");
}
