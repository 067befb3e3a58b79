//! Processors of its own for every game, so that games at the same time do not take time from each other.
//!
//! A thread is bound, and whatever it starts is bound with it: supervisors, bots, and the threads of our own engines. The
//! two players of a game share its processors; they take turns.

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use std::fs;

/// Games cannot have processors of their own.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AffinityError {
    /// There are more games at once than processors.
    #[error(
        "{games} games at once cannot have a processor each: this program may use {processors}; expected --concurrency {processors} or less"
    )]
    TooFew {
        /// Games at once.
        games: usize,
        /// Processors that this program may use.
        processors: usize,
    },
    /// The system says no.
    #[error("this system does not bind programs to processors: {0}")]
    Refused(nix::Error),
}

/// The processors of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share(Vec<usize>);

impl Share {
    /// Deals out the processors that this program may use to so many games at once, and tries the first share. Those that are
    /// one core in truth (hyper-threads) go to the same game as far as possible.
    pub fn all(games: usize) -> Result<Vec<Share>, AffinityError> {
        let allowed = sched_getaffinity(Pid::from_raw(0)).map_err(AffinityError::Refused)?;
        let mut processors: Vec<usize> =
            (0..CpuSet::count()).filter(|&number| allowed.is_set(number).unwrap_or(false)).collect();
        processors.sort_by_key(|&number| (core_of(number), number));
        let shares = deal(&processors, games)?;
        let first = shares[0].clone();
        let tried = std::thread::spawn(move || first.bind()).join();
        tried.unwrap_or(Err(AffinityError::Refused(nix::Error::UnknownErrno)))?;
        Ok(shares)
    }

    /// Binds the calling thread, and what it will start.
    pub fn bind(&self) -> Result<(), AffinityError> {
        let mut set = CpuSet::new();
        for &processor in &self.0 {
            set.set(processor).map_err(AffinityError::Refused)?;
        }
        sched_setaffinity(Pid::from_raw(0), &set).map_err(AffinityError::Refused)
    }

    /// How many processors these are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The first processor of the same core; itself where the system does not tell.
fn core_of(processor: usize) -> usize {
    let siblings =
        fs::read_to_string(format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")).ok();
    let first = siblings.as_deref().and_then(|list| list.trim().split([',', '-']).next()?.parse().ok());
    first.unwrap_or(processor)
}

/// Equal shares of neighbours; what cannot be shared equally stays unused, so that no game is better off.
fn deal(processors: &[usize], games: usize) -> Result<Vec<Share>, AffinityError> {
    match processors.len() / games.max(1) {
        0 => Err(AffinityError::TooFew { games, processors: processors.len() }),
        each => Ok(processors.chunks_exact(each).take(games.max(1)).map(|share| Share(share.to_vec())).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_equal_and_do_not_overlap() {
        let dealt = |count: usize, games| {
            deal(&(0..count).collect::<Vec<_>>(), games)
                .map(|shares| shares.iter().map(|s| s.0.clone()).collect::<Vec<_>>())
        };
        assert_eq!(dealt(8, 3), Ok(vec![vec![0, 1], vec![2, 3], vec![4, 5]]));
        assert_eq!(dealt(2, 2), Ok(vec![vec![0], vec![1]]));
        assert_eq!(dealt(5, 1), Ok(vec![vec![0, 1, 2, 3, 4]]));
        let error = dealt(2, 3).unwrap_err().to_string();
        assert!(error.starts_with("3 games at once cannot have a processor each: this program may use 2;"), "{error}");
    }

    #[test]
    fn a_thread_is_bound_and_others_are_not() {
        let Ok(shares) = Share::all(1) else { return };
        let processor = Share(vec![shares[0].0[0]]);
        let before = sched_getaffinity(Pid::from_raw(0)).unwrap();
        let inside = std::thread::spawn(move || {
            processor.bind().unwrap();
            let set = sched_getaffinity(Pid::from_raw(0)).unwrap();
            (0..CpuSet::count()).filter(|&number| set.is_set(number).unwrap()).collect::<Vec<_>>() == processor.0
        });
        assert!(inside.join().unwrap());
        assert_eq!(sched_getaffinity(Pid::from_raw(0)).unwrap(), before);
    }
}
