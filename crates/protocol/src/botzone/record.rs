//! A saved Botzone input as a game: what the site handed to a bot, in the full or the simplified form.

use super::{HistoryError, Input, InputReader};
use luozi_core::{PASS, ParseError};
use luozi_games::Setup;
use luozi_games::record::{NodeId, Record, RecordError};

/// An input that is no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum InputFileError {
    /// The text is not an input.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The text ends before the whole game was told, or tells only a single request.
    #[error("the text holds no whole game; expected one with `requests` and `responses`, or the simplified form")]
    NoGame,
    /// The lists do not fit together.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The setup is impossible.
    #[error(transparent)]
    Setup(#[from] RecordError),
}

/// Reads the first whole game of a saved input. The format does not name the game, so `setup` does.
pub fn read_input_file(text: &str, setup: &Setup) -> Result<Record, InputFileError> {
    let mut reader = InputReader::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Some(Input::Full { history, .. } | Input::Simple { history }) = reader.push_line(line)? else { continue };
        let mut record = Record::new(setup.clone()).map_err(RecordError::from)?;
        let grid = record.origin().grid();
        let (_, moves) = history.moves(&grid)?;
        let mut node = NodeId::ROOT;
        for mv in moves {
            let text = match mv {
                Some(square) => square.notation(&grid).ok_or(HistoryError::NoCell(square.into()))?,
                None => PASS.to_string(),
            };
            node = record.add_move(node, &text).map_err(RecordError::from)?;
        }
        return Ok(record);
    }
    Err(InputFileError::NoGame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn both_forms_become_the_same_record() {
        let json = r#"{"requests":[{"x":-1,"y":-1},{"x":2,"y":2}],"responses":[{"x":3,"y":2}]}"#;
        let simple = "2\n-1 -1\n3 2\n2 2\n";
        let setup = Setup::standard(GameKind::REVERSI);
        let record = read_input_file(json, &setup).unwrap();
        assert_eq!(read_input_file(simple, &setup).unwrap(), record);
        let tree = record.tree();
        let first = tree.children(NodeId::ROOT)[0];
        assert_eq!(tree.move_text(first), Some("d3"));
        assert_eq!(tree.move_text(tree.children(first)[0]), Some("c3"));
    }

    #[test]
    fn broken_files_say_what_is_wrong() {
        let setup = Setup::standard(GameKind::NOGO);
        let read = |text| read_input_file(text, &setup).unwrap_err();
        assert_eq!(read(""), InputFileError::NoGame);
        assert_eq!(read("{\"x\":1,\"y\":1}"), InputFileError::NoGame);
        assert!(matches!(read("{}"), InputFileError::Text(_)));
        let twice = r#"{"requests":[{"x":-1,"y":-1},{"x":2,"y":2}],"responses":[{"x":2,"y":2}]}"#;
        assert!(read(twice).to_string().contains("the place is taken"));
        let lists = r#"{"requests":[],"responses":[]}"#;
        assert!(matches!(read(lists), InputFileError::History(_)));
    }
}
