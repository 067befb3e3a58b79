//! Dialects and errors of SGF; round trips of random games are in `tests/records.rs`.

use super::super::{GameResult, NodeId, Record, Winner};
use super::{read, result_of, result_text, write};
use crate::{GameKind, Setup};

fn one(text: &str, hint: Option<GameKind>) -> Record {
    let hint = hint.map(Setup::standard);
    read(text, hint.as_ref()).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0)
}

fn error(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

fn main_line(record: &Record) -> String {
    let line: Vec<&str> = record.tree().main_line().filter_map(|id| record.tree().move_text(id)).collect();
    line.join(" ")
}

#[test]
fn nogo_uses_go_letters() {
    let record = one("(;GM[1]SZ[9]RU[NoGo];B[ee];W[ai]C[corner])", None);
    assert_eq!(main_line(&record), "E5 A1");
    let wide = one("(;GM[1]SZ[11:5]RU[nogo];B[ia];W[ke])", None);
    assert_eq!(wide.setup(), &Setup::board(GameKind::NOGO, 5, 11));
    assert_eq!(main_line(&wide), "J5 L1", "columns skip I in our notation only");
    assert_eq!(one("(;GM[1]SZ[9];B[ee])", Some(GameKind::NOGO)), one("(;B[E5])", Some(GameKind::NOGO)));
}

#[test]
fn reversi_reads_both_coordinates_and_all_passes() {
    let letters = one("(;GM[2];B[fe];W[df])", None);
    let squares = one("(;GM[2]SZ[8];B[f5];W[D6])", None);
    assert_eq!(letters, squares);
    assert!(write(&letters).unwrap().contains(";B[fe];W[df]"));

    // White cannot move at the start; the pass may be written in several ways or left out.
    for pass in ["", "tt", "pass", "PA"] {
        let text = format!("(;GM[2]SZ[4]AB[aa][da]AW[ba]PL[W];W[{pass}];B[ca])");
        let record = one(&text, None);
        assert_eq!(main_line(&record), "pass c1", "{text}");
    }
    assert_eq!(main_line(&one("(;GM[2]SZ[4]AB[aa][da]AW[ba]PL[W];B[ca])", None)), "pass c1", "put in");
}

#[test]
fn connect_four_has_columns_and_forbidden_cells() {
    let record = one("(;GM[connect4]SZ[4:3]FC[aa][ba:bb];B[2];W[4])", None);
    assert_eq!(record.setup().to_string().split(", ").nth(1), Some("3 rows x 4 columns"));
    assert_eq!(main_line(&record), "2 4");
    let text = write(&record).unwrap();
    assert!(text.contains("GM[connect4]SZ[4:3]FC[aa][ba][bb]"), "{text}");
    assert_eq!(one(&text, None), record);
}

#[test]
fn start_positions_are_carried() {
    let boards = [
        (GameKind::CONNECT4, 2, 3, "...\nXO.\nX"),
        (GameKind::NOGO, 2, 3, "...\n...\nO"),
        (GameKind::NOGO, 2, 3, "X..\n.O.\nX"),
        (GameKind::REVERSI, 4, 4, "....\n.OX.\n.XO.\n....\nO"),
        (GameKind::REVERSI, 4, 4, "....\n....\n....\n...X\nX"),
    ];
    for (kind, rows, cols, board) in boards {
        let record = Record::with_start(Setup::board(kind, rows, cols), board).unwrap();
        assert_eq!(record.start(), Some(board));
        assert_eq!(one(&write(&record).unwrap(), None), record);
    }
    let standard = "(;GM[2]SZ[8]AB[ed][de]AW[dd][ee];B[fe])";
    assert_eq!(one(standard, None), one("(;GM[2];B[fe])", None), "the initial discs may be written out");
}

#[test]
fn nodes_without_moves_add_to_the_node_before() {
    let record = one("(;GM[connect4]C[a];C[b];B[4];C[c];C[d]BM[1];W[4])", None);
    assert_eq!(main_line(&record), "4 4");
    assert_eq!(record.tree().notes(NodeId::ROOT).comment, "a\nb");
    let first = record.tree().children(NodeId::ROOT)[0];
    assert_eq!(record.tree().notes(first).comment, "c\nd");
    assert_eq!(record.tree().notes(first).glyph, Some(super::Glyph::Mistake));
}

#[test]
fn clocks_and_values_belong_to_somebody() {
    let record = one("(;GM[connect4];B[4]BL[59.5]WL[60]V[2];W[4]V[2])", None);
    let line: Vec<_> = record.tree().main_line().map(|id| record.tree().notes(id).clone()).collect();
    assert_eq!(line[0].clock_ms, Some(59_500));
    assert_eq!(line[0].analysis.as_ref().unwrap().score, Some(-2.0), "good for Black, seen by White");
    assert_eq!(line[1].analysis.as_ref().unwrap().score, Some(2.0));
}

#[test]
fn results_have_their_own_words() {
    for text in ["B+3", "W+12", "B+resign", "W+time", "B+forfeit", "W+", "Draw"] {
        assert_eq!(result_text(&result_of(text).unwrap()), text);
    }
    let resigned = GameResult { winner: Winner::Second, score: None, reason: "resign".to_string() };
    assert_eq!(result_of("W+R"), Some(resigned.clone()));
    assert_eq!(result_of("W+Resign"), Some(resigned));
    for unknown in ["", "?", "Void", "Black wins", "X+3"] {
        assert_eq!(result_of(unknown), None);
    }
    let crashed = GameResult { winner: Winner::First, score: Some(-3), reason: "crash".to_string() };
    assert_eq!(result_text(&crashed), "B+", "a score against the winner is not a margin");
}

#[test]
fn errors_name_the_place() {
    assert!(error("(;SZ[9])").starts_with("nothing in the text says which game it is; name one: connect4, reversi"));
    assert_eq!(
        error("(;GM[1]SZ[9];B[ee])"),
        "line 1, character 6: found `GM[1]`, expected RU[NoGo] beside it (or ask for nogo)"
    );
    assert_eq!(
        error("(;GM[3])"),
        "line 1, character 6: found `GM[3]`, expected GM[connect4] (Connect Four), GM[2] (Reversi), GM[1] (NoGo)"
    );
    assert_eq!(
        error("(;GM[2]SZ[x])"),
        "line 1, character 11: found `SZ[x]`, expected a size such as SZ[9], or columns:rows such as SZ[7:6]"
    );
    assert_eq!(
        error("(;GM[2]SZ[8:6])"),
        "line 1, character 11: found `SZ[8:6]`, expected as many columns as rows, as in SZ[8]"
    );
    assert_eq!(
        error("(;GM[1]RU[NoGo]SZ[19])"),
        "line 1, character 19: a NoGo board has 1 to 16 rows and columns and at most 128 points, not 19 x 19"
    );
    let nogo = |moves: &str| error(&format!("(;GM[1]SZ[9]RU[NoGo]\n{moves})"));
    assert_eq!(nogo(";B[jj]"), "line 2, character 4: found `B[jj]`, expected a point from `aa` to `ii`");
    assert_eq!(nogo(";B[ee];W[ee]"), "line 2, character 10: move `ee` is illegal: the place is taken");
    assert_eq!(nogo(";W[ee]"), "line 2, character 4: found `W[ee]`, expected B[...]: it is the other side's turn");
    assert_eq!(nogo(";B[ee]B[ef]"), "line 2, character 9: found `B[ef]`, expected one move in a node");
    assert_eq!(nogo(";AB[ee]"), "line 2, character 5: found `AB[ee]`, expected setup stones in the first node only");
    assert_eq!(nogo(";B[ee]BL[-1]"), "line 2, character 10: found `BL[-1]`, expected seconds left, 0 or more");
    assert_eq!(nogo(";B[ee]V[inf]"), "line 2, character 9: found `V[inf]`, expected a number");
    assert_eq!(
        error("(;GM[1]SZ[2]RU[NoGo]AB[aa]AW[aa])"),
        "line 1, character 30: found `AW[aa]`, expected free points: `aa` is taken already"
    );
    assert_eq!(error("(;GM[2]PL[x])"), "line 1, character 11: found `PL[x]`, expected PL[B] or PL[W]");
    let hanging = error("(;GM[connect4]SZ[3:2]AB[aa])");
    assert!(hanging.starts_with("line 1, character 22: impossible position: "), "{hanging}");
    assert_eq!(error("(;GM[connect4];B[])"), "line 1, character 18: the text ends here, expected a column from 1 to 7");
}

#[test]
fn hostile_trees_are_read_without_recursion() {
    let deep = format!("(;GM[2]{}{})", "(;".repeat(50_000), ")".repeat(50_000));
    let record = one(&deep, None);
    assert_eq!(record.tree().size(), 1);
}

/// Found by fuzzing: the letters of the last point of a board of 188 columns do not exist.
#[test]
fn forbidden_cells_of_an_impossible_board_are_an_error() {
    assert_eq!(
        error("(;GM[connect4]SZ[188:3]FC[?])"),
        "line 1, character 18: a board of 3 rows x 188 columns is not possible; choose 1 to 15 rows and 1 to 16 columns"
    );
}
