//! Reading SGF.

use super::super::fields::{self, colour};
use super::super::grow::{Grower, placed};
use super::super::properties::{self, Property, PropertyNode, PropertyTree};
use super::super::{Glyph, Header, NodeId, Record, RecordError, Tree};
use super::{GLYPHS, points, result_of};
use crate::connect4::Cell;
use crate::{GameKind, GameOption, OptionValue, Session, Setup, SgfDialect};
use luozi_core::diagram::{self, Symbol};
use luozi_core::{Abs, ParseError, Place, Player};

/// Reads every game of an SGF text. `hint` is the game that the caller expects: it settles what a file leaves open (a Go
/// file that does not say NoGo, a missing game or size) and never overrules the file.
pub fn read(text: &str, hint: Option<&Setup>) -> Result<Vec<Record>, RecordError> {
    properties::read(text)?.iter().map(|tree| File { text, hint }.record(tree)).collect()
}

/// The text being read, for places in errors, and what the caller expects.
struct File<'t> {
    text: &'t str,
    hint: Option<&'t Setup>,
}

impl File<'_> {
    fn unexpected(&self, property: &Property<'_>, expected: impl Into<String>) -> ParseError {
        let value = property.value();
        ParseError::unexpected(self.text, value.offset, &format!("{}[{}]", property.name, value.raw), expected)
    }

    fn record(&self, tree: &PropertyTree<'_>) -> Result<Record, RecordError> {
        let root = &tree[0];
        let setup = self.setup(root)?;
        let session = self.session(root, &setup)?;
        let origin = self.start(session, tree)?;
        let moves = self.moves(&origin, tree)?;
        Ok(Record { header: header(root), origin, tree: moves })
    }

    /// The game on a board; if there is no such board, the size is to blame.
    fn session(&self, root: &PropertyNode<'_>, setup: &Setup) -> Result<Session, RecordError> {
        Session::new(setup).map_err(|error| {
            let size = root.get("SZ").map_or(0, |size| size.value().offset);
            RecordError::Board { place: Place::of(self.text, size), error }
        })
    }

    /// The game that `GM` and `RU` name, or the hint where they leave it open.
    fn kind(&self, root: &PropertyNode<'_>, rules: Option<&str>) -> Result<(GameKind, SgfDialect), RecordError> {
        let hinted = self.hint.map(Setup::kind);
        let spoken: Vec<(GameKind, SgfDialect)> =
            GameKind::all().into_iter().filter_map(|kind| Some((kind, kind.sgf()?))).collect();
        let Some(game) = root.get("GM") else {
            let hinted = hinted.ok_or(RecordError::UnknownGame)?;
            return spoken.into_iter().find(|(kind, _)| *kind == hinted).ok_or_else(|| unsupported(hinted));
        };
        let number = game.value().text().trim().to_ascii_lowercase();
        let numbered = |dialect: &SgfDialect| dialect.number == number || dialect.also.contains(&number.as_str());
        // A game that borrows the number of another one is meant only where the rules or the caller say so.
        let meant = |kind: GameKind, dialect: &SgfDialect| match (dialect.rules, rules) {
            (None, _) => true,
            (Some(word), Some(rules)) => rules.contains(&word.to_ascii_lowercase()),
            (Some(_), None) => hinted == Some(kind),
        };
        let mut same = spoken.iter().filter(|(_, dialect)| numbered(dialect)).peekable();
        if let Some((kind, dialect)) = same.clone().find(|(kind, dialect)| meant(*kind, dialect)) {
            return Ok((*kind, *dialect));
        }
        let expected = match same.peek() {
            Some((kind, dialect)) => {
                format!("RU[{}] beside it (or ask for {kind})", dialect.rules.unwrap_or_default())
            }
            None => {
                let names: Vec<String> =
                    spoken.iter().map(|(kind, dialect)| format!("GM[{}] ({})", dialect.number, kind.title())).collect();
                names.join(", ")
            }
        };
        Err(self.unexpected(game, expected).into())
    }

    /// The game and its parameters, from the first node and the hint.
    fn setup(&self, root: &PropertyNode<'_>) -> Result<Setup, RecordError> {
        let rules = root.get("RU").map(|rules| rules.value().text().to_ascii_lowercase());
        let (kind, dialect) = self.kind(root, rules.as_deref())?;
        let mut setup = self.hint.filter(|hint| hint.kind() == kind).cloned().unwrap_or_else(|| Setup::standard(kind));
        (setup.rows, setup.cols) = root.get("SZ").map_or(Ok(setup.size()), |size| self.size(size, kind))?;
        if let Some(cells) = root.get("FC").filter(|_| kind.forbids_cells()) {
            // Points have letters only on boards that exist.
            let bare = Setup::board(kind, setup.rows, setup.cols);
            self.session(root, &bare)?;
            setup.forbidden = self.points(&bare, cells)?.into_iter().map(|(row, col)| Cell { row, col }).collect();
        }
        let Some(rules) = rules else { return Ok(setup) };
        for &(name, _, word) in dialect.options {
            let option = kind.options().iter().find(|option| option.name == name);
            setup = match option {
                Some(option) if rules.contains(word) => setup.with_option(name, unusual(option)),
                // Rules that are written and do not name a yes-or-no option say no.
                Some(option) if option.words.is_empty() => setup.with_option(name, option.usual()),
                _ => setup,
            };
        }
        Ok(setup)
    }

    /// Rows and columns from `SZ[size]` or `SZ[columns:rows]`.
    fn size(&self, property: &Property<'_>, kind: GameKind) -> Result<(u8, u8), ParseError> {
        let text = property.value().text();
        let (cols, rows) = text.split_once(':').unwrap_or((&text, &text));
        match (rows.trim().parse(), cols.trim().parse()) {
            (Ok(rows), Ok(cols)) if rows == cols || !kind.sizes().square => Ok((rows, cols)),
            (Ok(_), Ok(_)) => Err(self.unexpected(property, "as many columns as rows, as in SZ[8]")),
            _ => Err(self.unexpected(property, "a size such as SZ[9], or columns:rows such as SZ[7:6]")),
        }
    }

    /// The cells of a list of points.
    fn points(&self, setup: &Setup, property: &Property<'_>) -> Result<Vec<points::RowCol>, ParseError> {
        let values = property.values.iter();
        let lists: Result<Vec<_>, _> =
            values.map(|value| points::cells(setup, self.text, value.offset, &value.text())).collect();
        Ok(lists?.concat())
    }

    /// The tree of moves.
    fn moves(&self, origin: &Session, nodes: &PropertyTree<'_>) -> Result<Tree, ParseError> {
        let mut grower = Grower::new(origin);
        let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let before = node.parent.map_or(NodeId::ROOT, |parent| ids[parent]);
            let mut after = before;
            for property in &node.properties {
                match property.name.as_str() {
                    "B" | "W" if after != before => return Err(self.unexpected(property, "one move in a node")),
                    "B" => after = self.play(&mut grower, before, Player::First, property)?,
                    "W" => after = self.play(&mut grower, before, Player::Second, property)?,
                    "AB" | "AW" | "AE" if index > 0 => {
                        return Err(self.unexpected(property, "setup stones in the first node only"));
                    }
                    _ => {}
                }
            }
            self.notes(&mut grower, after, node)?;
            ids.push(after);
        }
        Ok(grower.finish())
    }

    fn play(
        &self,
        grower: &mut Grower,
        at: NodeId,
        player: Player,
        property: &Property<'_>,
    ) -> Result<NodeId, ParseError> {
        let value = property.value();
        let written = value.text();
        let session = grower.session(at);
        let name = points::move_of_value(&session.grid(), &written)
            .ok_or_else(|| self.unexpected(property, points::point_expected(session.setup())))?;
        let mv = session.parse_move(&name).map_err(placed(self.text, value.offset))?;
        let passed = session.implied_pass(mv).is_some();
        let turn = if passed { session.to_move().other() } else { session.to_move() };
        if session.outcome().is_none() && turn != player {
            return Err(self.unexpected(property, format!("{}[...]: it is the other side's turn", colour(turn))));
        }
        let played = grower.play_with_passes(at, mv);
        played.map_err(|reason| ParseError::illegal(self.text, value.offset, &written, reason))
    }

    /// The game at its start position: the initial one unless the first node sets stones or the side to move.
    fn start(&self, initial: Session, nodes: &PropertyTree<'_>) -> Result<Session, ParseError> {
        let root = &nodes[0];
        let Some(first) = ["AB", "AW", "AE", "PL"].iter().find_map(|name| root.get(name)) else {
            return Ok(initial);
        };

        // Step 1. The side to move: as written, or that of the first move, or left to the rules. Where stones do not tell it
        // because turns may pass, it is Black's.
        let side = match root.get("PL") {
            Some(player) => match player.value().text().trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Some(Player::First),
                "w" | "white" | "2" => Some(Player::Second),
                _ => return Err(self.unexpected(player, "PL[B] or PL[W]")),
            },
            None => {
                let opens = |&player: &Player| nodes.iter().take(2).any(|node| node.get(colour(player)).is_some());
                let default = initial.grid().has_pass().then_some(Player::First);
                Player::BOTH.into_iter().find(opens).or(default)
            }
        };

        // Step 2. The stones: those written, on a bare board; those of the initial position if only `PL` is there.
        let (rows, cols) = (usize::from(initial.setup().rows), usize::from(initial.setup().cols));
        let mut symbols = initial.symbols();
        if first.name != "PL" {
            symbols.iter_mut().filter(|symbol| matches!(symbol, Symbol::Stone(_))).for_each(|s| *s = Symbol::Empty);
        }
        for (name, player) in [("AB", Player::First), ("AW", Player::Second)] {
            let Some(property) = root.get(name) else { continue };
            for (row, col) in self.points(initial.setup(), property)? {
                let symbol = &mut symbols[usize::from(row) * cols + usize::from(col)];
                if *symbol != Symbol::Empty {
                    let expected = format!("free points: `{}` is taken already", points::letters((row, col)));
                    return Err(self.unexpected(property, expected));
                }
                *symbol = Symbol::Stone(player);
            }
        }

        // Step 3. The board as text, which the rules read and judge.
        let board = diagram::write(rows, cols, |row, col| symbols[row * cols + col], side.unwrap_or(Player::First));
        let board = if side.is_some() { board.as_str() } else { board.trim_end_matches(['X', 'O']) };
        initial.beginning_at(board).map_err(placed(self.text, first.offset))
    }

    /// Adds what a node says beside its move.
    fn notes(&self, grower: &mut Grower, id: NodeId, node: &PropertyNode<'_>) -> Result<(), ParseError> {
        let to_move = grower.session(id).to_move();
        let mover = grower.tree().parent(id).map(|_| to_move.other());
        let notes = grower.tree().notes_mut(id);
        for property in &node.properties {
            let number = || fields::number(&property.value().text());
            match property.name.as_str() {
                "C" => {
                    if !notes.comment.is_empty() {
                        notes.comment.push('\n');
                    }
                    notes.comment.push_str(&property.value().text());
                }
                "BL" | "WL" if mover.is_some_and(|mover| property.name.starts_with(colour(mover))) => {
                    let left = number().and_then(fields::milliseconds);
                    notes.clock_ms = Some(left.ok_or_else(|| self.unexpected(property, "seconds left, 0 or more"))?);
                }
                "V" => {
                    let value = number().ok_or_else(|| self.unexpected(property, "a number"))?;
                    notes.analysis.get_or_insert_default().score = Some(Abs(value).seen_by(to_move).0);
                }
                name => {
                    // Judgements come in two strengths; whatever is not the double one is the single one.
                    let double = property.value().text().trim() == "2";
                    let fits = |&&(_, known, value): &&(Glyph, &str, &str)| {
                        known == name && (value.is_empty() || double == (value == "2"))
                    };
                    notes.glyph = GLYPHS.iter().find(fits).map(|judgement| judgement.0).or(notes.glyph);
                }
            }
        }
        Ok(())
    }
}

/// The value of an option that is not the usual one.
fn unusual(option: &GameOption) -> OptionValue {
    option.words.get(1).map_or(OptionValue::Flag(true), |word| OptionValue::Word((*word).to_string()))
}

/// SGF has no form for a game.
pub(super) fn unsupported(kind: GameKind) -> RecordError {
    RecordError::Unsupported { format: "SGF", game: kind.title(), expected: "a game that says how SGF writes it" }
}

/// Players, event and result.
fn header(root: &PropertyNode<'_>) -> Header {
    let text = |name: &str| root.get(name).map(|property| property.value().text()).unwrap_or_default();
    let time_control =
        [text("TM"), text("OT")].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    Header {
        players: fields::players(text, [["PB", "BR"], ["PW", "WR"]]),
        event: text("EV"),
        date: text("DT"),
        place: text("PC"),
        time_control,
        result: result_of(&text("RE")),
    }
}
