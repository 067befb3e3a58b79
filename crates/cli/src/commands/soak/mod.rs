//! `luozi soak`: the exact solvers against plain minimax, for as long as one likes.
//!
//! Every random game has a number, and all that is random in it follows from that number and the seed: a fault comes again
//! with the same seed, whatever the threads.

mod boards;
mod check;

use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::time;
use crate::ticker::Ticker;
use anyhow::anyhow;
use boards::random_board;
use check::{Fault, check_game};
use luozi::core::Rng;
use luozi::engine::Playable;
use luozi::games::{GameKind, Session, Setup, with_built_in};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// Memory of a solver's table: small, so that entries are replaced.
const TABLE_BYTES: usize = 1 << 16;
/// How often the counts are looked at while nothing is wrong.
const LOOK: Duration = Duration::from_millis(200);

/// Check the exact solvers against plain minimax on random small boards
///
/// Score, best move and the bounds of interrupted solves are compared in the last part of random games, on boards of many sizes with
/// random forbidden cells. Exit code 1 when a solver was wrong. Example: luozi soak --positions 1000000 --threads 4
#[derive(clap::Args)]
pub struct Args {
    /// connect4, reversi or nogo; all in turn when left out
    game: Option<GameKind>,
    /// Stop after so many positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// Stop after this time, such as 8m or 90s; no limit when left out
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Seed of all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many boards are checked at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// What the threads share. Relaxed everywhere: numbers and a flag that carry no other data.
#[derive(Default)]
struct Soak {
    /// Number of the next game.
    next: AtomicU64,
    /// Positions checked, by game.
    checked: [AtomicU64; GameKind::BUILT_IN.len()],
    enough: AtomicBool,
}

impl Soak {
    fn counts(&self) -> [u64; GameKind::BUILT_IN.len()] {
        self.checked.each_ref().map(|count| count.load(Ordering::Relaxed))
    }
}

/// Checks and prints.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(game) = args.game.filter(|game| !GameKind::BUILT_IN.contains(game)) {
        let known = GameKind::BUILT_IN.map(|game| game.word()).join(", ");
        return Err(bad_input(format!("found {game}; the solvers that are checked are those of {known}")));
    }
    let start = Instant::now();
    let (soak, flag) = (Soak::default(), interrupt::flag());
    let (sender, faults) = mpsc::channel();
    let mut ticker = Ticker::new();
    let fault = std::thread::scope(|scope| {
        for _ in 0..args.threads {
            let (soak, sender) = (&soak, sender.clone());
            scope.spawn(move || work(args, soak, &sender));
        }
        drop(sender);
        loop {
            let fault = faults.recv_timeout(LOOK);
            let checked = soak.counts().iter().sum::<u64>();
            let late = args.time.is_some_and(|time| start.elapsed() >= time);
            if late || fault.is_ok() || checked >= args.positions || flag.load(Ordering::Relaxed) {
                soak.enough.store(true, Ordering::Relaxed);
            }
            ticker.tell(|| {
                format!("{checked} of {} positions right, {:.0} s", args.positions, start.elapsed().as_secs_f64())
            });
            match fault {
                Ok(fault) => break Some(fault),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        }
    });
    ticker.clear();
    print(args, &soak, fault.as_deref(), start.elapsed())?;
    match fault {
        Some(fault) => Err(anyhow!("a solver is wrong on {}; see above", fault.setup)),
        None if flag.load(Ordering::Relaxed) => Err(Interrupted.into()),
        None => Ok(()),
    }
}

/// One thread: game after game until there is enough or something is wrong.
fn work(args: &Args, soak: &Soak, faults: &Sender<Box<Fault>>) {
    while !soak.enough.load(Ordering::Relaxed) {
        let number = soak.next.fetch_add(1, Ordering::Relaxed);
        let mut rng = Rng::seeded(args.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let index = (number % GameKind::BUILT_IN.len() as u64) as usize;
        let game = args.game.unwrap_or(GameKind::BUILT_IN[index]);
        let setup = random_board(game, &mut rng);
        // A board that the rules refuse, such as one without a cell to play.
        let Ok(session) = Session::new(&setup) else { continue };
        match with_built_in!(&session, rules, _position => check_board(rules, &setup, &mut rng)) {
            Ok(positions) => {
                let index = GameKind::BUILT_IN.iter().position(|&kind| kind == game).unwrap_or(index);
                soak.checked[index].fetch_add(positions, Ordering::Relaxed);
            }
            Err(fault) => {
                // The receiver may have gone with an earlier fault.
                let _ = faults.send(fault);
                return;
            }
        }
    }
}

fn check_board<G: Playable>(rules: &G, setup: &Setup, rng: &mut Rng) -> Result<u64, Box<Fault>> {
    let mut solver = rules.exact_solver(TABLE_BYTES).expect("the games of this program have solvers");
    check_game(rules, setup, solver.as_mut(), rng)
}

fn print(args: &Args, soak: &Soak, fault: Option<&Fault>, elapsed: Duration) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let counts: Vec<(GameKind, u64)> = GameKind::BUILT_IN.into_iter().zip(soak.counts()).collect();
    let (total, seconds) = (counts.iter().map(|(_, count)| count).sum::<u64>(), elapsed.as_secs_f64());
    if args.json {
        let fault = fault.map(|fault| {
            json!({"board": fault.setup.to_string(), "position": fault.position, "found": fault.found,
                "expected": fault.expected.0})
        });
        let counts: serde_json::Map<_, _> = counts.iter().map(|(game, n)| (game.to_string(), (*n).into())).collect();
        let line = json!({"positions": total, "games": counts, "seed": args.seed, "seconds": seconds, "fault": fault});
        writeln!(out, "{line}")?;
        return Ok(());
    }
    if let Some(Fault { setup, position, found, expected }) = fault {
        writeln!(out, "{setup}\n{position}\nfound {found}; minimax says {expected} for the first player")?;
    }
    let counts: Vec<String> = counts.iter().map(|(game, count)| format!("{count} of {game}")).collect();
    writeln!(out, "{total} positions right ({}), seed {}, {seconds:.1} s", counts.join(", "), args.seed)?;
    Ok(())
}
