//! How many games two workers play in the time in which one plays some: the cost of queue, seals and data base.
//!
//!     cargo run --release -p luozi-farm --example workers [-- SECONDS]
//!
//! Workers are processes with one thread each, the farm is a file, games are NoGo on 9x9 by simulations. One worker and two are
//! measured by turns, twice, for so many seconds each (20 when left out). Two cores must be idle: at least 1.9 times the games
//! are expected there.

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("workers need Linux");
}

#[cfg(target_os = "linux")]
mod linux {
    use luozi_arena::matches::openings::{Boards, Book, Source};
    use luozi_arena::matches::{Kind, Settings, round_robin, run_by};
    use luozi_arena::players::{BuiltIns, EnginePlayers, Entrant};
    use luozi_arena::process::Host;
    use luozi_farm::{Address, Crew, Farm, WorkerOptions, work};
    use luozi_games::{GameKind, Setup};
    use luozi_search::TimeControl;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Where a worker that this program has started finds its farm.
    const FARM: &str = "LUOZI_EXAMPLE_FARM";

    pub fn main() {
        if let Some(file) = std::env::var_os(FARM).map(PathBuf::from) {
            let folder = file.parent().unwrap_or(Path::new(".")).join("cache");
            let options = WorkerOptions { cache: folder, ..WorkerOptions::new(Host::program("none"), 1) };
            work(&Address::Sqlite(file), None, &options, &AtomicBool::new(false)).expect("the worker works");
            return;
        }
        let seconds = std::env::args().nth(1).map_or(Ok(20), |text| text.parse());
        let Ok(seconds) = seconds else {
            eprintln!("expected a number of seconds");
            std::process::exit(2);
        };
        let mut rates = [0.0; 2];
        for round in 1..=2 {
            for workers in [1, 2] {
                let rate = rate(workers, Duration::from_secs(seconds));
                rates[workers - 1] += rate;
                println!("round {round}: {workers} at work, {rate:.0} games an hour");
            }
        }
        println!("two workers play {:.2} times the games of one", rates[1] / rates[0]);
    }

    struct Worker(Child);

    impl Drop for Worker {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Games an hour of so many workers.
    fn rate(workers: usize, time: Duration) -> f64 {
        let folder = std::env::temp_dir().join(format!("luozi-workers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the farm");
        let file = folder.join("farm.db");
        let farm = Farm::open(&Address::Sqlite(file.clone()), None).expect("a farm");
        let stop = AtomicBool::new(false);
        let rate = thread::scope(|scope| {
            scope.spawn(|| {
                let settings = settings();
                let mut crew = Crew::new(&farm, &settings, &Kind::Match, false, None).expect("a run");
                run_by(&mut crew, &settings, None, &stop, |_, _| {}).expect("the run is played");
            });
            let program = std::env::current_exe().expect("this program");
            let start = |_| {
                let mut command = Command::new(&program);
                command.env(FARM, &file).stdin(Stdio::null()).stderr(Stdio::null());
                Worker(command.spawn().expect("a worker"))
            };
            let at_work: Vec<Worker> = (0..workers).map(start).collect();
            let played = || farm.status().map_or(0, |status| status.runs.iter().map(|run| run.played).sum::<i64>());
            // Until all are at work, units have their size, and nobody starts any more.
            while played() < 10 * workers as i64 {
                thread::sleep(Duration::from_millis(100));
            }
            let (begun, before) = (Instant::now(), played());
            thread::sleep(time);
            let rate = 2.0 * (played() - before) as f64 / begun.elapsed().as_secs_f64() * 3600.0;
            drop(at_work);
            stop.store(true, Ordering::Relaxed);
            rate
        });
        drop(farm);
        let _ = std::fs::remove_dir_all(folder);
        rate
    }

    fn settings() -> Settings {
        let players = ["luozi:level=4", "luozi:level=4"];
        let read = |text: &str| Entrant::parse(text, EnginePlayers.names()).expect("a player");
        let boards = Boards::Fixed(Setup::standard(GameKind::NOGO));
        Settings {
            players: players.map(read).to_vec(),
            pairings: round_robin(players.len()),
            book: Book::new(boards, Source::RandomPlies(4), 7).expect("openings"),
            pairs: 1_000_000,
            control: TimeControl::PerMove(Duration::from_secs(3600)),
            visits: Some(500),
            memory_bytes: 64 << 20,
            concurrency: 1,
            affinity: false,
            seed: 7,
            adjudicate: false,
            keep_going: false,
            sprt: None,
        }
    }
}
