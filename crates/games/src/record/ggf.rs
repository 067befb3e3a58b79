//! GGF, the format of Othello servers and of NBoard: main lines of Reversi from any start board.
//!
//! ```text
//! (;GM[Othello]PC[place]DT[date]PB[black]PW[white]RB[rating]RW[rating]TI[15:00]TY[8]RE[+4.000]
//!  BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/eval/time]W[D6//2.5];)
//! ```
//!
//! All moves stand in one node, in order; `PA` passes, and passes that are left out are put in. `eval` is the mover's
//! estimate of the score, `time` the seconds used. GGF has no place for variations, comments, clocks and the rest of the
//! analysis, and calls every game Othello; several games may follow each other.

use super::fields::{self, colour};
use super::grow::{Grower, placed};
use super::properties::{self, Property, PropertyTree, Writer};
use super::{GameResult, Header, NodeId, Record, RecordError, Winner};
use crate::reversi::Scoring;
use crate::{GameKind, Session};
use luozi_core::diagram::Symbol;
use luozi_core::{ParseError, Player, Pov, Score};

/// Results that were not reached on the board, as GGF marks them.
const REASONS: [(&str, &str); 2] = [("r", "resign"), ("t", "time")];

/// Reads every game of a GGF text. Games are scored as `scoring` says, since GGF does not.
pub fn read(text: &str, scoring: Scoring) -> Result<Vec<Record>, RecordError> {
    properties::read(text)?.iter().map(|tree| read_game(text, tree, scoring)).collect()
}

fn read_game(text: &str, tree: &PropertyTree<'_>, scoring: Scoring) -> Result<Record, RecordError> {
    let unexpected = |property: &Property<'_>, expected: &str| {
        let value = property.value();
        ParseError::unexpected(text, value.offset, value.raw, expected)
    };

    // Step 1. One line of properties.
    if let Some(branch) = (1..tree.len()).find(|&index| tree[index].parent != Some(index - 1)) {
        let first = tree[branch].properties.first();
        let (offset, found) = first.map_or((text.len(), "("), |property| (property.offset, property.name.as_str()));
        return Err(ParseError::unexpected(text, offset, found, "no variation: GGF has none").into());
    }
    let properties: Vec<&Property<'_>> = tree.iter().flat_map(|node| &node.properties).collect();
    let get = |name: &str| properties.iter().copied().find(|property| property.name == name);
    if let Some(game) = get("GM").filter(|game| !game.value().raw.eq_ignore_ascii_case("othello")) {
        return Err(unexpected(game, "GM[Othello]").into());
    }
    if let Some(kind) = get("TY").filter(|kind| kind.value().raw.contains('a')) {
        return Err(unexpected(kind, "a game that more discs win: the anti-game is not known here").into());
    }

    // Step 2. The start board, which names the size.
    let Some(board) = get("BO") else {
        return Err(ParseError::unexpected(text, text.len(), "", "a start board `BO[8 ... *]`").into());
    };
    let raw = board.value().raw;
    let digits = raw.len() - raw.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let size = raw[..digits].parse().map_err(|_| unexpected(board, "a size of 4, 6 or 8 and the squares"))?;
    let empty = Session::new(&scoring.on_board(size)).map_err(|_| unexpected(board, "a size of 4, 6 or 8"))?;
    let origin = empty.beginning_at(&raw[digits..]).map_err(placed(text, board.value().offset))?;

    // Step 3. The moves.
    let mut grower = Grower::new(&origin);
    let mut at = NodeId::ROOT;
    for property in properties.iter().filter(|property| matches!(property.name.as_str(), "B" | "W")) {
        at = read_move(text, &mut grower, at, property)?;
    }
    let header = read_header(&|name| get(name).map(|property| property.value().text()).unwrap_or_default());
    Ok(Record { header, origin, tree: grower.finish() })
}

/// Plays `F5/eval/time`; both additions may be missing or empty.
fn read_move(text: &str, grower: &mut Grower, at: NodeId, property: &Property<'_>) -> Result<NodeId, ParseError> {
    let value = property.value();
    let mut parts = value.raw.splitn(3, '/').map(str::trim);
    let (name, eval, time) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let wrong = |found: &str, expected: &str| ParseError::unexpected(text, value.offset, found, expected);
    let mv = grower.session(at).parse_move(name).map_err(placed(text, value.offset))?;
    let id = grower.play_with_passes(at, mv).map_err(|reason| ParseError::illegal(text, value.offset, name, reason))?;

    let before = grower.tree().parent(id).unwrap_or(NodeId::ROOT);
    let mover = grower.session(before).to_move();
    if property.name != colour(mover) {
        let expected = format!("{}: it is the other side's turn", colour(mover));
        return Err(ParseError::unexpected(text, property.offset, &property.name, expected));
    }
    let notes = grower.tree().notes_mut(id);
    if let Some(eval) = eval.filter(|eval| !eval.is_empty()) {
        let score = fields::number(eval).ok_or_else(|| wrong(eval, "an estimate of the score in discs"))?;
        notes.analysis.get_or_insert_default().score = Some(turned(score));
    }
    if let Some(time) = time.filter(|time| !time.is_empty()) {
        notes.used_ms = Some(time_used(time).ok_or_else(|| wrong(time, "the seconds used, as 2.5 or 1:02.5"))?);
    }
    Ok(id)
}

/// The mover's estimate as the other side, which is to move after the move, sees it; and back.
fn turned(score: f64) -> f64 {
    Pov(score).owned_by(Player::First).seen_by(Player::Second).0
}

/// Seconds, or minutes and seconds.
fn time_used(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
    fields::milliseconds(f64::from(minutes.parse::<u16>().ok()?) * 60.0 + fields::number(seconds)?)
}

fn read_header(text: &dyn Fn(&str) -> String) -> Header {
    let players = fields::players(text, [["PB", "RB"], ["PW", "RW"]]);
    let (place, date, time_control) = (text("PC"), text("DT"), text("TI"));
    // `+4.000` or, when it was not played out, `-64.000:r`.
    let result = text("RE");
    let (score, reason) = result.split_once(':').unwrap_or((&result, ""));
    let score = fields::number(score).filter(|score| score.abs() <= 64.0);
    let result = score.map(|score| GameResult {
        winner: Winner::of(Score(score.round() as i16)),
        score: Some(score.round() as i16),
        reason: REASONS.iter().find(|known| known.0 == reason).map_or(String::new(), |known| known.1.to_string()),
    });
    Header { players, place, date, time_control, result, event: String::new() }
}

/// The main line as GGF; fails for other games than Reversi.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let kind = record.setup().kind();
    if kind != GameKind::REVERSI {
        return Err(RecordError::Unsupported { format: "GGF", game: kind.title(), expected: "Reversi" });
    }
    let header = &record.header;
    let [first, second] = &header.players;
    let mut writer = Writer::default();
    writer.open();
    writer.node();
    writer.property("GM", "Othello");
    let texts = [
        ("PC", &header.place),
        ("DT", &header.date),
        ("PB", &first.name),
        ("PW", &second.name),
        ("RB", &first.level),
        ("RW", &second.level),
        ("TI", &header.time_control),
    ];
    writer.texts(texts);
    writer.property("TY", &record.setup().rows.to_string());
    if let Some((result, score)) = header.result.as_ref().and_then(|result| Some((result, result.score?))) {
        let mark = REASONS.iter().find(|known| known.1 == result.reason).map_or("", |known| known.0);
        let colon = if mark.is_empty() { "" } else { ":" };
        writer.property("RE", &format!("{:+}.000{colon}{mark}", score));
    }
    writer.property("BO", &board_text(record));
    let mut mover = record.first_to_move();
    for id in record.tree.main_line() {
        writer.property(colour(mover), &move_value(record, id));
        mover = mover.other();
    }
    writer.node();
    writer.close();
    Ok(writer.finish())
}

/// `8 <squares> *`
fn board_text(record: &Record) -> String {
    let size = usize::from(record.setup().rows);
    let disc = |symbol: Symbol| match symbol {
        Symbol::Stone(Player::First) => '*',
        Symbol::Stone(Player::Second) => 'O',
        Symbol::Empty | Symbol::Forbidden => '-',
    };
    let symbols = record.origin.symbols();
    let rows = symbols.chunks(size).map(|row| row.iter().map(|&symbol| disc(symbol)).collect::<String>());
    let side = disc(Symbol::Stone(record.first_to_move()));
    format!("{size} {} {side}", rows.collect::<Vec<_>>().join(" "))
}

/// `F5/eval/time` with as much as is known.
fn move_value(record: &Record, id: NodeId) -> String {
    let notes = record.tree.notes(id);
    let mv = record.tree.move_text(id).unwrap_or_default();
    let mut value = if mv == "pass" { "PA".to_string() } else { mv.to_ascii_uppercase() };
    let score = notes.analysis.as_ref().and_then(|analysis| analysis.score).filter(|score| score.is_finite());
    if score.is_some() || notes.used_ms.is_some() {
        value.push('/');
        value.push_str(&score.map(|score| turned(score).to_string()).unwrap_or_default());
    }
    if let Some(used_ms) = notes.used_ms {
        value.push('/');
        value.push_str(&fields::seconds(used_ms));
    }
    value
}

#[cfg(test)]
mod tests;
