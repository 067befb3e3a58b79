//! Writing SGF.

use super::super::fields::{colour, seconds};
use super::super::properties::Writer;
use super::super::{NodeId, Record};
use super::{GLYPHS, points, result_text};
use crate::Setup;
use crate::grid::{self, Symbol};
use crate::reversi::Scoring;
use luozi_core::{Player, Pov};

/// The game as SGF.
pub fn write(record: &Record) -> String {
    // An explicit stack instead of recursion: variations may be nested as deep as they like.
    enum Step {
        Visit { id: NodeId, to_move: Player, variation: bool },
        Close,
    }
    let mut writer = Writer::default();
    let to_move = record.first_to_move();
    let mut steps = vec![Step::Visit { id: NodeId::ROOT, to_move, variation: true }];
    while let Some(step) = steps.pop() {
        let Step::Visit { id, to_move, variation } = step else {
            writer.close();
            continue;
        };
        if variation {
            writer.open();
            steps.push(Step::Close);
        }
        writer.node();
        match record.tree.move_text(id) {
            None => write_root(record, &mut writer),
            Some(mv) => writer.property(colour(to_move.other()), &points::value_of_move(&record.setup, mv)),
        }
        write_notes(record, id, to_move, &mut writer);
        let children = record.tree.children(id);
        let visit = |&id: &NodeId| Step::Visit { id, to_move: to_move.other(), variation: children.len() > 1 };
        steps.extend(children.iter().rev().map(visit));
    }
    writer.finish()
}

/// The properties of the first node.
fn write_root(record: &Record, writer: &mut Writer) {
    writer.property("FF", "4");
    writer.property("CA", "UTF-8");
    writer.property("AP", "Luozi");
    let (rows, cols) = record.setup.size();
    let size = if rows == cols { rows.to_string() } else { format!("{cols}:{rows}") };
    match &record.setup {
        Setup::Connect4 { forbidden, .. } => {
            writer.property("GM", "connect4");
            writer.property("SZ", &size);
            writer.list("FC", forbidden.iter().map(|cell| points::letters((cell.row, cell.col))));
        }
        Setup::Reversi { scoring, .. } => {
            writer.property("GM", "2");
            writer.property("SZ", &size);
            if *scoring == Scoring::EmptiesToWinner {
                writer.property("RU", "empties to the winner");
            }
        }
        Setup::NoGo { centre_opening_forbidden, .. } => {
            writer.property("GM", "1");
            writer.property("SZ", &size);
            writer.property("RU", if *centre_opening_forbidden { "NoGo, centre opening forbidden" } else { "NoGo" });
        }
    }
    let header = &record.header;
    let [first, second] = &header.players;
    // `TM` is a number of seconds; anything else is a time control in words.
    let time = if header.time_control.parse::<u32>().is_ok() { "TM" } else { "OT" };
    let texts = [
        ("PB", &first.name),
        ("BR", &first.level),
        ("PW", &second.name),
        ("WR", &second.level),
        ("EV", &header.event),
        ("DT", &header.date),
        ("PC", &header.place),
        (time, &header.time_control),
    ];
    writer.texts(texts);
    if let Some(result) = &header.result {
        writer.property("RE", &result_text(result));
    }
    write_start(record, writer);
}

/// Stones and side to move of a start position other than the initial one.
fn write_start(record: &Record, writer: &mut Writer) {
    let Some(start) = record.start() else { return };
    let (rows, cols) = record.setup.size();
    let board = grid::read(start, usize::from(rows), usize::from(cols)).expect("the start was printed by the rules");
    let stones = |player: Player| {
        let cells = board.cells.iter().enumerate();
        let owned = cells.filter(move |(_, (_, symbol))| *symbol == Symbol::Stone(player));
        owned.map(|(cell, _)| points::letters(((cell / usize::from(cols)) as u8, (cell % usize::from(cols)) as u8)))
    };
    if Player::BOTH.into_iter().all(|player| stones(player).next().is_none()) {
        writer.property("AE", &format!("aa:{}", points::letters((rows - 1, cols - 1))));
    }
    writer.list("AB", stones(Player::First));
    writer.list("AW", stones(Player::Second));
    writer.property("PL", colour(record.first_to_move()));
}

/// Comment, judgement, clock and score of a node. `to_move` is the side to move there.
fn write_notes(record: &Record, id: NodeId, to_move: Player, writer: &mut Writer) {
    let notes = record.tree.notes(id);
    if let Some(clock_ms) = notes.clock_ms.filter(|_| id != NodeId::ROOT) {
        writer.property(["BL", "WL"][to_move.other().index()], &seconds(clock_ms));
    }
    if let Some((_, name, value)) = GLYPHS.iter().find(|(glyph, ..)| Some(*glyph) == notes.glyph) {
        writer.property(name, value);
    }
    let score = notes.analysis.as_ref().and_then(|analysis| analysis.score);
    if let Some(score) = score.filter(|score| score.is_finite()) {
        writer.property("V", &Pov(score).owned_by(to_move).0.to_string());
    }
    if !notes.comment.is_empty() {
        writer.property("C", &notes.comment);
    }
}
