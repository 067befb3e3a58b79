//! The program `luozi` inside Python.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with a command line, the program's name first, and gives its exit code; `again` is the command that
/// leads back here.
#[pyfunction]
pub(crate) fn _run(py: Python<'_>, arguments: Vec<OsString>, again: Vec<OsString>) -> u8 {
    py.detach(|| luozi_cli::run_inside(&[], arguments, again))
}
