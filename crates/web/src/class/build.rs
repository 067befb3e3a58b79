//! From an upload to a bot that may play: compiled behind walls, loaded once, put into the situations in which bots fail.
//!
//! Nothing of a student's runs outside the walls, the compiler included: it sees the sources and this program's two headers,
//! writes into its own small folder, and hands the result over by its standard output.

use super::rules::Rules;
use super::upload::{Form, Kind, UploadError, pack, unpack};
use super::why::Why;
use luozi_arena::check::{CheckLimits, Finding, Restarts, Situation, examine, situations};
use luozi_arena::matches::{RunError, load_bot};
use luozi_arena::players::{BotzoneForm, EnginePlayers, Entrant, PlayerSpec};
use luozi_arena::process::{BotProcess, Deadline, Host, Limits, ProcessFault};
use luozi_core::Player;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time and memory of a compiler.
const COMPILE_TIME: Duration = Duration::from_secs(120);
const COMPILE_BYTES: u64 = 2 << 30;
/// Longest program that a compiler may make, in bytes.
const MOST_PROGRAM: usize = 64 << 20;
/// How much of it is taken at once: less than a bot may print in a turn.
const BLOCK: usize = 256 << 10;
/// How long situations are tried, since whoever has sent in a bot waits for it: so long, or as long as about two games of a bot
/// that uses all its time for every move, but never longer than the last.
const CHECK_TIME: Duration = Duration::from_secs(120);
const WHOLE_GAMES: u32 = 100;
const MOST_CHECK_TIME: Duration = Duration::from_secs(600);
/// A bot that fails in all of its first situations is not tried in more: many hang until their time is over.
const HOPELESS: usize = 8;
/// Lines of a compiler that are kept, from its first.
const COMPILER_BYTES: usize = 8000;

/// The headers of Saiblo's interface, for uploads that bring none.
const HEADERS: [(&str, &str); 2] =
    [("Point.h", include_str!("include/Point.h")), ("Strategy.h", include_str!("include/Strategy.h"))];

/// Every file by itself, then all together; the length of the result comes before it.
const COMPILE: &str = r#"
set -e
sources=$1 headers=$2 kind=$3
shift 3
number=0
for file; do
  number=$((number + 1))
  case $file in
    *.c) cc -O2 -fPIC -pthread -w -I"$sources" -I"$headers" -c "$file" -o "/tmp/$number.o" ;;
    *) c++ -std=c++17 -O2 -fPIC -pthread -w -I"$sources" -I"$headers" -I/usr/include/jsoncpp -c "$file" -o "/tmp/$number.o" ;;
  esac
done
if [ "$kind" = so ]; then shared=-shared; else shared=; fi
c++ $shared -pthread /tmp/*.o -o /tmp/made || exit 1
wc -c < /tmp/made
cat /tmp/made
"#;

/// What became of an upload, for its author.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BotReport"))]
pub struct Report {
    /// Why it does not play, in a sentence.
    pub problem: Option<String>,
    /// The same for whoever has words for it.
    #[serde(default)]
    pub why: Option<Why>,
    /// What the compiler said.
    pub compiler: String,
    /// Situations that were tried, of all there are.
    pub checked: usize,
    /// All of them.
    pub situations: usize,
    /// What went wrong in them.
    pub faults: Vec<Found>,
    /// Its slowest move, in milliseconds.
    pub slowest_ms: u64,
    /// Its first move with its start, in milliseconds.
    pub first_ms: u64,
    /// Moves that nearly took too long.
    pub slow_moves: usize,
    /// Whether it prints on stdout where answers belong.
    pub prints: bool,
}

/// A fault of a bot, with everything its author needs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BotFault"))]
pub struct Found {
    /// The name of the situation it was tried in.
    pub situation: String,
    /// The kind of fault.
    pub kind: String,
    /// What happened, in a sentence.
    pub reason: String,
    /// Number of the move, from 1.
    pub move_number: usize,
    /// The board before it, as text.
    pub position: String,
    /// The command that shows the position again.
    pub command: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// A program that came of an upload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file to start.
    pub path: PathBuf,
    form: Form,
    python: bool,
}

impl Program {
    /// The player, always behind walls.
    pub fn player(&self) -> Entrant {
        let form = if self.form == Form::BotzoneText { BotzoneForm::Text } else { BotzoneForm::Json };
        let player = match self.form {
            Form::Saiblo => PlayerSpec::SharedObject(self.path.clone()),
            Form::Botzone | Form::BotzoneText => {
                let python = self.python.then(|| "python3".to_string());
                let command = python.into_iter().map(OsString::from).chain([self.path.clone().into()]).collect();
                PlayerSpec::Botzone { command, form }
            }
        };
        Entrant { player, control: None, shut_in: true }
    }
}

/// An upload that does not become a bot, or a machine that cannot try it.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Its author can help it: why, and what the compiler said.
    #[error("{0}")]
    Refused(Why, String),
    /// It is a bot that fails too often.
    #[error("it failed too often")]
    Faulty(Box<Report>),
    /// Its author cannot.
    #[error("{0}")]
    Failed(String),
    /// The server ends.
    #[error("the server ends")]
    Stopped,
}

impl From<UploadError> for BuildError {
    fn from(error: UploadError) -> BuildError {
        match error {
            UploadError::Io(error) => BuildError::Failed(error.to_string()),
            UploadError::Refused(why) => refused(why),
        }
    }
}

impl From<io::Error> for BuildError {
    fn from(error: io::Error) -> BuildError {
        BuildError::Failed(error.to_string())
    }
}

fn refused(why: Why) -> BuildError {
    BuildError::Refused(why, String::new())
}

/// Where bots are made: behind the walls of a host, in a folder.
pub struct Workshop<'a> {
    /// Starts processes behind walls.
    pub host: &'a Host,
    /// Everything that is made lies below it.
    pub folder: &'a Path,
    /// Ends whatever is being done.
    pub stop: &'a AtomicBool,
}

impl Workshop<'_> {
    /// Makes a program of an upload, in a folder of the bot's own. What an earlier try has made there is made anew: it may have been broken off.
    pub fn build(&self, file: &Path, name: &str, form: Form, bot: i64) -> Result<(Program, String), BuildError> {
        let kind = Kind::of(name)?;
        // Two students may send in the same file at the same time.
        let home = self.folder.join(bot.to_string());
        let sources = home.join("sources");
        if home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir_all(&sources)?;
        let files = match kind {
            Kind::Archive => unpack(file, &sources)?,
            Kind::SharedObject if form == Form::Saiblo => {
                let path = home.join("bot.so");
                fs::copy(file, &path)?;
                return Ok((Program { path, form, python: false }, String::new()));
            }
            Kind::SharedObject => return Err(refused(Why::SharedObject)),
            Kind::Source | Kind::Python => {
                let ending = Path::new(name).extension().unwrap_or_default().to_ascii_lowercase();
                let path = sources.join("bot").with_extension(ending);
                fs::copy(file, &path)?;
                vec![path]
            }
        };
        let is = |path: &Path, endings: &[&str]| {
            path.extension()
                .and_then(|ending| ending.to_str())
                .is_some_and(|ending| endings.contains(&&*ending.to_ascii_lowercase()))
        };
        let sources_of =
            |endings: &[&str]| -> Vec<PathBuf> { files.iter().filter(|path| is(path, endings)).cloned().collect() };
        let compiled = sources_of(&["c", "cc", "cpp", "cxx"]);
        if !compiled.is_empty() {
            return self.compile(&home, &sources, &compiled, form);
        }
        let python = sources_of(&["py"]);
        match (python.is_empty(), form) {
            (true, _) => Err(refused(Why::NoSource)),
            (false, Form::Saiblo) => Err(refused(Why::PythonForSaiblo)),
            (false, _) => Ok((self.python(&home, &sources, &files, form)?, String::new())),
        }
    }

    /// One file that Python runs: an archive with the main program where Python looks for it.
    fn python(&self, home: &Path, sources: &Path, files: &[PathBuf], form: Form) -> Result<Program, BuildError> {
        let named = |name: &str| {
            files
                .iter()
                .filter(|path| path.file_name().is_some_and(|it| it == name))
                .min_by_key(|path| path.components().count())
        };
        let python: Vec<&PathBuf> =
            files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "py")).collect();
        let only = || (python.len() == 1).then(|| python[0]);
        let main = named("__main__.py").or_else(|| named("main.py")).or_else(only);
        let Some(main) = main else {
            return Err(refused(Why::NoMain));
        };
        let root = main.parent().unwrap_or(sources).to_path_buf();
        let mut packed: Vec<PathBuf> = files.iter().filter(|path| path.starts_with(&root)).cloned().collect();
        if main.file_name().is_none_or(|name| name != "__main__.py") {
            let start = root.join("__main__.py");
            fs::copy(main, &start)?;
            packed.push(start);
        }
        let path = home.join("bot.pyz");
        pack(&packed, &root, &path)?;
        Ok(Program { path, form, python: true })
    }

    fn compile(
        &self,
        home: &Path,
        sources: &Path,
        files: &[PathBuf],
        form: Form,
    ) -> Result<(Program, String), BuildError> {
        let headers = self.folder.join("headers");
        fs::create_dir_all(&headers)?;
        for (name, text) in HEADERS {
            fs::write(headers.join(name), text)?;
        }
        let (kind, name) = if form == Form::Saiblo { ("so", "bot.so") } else { ("program", "bot") };
        let mut command: Vec<OsString> = ["sh", "-c", COMPILE, "compile"].map(OsString::from).to_vec();
        command.extend([sources.into(), headers.into(), kind.into()]);
        command.extend(files.iter().map(OsString::from));
        let limits = Limits { memory_bytes: COMPILE_BYTES };
        let mut compiler =
            BotProcess::start(self.host, &command, limits).map_err(|error| BuildError::Failed(error.to_string()))?;
        let made = self.take(&mut compiler);
        // Names of folders are ours, and say nothing to the author.
        let said = compiler.take_stderr().replace(&format!("{}/", sources.display()), "");
        let said: String = said.chars().take(COMPILER_BYTES).collect();
        let bytes = made.map_err(|fault| match fault {
            ProcessFault::Interrupted => BuildError::Stopped,
            ProcessFault::Crashed(_) => BuildError::Refused(Why::NotCompiled, said.clone()),
            other => BuildError::Refused(Why::Compiler { how: other.to_string() }, said.clone()),
        })?;
        let path = home.join(name);
        fs::write(&path, bytes)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok((Program { path, form, python: false }, said))
    }

    /// The file that a command prints after its length.
    fn take(&self, process: &mut BotProcess) -> Result<Vec<u8>, ProcessFault> {
        let deadline = || Deadline::after(COMPILE_TIME).unless(self.stop);
        let end = deadline();
        let line = process.read_line(end)?;
        let length: usize = String::from_utf8_lossy(&line).trim().parse().unwrap_or(usize::MAX);
        if length > MOST_PROGRAM {
            return Err(ProcessFault::Flood);
        }
        let mut bytes = Vec::with_capacity(length);
        loop {
            // Each block is a turn, so that the limit of a turn's output does not hold for the whole file.
            bytes.extend(process.begin_turn());
            if bytes.len() >= length {
                bytes.truncate(length);
                return Ok(bytes);
            }
            bytes.extend(process.read_bytes(BLOCK.min(length - bytes.len()), end)?);
        }
    }

    /// Tries a program in the situations in which bots fail, its own class's board first, as long as there is time.
    pub fn check(&self, program: &Program, rules: &Rules) -> Result<Report, BuildError> {
        let entrant = program.player();
        let told = |error: RunError| match error {
            RunError::Probe { problem, .. } => refused(Why::NotLoaded { text: problem.to_string() }),
            RunError::Seat { problem, .. } => refused(Why::NotLoaded { text: problem.to_string() }),
            other => BuildError::Failed(other.to_string()),
        };
        load_bot(&entrant.player, self.host, rules.memory_bytes(), self.stop).map_err(told)?;
        let mut all = own_situations(rules);
        // Spread over the list, so that whatever there is time for is of every kind.
        let list = situations(&entrant.player, rules.setup.kind(), 1);
        let step = 7;
        all.extend((0..step).flat_map(|start| list.iter().skip(start).step_by(step)).cloned());
        let mut report = Report { situations: all.len(), ..Report::default() };
        let begun = Instant::now();
        let (done, over) = (AtomicBool::new(false), AtomicBool::new(false));
        let longest = CHECK_TIME.max(WHOLE_GAMES * rules.control().start()).min(MOST_CHECK_TIME);
        let limits = CheckLimits { time: rules.control().start(), memory_bytes: rules.memory_bytes() };
        std::thread::scope(|scope| {
            let (done, over) = (&done, &over);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) && begun.elapsed() < longest && !self.stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(20));
                }
                over.store(true, Ordering::Relaxed);
            });
            let result = all.iter().try_for_each(|situation| {
                let hopeless = report.checked >= HOPELESS && report.faults.len() == report.checked;
                if hopeless || over.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let found = examine(&entrant.player, situation, limits, self.host, &EnginePlayers, over);
                if let Some(finding) = found.map_err(told)? {
                    report.add(situation, finding);
                }
                Ok::<(), BuildError>(())
            });
            done.store(true, Ordering::Relaxed);
            result
        })?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        if 2 * report.faults.len() > report.checked {
            let (faults, checked) = (report.faults.len() as u32, report.checked as u32);
            report.refuse(Why::Faulty { faults, checked });
        }
        Ok(report)
    }
}

/// Whole games on a board of the class itself, as each side.
fn own_situations(rules: &Rules) -> Vec<Situation> {
    let Ok(mut book) = rules.book(1) else { return Vec::new() };
    let opening = book.opening(0).clone();
    Player::BOTH
        .into_iter()
        .filter_map(|side| {
            let mut session = luozi_arena::judge::set_up(&opening.setup, &opening.moves).ok()?;
            // The bot moves next in a situation, so the other side needs a move before it.
            if session.to_move() != side {
                let mv = session.legal_moves().first()?.clone();
                session.play(&mv).ok()?;
            }
            if session.outcome().is_some() || session.to_move() != side {
                return None;
            }
            let (setup, opening) = (session.setup().clone(), session.moves().to_vec());
            Some(Situation {
                name: format!("this class's own board, as the {side} player"),
                setup,
                opening,
                side,
                restarts: Restarts::Never,
            })
        })
        .collect()
}

impl Report {
    /// The report of an upload that does not play.
    pub fn of(why: Why, compiler: String) -> Report {
        let mut report = Report { compiler, ..Report::default() };
        report.refuse(why);
        report
    }

    fn refuse(&mut self, why: Why) {
        (self.problem, self.why) = (Some(why.to_string()), Some(why));
    }

    fn add(&mut self, situation: &Situation, finding: Finding) {
        self.checked += 1;
        self.slow_moves += finding.slow.len();
        self.prints |= finding.prints_on_stdout;
        self.slowest_ms = self.slowest_ms.max(finding.slowest_move.as_millis() as u64);
        self.first_ms = self.first_ms.max(finding.first_move.as_millis() as u64);
        if let Some(fault) = finding.fault {
            self.faults.push(Found {
                situation: situation.name.clone(),
                kind: fault.kind,
                reason: fault.reason,
                move_number: fault.move_number,
                position: fault.position,
                command: fault.command,
                stderr: fault.stderr,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    #[test]
    fn a_program_is_always_a_player_behind_walls() {
        let text = |form, python| Program { path: "/a b/bot".into(), form, python }.player().to_string();
        assert_eq!(text(Form::Saiblo, false), "sandbox@so:/a b/bot");
        assert_eq!(text(Form::Botzone, true), "sandbox@botzone:python3 '/a b/bot'");
        assert_eq!(text(Form::BotzoneText, false), "sandbox@botzone-text:'/a b/bot'");
    }

    #[test]
    fn both_sides_are_tried_on_the_board_of_the_class() {
        for (setup, saiblo) in
            [(Setup::standard(GameKind::NOGO), false), (Setup::board(GameKind::CONNECT4, 9, 9), true)]
        {
            for plies in [0, 3] {
                let rules = Rules { setup: setup.clone(), saiblo, plies, ..Rules::default() };
                let sides: Vec<Player> = own_situations(&rules).iter().map(|situation| situation.side).collect();
                assert_eq!(sides, Player::BOTH, "{plies} plies");
            }
        }
    }
}
