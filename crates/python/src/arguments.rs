//! Values that calls bring, checked in one place.

use crate::errors;
use luozi_core::IllegalMove;
use luozi_games::Session;
use luozi_search::Budget;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::time::Duration;

/// The index of a move that is given as people write it or by its index. Legality is not checked.
pub(crate) fn move_index(session: &Session, given: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(text) = given.cast::<PyString>() {
        return session.parse_move(&text.to_cow()?).map_err(errors::parse);
    }
    match given.extract::<i64>() {
        Ok(index) => usize::try_from(index)
            .ok()
            .filter(|&index| index < session.grid().move_count())
            .ok_or_else(|| errors::illegal(&index.to_string(), IllegalMove::OffBoard)),
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
            Err(errors::illegal(&given.str()?.to_cow()?, IllegalMove::OffBoard))
        }
        Err(_) => {
            let found = given.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "a move is a str such as `{}` or an int; found {found}",
                example(session)
            )))
        }
    }
}

fn example(session: &Session) -> String {
    session.move_text(0)
}

/// Longest time that anybody may ask for, in seconds.
const LONGEST: f64 = 1e6;

/// A time in seconds.
pub(crate) fn seconds(name: &str, given: Option<f64>) -> PyResult<Option<Duration>> {
    match given {
        None => Ok(None),
        Some(time) if time > 0.0 && time <= LONGEST => Ok(Some(Duration::from_secs_f64(time))),
        Some(time) => Err(PyValueError::new_err(format!(
            "{name}: found {time}, expected seconds above 0 and at most {LONGEST:.0}"
        ))),
    }
}

/// A count that is at least 1.
pub(crate) fn positive(name: &str, given: Option<i64>) -> PyResult<Option<u64>> {
    match given {
        None => Ok(None),
        Some(count) => match u64::try_from(count) {
            Ok(count) if count > 0 => Ok(Some(count)),
            _ => Err(PyValueError::new_err(format!("{name}: found {count}, expected a number from 1"))),
        },
    }
}

/// How many moves are to be judged.
pub(crate) fn candidates(given: Option<i64>) -> PyResult<Option<u32>> {
    Ok(positive("candidates", given)?.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)))
}

/// What somebody may spend on a move.
pub(crate) fn budget(time: Option<f64>, visits: Option<i64>, nodes: Option<i64>) -> PyResult<Budget> {
    Ok(Budget {
        time: seconds("time", time)?,
        visits: positive("visits", visits)?,
        nodes: positive("nodes", nodes)?,
        time_is_kept: false,
    })
}
