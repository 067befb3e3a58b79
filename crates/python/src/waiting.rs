//! Work on a thread of its own, while the caller waits without Python's lock and looks for Ctrl-C.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time between two looks for Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Something that works in the background, tells about it, and ends soon after it was asked to.
pub(crate) struct Job<T> {
    stop: Arc<AtomicBool>,
    told: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    /// Begins work on a new thread. The work looks at the flag; when it returns or panics, nothing comes from it any more.
    pub(crate) fn begin(work: impl FnOnce(&AtomicBool, Sender<T>) + Send + 'static) -> Job<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, told) = unbounded();
        let flag = stop.clone();
        std::thread::spawn(move || work(&flag, tell));
        Job { stop, told }
    }

    /// The flag that ends it.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The next thing it tells; `None` when it has ended. Ctrl-C ends it and is raised here.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match py.detach(|| self.told.recv_timeout(LOOK_EVERY)) {
                Ok(told) => return Ok(Some(told)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(interrupt) = py.check_signals() {
                py.detach(|| self.end());
                return Err(interrupt);
            }
        }
    }

    /// Asks it to end and waits until it has. Needs nothing of Python.
    pub(crate) fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        while self.told.recv().is_ok() {}
    }
}
