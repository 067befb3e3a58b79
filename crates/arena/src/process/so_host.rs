//! A process of its own for a shared object with Saiblo's C interface: it speaks the wire form for the object.
//!
//! Whatever the object does to its process (segfault, `exit`, exceptions, leftover threads) ends this host and with it
//! only the game. What the object prints on stdout goes to stderr, with a line that says so: the real stdout belongs to the
//! protocol.
//!
//! The object runs on a thread of the C library, not of ours: between its code and the end of the stack nobody catches
//! anything, so a C++ exception that it lets escape ends in C++'s own `terminate`, which tells the type and `what()`. Rust's
//! main thread would catch it and know nothing of it.

use super::fail;
use super::supervisor::SO_HOST;
use crate::players::{NO_SYMBOL, NOT_LOADED};
use libloading::Library;
use luozi_protocol::saiblo::{Event, Point, Reader, Start, Turn, reply_bytes};
use nix::libc;
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::resource::{Resource, getrlimit};
use nix::unistd::{dup, dup2_stdout};
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::ExitCode;

/// `Point` of the C interface.
#[repr(C)]
struct RawPoint {
    x: c_int,
    y: c_int,
}

/// `getPoint(M, N, top, board, lastX, lastY, noX, noY)`. It may throw C++ exceptions, which end the process.
type GetPoint =
    unsafe extern "C-unwind" fn(c_int, c_int, *const c_int, *const c_int, c_int, c_int, c_int, c_int) -> *mut RawPoint;
/// `clearPoint(point)`.
type ClearPoint = unsafe extern "C-unwind" fn(*mut RawPoint);

/// Plays one game with the shared object at `path` on stdin and stdout.
pub(super) fn run(path: &Path) -> ExitCode {
    let mut game: Game<'_> = (path, Ok(()));
    let begun = on_bare_thread(play, (&raw mut game).cast());
    match begun.map_err(Into::into).and(game.1) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => fail(SO_HOST, format_args!("{}: {problem}", path.display())),
    }
}

/// A path and what came of the game.
type Game<'a> = (&'a Path, Result<(), Box<dyn std::error::Error>>);

extern "C-unwind" fn play(game: *mut c_void) -> *mut c_void {
    // SAFETY: `run` lends us its game and looks at it again only after this thread has ended.
    let game = unsafe { &mut *game.cast::<Game<'_>>() };
    game.1 = serve(game.0);
    std::ptr::null_mut()
}

/// Runs `body` on a thread that the C library starts, with the stack that a program's first thread has, and waits for it.
fn on_bare_thread(body: extern "C-unwind" fn(*mut c_void) -> *mut c_void, argument: *mut c_void) -> io::Result<()> {
    let (soft, _) = getrlimit(Resource::RLIMIT_STACK)?;
    let stack = soft.clamp(LEAST_STACK_BYTES, MOST_STACK_BYTES) as usize;
    let check = |code: c_int| if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) };
    // SAFETY: the attributes are initialised before they are used and outlive the call; the thread is joined before we
    // return, so that `argument` outlives it. The library only calls `body`; that it may unwind is between `body` and the
    // end of the stack, where nothing is left to unwind into.
    unsafe {
        let body: extern "C" fn(*mut c_void) -> *mut c_void = std::mem::transmute(body);
        let (mut attributes, mut thread) = (std::mem::zeroed(), std::mem::zeroed());
        check(libc::pthread_attr_init(&mut attributes))?;
        check(libc::pthread_attr_setstacksize(&mut attributes, stack))?;
        check(libc::pthread_create(&mut thread, &attributes, body, argument))?;
        check(libc::pthread_join(thread, std::ptr::null_mut()))
    }
}

/// The stack of a thread when the system's limit is none or absurd.
const LEAST_STACK_BYTES: u64 = 8 << 20;
const MOST_STACK_BYTES: u64 = 1 << 30;

/// Before what an object printed on stdout.
pub(crate) const PRINTED: &str = "[printed on stdout, which belongs to the judge:]";

/// What stands in the place of stdout for the object: a file in memory, so that printing is seen and disturbs nobody.
struct Printing(File);

impl Printing {
    /// From now on the object's prints go there.
    fn divert() -> io::Result<Printing> {
        let file = memfd_create(c"stdout", MFdFlags::MFD_CLOEXEC)?;
        dup2_stdout(&file)?;
        Ok(Printing(File::from(file)))
    }

    /// Tells on stderr what was printed since the last look.
    fn tell(&mut self) -> io::Result<()> {
        // SAFETY: a null pointer means all streams of the C library, the object's among them.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        if self.0.metadata()?.len() == 0 {
            return Ok(());
        }
        let mut text = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        self.0.read_to_end(&mut text)?;
        self.0.set_len(0)?;
        self.0.seek(SeekFrom::Start(0))?;
        let mut out = io::stderr().lock();
        writeln!(out, "{PRINTED}")?;
        out.write_all(&text)
    }
}

/// Loads the shared object at `path`, says `ok` and ends; exit codes tell what is missing.
pub(super) fn probe(path: &Path) -> ExitCode {
    let code = match keep_stdout().map_err(LoadError::Io).and_then(|mut out| {
        Object::load(path)?;
        Ok(out.write_all(b"ok\n")?)
    }) {
        Ok(()) => 0,
        Err(problem) => {
            eprintln!("{problem}");
            if matches!(problem, LoadError::Symbol { .. }) { NO_SYMBOL } else { NOT_LOADED }
        }
    };
    // The object's destructors are none of our business.
    std::process::exit(code)
}

/// A shared object that cannot be used.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{}", own_words(.0))]
    Library(libloading::Error),
    #[error("{name}: {}", own_words(.problem))]
    Symbol { name: &'static str, problem: libloading::Error },
}

/// What the system's loader says; the library's own error only says which call it was.
fn own_words(error: &libloading::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// The protocol's stdout, kept for ourselves; the object gets stderr instead.
fn keep_stdout() -> io::Result<File> {
    let kept = File::from(dup(io::stdout())?);
    dup2_stdout(io::stderr())?;
    Ok(kept)
}

/// A loaded object.
struct Object {
    get_point: GetPoint,
    clear_point: ClearPoint,
    /// The functions are valid as long as it is loaded.
    _library: Library,
}

impl Object {
    fn load(path: &Path) -> Result<Object, LoadError> {
        // `./` makes a bare file name a path; the loader would search the system for it otherwise.
        let path = if path.components().count() == 1 { Path::new(".").join(path) } else { path.to_path_buf() };
        // SAFETY: loading runs the object's initialisers, which may do anything; this process exists to contain them.
        let library = unsafe { Library::new(&path) }.map_err(LoadError::Library)?;
        // SAFETY: the two symbols have these signatures by the definition of the interface; an object that breaks it ends
        // this process only.
        let (get_point, clear_point) = unsafe {
            let get_point = library.get::<GetPoint>(b"getPoint");
            let clear_point = library.get::<ClearPoint>(b"clearPoint");
            (
                *get_point.map_err(|problem| LoadError::Symbol { name: "getPoint", problem })?,
                *clear_point.map_err(|problem| LoadError::Symbol { name: "clearPoint", problem })?,
            )
        };
        Ok(Object { get_point, clear_point, _library: library })
    }
}

fn serve(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    // Step 1. Streams.
    let mut replies = keep_stdout()?;
    let mut printing = Printing::divert()?;

    // Step 2. Load.
    let Object { get_point, clear_point, _library } = Object::load(path)?;

    // Step 3. Answer until the judge closes the pipe.
    let mut reader = Reader::default();
    let mut start = None;
    for line in io::stdin().lock().lines() {
        for event in reader.push_line(&line?)? {
            match event {
                Event::Start(board) => start = Some(board),
                Event::Turn(turn) => {
                    let board = start.ok_or("a turn came before the start")?;
                    let point =
                        ask(&get_point, &clear_point, &board, &turn).ok_or("getPoint returned a null pointer")?;
                    printing.tell()?;
                    replies.write_all(&reply_bytes(point))?;
                }
            }
        }
    }
    printing.tell()?;
    // Leftover threads and destructors of the object are none of the judge's business: end at once.
    std::process::exit(0)
}

/// One call of the object; `None` when it returns a null pointer.
fn ask(get_point: &GetPoint, clear_point: &ClearPoint, board: &Start, turn: &Turn) -> Option<Point> {
    // Copies of our own, so that an object that writes through the pointers spoils nothing that is used again.
    let (top, cells) = (turn.top.clone(), turn.board.clone());
    // SAFETY: both arrays have the sizes the interface promises (N and M x N) and live until the call returns. The
    // returned pointer is read once, if it is not null, and handed back.
    unsafe {
        let raw = get_point(
            board.rows,
            board.cols,
            top.as_ptr(),
            cells.as_ptr(),
            turn.last.x,
            turn.last.y,
            board.forbidden.x,
            board.forbidden.y,
        );
        if raw.is_null() {
            return None;
        }
        let point = Point { x: (*raw).x, y: (*raw).y };
        clear_point(raw);
        Some(point)
    }
}
