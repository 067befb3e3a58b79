//! Saved games: random games with variations and nasty texts survive every format, and the samples in `records/` stay
//! as they are. `LUOZI_BLESS=1 cargo test -p luozi-games --test records` writes the samples anew.

use luozi_core::{Player, Rng, Score};
use luozi_games::analysis::{Analysis, Proven, ProvenResult};
use luozi_games::connect4::Cell;
use luozi_games::record::{GameResult, Glyph, NodeId, Notes, Record, Winner, ggf, read_any, sgf};
use luozi_games::reversi::Scoring;
use luozi_games::{GameKind, Setup, nogo};
use proptest::prelude::*;
use std::path::PathBuf;

/// One board of every kind, so that every body of the rules is used.
fn setups() -> Vec<Setup> {
    let cells = |cells: &[(u8, u8)]| cells.iter().map(|&(row, col)| Cell { row, col }).collect::<Vec<_>>();
    vec![
        Setup::standard(GameKind::CONNECT4),
        Setup::board(GameKind::CONNECT4, 4, 5).forbidding(cells(&[(3, 0), (0, 4), (1, 2)])),
        Setup::board(GameKind::CONNECT4, 9, 12).forbidding(cells(&[(8, 11)])),
        Setup::board(GameKind::CONNECT4, 13, 16),
        Setup::standard(GameKind::REVERSI),
        Scoring::EmptiesToWinner.on_board(6),
        Setup::board(GameKind::REVERSI, 4, 4),
        Setup::standard(GameKind::NOGO),
        nogo::NoGo::centre_forbidden(5, 7),
        Setup::board(GameKind::NOGO, 11, 11),
    ]
}

/// A random legal move after `at`, if the game goes on there.
fn random_move(record: &Record, at: NodeId, rng: &mut Rng) -> Option<String> {
    let mut moves = record.session(at).legal_moves();
    let count = moves.len() as u32;
    (count > 0).then(|| moves.swap_remove(rng.below(count) as usize))
}

/// A game from a random start with random variations, some of them promoted or deleted, and everything filled in.
fn random_record(setup: Setup, seed: u64, texts: &[String]) -> Record {
    let mut rng = Rng::seeded(seed);
    let mut record = Record::new(setup.clone()).unwrap();
    if rng.below(3) == 0 {
        let mut at = NodeId::ROOT;
        for _ in 0..rng.below(8) {
            let Some(mv) = random_move(&record, at, &mut rng) else { break };
            at = record.add_move(at, &mv).unwrap();
        }
        let start = record.session(at).position_text();
        record = Record::with_start(setup, &start).unwrap();
    }
    let mut last = NodeId::ROOT;
    for _ in 0..rng.below(70) {
        let any = record.tree().id(rng.below(record.tree().size() as u32) as usize).unwrap();
        let at = if rng.below(4) > 0 { last } else { any };
        if let Some(mv) = random_move(&record, at, &mut rng) {
            last = record.add_move(at, &mv).unwrap();
        }
        match rng.below(25) {
            0 => drop(record.tree_mut().promote(last)),
            1 => last = record.tree_mut().delete(last),
            _ => {}
        }
    }
    let mut next_text = texts.iter().cycle().cloned();
    let mut text = || next_text.next().unwrap_or_default();
    for index in 0..record.tree().size() {
        let id = record.tree().id(index).unwrap();
        let pv = random_move(&record, id, &mut rng).into_iter().collect();
        *record.tree_mut().notes_mut(id) = random_notes(&mut rng, text(), pv);
    }
    for player in &mut record.header.players {
        (player.name, player.program, player.level) = (text(), text(), text());
    }
    (record.header.event, record.header.date, record.header.place) = (text(), text(), text());
    record.header.time_control = if rng.below(2) == 0 { "600".to_string() } else { text() };
    record.header.result = random_result(&mut rng);
    record
}

fn random_notes(rng: &mut Rng, comment: String, pv: Vec<String>) -> Notes {
    const GLYPHS: [Glyph; 6] =
        [Glyph::Brilliant, Glyph::Good, Glyph::Interesting, Glyph::Doubtful, Glyph::Mistake, Glyph::Blunder];
    let proofs = [
        Proven::Score { score: -3 },
        Proven::Result { result: ProvenResult::Win, plies: Some(7) },
        Proven::Result { result: ProvenResult::Loss, plies: None },
    ];
    let mut sometimes = |odds: u32| (rng.below(odds) == 0).then(|| rng.word());
    Notes {
        used_ms: sometimes(2).map(|word| word % 100_000_000),
        clock_ms: sometimes(2).map(|word| word % 100_000_000),
        comment,
        glyph: sometimes(3).map(|word| GLYPHS[word as usize % GLYPHS.len()]),
        analysis: sometimes(2).map(|word| Analysis {
            value: Some((word % 2001) as f64 / 1000.0 - 1.0),
            score: sometimes(2).map(|word| (word % 128_000) as f64 / 1000.0 - 64.0),
            proven: sometimes(3).map(|word| proofs[word as usize % proofs.len()]),
            visits: sometimes(2).unwrap_or(0),
            depth: Some(word as u32),
            pv,
            engine: Some("luozi 0.1.0".to_string()),
            ..Analysis::default()
        }),
    }
}

/// A result as it is reached on the board, or by resigning or time.
fn random_result(rng: &mut Rng) -> Option<GameResult> {
    let player = Player::BOTH[rng.below(2) as usize];
    let on_board = |score: Score, reason: &str| {
        Some(GameResult { winner: Winner::of(score), score: Some(score.0), reason: reason.to_string() })
    };
    match rng.below(5) {
        0 => None,
        1 => on_board(Score::DRAW, ""),
        2 => on_board(Score::for_player(player, 1 + rng.below(60) as i16), "resign"),
        3 => on_board(Score::for_player(player, 1 + rng.below(60) as i16), "time"),
        _ => on_board(Score::for_player(player, 1 + rng.below(60) as i16), ""),
    }
}

/// What SGF has no place for is taken away.
fn as_sgf_carries(mut record: Record) -> Record {
    for index in 0..record.tree().size() {
        let id = record.tree().id(index).unwrap();
        let notes = record.tree_mut().notes_mut(id);
        notes.used_ms = None;
        notes.clock_ms = notes.clock_ms.filter(|_| id != NodeId::ROOT);
        keep_score(notes);
    }
    record.header.players.iter_mut().for_each(|player| player.program.clear());
    if let Some(result) = &mut record.header.result {
        result.score = result.score.filter(|_| result.reason.is_empty());
    }
    record
}

/// What GGF has no place for is taken away, variations first.
fn as_ggf_carries(record: &Record) -> Record {
    let mut plain = match record.start() {
        Some(start) => Record::with_start(record.setup().clone(), start).unwrap(),
        None => Record::new(record.setup().clone()).unwrap(),
    };
    let mut at = NodeId::ROOT;
    for id in record.tree().main_line() {
        at = plain.add_move(at, record.tree().move_text(id).unwrap()).unwrap();
        let notes = plain.tree_mut().notes_mut(at);
        *notes = record.tree().notes(id).clone();
        (notes.clock_ms, notes.glyph) = (None, None);
        notes.comment.clear();
        keep_score(notes);
    }
    plain.header = record.header.clone();
    plain.header.event.clear();
    plain.header.players.iter_mut().for_each(|player| player.program.clear());
    plain
}

fn keep_score(notes: &mut Notes) {
    let score = notes.analysis.take().and_then(|analysis| analysis.score);
    notes.analysis = score.map(|score| Analysis { score: Some(score), ..Analysis::default() });
}

/// Texts with everything that formats use as punctuation.
fn nasty_text() -> impl Strategy<Value = String> {
    let punctuation: Vec<char> = "[]\\:;(){}\"/\n\r\t 落子🎲".chars().collect();
    let one = prop_oneof![any::<char>(), prop::sample::select(punctuation)];
    prop::collection::vec(one, 0..12).prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_reads_what_it_writes(
        setup in prop::sample::select(setups()),
        seed in any::<u64>(),
        texts in prop::collection::vec(nasty_text(), 1..9),
    ) {
        let record = random_record(setup.clone(), seed, &texts);
        prop_assert_eq!(&Record::from_json(&record.to_json()).unwrap(), &record);
        prop_assert_eq!(&read_any(&record.to_json(), None).unwrap()[0], &record);

        let carried = as_sgf_carries(record.clone());
        let text = sgf::write(&record).unwrap();
        prop_assert_eq!(sgf::read(&text, None).unwrap(), vec![carried], "{}", text);

        if setup.kind() == GameKind::REVERSI {
            let scoring = Scoring::of(&setup);
            let carried = as_ggf_carries(&record);
            let text = ggf::write(&record).unwrap();
            prop_assert_eq!(ggf::read(&format!("{text}{text}"), scoring).unwrap(), vec![carried; 2], "{}", text);
        }
    }
}

fn sample_path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "records", name].iter().collect()
}

/// Compares with the committed sample, or writes it when asked to.
fn check_sample(name: &str, text: &str) {
    if std::env::var_os("LUOZI_BLESS").is_some() {
        std::fs::write(sample_path(name), text).unwrap();
    }
    let sample = std::fs::read_to_string(sample_path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(text, sample, "{name} differs; if that is meant, write the samples anew with LUOZI_BLESS=1");
}

/// A short game with one variation, one comment and one analysis.
fn sample(setup: Setup, start: Option<&str>, moves: &str, variation: &str) -> Record {
    let mut record = match start {
        Some(start) => Record::with_start(setup, start).unwrap(),
        None => Record::new(setup).unwrap(),
    };
    let end = record.add_moves(NodeId::ROOT, moves).unwrap();
    let second = record.tree().main_line().nth(1).unwrap();
    let side = record.add_moves(second, variation).unwrap();
    let analysis = Analysis {
        value: Some(-0.25),
        score: Some(-1.5),
        visits: 20_000,
        engine: Some("luozi 0.1.0".to_string()),
        ..Analysis::default()
    };
    *record.tree_mut().notes_mut(second) =
        Notes { used_ms: Some(1250), clock_ms: Some(58_750), analysis: Some(analysis), ..Notes::default() };
    record.tree_mut().notes_mut(side).glyph = Some(Glyph::Mistake);
    record.tree_mut().notes_mut(end).comment = "落子 [the end]".to_string();
    let [first, second] = &mut record.header.players;
    (first.name, first.level) = ("Ada".to_string(), "5".to_string());
    (second.name, second.program) = ("Luozi".to_string(), "luozi 0.1.0".to_string());
    record.header.event = "samples".to_string();
    record.header.date = "2026-01-31".to_string();
    record.header.time_control = "60+1".to_string();
    record.settle();
    record
}

#[test]
fn samples_stay_as_they_are() {
    let forbidden = vec![Cell { row: 8, col: 3 }];
    let games = [
        ("connect4-classic", sample(Setup::standard(GameKind::CONNECT4), None, "4 5 4 5 4 5 4", "3 3")),
        (
            "connect4-forbidden",
            sample(Setup::board(GameKind::CONNECT4, 9, 10).forbidding(forbidden), None, "4 4 10 1", "5"),
        ),
        ("reversi", sample(Setup::standard(GameKind::REVERSI), None, "f5d6c3d3c4f4", "c5")),
        ("reversi-start", sample(Setup::board(GameKind::REVERSI, 4, 4), Some(".... .OX. .XO. .... O"), "c1d1a3", "d2")),
        ("nogo", sample(Setup::standard(GameKind::NOGO), None, "E5 D4 A1 J9", "A9 B2")),
    ];
    for (name, record) in games {
        check_sample(&format!("{name}.json"), &format!("{}\n", record.to_json()));
        check_sample(&format!("{name}.sgf"), &sgf::write(&record).unwrap());
        if record.setup().kind() == GameKind::REVERSI {
            check_sample(&format!("{name}.ggf"), &ggf::write(&record).unwrap());
        }
    }
}

/// Every sample is recognised without a hint, whatever its format.
#[test]
fn samples_are_recognised() {
    let mut read = 0;
    for entry in std::fs::read_dir(sample_path("")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let records = read_any(&text, None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(records.iter().all(|record| record.tree().size() > 3), "{}", path.display());
        read += 1;
    }
    assert!(read >= 12, "only {read} samples");
}
