//! What gets lost when a game is written in a format that has no place for it.

use super::Format;
use luozi_games::Setup;
use luozi_games::analysis::Analysis;
use luozi_games::record::{Header, NodeId, Notes, Record};
use std::fmt;

/// A part of a saved game that some formats cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Moves beside the main line.
    Variations,
    /// Comments at any node of the game, its start included.
    Comments,
    /// Judgements of moves, `!` to `??`.
    Judgements,
    /// Time left on clocks.
    Clocks,
    /// Time used for moves.
    TimeUsed,
    /// An engine's estimate of the score.
    Scores,
    /// The rest of an engine's analysis.
    Analysis,
    /// Names of players.
    Names,
    /// The programs that played, where the record names them.
    Programs,
    /// Levels, ranks or ratings of the players.
    Levels,
    /// The tournament, match or occasion of the game.
    Event,
    /// Date and place.
    DateAndPlace,
    /// The time control, as the header writes it.
    TimeControl,
    /// A result that does not follow from the moves.
    Result,
    /// Why a game was decided off the board.
    Reason,
    /// Game and board, which must be named when the file is read again.
    Board,
}

/// The parts that a format holds.
fn held(format: Format) -> &'static [Part] {
    use Part::*;
    match format {
        Format::Json => &Part::ALL,
        Format::Sgf => &[
            Variations,
            Comments,
            Judgements,
            Clocks,
            Scores,
            Names,
            Levels,
            Event,
            DateAndPlace,
            TimeControl,
            Result,
            Reason,
            Board,
        ],
        Format::Ggf => &[TimeUsed, Scores, Names, Levels, DateAndPlace, TimeControl, Result, Reason, Board],
        Format::Botzone => &[TimeUsed, Result],
        Format::Saiblo => &[Board],
        Format::Moves => &[],
    }
}

impl Part {
    /// All parts, in the order in which losses are told.
    pub const ALL: [Part; 16] = [
        Part::Variations,
        Part::Comments,
        Part::Judgements,
        Part::Clocks,
        Part::TimeUsed,
        Part::Scores,
        Part::Analysis,
        Part::Names,
        Part::Programs,
        Part::Levels,
        Part::Event,
        Part::DateAndPlace,
        Part::TimeControl,
        Part::Result,
        Part::Reason,
        Part::Board,
    ];

    /// Does the record have something of it?
    fn is_in(self, record: &Record) -> bool {
        let Header { players, event, date, place, time_control, result } = &record.header;
        let nodes = || (0..record.tree().size()).filter_map(|index| record.tree().id(index));
        let noted = |has: &dyn Fn(&Notes) -> bool| nodes().any(|id: NodeId| has(record.tree().notes(id)));
        let analysed = |has: &dyn Fn(&Analysis) -> bool| noted(&|notes| notes.analysis.as_ref().is_some_and(has));
        match self {
            Part::Variations => nodes().any(|id| record.tree().children(id).len() > 1),
            Part::Comments => noted(&|notes| !notes.comment.is_empty()),
            Part::Judgements => noted(&|notes| notes.glyph.is_some()),
            Part::Clocks => noted(&|notes| notes.clock_ms.is_some()),
            Part::TimeUsed => noted(&|notes| notes.used_ms.is_some()),
            Part::Scores => analysed(&|analysis| analysis.score.is_some()),
            Part::Analysis => analysed(&|analysis| Analysis { score: None, ..analysis.clone() } != Analysis::default()),
            Part::Names => players.iter().any(|player| !player.name.is_empty()),
            Part::Programs => players.iter().any(|player| !player.program.is_empty()),
            Part::Levels => players.iter().any(|player| !player.level.is_empty()),
            Part::Event => !event.is_empty(),
            Part::DateAndPlace => !date.is_empty() || !place.is_empty(),
            Part::TimeControl => !time_control.is_empty(),
            Part::Result => result.is_some() && record.outcome().is_none(),
            Part::Reason => result.as_ref().is_some_and(|result| !result.reason.is_empty()),
            Part::Board => *record.setup() != Setup::standard(record.setup().kind()),
        }
    }
}

/// In a sentence: "comments are lost".
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Variations => "variations",
            Part::Comments => "comments",
            Part::Judgements => "judgements of moves",
            Part::Clocks => "times on the clocks",
            Part::TimeUsed => "times used",
            Part::Scores => "estimates of the score",
            Part::Analysis => "the engine's analysis",
            Part::Names => "names of players",
            Part::Programs => "programs of players",
            Part::Levels => "levels of players",
            Part::Event => "the event",
            Part::DateAndPlace => "date and place",
            Part::TimeControl => "the time control",
            Part::Result => "the result",
            Part::Reason => "the reason of the result",
            Part::Board => "the board",
        })
    }
}

/// The parts of a record that are lost when it is written in that format.
///
/// ```
/// use luozi_games::record::{NodeId, Record};
/// use luozi_games::{GameKind, Setup};
/// use luozi_protocol::formats::{Format, Part, losses};
///
/// let mut record = Record::new(Setup::standard(GameKind::REVERSI)).unwrap();
/// record.tree_mut().notes_mut(NodeId::ROOT).comment = "the start".to_string();
/// assert_eq!(losses(&record, Format::Ggf), [Part::Comments]);
/// assert!(losses(&record, Format::Sgf).is_empty());
/// ```
pub fn losses(record: &Record, format: Format) -> Vec<Part> {
    // GGF writes a result as its score.
    let scored = record.header.result.as_ref().is_none_or(|result| result.score.is_some());
    let unwritten = |part: Part| format == Format::Ggf && part == Part::Result && !scored;
    let lost = |part: &Part| part.is_in(record) && (!held(format).contains(part) || unwritten(*part));
    Part::ALL.into_iter().filter(lost).collect()
}
