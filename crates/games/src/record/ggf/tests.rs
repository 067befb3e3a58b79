//! A server's sample, errors; round trips of random games are in `tests/records.rs`.

use super::*;
use crate::GameKind;

const SAMPLE: &str = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ada]PW[Byron]RB[2500]RW[2400]TI[05:00//02:00]TY[8]\
    RE[-2.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[F5/1.50/2.25]W[d6//1:02]B[c3];)\n(;GM[Othello]TY[4]BO[4 *O-* ---- ---- ---- O]B[C1];)";

fn error(text: &str) -> String {
    read(text, Scoring::Difference).unwrap_err().to_string()
}

fn line(record: &Record) -> Vec<&str> {
    record.tree().main_line().filter_map(|id| record.tree().move_text(id)).collect()
}

#[test]
fn reads_several_games_with_their_numbers() {
    let games = read(SAMPLE, Scoring::Difference).unwrap();
    let [first, second] = games.as_slice() else { panic!("two games") };
    assert_eq!(line(first), ["f5", "d6", "c3"]);
    assert_eq!(first.start(), None);
    let notes: Vec<_> = first.tree().main_line().map(|id| first.tree().notes(id)).collect();
    assert_eq!(notes[0].analysis.as_ref().unwrap().score, Some(-1.5), "the mover's estimate, seen by the other side");
    assert_eq!((notes[0].used_ms, notes[1].used_ms, notes[2].used_ms), (Some(2250), Some(62_000), None));
    assert_eq!(first.header.players[1].name, "Byron");
    let result = GameResult { winner: Winner::Second, score: Some(-2), reason: "resign".to_string() };
    assert_eq!(first.header.result, Some(result));
    assert_eq!(second.setup(), &crate::Setup::board(GameKind::REVERSI, 4, 4));
    assert_eq!(line(second), ["pass", "c1"], "the pass is put in");
    for game in &games {
        assert_eq!(read(&write(game).unwrap(), Scoring::Difference).unwrap(), std::slice::from_ref(game));
    }
}

#[test]
fn errors_name_the_place() {
    let board = "BO[4 ---- -O*- -*O- ---- *]";
    assert_eq!(error("(;GM[Chess])"), "line 1, character 6: found `Chess`, expected GM[Othello]");
    assert_eq!(
        error("(;GM[Othello];)"),
        "line 1, character 16: the text ends here, expected a start board `BO[8 ... *]`"
    );
    assert_eq!(error("(;BO[x])"), "line 1, character 6: found `x`, expected a size of 4, 6 or 8 and the squares");
    assert_eq!(error("(;BO[10 -])"), "line 1, character 6: found `10 -`, expected a size of 4, 6 or 8");
    assert!(error("(;BO[4 --- *])").starts_with("line 1, character 6: "));
    assert_eq!(
        error(&format!("(;{board}\nB[z9])")),
        "line 2, character 3: found `z9`, expected a square from `a1` to `d4` or `pass`"
    );
    assert_eq!(error(&format!("(;{board}\nB[a1])")), "line 2, character 3: move `a1` is illegal: it flips nothing");
    assert_eq!(
        error(&format!("(;{board}\nW[d3])")),
        "line 2, character 1: found `W`, expected B: it is the other side's turn"
    );
    assert_eq!(
        error(&format!("(;{board}\nB[d3/x])")),
        "line 2, character 3: found `x`, expected an estimate of the score in discs"
    );
    assert_eq!(
        error(&format!("(;{board}\nB[d3//-1])")),
        "line 2, character 3: found `-1`, expected the seconds used, as 2.5 or 1:02.5"
    );
    assert_eq!(
        error(&format!("(;{board}(;B[d3])(;B[a2]))")),
        "line 1, character 40: found `B`, expected no variation: GGF has none"
    );
    assert!(error(&format!("(;TY[8a]{board})")).contains("the anti-game is not known here"));
}
