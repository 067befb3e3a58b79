//! Workers anywhere as the crew of a run: the arena deals, records, counts and decides; the farm plays.

use crate::fitness::Fitness;
use crate::gather::{CHECK_ONE_IN, Given, Owner, gather};
use crate::jobs::{Games, Job, Place};
use crate::runs::{RunRow, RunState};
use crate::worker::WorkerOptions;
use crate::{Farm, FarmError, Pair, PairRecord, Terms};
use luozi_arena::matches::{FinishedGame, Kind, Outcome, Plan, PlayedGame, RunError, Settings, Store, Tally, Work};
use luozi_arena::players::Entrant;
use std::collections::HashMap;

/// The crew of one run.
pub struct Crew {
    farm: Farm,
    run: RunRow,
    /// The players as workers read them.
    packed: Vec<String>,
    /// Plays here as well.
    own: Option<WorkerOptions>,
    check_one_in: u64,
}

/// A word that begins the names of runs of a kind.
fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Match => "match",
        Kind::Sprt => "sprt",
        Kind::Ladder { .. } => "ladder",
        Kind::Sweep { .. } => "sweep",
    }
}

impl Crew {
    /// A new run of the farm for these settings, or the last one like it with `resume`. With `own` this process plays as well.
    pub fn new(
        farm: &Farm,
        settings: &Settings,
        kind: &Kind,
        resume: bool,
        own: Option<WorkerOptions>,
    ) -> Result<Crew, FarmError> {
        let pack = |entrant: &Entrant| {
            let player = farm.pack(&entrant.player)?;
            Ok(Entrant { player, ..entrant.clone() }.to_string())
        };
        let packed: Vec<String> = settings.players.iter().map(pack).collect::<Result<_, FarmError>>()?;
        // What must be the same: everything but the number of games.
        let conditions =
            luozi_arena::matches::Conditions { players: packed.clone(), pairs: 0, ..settings.conditions() };
        let about = serde_json::to_string(&conditions)?;
        let by_time = settings.visits.is_none();
        let run = match farm
            .runs()?
            .into_iter()
            .find(|run| run.work == Games::WORD && run.about == about && run.state != RunState::Cancelled)
        {
            Some(run) if resume => {
                farm.set_state(&run.run, RunState::Active)?;
                run
            }
            _ if resume => {
                return Err(FarmError::NoRun(format!("of {}", settings.conditions().players.join(", "))));
            }
            _ => {
                let terms = Terms::of(settings, by_time.then(|| Fitness::measure().speed));
                farm.new_run::<Games>(word(kind), &about, &terms)?
            }
        };
        Ok(Crew { farm: farm.clone(), run, packed, own, check_one_in: CHECK_ONE_IN })
    }

    /// The run's name in the farm.
    pub fn run(&self) -> &str {
        &self.run.run
    }

    /// One result of so many is played again by another worker; none with 0.
    pub fn check_one_in(self, check_one_in: u64) -> Crew {
        Crew { check_one_in, ..self }
    }

    fn pair(&self, [first, _]: &[Plan; 2]) -> Pair {
        let [a, b] = first.players;
        Pair {
            pairing: first.id.pairing,
            pair: first.id.pair,
            players: [self.packed[a].clone(), self.packed[b].clone()],
            setup: first.opening.setup.clone(),
            opening: first.opening.moves.clone(),
        }
    }
}

impl luozi_arena::matches::Crew for Crew {
    fn play(&mut self, work: &Work<'_>, ended: &mut dyn FnMut(FinishedGame)) -> Result<Outcome, RunError> {
        let given = Given {
            farm: &self.farm,
            run: &self.run,
            own: self.own.as_ref(),
            check_one_in: self.check_one_in,
            stop: work.stop,
        };
        gather::<Games, _>(&given, &mut Playing::new(self, work, ended)?)
    }
}

impl From<FarmError> for RunError {
    fn from(problem: FarmError) -> RunError {
        RunError::Crew(Box::new(problem))
    }
}

/// A run of the arena whose games are played by the farm.
struct Playing<'c, 'w, 'd> {
    crew: &'c Crew,
    work: &'w Work<'d>,
    ended: &'w mut dyn FnMut(FinishedGame),
    /// Games that were recorded, by pair: their numbers in the record.
    recorded: HashMap<Place, Vec<i64>>,
    /// The figures of the first pairing, by which a sequential test is decided.
    tally: Tally,
    /// Pairs of every pairing that are to be played.
    pairs: usize,
}

impl<'c, 'w, 'd> Playing<'c, 'w, 'd> {
    fn new(
        crew: &'c Crew,
        work: &'w Work<'d>,
        ended: &'w mut dyn FnMut(FinishedGame),
    ) -> Result<Playing<'c, 'w, 'd>, RunError> {
        let mut recorded: HashMap<Place, Vec<i64>> = HashMap::new();
        let mut tally = Tally::default();
        for game in work.store.map_or(Ok(Vec::new()), |store| store.archive().games())? {
            if game.id.pairing == 0 {
                tally.add(&game);
            }
            recorded.entry((game.id.pairing, game.id.pair)).or_default().extend(game.number);
        }
        Ok(Playing { crew, work, ended, recorded, tally, pairs: work.settings.pairs })
    }

    /// Pairs of the whole run.
    fn wanted(&self) -> usize {
        self.pairs * self.work.settings.pairings.len()
    }

    /// The game with its players by their numbers in the run.
    fn of_the_run(&self, mut game: PlayedGame) -> PlayedGame {
        let pairing = self.work.settings.pairings[game.finished.id.pairing];
        let number = |player: usize| [pairing.a, pairing.b][player];
        game.finished.players = game.finished.players.map(number);
        if let Some(fault) = &mut game.finished.fault {
            fault.player = number(fault.player);
        }
        game
    }
}

impl Owner<Games> for Playing<'_, '_, '_> {
    type Error = RunError;

    fn is_over(&self) -> bool {
        self.work.is_over()
    }

    fn deal(&mut self) -> Option<Pair> {
        self.work.deal(|deck| deck.next_pair()).map(|plans| self.crew.pair(&plans))
    }

    fn has(&self, place: Place) -> bool {
        self.recorded.get(&place).is_some_and(|games| games.len() >= 2)
    }

    fn count(&self) -> usize {
        self.recorded.len()
    }

    fn left(&self) -> usize {
        self.wanted().saturating_sub(self.recorded.len())
    }

    /// Records both games, and counts them.
    fn take(&mut self, told: PairRecord) -> Result<(), RunError> {
        let (pairings, place) = (self.work.settings.pairings.len(), told.place());
        if told.pairing >= pairings {
            let text = format!("the farm holds a result of pairing {}, but the run has {pairings}", told.pairing);
            return Err(RunError::Crew(text.into()));
        }
        // A run that was stopped between two games has one of them already.
        let had = self.recorded.remove(&place).unwrap_or_default();
        if let Some(store) = self.work.store {
            for number in had {
                store.void_game(number)?;
            }
        }
        for game in told.found {
            let game = self.of_the_run(game);
            let finished = self.work.store.map(|store: &Store| store.add_game(&game)).transpose()?;
            let finished = finished.unwrap_or(game.finished);
            self.recorded.entry(place).or_default().push(finished.number.unwrap_or_default());
            if place.0 == 0 {
                self.tally.add(&finished);
            }
            (self.ended)(finished);
        }
        Ok(())
    }

    fn lose(&mut self, is_void: &dyn Fn(Place) -> bool) -> Result<bool, RunError> {
        let gone: Vec<Place> = self.recorded.keys().copied().filter(|&place| is_void(place)).collect();
        for place in &gone {
            for number in self.recorded.remove(place).unwrap_or_default() {
                self.work.store.map_or(Ok(()), |store| store.void_game(number))?;
            }
        }
        Ok(!gone.is_empty())
    }

    fn verdict(&self) -> String {
        let mut verdict = format!("{} of {} pairs", self.recorded.len(), self.wanted());
        if let Some(test) = self.work.settings.sprt {
            let (lower, upper) = test.bounds();
            verdict += &format!(", LLR {:.2} ({lower:.2}, {upper:.2})", test.log_likelihood_ratio(&self.tally.pairs));
        }
        verdict
    }

    fn grow(&mut self, pairs: usize) {
        self.pairs = self.pairs.max(pairs);
        self.work.deal(|deck| deck.grow(self.pairs));
    }

    fn planned(&self) -> usize {
        self.pairs
    }
}
