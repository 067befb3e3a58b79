//! What the page and a class say to each other: one question, one answer.

use super::build::Report;
use super::ladder::{Row, SizeRow};
use super::rights::Role;
use super::rules::Rules;
use super::upload::Form;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A question or an order: the body of `POST /api/class`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassAsk"))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// What class is this, and who am I? Answered to anybody.
    Hello,
    /// Lets somebody in by a link; a name is needed where the link is nobody's in particular.
    Enter {
        /// The secret of the link.
        token: String,
        /// The name of whoever is new.
        name: Option<String>,
    },
    /// Lets somebody in by a password.
    SignIn {
        /// The name in this class.
        name: String,
        /// The password as it was typed; only a hash of it is kept.
        password: String,
    },
    /// Ends this session, or all sessions of whoever asks.
    SignOut {
        /// All of them.
        everywhere: bool,
    },
    /// Sets one's own password; none takes it away.
    Password {
        /// The new one.
        password: Option<String>,
    },
    /// The standings, the strongest first.
    Ladder,
    /// One player of the ladder: its curve, its boards.
    Player {
        /// The number on the ladder.
        player: i64,
    },
    /// Games, the latest first.
    Games {
        /// Of one player only.
        player: Option<i64>,
        /// Those that ended by a fault of the player only.
        faults: bool,
        /// Where an earlier answer ended.
        before: Option<i64>,
    },
    /// One game, to be played through.
    Game {
        /// The number that the list of games gave.
        game: i64,
    },
    /// One's own uploads, or somebody's for the teacher.
    Bots {
        /// Whose; one's own if left out.
        person: Option<i64>,
    },
    /// Takes a bot from the ladder for good.
    DeleteBot {
        /// The number of the upload.
        bot: i64,
    },
    /// Changes the rules.
    SetRules {
        /// All of them.
        rules: Rules,
    },
    /// Begins the final now, whatever the deadline says.
    BeginFinal,
    /// Everybody in the class; for the teacher.
    People,
    /// Adds people, one a line: a name, and after a tab or comma the number at the university. Answers their links.
    AddPeople {
        /// One person a line.
        list: String,
        /// What they will be.
        role: Role,
    },
    /// A new link for somebody who is there already; sessions and links from before end.
    Relink {
        /// The number of the person.
        person: i64,
    },
    /// Takes somebody out of the class.
    RemovePerson {
        /// The number of the person.
        person: i64,
    },
    /// A link by which anybody comes in.
    Invite {
        /// What they will be; never a teacher.
        role: Role,
        /// How many people may come in by it.
        uses: u32,
        /// For how many days.
        days: u32,
    },
    /// Takes back all links of a role that are nobody's in particular.
    Withdraw {
        /// The role that the links give.
        role: Role,
    },
    /// What was done.
    Log {
        /// Where an earlier answer ended.
        before: Option<i64>,
    },
}

/// Who is asking.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassMe"))]
pub struct Me {
    /// The number of whoever asks.
    pub person: i64,
    /// The name that the others see.
    pub name: String,
    /// What whoever asks may do.
    pub role: Role,
    /// Whether there is a password.
    pub password: bool,
}

/// How far a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassPhase"))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// No rules yet.
    New,
    /// Bots come in and play.
    Open,
    /// Everybody plays everybody.
    Final,
    /// All is over.
    Done,
}

/// The answer to [`Ask::Hello`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassHello"))]
pub struct Hello {
    /// The name of the course, once there is one.
    pub name: String,
    /// Who asks, if that is known.
    pub me: Option<Me>,
    /// The rules, for whoever has come in.
    pub rules: Option<Rules>,
    /// How far the class is.
    pub phase: Phase,
    /// Why nothing is played, if something is wrong with the machine; for the teacher.
    pub trouble: Option<String>,
}

/// The answer to [`Ask::Ladder`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassLadder"))]
pub struct Standings {
    /// How far the class is.
    pub phase: Phase,
    /// Everybody, the strongest first.
    pub rows: Vec<Row>,
    /// Pairs of games that were played.
    pub pairs: u64,
    /// Pairs of games in all, where that is known: in the final.
    pub planned: Option<u64>,
    /// Uploads that wait to be compiled and checked.
    pub waiting: u64,
}

/// A rating as it was.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassPoint"))]
pub struct CurvePoint {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Pairs of games by then.
    pub pairs: i64,
    /// The rating then, relative to the weakest level.
    pub elo: f64,
    /// Lower end of its interval.
    pub low: Option<f64>,
    /// Upper end of its interval.
    pub high: Option<f64>,
}

/// The answer to [`Ask::Player`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassProfile"))]
pub struct Profile {
    /// Its place on the ladder.
    pub row: Row,
    /// Results by the size of the board.
    pub sizes: Vec<SizeRow>,
    /// The rating over time.
    pub curve: Vec<CurvePoint>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassGame"))]
pub struct GameRow {
    /// The number that [`Ask::Game`] takes.
    pub id: i64,
    /// Who moved first, by number and name.
    pub first: i64,
    /// The name of who moved first.
    pub first_name: String,
    /// Who moved second.
    pub second: i64,
    /// The name of who moved second.
    pub second_name: String,
    /// 2, 1 or 0 half points of the one who moved first.
    pub points: i64,
    /// How many moves were made.
    pub plies: i64,
    /// Rows of the board.
    pub rows: i64,
    /// Columns of the board.
    pub cols: i64,
    /// The kind of fault that ended it.
    pub fault: Option<String>,
    /// When it was over, in milliseconds since 1970.
    pub played: i64,
}

/// The answer to [`Ask::Games`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassGames"))]
pub struct GamesPage {
    /// At most sixty games, the latest first.
    pub games: Vec<GameRow>,
    /// Where the list goes on.
    pub next: Option<i64>,
}

/// The answer to [`Ask::Game`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassReplay"))]
pub struct Replay {
    /// The game in the list.
    pub row: GameRow,
    /// The game itself.
    #[cfg_attr(test, ts(as = "luozi_games::record::json::Document"))]
    pub record: Value,
    /// What went wrong, in full: for the one at fault, and for the teacher.
    pub fault: Option<OwnFault>,
    /// What one's own bots wrote to stderr, by side; the teacher sees both.
    pub stderr: [Option<String>; 2],
}

/// A fault, in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassFault"))]
pub struct OwnFault {
    /// What kind of fault it is, such as `illegal` or `time-out`.
    pub kind: String,
    /// What happened, in a sentence.
    pub reason: String,
    /// Number of the move, from 1.
    pub move_number: usize,
    /// The board before it.
    pub position: String,
    /// The command that shows the position again.
    pub command: String,
}

/// How an upload fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BotState"))]
#[serde(rename_all = "lowercase")]
pub enum BotState {
    /// Others are before it.
    Waiting,
    /// It is being compiled.
    Building,
    /// It is being tried.
    Checking,
    /// It is on the ladder, or was until a newer one came.
    Playing,
    /// It is no bot; its report says why.
    Refused,
}

impl BotState {
    /// Its word in the file of the class.
    pub const fn word(self) -> &'static str {
        match self {
            BotState::Waiting => "waiting",
            BotState::Building => "building",
            BotState::Checking => "checking",
            BotState::Playing => "playing",
            BotState::Refused => "refused",
        }
    }

    /// The state of a word.
    pub fn of(word: &str) -> BotState {
        let all = [BotState::Building, BotState::Checking, BotState::Playing, BotState::Refused];
        all.into_iter().find(|state| state.word() == word).unwrap_or(BotState::Waiting)
    }
}

/// A bot as it was sent in, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassBot"))]
pub struct Bot {
    /// The number that [`Ask::DeleteBot`] takes.
    pub id: i64,
    /// Which of its author's it is.
    pub version: i64,
    /// The name of its file.
    pub file: String,
    /// How it speaks.
    pub form: Form,
    /// How long the file is, in bytes.
    pub size: i64,
    /// How it fares.
    pub state: BotState,
    /// What was found out about it.
    pub report: Report,
    /// When it came, in milliseconds since 1970.
    pub created: i64,
    /// Its number on the ladder.
    pub player: Option<i64>,
    /// Whether it is on the ladder now.
    pub active: bool,
}

/// Somebody, as the teacher sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassPerson"))]
pub struct PersonInfo {
    /// The person's number here.
    pub id: i64,
    /// As others see it.
    pub name: String,
    /// The number at the university.
    pub number: String,
    /// What the person may do.
    pub role: Role,
    /// Sessions that last.
    pub sessions: i64,
    /// How many bots were sent in.
    pub bots: i64,
    /// When it was last here.
    pub seen: Option<i64>,
}

/// A link for one person, told once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassLink"))]
pub struct NewLink {
    /// For whom; empty for a link that is nobody's in particular.
    pub name: String,
    /// The number at the university.
    pub number: String,
    /// The secret; the address is `#/class/enter=SECRET`.
    pub token: String,
}

/// The answer to whatever makes links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassLinks"))]
pub struct NewLinks {
    /// One link for each person that is new.
    pub links: Vec<NewLink>,
    /// Names that were there already, for which no link was made.
    pub known: Vec<String>,
}

/// Something that was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassLogRow"))]
pub struct LogEntry {
    /// The number of the entry; an older one has a smaller number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// By whom, if that person had come in.
    pub name: Option<String>,
    /// The address of the machine it came from.
    pub address: String,
    /// What, in a word.
    pub what: String,
    /// To what or whom.
    pub about: String,
}

/// The answer to an upload.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassUploaded"))]
pub struct Uploaded {
    /// The number of the bot.
    pub bot: i64,
}
