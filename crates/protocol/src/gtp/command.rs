//! What an engine understands: requests turned into typed commands.

use super::vertex::parse_color;
use super::{InfoForm, Request};
use crate::Square;
use luozi_core::Player;
use std::time::Duration;

/// A request with its arguments read. Vertices stay text until the game is known: see [`Vertex`](super::Vertex).
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command NAME`
    KnownCommand(String),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize N`, and for rectangles `boardsize ROWS COLUMNS` or KataGo's `rectangular_boardsize COLUMNS ROWS`.
    BoardSize {
        /// Rows of the board; the same number as the columns where only one is given.
        rows: u8,
        /// Columns of the board, named first in KataGo's form.
        cols: u8,
    },
    /// `clear_board`
    ClearBoard,
    /// `komi X`: accepted, since controllers send it; none of our games has a komi.
    Komi,
    /// `play COLOUR VERTEX`
    Play(Player, String),
    /// `genmove COLOUR`
    GenMove(Player),
    /// `reg_genmove COLOUR`: choose a move without playing it.
    RegGenMove(Player),
    /// `undo`
    Undo,
    /// `showboard`
    ShowBoard,
    /// `final_score`
    FinalScore,
    /// `time_settings MAIN BYO_YOMI STONES`
    TimeSettings {
        /// Time before byo-yomi begins; zero if it begins at once.
        main: Duration,
        /// Time of a byo-yomi period.
        byo_yomi: Duration,
        /// Moves of a period; 0 with a period above 0 means no limit.
        stones: u32,
    },
    /// `time_left COLOUR TIME STONES`
    TimeLeft {
        /// The side whose clock it is, which may be the opponent's.
        player: Player,
        /// What is left of the main time or of the period, a year at the most.
        time: Duration,
        /// Moves left in the period, 0 in main time.
        stones: u32,
    },
    /// `loadsgf FILE [MOVE_NUMBER]`
    LoadSgf {
        /// The path as the controller wrote it; it cannot contain blanks.
        path: String,
        /// Stop before this move, from 1.
        before_move: Option<u32>,
    },
    /// `set_game NAME`
    SetGame(String),
    /// `list_games`
    ListGames,
    /// `set_level N`
    SetLevel(u32),
    /// `lz-analyze` or `kata-analyze`, `[COLOUR] [INTERVAL in centiseconds]`.
    Analyze {
        /// Which of the two output forms.
        form: InfoForm,
        /// The side, the one to move by default.
        player: Option<Player>,
        /// Time between two lines.
        interval: Duration,
    },
    /// `gogui-interrupt`: does nothing; that it is known tells GoGui that the comment line [`INTERRUPT`] ends a search.
    GoguiInterrupt,
    /// `gogui-rules_...`: what GoGui asks whoever knows the rules, so that it can show any game.
    Rules(RulesQuestion),
    /// `luozi-forbid [ROW,COLUMN ...]`, ours: Connect Four's forbidden cells, from 0 at the top left. Clears the board.
    Forbid(Vec<Square>),
}

/// What GoGui asks about the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesQuestion {
    /// `gogui-rules_game_id`
    GameId,
    /// `gogui-rules_board`
    Board,
    /// `gogui-rules_board_size`
    BoardSize,
    /// `gogui-rules_legal_moves`
    LegalMoves,
    /// `gogui-rules_side_to_move`
    SideToMove,
    /// `gogui-rules_final_result`
    FinalResult,
}

/// The comment line that ends a search: the best move so far is the answer.
pub const INTERRUPT: &str = "# interrupt";

/// Every command, in the order `list_commands` prints them.
pub const COMMANDS: [&str; 32] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "loadsgf",
    "set_game",
    "list_games",
    "set_level",
    "lz-analyze",
    "kata-analyze",
    "gogui-interrupt",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "luozi-forbid",
];

/// A request that is no command; the text is the protocol's own failure message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// No such command.
    #[error("unknown command")]
    Unknown,
    /// The arguments are wrong.
    #[error("syntax error: expected {0}")]
    Syntax(&'static str),
}

impl Command {
    /// Reads a request's arguments.
    pub fn of(request: &Request) -> Result<Command, CommandError> {
        use CommandError::Syntax;
        let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        let first = arguments.first().copied();
        let color = |expected| first.and_then(parse_color).ok_or(Syntax(expected));
        Ok(match request.name.as_str() {
            "protocol_version" => Command::ProtocolVersion,
            "name" => Command::Name,
            "version" => Command::Version,
            "known_command" => Command::KnownCommand(first.ok_or(Syntax("known_command NAME"))?.to_string()),
            "list_commands" => Command::ListCommands,
            "quit" => Command::Quit,
            "boardsize" => board_size(&arguments)?,
            "rectangular_boardsize" => match sizes(&arguments).as_deref() {
                Some(&[cols, rows]) => Command::BoardSize { rows, cols },
                _ => return Err(Syntax("rectangular_boardsize COLUMNS ROWS")),
            },
            "clear_board" => Command::ClearBoard,
            "komi" => Command::Komi,
            "play" => match arguments.as_slice() {
                [_, vertex] => Command::Play(color("play COLOUR VERTEX")?, vertex.to_string()),
                _ => return Err(Syntax("play COLOUR VERTEX")),
            },
            "genmove" => Command::GenMove(color("genmove COLOUR")?),
            "reg_genmove" => Command::RegGenMove(color("reg_genmove COLOUR")?),
            "undo" => Command::Undo,
            "showboard" => Command::ShowBoard,
            "final_score" => Command::FinalScore,
            "time_settings" => time_settings(&arguments)?,
            "time_left" => time_left(&arguments)?,
            "loadsgf" => {
                let path = first.ok_or(Syntax("loadsgf FILE [MOVE_NUMBER]"))?.to_string();
                let number = arguments.get(1).map(|n| n.parse()).transpose();
                Command::LoadSgf { path, before_move: number.map_err(|_| Syntax("loadsgf FILE [MOVE_NUMBER]"))? }
            }
            "set_game" if !arguments.is_empty() => Command::SetGame(arguments.join(" ")),
            "set_game" => return Err(Syntax("set_game NAME")),
            "list_games" => Command::ListGames,
            "set_level" => Command::SetLevel(first.and_then(|n| n.parse().ok()).ok_or(Syntax("set_level NUMBER"))?),
            "lz-analyze" => analyze(InfoForm::Leela, &arguments)?,
            "kata-analyze" => analyze(InfoForm::Kata, &arguments)?,
            "gogui-interrupt" => Command::GoguiInterrupt,
            "gogui-rules_game_id" => Command::Rules(RulesQuestion::GameId),
            "gogui-rules_board" => Command::Rules(RulesQuestion::Board),
            "gogui-rules_board_size" => Command::Rules(RulesQuestion::BoardSize),
            "gogui-rules_legal_moves" => Command::Rules(RulesQuestion::LegalMoves),
            "gogui-rules_side_to_move" => Command::Rules(RulesQuestion::SideToMove),
            "gogui-rules_final_result" => Command::Rules(RulesQuestion::FinalResult),
            "luozi-forbid" => {
                let cells = arguments.iter().map(|argument| cell(argument)).collect::<Option<_>>();
                Command::Forbid(cells.ok_or(Syntax("luozi-forbid [ROW,COLUMN ...]"))?)
            }
            _ => return Err(CommandError::Unknown),
        })
    }
}

fn sizes(arguments: &[&str]) -> Option<Vec<u8>> {
    arguments.iter().map(|n| n.parse().ok()).collect()
}

fn board_size(arguments: &[&str]) -> Result<Command, CommandError> {
    match sizes(arguments).as_deref() {
        Some(&[size]) => Ok(Command::BoardSize { rows: size, cols: size }),
        Some(&[rows, cols]) => Ok(Command::BoardSize { rows, cols }),
        _ => Err(CommandError::Syntax("boardsize SIZE or boardsize ROWS COLUMNS")),
    }
}

/// Seconds, also with a fraction; a year at the most.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=31_536_000.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

fn time_settings(arguments: &[&str]) -> Result<Command, CommandError> {
    let read = || match arguments {
        [main, byo_yomi, stones] => Some(Command::TimeSettings {
            main: seconds(main)?,
            byo_yomi: seconds(byo_yomi)?,
            stones: stones.parse().ok()?,
        }),
        _ => None,
    };
    read().ok_or(CommandError::Syntax("time_settings MAIN_SECONDS BYO_YOMI_SECONDS BYO_YOMI_STONES"))
}

fn time_left(arguments: &[&str]) -> Result<Command, CommandError> {
    let read = || match arguments {
        [player, time, stones] => {
            Some(Command::TimeLeft { player: parse_color(player)?, time: seconds(time)?, stones: stones.parse().ok()? })
        }
        _ => None,
    };
    read().ok_or(CommandError::Syntax("time_left COLOUR SECONDS STONES"))
}

/// `4,5`
fn cell(text: &str) -> Option<Square> {
    let (row, col) = text.split_once(',')?;
    Some(Square { row: row.parse().ok()?, col: col.parse().ok()? })
}

/// Time between two analysis lines when the controller names none.
const ANALYZE_INTERVAL_CENTISECONDS: u64 = 100;

fn analyze(form: InfoForm, arguments: &[&str]) -> Result<Command, CommandError> {
    let (player, rest) = match arguments.split_first() {
        Some((first, rest)) if parse_color(first).is_some() => (parse_color(first), rest),
        _ => (None, arguments),
    };
    // Both `50` and `interval 50` are in use; further key-value pairs of other programs are ignored.
    let number = match rest {
        [] => Ok(ANALYZE_INTERVAL_CENTISECONDS),
        ["interval", number, ..] | [number, ..] => number.parse::<u64>(),
    };
    let centiseconds = number.map_err(|_| CommandError::Syntax("lz-analyze [COLOUR] [CENTISECONDS]"))?;
    Ok(Command::Analyze { form, player, interval: Duration::from_millis(centiseconds.saturating_mul(10)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, CommandError> {
        Command::of(&Request::parse(line).unwrap())
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(command("play B e5"), Ok(Command::Play(Player::First, "e5".into())));
        assert_eq!(command("genmove white"), Ok(Command::GenMove(Player::Second)));
        assert_eq!(command("boardsize 9"), Ok(Command::BoardSize { rows: 9, cols: 9 }));
        assert_eq!(command("boardsize 6 7"), Ok(Command::BoardSize { rows: 6, cols: 7 }));
        assert_eq!(command("rectangular_boardsize 7 6"), Ok(Command::BoardSize { rows: 6, cols: 7 }));
        assert_eq!(command("set_game Connect Four"), Ok(Command::SetGame("Connect Four".into())));
        let time = Command::TimeLeft { player: Player::First, time: Duration::from_millis(1500), stones: 0 };
        assert_eq!(command("time_left b 1.5 0"), Ok(time));
        let analyze = |form, player, ms| Ok(Command::Analyze { form, player, interval: Duration::from_millis(ms) });
        let (leela, kata) = (InfoForm::Leela, InfoForm::Kata);
        assert_eq!(command("lz-analyze 50"), analyze(leela, None, 500));
        assert_eq!(command("kata-analyze w interval 10 ownership true"), analyze(kata, Some(Player::Second), 100));
        assert_eq!(command("lz-analyze"), analyze(leela, None, 1000));
        let cells = vec![Square { row: 4, col: 5 }, Square { row: 0, col: 11 }];
        assert_eq!(command("luozi-forbid 4,5 0,11"), Ok(Command::Forbid(cells)));
        assert_eq!(command("luozi-forbid"), Ok(Command::Forbid(vec![])));
    }

    #[test]
    fn every_listed_command_is_known_and_wrong_arguments_are_named() {
        for name in COMMANDS {
            assert_ne!(command(name), Err(CommandError::Unknown), "{name}");
        }
        assert_eq!(command("fly"), Err(CommandError::Unknown));
        for bad in [
            "play b",
            "play x e5",
            "genmove",
            "boardsize",
            "boardsize big",
            "boardsize 300",
            "rectangular_boardsize 9",
            "time_left b",
            "time_settings 1 nan 0",
            "lz-analyze b soon",
            "luozi-forbid 4",
        ] {
            let error = command(bad).unwrap_err().to_string();
            assert!(error.starts_with("syntax error: expected "), "{bad}: {error}");
        }
    }
}
