//! A saved wire conversation as a game: what the judge sent to one bot, from the start line on.

use super::{Event, Point, Reader, Start, Table, TableError, Turn};
use luozi_core::{ParseError, Player};
use luozi_games::connect4::Cell;
use luozi_games::record::{NodeId, Record, RecordError};
use luozi_games::{GameKind, Setup};

/// A conversation that is no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text is not the wire form.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// There is no turn in it.
    #[error("the text holds no turn; expected `M N noX noY`, then `lastX lastY`, tops and cells for every turn")]
    NoTurn,
    /// A turn is no position.
    #[error("turn {0}: {1}")]
    Turn(usize, TableError),
    /// A turn does not follow from the one before by one stone of each side.
    #[error("turn {0} does not follow from the turn before by one stone of each side")]
    Jump(usize),
    /// The board is impossible, or the first position is.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Reads a saved wire conversation. If it begins in mid-game, the record starts with that position.
pub fn read_wire(text: &str) -> Result<Record, ReplayError> {
    // Step 1. All turns.
    let mut reader = Reader::default();
    let (mut start, mut turns) = (None, Vec::new());
    for line in text.lines() {
        for event in reader.push_line(line)? {
            match event {
                Event::Start(board) => start = Some(board),
                Event::Turn(turn) => turns.push(turn),
            }
        }
    }
    let (Some(start), Some(first)) = (start, turns.first()) else { return Err(ReplayError::NoTurn) };

    // Step 2. Where the game begins: at its start, unless more than the opponent's first stone is on the board.
    let forbidden = match start.forbidden {
        Point::NONE => None,
        // A cell off the board stays off the board, and the rules refuse it.
        Point { x, y } => Some(Cell { row: x.clamp(0, 255) as u8, col: y.clamp(0, 255) as u8 }),
    };
    let setup = Setup::board(GameKind::CONNECT4, start.rows as u8, start.cols as u8).forbidding(forbidden);
    let stones = first.board.iter().filter(|&&cell| cell != 0).count();
    let mut record = if stones <= 1 {
        Record::new(setup).map_err(RecordError::from)?
    } else {
        let position = first.position_text(&start).map_err(|e| ReplayError::Turn(1, e))?;
        Record::with_start(setup, &position)?
    };

    // Step 3. One stone of each side per turn.
    let callee = if stones % 2 == 0 { Player::First } else { Player::Second };
    let mut board = if stones <= 1 { Table::new(start).turn(callee).board } else { first.board.clone() };
    let mut node = NodeId::ROOT;
    for (index, turn) in turns.iter().enumerate() {
        turn.position_text(&start).map_err(|e| ReplayError::Turn(index + 1, e))?;
        for column in new_columns(&board, turn, &start).ok_or(ReplayError::Jump(index + 1))? {
            node = record.add_move(node, &(column + 1).to_string()).map_err(RecordError::from)?;
        }
        board.clone_from(&turn.board);
    }
    Ok(record)
}

/// The main line as the conversation with the side that did not move last, which sees every move. Fails for games and
/// starts that the site does not have.
pub fn write_wire(record: &Record) -> Result<String, RecordError> {
    let unsupported = || RecordError::Unsupported {
        format: "a Saiblo replay",
        game: record.setup().kind().title(),
        expected: "Connect Four from the initial position with at most one forbidden cell",
    };
    let start = Start::of_setup(record.setup()).filter(|_| record.start().is_none()).ok_or_else(unsupported)?;
    let columns: Vec<i32> = record.tree().main_line().filter_map(|id| column(record, id)).collect();
    let callee = Player::BOTH[columns.len() % 2];
    let mut table = Table::new(start);
    let mut text = start.line();
    for ply in 0..=columns.len() {
        if ply % 2 == callee.index() {
            text += &table.turn(callee).text(&start);
        }
        if let Some(&column) = columns.get(ply) {
            table.drop(column, Player::BOTH[ply % 2]).expect("moves of a record are legal");
        }
    }
    Ok(text)
}

/// The column of a node's move, from 0.
fn column(record: &Record, id: NodeId) -> Option<i32> {
    record.tree().move_text(id)?.parse::<i32>().ok().map(|number| number - 1)
}

/// The columns of the stones that `turn` adds to `board`, own stone first; `None` if something else changed.
fn new_columns(board: &[i32], turn: &Turn, start: &Start) -> Option<Vec<usize>> {
    let mut own = None;
    let mut opponent = None;
    for (index, (&before, &now)) in board.iter().zip(&turn.board).enumerate() {
        let column = index % start.cols as usize;
        match (before, now) {
            (before, now) if before == now => {}
            (0, 2) if own.is_none() => own = Some(column),
            (0, 1) if opponent.is_none() => opponent = Some(column),
            _ => return None,
        }
    }
    (own.is_none() || opponent.is_some()).then(|| own.into_iter().chain(opponent).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `side` is told in a game of these columns.
    fn conversation(start: Start, columns: &[i32], side: Player) -> String {
        let mut table = Table::new(start);
        let mut text = start.line();
        for (ply, &column) in columns.iter().enumerate() {
            if ply % 2 == side.index() {
                text += &table.turn(side).text(&start);
            }
            table.drop(column, Player::BOTH[ply % 2]).unwrap();
        }
        text
    }

    fn moves(record: &Record) -> Vec<&str> {
        record.tree().main_line().map(|id| record.tree().move_text(id).unwrap()).collect()
    }

    #[test]
    fn both_sides_conversations_give_the_game() {
        let start = Start { rows: 9, cols: 10, forbidden: Point { x: 7, y: 4 } };
        let columns = [4, 4, 4, 5, 0, 9];
        let first = read_wire(&conversation(start, &columns, Player::First)).unwrap();
        assert_eq!(moves(&first), ["5", "5", "5", "6"]);
        let second = read_wire(&conversation(start, &columns, Player::Second)).unwrap();
        assert_eq!(moves(&second), ["5", "5", "5", "6", "1"]);
        // From mid-game: drop the first two turns.
        let text = conversation(start, &columns, Player::First);
        let lines: Vec<&str> = text.lines().collect();
        let cut = [&lines[..1], &lines[1 + 2 * 11..]].concat().join("\n");
        let late = read_wire(&cut).unwrap();
        assert!(late.start().is_some() && moves(&late).is_empty());
    }

    #[test]
    fn broken_conversations_are_refused() {
        assert_eq!(read_wire(""), Err(ReplayError::NoTurn));
        assert_eq!(read_wire("2 2 -1 -1"), Err(ReplayError::NoTurn));
        assert_eq!(
            read_wire("1 2 -1 -1\n-1 -1\n1 1\n0 0\n0 0\n0 0\n2 0"),
            Err(ReplayError::Turn(2, TableError::Count { own: 1, opponent: 0 }))
        );
        assert!(matches!(read_wire("1 2 -1 -1\n-1 -1\n1 1\n0 3"), Err(ReplayError::Turn(1, _))));
    }
}
