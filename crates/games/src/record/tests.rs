//! The tree's operations and the errors of the JSON format; round trips of random games are in `tests/records.rs`.

use super::*;
use crate::GameKind;

fn connect4(moves: &str) -> Record {
    let mut record = Record::new(Setup::standard(GameKind::CONNECT4)).unwrap();
    record.add_moves(NodeId::ROOT, moves).unwrap();
    record
}

fn moves(record: &Record, line: impl Iterator<Item = NodeId>) -> String {
    line.map(|id| record.tree().move_text(id).unwrap()).collect()
}

fn main_line(record: &Record) -> String {
    moves(record, record.tree().main_line())
}

#[test]
fn variations_are_added_found_promoted_and_deleted() {
    let mut record = connect4("4455");
    let second = record.tree().main_line().nth(1).unwrap();
    assert_eq!(record.add_move(second, "5").unwrap(), record.tree().children(second)[0], "a known move is found again");
    let variation = record.add_move(second, "3").unwrap();
    let end = record.add_moves(variation, "21").unwrap();
    assert_eq!(record.tree().children(second).len(), 2);
    assert_eq!(moves(&record, record.tree().path(end).into_iter()), "44321");
    assert_eq!(record.tree().parent(variation), Some(second));
    assert_eq!(main_line(&record), "4455");

    assert!(record.tree_mut().promote(end));
    assert!(!record.tree_mut().promote(end), "it is the main line now");
    assert_eq!(main_line(&record), "44321");
    let old = record.tree().children(second)[1];
    assert_eq!(moves(&record, [old].into_iter().chain(record.tree().line_after(old))), "55");

    assert_eq!(record.tree_mut().delete(old), second);
    assert_eq!((record.tree().size(), main_line(&record).as_str()), (6, "44321"));
    assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    let variation = record.tree().children(second)[0];
    assert_eq!(record.tree_mut().delete(variation), second);
    assert_eq!(main_line(&record), "44");
    assert_eq!(record.tree_mut().delete(NodeId::ROOT), NodeId::ROOT);
    assert_eq!(record.tree().size(), 1);
    assert_eq!(record.tree().id(1), None);
}

#[test]
fn deleting_in_the_middle_keeps_all_other_lines() {
    let mut record = connect4("12");
    let doomed = record.add_moves(NodeId::ROOT, "2").unwrap();
    record.add_moves(NodeId::ROOT, "345").unwrap();
    record.add_moves(doomed, "67").unwrap();
    record.add_moves(NodeId::ROOT, "711").unwrap();
    record.tree_mut().delete(doomed);
    let lines: Vec<String> = record
        .tree()
        .children(NodeId::ROOT)
        .iter()
        .map(|&first| moves(&record, [first].into_iter().chain(record.tree().line_after(first))))
        .collect();
    assert_eq!(lines, ["12", "345", "711"]);
}

#[test]
fn trees_are_compared_by_their_looks_not_by_their_history() {
    let mut early = connect4("44");
    early.add_move(NodeId::ROOT, "3").unwrap();
    let mut late = Record::new(Setup::standard(GameKind::CONNECT4)).unwrap();
    let first = late.add_move(NodeId::ROOT, "4").unwrap();
    late.add_move(NodeId::ROOT, "3").unwrap();
    assert_ne!(early, late);
    late.add_move(first, "4").unwrap();
    assert_eq!(early, late);
    late.tree_mut().notes_mut(first).comment.push('!');
    assert_ne!(early, late);
}

#[test]
fn only_legal_moves_get_in() {
    let mut record = connect4("444444");
    let last = record.tree().main_line().last().unwrap();
    assert_eq!(
        record.add_move(last, "4").unwrap_err().to_string(),
        "line 1, character 1: move `4` is illegal: the column is full"
    );
    assert_eq!(
        record.add_move(last, "8").unwrap_err().to_string(),
        "line 1, character 1: found `8`, expected a column from 1 to 7"
    );
    let size = record.tree().size();
    assert!(record.add_moves(last, "124").is_err());
    assert_eq!(record.tree().size(), size, "a wrong sequence adds nothing");
}

#[test]
fn a_finished_main_line_settles_the_result() {
    let mut record = connect4("121212");
    record.settle();
    assert_eq!(record.header.result, None);
    let last = record.tree().main_line().last().unwrap();
    record.add_move(last, "1").unwrap();
    record.settle();
    let result = GameResult { winner: Winner::First, score: Some(18), reason: String::new() };
    assert_eq!(record.header.result, Some(result));
}

#[test]
fn a_start_position_is_kept_in_one_form() {
    let setup = Setup::board(GameKind::CONNECT4, 2, 3);
    let record = Record::with_start(setup.clone(), "... / XO.").unwrap();
    assert_eq!(record.start(), Some("...\nXO.\nX"));
    assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    let initial = Record::with_start(setup.clone(), "......").unwrap();
    assert_eq!(initial, Record::new(setup.clone()).unwrap());
    let error = Record::with_start(setup, "..?").unwrap_err().to_string();
    assert!(error.starts_with("the start position, line 1, character 3: found `?`"), "{error}");
}

fn json_error(text: &str) -> String {
    Record::from_json(text).unwrap_err().to_string()
}

/// A saved classic game with these nodes.
fn with_nodes(nodes: &str) -> String {
    let setup = r#"{"game":"connect4","rows":6,"cols":7}"#;
    format!(r#"{{"format":"luozi-game","version":1,"setup":{setup},"nodes":{nodes}}}"#)
}

#[test]
fn json_errors_name_the_place_or_the_node() {
    assert_eq!(json_error("{\"format\":\n!"), "line 2, character 1: expected value; expected a saved game in JSON");
    assert_eq!(json_error("{}"), "format `` is not a saved game; expected format `luozi-game`");
    assert_eq!(json_error(r#"{"format":"chess"}"#), "format `chess` is not a saved game; expected format `luozi-game`");
    assert_eq!(
        json_error(r#"{"format":"luozi-game","version":2,"setup":5}"#),
        "version 2 of the saved-game format is newer than this program, which reads version 1; update it"
    );
    assert!(json_error(r#"{"format":"luozi-game","version":1}"#).contains("missing field `setup`"));
    let wrong_setup = r#"{"format":"luozi-game","version":1,"setup":{"game":"connect4","rows":99,"cols":7}}"#;
    assert!(json_error(wrong_setup).starts_with("the board: a board of 99 rows x 7 columns is not possible"));

    let node_error = |nodes: &str| json_error(&with_nodes(nodes));
    assert_eq!(node_error(r#"[{"move":"4"}]"#), "node 0: the first node has no move and every other node has one");
    assert_eq!(node_error(r#"[{},{}]"#), "node 1: the first node has no move and every other node has one");
    assert_eq!(node_error(r#"[{},{"move":"9"}]"#), "node 1: found `9`, expected a column from 1 to 7");
    assert_eq!(node_error(r#"[{},{"move":"4","parent":1}]"#), "node 1: parent 1 is not a node before this one");
    assert_eq!(
        node_error(r#"[{},{"move":"4"},{"move":"4","parent":0}]"#),
        "node 2: move `4` is there already; give a move only once after each node"
    );
    assert_eq!(node_error(r#"[{},{"move":"4","analysis":{"value":1.5}}]"#), "node 1: value 1.5 is outside -1 to 1");
    assert_eq!(
        node_error(r#"[{},{"move":"4","analysis":{"pv":["4","0"]}}]"#),
        "node 1: the line of the analysis: found `0`, expected a column from 1 to 7"
    );
    let full: String = (0..7).map(|_| r#",{"move":"4"}"#).collect();
    assert_eq!(node_error(&format!("[{{}}{full}]")), "node 7: move `4` is illegal: the column is full");
}

#[test]
fn json_ignores_unknown_fields_and_survives_depth() {
    let record = Record::from_json(&with_nodes(r#"[{"future":[1,{}]},{"move":"4","other":null}]"#)).unwrap();
    assert_eq!(record, connect4("4"));
    let deep = with_nodes(&"[".repeat(1 << 20));
    assert!(json_error(&deep).contains("expected a saved game in JSON"));
    let nested = format!("{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    let unknown = with_nodes(&format!(r#"[{{"future":{nested}}}]"#));
    assert!(json_error(&unknown).contains("recursion limit exceeded"));
}

#[test]
fn move_lists_and_formats_are_recognised() {
    let reversi = Setup::standard(GameKind::REVERSI);
    let records = read_any(" f5d6c3 ", Some(&reversi)).unwrap();
    assert_eq!(main_line(&records[0]), "f5d6c3");
    assert_eq!(read_any("f5d6c3", None), Err(super::RecordError::UnknownGame));
    assert_eq!(
        read_any("f5 xx", Some(&reversi)).unwrap_err().to_string(),
        "line 1, character 4: found `xx`, expected a square from `a1` to `h8` or `pass`"
    );
    assert_eq!(Format::of("\u{feff} {}"), Format::Json);
    assert_eq!(Format::of("7 ( ;GM[1]"), Format::Sgf);
    let record = connect4("4453");
    assert_eq!(read_any(&record.to_json(), None).unwrap(), std::slice::from_ref(&record));
    assert_eq!(read_any(&sgf::write(&record).unwrap(), None).unwrap(), std::slice::from_ref(&record));
    let error = ggf::write(&record).unwrap_err().to_string();
    assert_eq!(error, "GGF cannot hold a game of Connect Four; expected Reversi");
}
