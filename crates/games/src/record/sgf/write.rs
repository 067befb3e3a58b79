//! Writing SGF.

use super::super::fields::{colour, seconds};
use super::super::properties::Writer;
use super::super::{NodeId, Record, RecordError};
use super::{GLYPHS, points, read, result_text};
use crate::{OptionValue, SgfDialect};
use luozi_core::diagram::Symbol;
use luozi_core::{Player, Pov};

/// The game as SGF; fails for games that SGF has no form for.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let kind = record.setup().kind();
    let dialect = kind.sgf().ok_or_else(|| read::unsupported(kind))?;
    let grid = record.origin.grid();
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
            None => write_root(record, &dialect, &mut writer),
            Some(mv) => writer.property(colour(to_move.other()), &points::value_of_move(&grid, mv)),
        }
        write_notes(record, id, to_move, &mut writer);
        let children = record.tree.children(id);
        let visit = |&id: &NodeId| Step::Visit { id, to_move: to_move.other(), variation: children.len() > 1 };
        steps.extend(children.iter().rev().map(visit));
    }
    Ok(writer.finish())
}

/// The properties of the first node.
fn write_root(record: &Record, dialect: &SgfDialect, writer: &mut Writer) {
    writer.property("FF", "4");
    writer.property("CA", "UTF-8");
    writer.property("AP", "Luozi");
    let setup = record.setup();
    let (rows, cols) = setup.size();
    writer.property("GM", dialect.number);
    writer.property("SZ", &if rows == cols { rows.to_string() } else { format!("{cols}:{rows}") });
    if setup.kind().forbids_cells() {
        writer.list("FC", setup.forbidden.iter().map(|cell| points::letters((cell.row, cell.col))));
    }
    let set = |name: &str| {
        let option = setup.kind().options().iter().find(|option| option.name == name);
        option.is_some_and(|option| match option.usual() {
            OptionValue::Flag(_) => setup.flag(name),
            OptionValue::Word(usual) => setup.word_of(name) != usual,
        })
    };
    let words = dialect.options.iter().filter(|(name, ..)| set(name)).map(|(_, words, _)| *words);
    let rules: Vec<&str> = dialect.rules.into_iter().chain(words).collect();
    if !rules.is_empty() {
        writer.property("RU", &rules.join(", "));
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
    if record.start().is_none() {
        return;
    }
    let grid = record.origin.grid();
    let symbols = record.origin.symbols();
    let stones = |player: Player| {
        let cells = (0..).zip(&symbols).filter(move |(_, symbol)| **symbol == Symbol::Stone(player));
        cells.map(|(cell, _)| points::letters(grid.row_and_col(cell)))
    };
    if Player::BOTH.into_iter().all(|player| stones(player).next().is_none()) {
        writer.property("AE", &format!("aa:{}", points::letters((grid.rows - 1, grid.cols - 1))));
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
