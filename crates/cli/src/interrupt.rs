//! Ctrl-C as a flag: commands that run long look at it and end in order.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);
static HANDLER: OnceLock<bool> = OnceLock::new();

/// From now on Ctrl-C (or a request to terminate) sets the flag that is returned; a second one ends the program at
/// once with exit code 130.
pub fn flag() -> &'static AtomicBool {
    HANDLER.get_or_init(|| {
        ctrlc::set_handler(|| {
            // Relaxed: the flag carries no data.
            if PRESSED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .is_ok()
    });
    &PRESSED
}
