//! The field of a class on a farm: pairs are units of two runs, one for the ladder and one for the final, and whoever knows the
//! class's token plays them, on this machine or on others.
//!
//! The token lies in the folder of the class, which only its server can read, or in `LUOZI_FARM_TOKEN`; it is never in the data
//! base. A unit that somebody else has pushed is played by nobody, and a result that somebody else has written is not counted.

use super::held;
use super::rules::Rules;
use super::runner::{Field, FieldNews, FieldPair};
use super::tokens::digest;
use crate::farm::OpenFarm;
use luozi_arena::players::{BuiltIns, EnginePlayers, Entrant};
use luozi_arena::process::Host;
use luozi_farm::{Build, Farm, Games, Pair, Terms, WorkerOptions, work};
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two looks at how many workers there are.
const LOOK: Duration = Duration::from_secs(5);
/// Words of the runs of the ladder and of the final.
const STAGES: [&str; 2] = ["ladder", "final"];

/// A class's place on a farm. Dropping it ends the worker of this process.
pub struct OnFarm {
    farm: Farm,
    /// What its runs are called by: the same for every start of one class.
    name: String,
    state: Mutex<State>,
    stop: Arc<AtomicBool>,
    worker: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// The runs of the rules that hold now.
    runs: Option<[String; 2]>,
    /// Players whose files lie in the farm, by their names here.
    packed: HashMap<String, String>,
    places: usize,
    looked: Option<Instant>,
}

fn told(error: impl Display) -> String {
    error.to_string()
}

impl OnFarm {
    /// Joins a farm; `games` of its pairs are played by this process.
    pub fn join(folder: &Path, name: &str, open: &OpenFarm, host: Host, games: usize) -> OnFarm {
        let OpenFarm { farm, token } = open.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let worker = (games > 0).then(|| {
            let (stop, mut options) = (Arc::clone(&stop), WorkerOptions::new(host, games));
            let address = farm.address().clone();
            // Below the folder that no bot sees.
            options.cache = folder.join("farm-cache");
            std::thread::spawn(move || {
                if let Err(problem) = work(&address, token, &options, &stop) {
                    eprintln!("luozi: the class plays nothing here: {problem}");
                }
            })
        });
        OnFarm { farm, name: name.to_string(), state: Mutex::default(), stop, worker }
    }

    fn run(&self, stage: i64) -> Result<String, String> {
        let runs = held(&self.state).runs.clone();
        let runs = runs.ok_or("there are no rules yet")?;
        runs.get(stage as usize).cloned().ok_or_else(|| format!("there is no stage {stage}"))
    }

    /// A player with its files in the farm.
    fn packed(&self, player: &str) -> Result<String, String> {
        if let Some(known) = held(&self.state).packed.get(player) {
            return Ok(known.clone());
        }
        let entrant = Entrant::parse(player, EnginePlayers.names()).map_err(told)?;
        let packed = Entrant { player: self.farm.pack(&entrant.player).map_err(told)?, ..entrant }.to_string();
        held(&self.state).packed.insert(player.to_string(), packed.clone());
        Ok(packed)
    }
}

impl Drop for OnFarm {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

impl Field for OnFarm {
    fn begin(&self, rules: &Rules) -> Result<(), String> {
        let terms = Terms {
            control: rules.control(),
            visits: None,
            memory_bytes: rules.memory_bytes(),
            adjudicate: false,
            seed: 1,
            reference: None,
        };
        // A run belongs to its terms and to the build that made it: other rules or another program have runs of their own.
        let kind = digest(&json!([rules.setup, rules.saiblo, rules.plies, terms, Build::this()]).to_string());
        let runs = STAGES.map(|stage| format!("class-{}-{}-{stage}", self.name, &kind[..8]));
        for run in &runs {
            if self.farm.run(run).map_err(told)?.is_none() {
                self.farm.create_run::<Games>(run, &rules.name, &terms).map_err(told)?;
            }
        }
        held(&self.state).runs = Some(runs);
        Ok(())
    }

    fn push(&self, pair: &FieldPair) -> Result<(), String> {
        let run = self.run(pair.stage)?;
        let players = [self.packed(&pair.players[0])?, self.packed(&pair.players[1])?];
        let unit = Pair {
            pairing: pair.stage as usize,
            pair: pair.pair as usize,
            players,
            setup: pair.opening.setup.clone(),
            opening: pair.opening.moves.clone(),
        };
        self.farm.push::<Games>(&run, &[unit], u32::from(pair.urgent)).map_err(told)
    }

    fn news(&self) -> Result<Vec<FieldNews>, String> {
        let mut all = Vec::new();
        for (stage, run) in held(&self.state).runs.clone().into_iter().flatten().enumerate() {
            for record in self.farm.news::<Games>(&run).map_err(told)? {
                let (pair, worker, games) = (record.pair as i64, record.worker, record.found);
                all.push(FieldNews { stage: stage as i64, pair, worker, games });
            }
        }
        Ok(all)
    }

    fn acknowledge(&self, pairs: &[(i64, i64)]) -> Result<(), String> {
        for stage in 0..STAGES.len() as i64 {
            let of_stage = pairs.iter().filter(|(its, _)| *its == stage);
            let done: Vec<(usize, usize)> = of_stage.map(|(stage, pair)| (*stage as usize, *pair as usize)).collect();
            if !done.is_empty() {
                self.farm.acknowledge(&self.run(stage)?, &done).map_err(told)?;
            }
        }
        Ok(())
    }

    fn places(&self) -> usize {
        let looked = held(&self.state).looked;
        if looked.is_none_or(|looked| looked.elapsed() > LOOK) {
            let threads = self.farm.threads().unwrap_or_default();
            let mut state = held(&self.state);
            (state.places, state.looked) = (threads, Some(Instant::now()));
        }
        held(&self.state).places
    }

    fn trouble(&self) -> Option<String> {
        let runs = held(&self.state).runs.clone()?;
        runs.iter().find_map(|run| self.farm.poisoned(run).ok()?.pop().map(|(unit, why)| format!("unit {unit}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_farm::{Address, Token};

    /// Whoever can write to the data base and does not know the class's token gets nothing played and nothing counted.
    #[test]
    fn a_job_from_a_stranger_is_no_job_of_the_class() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("farm.db").display());
        let open = OpenFarm::open_here(&url, Some(folder.path())).unwrap();
        let class = OnFarm::join(folder.path(), "c", &open, Host::program("/nowhere"), 0);
        class.begin(&Rules { name: "x".to_string(), ..Rules::default() }).unwrap();
        let address: Address = url.parse().unwrap();
        assert!(Farm::open(&address, None).is_err(), "without a token");
        assert!(
            Farm::open(&address, Some(Token::new("another token of theirs").unwrap())).is_err(),
            "with another one"
        );
        assert!(OpenFarm::open_here(&url, Some(folder.path())).is_ok(), "the class's own, from its file");
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("farm-token")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
