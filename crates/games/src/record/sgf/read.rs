//! Reading SGF.

use super::super::fields::{self, colour};
use super::super::grow::{Grower, placed, start_text};
use super::super::properties::{self, Property, PropertyNode, PropertyTree};
use super::super::{Glyph, Header, NodeId, Record, RecordError, Tree};
use super::{GLYPHS, points, result_of};
use crate::connect4::Cell;
use crate::grid::{self, Symbol};
use crate::reversi::Scoring;
use crate::{AnyRules, GameKind, Setup, with_rules};
use luozi_core::{Abs, Notation, ParseError, Place, Player};

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
        let rules = self.rules(root, &setup)?;
        let (start, moves) = with_rules!(&rules, rules => self.moves(rules, &setup, tree))?;
        Ok(Record { header: header(root), setup, rules, start, tree: moves })
    }

    /// The rules of a setup; if there are none, the size is to blame.
    fn rules(&self, root: &PropertyNode<'_>, setup: &Setup) -> Result<AnyRules, RecordError> {
        AnyRules::new(setup).map_err(|error| {
            let size = root.get("SZ").map_or(0, |size| size.value().offset);
            RecordError::Board { place: Place::of(self.text, size), error }
        })
    }

    /// The game and its parameters, from the first node and the hint.
    fn setup(&self, root: &PropertyNode<'_>) -> Result<Setup, RecordError> {
        let rules = root.get("RU").map(|rules| rules.value().text().to_ascii_lowercase());
        let hinted = self.hint.map(Setup::kind);
        let kind = match root.get("GM") {
            None => hinted.ok_or(RecordError::UnknownGame)?,
            Some(game) => match game.value().text().trim().to_ascii_lowercase().as_str() {
                "1" if rules.as_ref().is_some_and(|rules| rules.contains("nogo")) => GameKind::NoGo,
                "1" if hinted == Some(GameKind::NoGo) && rules.is_none() => GameKind::NoGo,
                "1" => return Err(self.unexpected(game, "RU[NoGo] beside it (or ask for nogo)").into()),
                "2" | "othello" | "reversi" => GameKind::Reversi,
                "connect4" => GameKind::Connect4,
                _ => return Err(self.unexpected(game, "GM[1] (NoGo), GM[2] (Reversi) or GM[connect4]").into()),
            },
        };
        let base = self.hint.filter(|hint| hint.kind() == kind).cloned().unwrap_or_else(|| Setup::standard(kind));
        let (rows, cols) = root.get("SZ").map_or(Ok(base.size()), |size| self.size(size, kind))?;
        Ok(match base {
            Setup::Connect4 { forbidden, .. } => {
                // Points have letters only on boards that exist.
                let bare = Setup::board(kind, rows, cols);
                self.rules(root, &bare)?;
                let forbidden = root.get("FC").map_or(Ok(forbidden), |cells| {
                    let cells = self.points(&bare, cells)?;
                    Ok::<_, ParseError>(cells.into_iter().map(|(row, col)| Cell { row, col }).collect())
                })?;
                Setup::Connect4 { rows, cols, forbidden }
            }
            Setup::Reversi { scoring, .. } => {
                let scoring = match rules {
                    Some(rules) if rules.contains("empties") => Scoring::EmptiesToWinner,
                    _ => scoring,
                };
                Setup::Reversi { size: rows, scoring }
            }
            Setup::NoGo { centre_opening_forbidden, .. } => {
                let centre_opening_forbidden = rules.map_or(centre_opening_forbidden, |rules| rules.contains("centre"));
                Setup::NoGo { rows, cols, centre_opening_forbidden }
            }
        })
    }

    /// Rows and columns from `SZ[size]` or `SZ[columns:rows]`.
    fn size(&self, property: &Property<'_>, kind: GameKind) -> Result<(u8, u8), ParseError> {
        let text = property.value().text();
        let (cols, rows) = text.split_once(':').unwrap_or((&text, &text));
        match (rows.trim().parse(), cols.trim().parse()) {
            (Ok(rows), Ok(cols)) if rows == cols || kind != GameKind::Reversi => Ok((rows, cols)),
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

    /// The start position and the tree of moves.
    fn moves<R: Notation>(
        &self,
        rules: &R,
        setup: &Setup,
        nodes: &PropertyTree<'_>,
    ) -> Result<(Option<String>, Tree), ParseError> {
        let start = self.start(rules, setup, nodes)?;
        let mut grower = Grower::new(rules, start);
        let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let before = node.parent.map_or(NodeId::ROOT, |parent| ids[parent]);
            let mut after = before;
            for property in &node.properties {
                match property.name.as_str() {
                    "B" | "W" if after != before => return Err(self.unexpected(property, "one move in a node")),
                    "B" => after = self.play(rules, setup, &mut grower, before, Player::First, property)?,
                    "W" => after = self.play(rules, setup, &mut grower, before, Player::Second, property)?,
                    "AB" | "AW" | "AE" if index > 0 => {
                        return Err(self.unexpected(property, "setup stones in the first node only"));
                    }
                    _ => {}
                }
            }
            self.notes(rules, &mut grower, after, node)?;
            ids.push(after);
        }
        Ok((start_text(rules, &start), grower.finish()))
    }

    fn play<R: Notation>(
        &self,
        rules: &R,
        setup: &Setup,
        grower: &mut Grower<'_, R>,
        at: NodeId,
        player: Player,
        property: &Property<'_>,
    ) -> Result<NodeId, ParseError> {
        let value = property.value();
        let written = value.text();
        let name = points::move_of_value(setup, &written)
            .ok_or_else(|| self.unexpected(property, points::point_expected(setup)))?;
        let mv = rules.parse_move(&name).map_err(placed(self.text, value.offset))?;
        let position = grower.position(at);
        let passed = rules.implied_pass(position, mv).is_some();
        let turn = if passed { rules.to_move(position).other() } else { rules.to_move(position) };
        if rules.outcome(position).is_none() && turn != player {
            return Err(self.unexpected(property, format!("{}[...]: it is the other side's turn", colour(turn))));
        }
        let played = grower.play_with_passes(at, mv);
        played.map_err(|reason| ParseError::illegal(self.text, value.offset, &written, reason))
    }

    /// The start position: the initial one unless the first node sets stones or the side to move.
    fn start<R: Notation>(
        &self,
        rules: &R,
        setup: &Setup,
        nodes: &PropertyTree<'_>,
    ) -> Result<R::Position, ParseError> {
        let root = &nodes[0];
        let Some(first) = ["AB", "AW", "AE", "PL"].iter().find_map(|name| root.get(name)) else {
            return Ok(rules.initial());
        };

        // Step 1. The side to move: as written, or that of the first move, or left to the rules (Reversi: Black's).
        let side = match root.get("PL") {
            Some(player) => match player.value().text().trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Some(Player::First),
                "w" | "white" | "2" => Some(Player::Second),
                _ => return Err(self.unexpected(player, "PL[B] or PL[W]")),
            },
            None => {
                let opens = |&player: &Player| nodes.iter().take(2).any(|node| node.get(colour(player)).is_some());
                let default = (setup.kind() == GameKind::Reversi).then_some(Player::First);
                Player::BOTH.into_iter().find(opens).or(default)
            }
        };

        // Step 2. The stones: those written, on a bare board; those of the initial position if only `PL` is there.
        let (rows, cols) = (usize::from(setup.size().0), usize::from(setup.size().1));
        let initial = grid::read(&rules.position_text(&rules.initial()), rows, cols)?;
        let mut symbols: Vec<Symbol> = initial.cells.into_iter().map(|(_, symbol)| symbol).collect();
        if first.name != "PL" {
            symbols.iter_mut().filter(|symbol| matches!(symbol, Symbol::Stone(_))).for_each(|s| *s = Symbol::Empty);
        }
        for (name, player) in [("AB", Player::First), ("AW", Player::Second)] {
            let Some(property) = root.get(name) else { continue };
            for (row, col) in self.points(setup, property)? {
                let symbol = &mut symbols[usize::from(row) * cols + usize::from(col)];
                if *symbol != Symbol::Empty {
                    let expected = format!("free points: `{}` is taken already", points::letters((row, col)));
                    return Err(self.unexpected(property, expected));
                }
                *symbol = Symbol::Stone(player);
            }
        }

        // Step 3. The board as text, which the rules read and judge.
        let board = grid::write(rows, cols, |row, col| symbols[row * cols + col], side.unwrap_or(Player::First));
        let board = if side.is_some() { board.as_str() } else { board.trim_end_matches(['X', 'O']) };
        rules.parse_position(board).map_err(placed(self.text, first.offset))
    }

    /// Adds what a node says beside its move.
    fn notes<R: Notation>(
        &self,
        rules: &R,
        grower: &mut Grower<'_, R>,
        id: NodeId,
        node: &PropertyNode<'_>,
    ) -> Result<(), ParseError> {
        let mover = grower.tree().parent(id).map(|before| rules.to_move(grower.position(before)));
        let to_move = mover.map_or_else(|| rules.to_move(grower.position(id)), Player::other);
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
