//! The farm that a server was told of: opened once, for its figures and for the class whose games it plays.

use serde::Serialize;

#[cfg(all(target_os = "linux", feature = "farm"))]
pub use with::OpenFarm;
#[cfg(not(all(target_os = "linux", feature = "farm")))]
pub use without::OpenFarm;

/// How a farm stands, for the page.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(not(all(target_os = "linux", feature = "farm")), allow(dead_code, reason = "no farm is open without it"))]
pub struct FarmView {
    /// Where it is, without a password.
    farm: String,
    /// Units that wait or are done.
    units: u32,
    /// Games an hour, by the last ten minutes.
    games_an_hour: u32,
    /// Its runs, the newest first.
    runs: Vec<FarmRun>,
    /// Its workers, those that work first.
    workers: Vec<FarmWorker>,
    /// Pairs that two workers played otherwise.
    differing: u32,
}

/// A run of a farm.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(not(all(target_os = "linux", feature = "farm")), allow(dead_code, reason = "no farm is open without it"))]
pub struct FarmRun {
    /// The name that `farm status` calls it by.
    run: String,
    /// What kind of work it is.
    #[cfg_attr(test, ts(type = "\"games\" | \"reviews\" | \"puzzles\" | \"book\" | \"training\""))]
    work: String,
    /// Whether it goes on.
    #[cfg_attr(test, ts(type = "\"active\" | \"paused\" | \"cancelled\" | \"ended\""))]
    state: String,
    /// Pairs, or items of other work, that were given out.
    given: u32,
    /// Those with a result.
    done: u32,
    /// Units that were set aside.
    set_aside: u32,
    /// The course of a sequential test.
    course: Option<FarmCourse>,
}

/// How a sequential test has gone.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(not(all(target_os = "linux", feature = "farm")), allow(dead_code, reason = "no farm is open without it"))]
pub struct FarmCourse {
    /// The log-likelihood ratios at which it is decided.
    lower: f64,
    upper: f64,
    /// Games, and the ratio after them.
    points: Vec<(u32, f64)>,
}

/// A worker of a farm.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(not(all(target_os = "linux", feature = "farm")), allow(dead_code, reason = "no farm is open without it"))]
pub struct FarmWorker {
    /// The name that it gave itself.
    worker: String,
    /// Whether it works.
    #[cfg_attr(test, ts(type = "\"works\" | \"left\" | \"gone\" | \"aside\""))]
    state: String,
    /// Items at once.
    threads: u32,
    /// Units that it does now.
    playing: u32,
    /// Playouts a second.
    speed: f64,
    /// Busy processors of its machine.
    load: f64,
    /// Items of its that count.
    done: u32,
    /// How far its results are from those of the others, in standard errors; null where that says nothing.
    deviations: Option<f64>,
}

#[cfg(all(target_os = "linux", feature = "farm"))]
mod with {
    use super::{FarmCourse, FarmRun, FarmView, FarmWorker};
    use luozi_farm::{Address, Farm, FarmError, Token, WorkerStatus};
    use std::fmt::Display;
    use std::fs::OpenOptions;
    use std::io::{ErrorKind, Write};
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    /// The variable that holds a token, and the file of a class that does when it is not set.
    const TOKEN: &str = "LUOZI_FARM_TOKEN";
    const TOKEN_FILE: &str = "farm-token";

    /// A farm with its token. A clone is the same farm.
    #[derive(Clone)]
    pub struct OpenFarm {
        pub farm: Farm,
        pub token: Option<Token>,
    }

    fn told(error: impl Display) -> String {
        error.to_string()
    }

    /// The token of a class; made at its first start.
    fn class_token(folder: &Path) -> Result<Token, String> {
        let path = folder.join(TOKEN_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => Token::new(&text).map_err(told),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let text = crate::class::new_token();
                let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(told)?;
                file.write_all(text.as_bytes()).map_err(told)?;
                Token::new(&text).map_err(told)
            }
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    impl OpenFarm {
        /// Opens the farm; one that is not there is made only for a class, which has a token in its folder. Waits for the data base.
        pub async fn open(address: String, class: Option<PathBuf>) -> Result<OpenFarm, String> {
            let opened = tokio::task::spawn_blocking(move || OpenFarm::open_here(&address, class.as_deref()));
            opened.await.map_err(told)?
        }

        /// The same on this thread.
        pub fn open_here(address: &str, class: Option<&Path>) -> Result<OpenFarm, String> {
            let address: Address = address.parse().map_err(told)?;
            let token = match (std::env::var(TOKEN), class) {
                (Ok(text), _) => Some(Token::new(&text).map_err(told)?),
                (Err(_), Some(folder)) => Some(class_token(folder)?),
                (Err(_), None) => None,
            };
            let open = if class.is_some() { Farm::open } else { Farm::look };
            Ok(OpenFarm { farm: open(&address, token.clone()).map_err(told)?, token })
        }

        /// How it stands, as Prometheus reads it.
        pub async fn metrics(&self) -> Result<String, String> {
            let farm = self.farm.clone();
            let asked = tokio::task::spawn_blocking(move || farm.status().map(|status| luozi_farm::metrics(&status)));
            asked.await.map_err(told)?.map_err(told)
        }

        /// How it stands, for the page.
        pub async fn view(&self) -> Result<FarmView, String> {
            let farm = self.farm.clone();
            tokio::task::spawn_blocking(move || view(&farm)).await.map_err(told)?.map_err(told)
        }
    }

    /// Runs and workers that the page shows: who came and went long ago is told by `farm status`.
    const MOST_SHOWN: usize = 50;

    fn view(farm: &Farm) -> Result<FarmView, FarmError> {
        let number = |number: i64| u32::try_from(number).unwrap_or_default();
        let status = farm.status()?;
        let mut runs = Vec::new();
        for run in status.runs.into_iter().take(MOST_SHOWN) {
            let course = farm.course(&run)?.map(|course| FarmCourse {
                lower: course.lower,
                upper: course.upper,
                points: course.points.into_iter().map(|(games, ratio)| (games as u32, ratio)).collect(),
            });
            runs.push(FarmRun {
                state: run.state.to_string(),
                given: number(run.pairs),
                done: number(run.played),
                set_aside: number(run.set_aside),
                run: run.run,
                work: run.work,
                course,
            });
        }
        let deviations = |worker: &str| {
            status.residuals.iter().find(|residual| residual.worker == worker).map(|residual| residual.deviations)
        };
        let worker = |worker: WorkerStatus| FarmWorker {
            deviations: deviations(&worker.worker),
            state: worker.state,
            threads: number(worker.threads),
            playing: number(worker.playing),
            speed: worker.speed,
            load: worker.load,
            done: number(worker.pairs),
            worker: worker.worker,
        };
        Ok(FarmView {
            farm: status.farm,
            units: number(status.units),
            games_an_hour: number(status.games_an_hour),
            runs,
            workers: status.workers.into_iter().take(MOST_SHOWN).map(worker).collect(),
            differing: status.differing.len() as u32,
        })
    }
}

#[cfg(not(all(target_os = "linux", feature = "farm")))]
mod without {
    use std::path::PathBuf;

    /// A program without the farm has none open.
    pub enum OpenFarm {}

    impl OpenFarm {
        /// Says how to get it.
        pub async fn open(_: String, _: Option<PathBuf>) -> Result<OpenFarm, String> {
            let why = "this program was built without it, or for another system than Linux; build it there with \
                       `cargo build --release --features farm`";
            Err(why.to_string())
        }

        /// Never called: no farm is open.
        pub async fn metrics(&self) -> Result<String, String> {
            match *self {}
        }

        /// Never called: no farm is open.
        pub async fn view(&self) -> Result<super::FarmView, String> {
            match *self {}
        }
    }
}
