//! Puzzles as people make them, and everything that the page teaches: each claim against the exact solver.

use assert_cmd::Command;
use luozi::core::Bounds;
use luozi::core::solve::Limits;
use luozi::engine::engine_for;
use luozi::engine::puzzle::{PuzzleSet, solver_of};
use luozi::games::{Session, Setup};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Puzzles of each set that are proven here; `./test --full` proves all of them.
const SAMPLE: usize = 25;

fn luozi(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_luozi")).arg("puzzles").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn public(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(public(name)).unwrap()
}

/// Which games have what: `learn.json`.
#[derive(Deserialize)]
struct Contents {
    puzzles: Vec<String>,
    lessons: Vec<String>,
}

fn contents() -> Contents {
    serde_json::from_str(&read("learn.json")).unwrap()
}

#[test]
fn a_set_is_the_same_each_time_whatever_stops_it_and_checks_itself() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let make = |count: &str, out: &str, threads: &str| {
        let given = ["connect4", "--board", "4x5", "--count", count, "--seed", "7", "--threads", threads, "--out", out];
        luozi(&given)
    };
    let (whole, parts) = (file("whole.json"), file("parts.json"));
    let (code, out, err) = make("6", &whole, "1");
    assert!(code == 0 && out.starts_with("6 puzzles from "), "{out}{err}");
    // A journal as a killed run leaves it: some games, the last line torn.
    let journal = format!("{parts}.journal");
    let (code, _, err) = make("2", &parts, "1");
    assert_eq!(code, 0, "{err}");
    assert!(!Path::new(&journal).exists(), "a finished run leaves no journal");
    let noted = |text: &str| text.lines().next().unwrap_or_default().to_string();
    let (code, _, err) =
        luozi(&["connect4", "--board", "4x5", "--seed", "8", "--count", "1", "--out", &file("x.json")]);
    assert_eq!(code, 0, "{err}");
    std::fs::write(&journal, "another journal\n").unwrap();
    let (code, _, err) = make("6", &parts, "2");
    assert!(code == 2 && err.contains("found `another journal`, expected `luozi puzzles journal 2"), "{code} {err}");
    let title = noted(err.split("expected `").nth(1).unwrap()).split("`; delete").next().unwrap().to_string();
    std::fs::write(&journal, format!("{title}\nnull\n{{\"puz")).unwrap();
    let (code, _, err) = make("6", &parts, "2");
    assert!(code == 0 && err.contains("resumed after 1 games with 0 puzzles"), "{code} {err}");
    std::fs::remove_file(&parts).unwrap();
    let (code, _, err) = make("6", &parts, "2");
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(text, std::fs::read_to_string(&parts).unwrap(), "threads do not matter");
    let (code, out, err) = luozi(&["connect4", "--check", &whole]);
    assert!(code == 0 && out == "6 puzzles, 6 proven\n", "{out}{err}");
    let set: PuzzleSet = serde_json::from_str(&text).unwrap();
    let wrong = text.replacen(&format!("\"answer\":\"{}\"", set.puzzles[0].answer), "\"answer\":\"9\"", 1);
    std::fs::write(&whole, wrong).unwrap();
    let (code, out, err) = luozi(&["connect4", "--check", &whole]);
    assert!(code == 1 && out.contains("6 puzzles, 5 proven"), "{code} {out}{err}");
    let (code, _, err) = luozi(&["nogo", "--check", &whole]);
    assert!(code == 2 && err.contains("expected nogo"), "{code} {err}");
}

#[test]
fn the_puzzles_of_the_page_have_one_answer_and_better_levels_solve_more() {
    for game in contents().puzzles {
        let set: PuzzleSet = serde_json::from_str(&read(&format!("puzzles-{game}.json"))).unwrap();
        assert!(set.puzzles.len() >= 200, "{game}: hundreds of them");
        let ids: BTreeSet<&str> = set.puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(ids.len(), set.puzzles.len(), "{game}: no puzzle comes twice");
        assert!(set.puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "{game}");
        let shares: Vec<f64> = set.levels.iter().map(|level| level.share).collect();
        // A better level solves more, until there is nothing more to solve.
        let rises = shares.windows(2).all(|pair| pair[1] > pair[0] || pair == [1.0, 1.0]);
        assert!(shares.len() == 10 && rises && shares[9] > shares[0] + 0.3, "{game}: {shares:?}");
        let board = Session::new(&set.setup).unwrap();
        let mut solver = solver_of(&board, 16 << 20).unwrap();
        for puzzle in set.puzzles.iter().step_by(set.puzzles.len().div_ceil(SAMPLE)) {
            assert_eq!(puzzle.check(&board, &mut *solver, &Limits::none()), Ok(()), "{game}");
        }
        // The others at least can be played.
        for puzzle in &set.puzzles {
            let session = puzzle.session(&board).unwrap();
            assert!(session.legal_moves().contains(&puzzle.answer), "{game}: {}", puzzle.id);
        }
    }
}

/// A text in both languages.
#[derive(Deserialize)]
struct Both {
    en: String,
    zh: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    setup: Setup,
    start: Option<String>,
    #[serde(default)]
    moves: String,
    text: Both,
    claim: Option<String>,
    #[serde(default)]
    right: BTreeSet<String>,
    good: Option<Both>,
    bad: Option<Both>,
    #[serde(default)]
    line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    id: String,
    title: Both,
    about: Both,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lessons {
    game: String,
    rules: Vec<Both>,
    lessons: Vec<Lesson>,
}

/// The moves that a claim is about, by the exact solver.
fn claimed(session: &Session, claim: &str) -> BTreeSet<String> {
    let mut solver = engine_for(session).unwrap().informed_solver(16 << 20).unwrap();
    let mover = session.to_move();
    let moves = solver.solve_moves(session, &Limits::none());
    let result = |bounds: Bounds| bounds.result().expect("solved").map(|winner| winner == mover);
    let wins = moves.iter().any(|(_, bounds)| result(*bounds) == Some(true));
    let best = moves.iter().map(|(_, bounds)| bounds.lower_for(mover)).max();
    let right = moves.into_iter().filter(|(_, bounds)| match claim {
        "win" => result(*bounds) == Some(true),
        "draw" => !wins && result(*bounds).is_none(),
        "best" => bounds.solved().is_some() && Some(bounds.lower_for(mover)) == best,
        other => panic!("found the claim `{other}`, expected win, draw or best"),
    });
    right.map(|(mv, _)| mv).collect()
}

#[test]
fn every_lesson_teaches_what_is_so() {
    for game in contents().lessons {
        let Lessons { game: named, rules, lessons } =
            serde_json::from_str(&read(&format!("lessons-{game}.json"))).unwrap();
        assert!(named == game && !rules.is_empty() && lessons.len() >= 3, "{game}");
        let said = |text: &Both| !text.en.trim().is_empty() && !text.zh.trim().is_empty();
        assert!(rules.iter().all(said));
        let mut ids = BTreeSet::new();
        for Lesson { id, title, about, steps } in &lessons {
            assert!(ids.insert(id) && said(title) && said(about) && !steps.is_empty(), "{game}: {id}");
            for (number, step) in (1..).zip(steps) {
                let place = format!("{game}, lesson {id}, step {number}");
                let mut session = match &step.start {
                    Some(start) => Session::with_start(&step.setup, start).unwrap(),
                    None => Session::new(&step.setup).unwrap(),
                };
                assert_eq!(session.kind().to_string(), game, "{place}");
                session.play_moves(&step.moves).unwrap_or_else(|e| panic!("{place}: {e}"));
                assert!(
                    [Some(&step.text), step.good.as_ref(), step.bad.as_ref()].into_iter().flatten().all(said),
                    "{place}"
                );
                assert_eq!(step.claim.is_some(), !step.right.is_empty(), "{place}: a claim and its moves go together");
                if let Some(claim) = &step.claim {
                    assert_eq!(claimed(&session, claim), step.right, "{place}: found on the left by the solver");
                    assert!(step.good.is_some() && step.bad.is_some(), "{place}");
                }
                if !step.line.is_empty() {
                    assert!(step.line.split(' ').next().is_some_and(|first| step.right.contains(first)), "{place}");
                    session.play_moves(&step.line).unwrap_or_else(|e| panic!("{place}: {e}"));
                }
            }
        }
    }
}
