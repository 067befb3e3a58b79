//! Why an upload does not play, for its author: each reason has words in both languages on the page, and a sentence here for
//! whoever reads the log or the JSON.

use serde::{Deserialize, Serialize};

/// A reason with its particulars.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BotRefusal"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Why {
    /// Longer than allowed.
    #[error("the upload is longer than {mb} MB")]
    TooLarge {
        /// The longest upload that is taken.
        mb: u32,
    },
    /// A file that is no bot by its name.
    #[error(
        "`{file}` cannot be used; expected C or C++ source (.cpp, .cc, .cxx, .c), a shared object (.so), Python (.py), or a .zip of sources"
    )]
    Kind {
        /// The name it was sent in under.
        file: String,
    },
    /// No archive that can be read.
    #[error("the archive cannot be read: {text}")]
    BrokenArchive {
        /// What the reader said.
        text: String,
    },
    /// Too many files.
    #[error("the archive holds {n} files, expected at most {most}")]
    ManyFiles {
        /// Files there are.
        n: u32,
        /// How many an archive may hold.
        most: u32,
    },
    /// A path out of the archive.
    #[error("`{file}` in the archive climbs out of its folder")]
    Climbs {
        /// Its path in the archive.
        file: String,
    },
    /// A link in an archive: it could point anywhere.
    #[error("`{file}` in the archive is a link; expected files")]
    Link {
        /// Its path in the archive.
        file: String,
    },
    /// An encrypted file.
    #[error("`{file}` in the archive is encrypted")]
    Encrypted {
        /// Its path in the archive.
        file: String,
    },
    /// Too long a name.
    #[error("`{file}` in the archive has too long a name")]
    LongName {
        /// The beginning of the name.
        file: String,
    },
    /// Two files of one name.
    #[error("`{file}` is twice in the archive, or a folder and a file")]
    Twice {
        /// Its path in the archive.
        file: String,
    },
    /// A file that is broken.
    #[error("`{file}` in the archive cannot be unpacked: {text}")]
    NotUnpacked {
        /// Its path in the archive.
        file: String,
        /// What the reader said.
        text: String,
    },
    /// A small archive that would fill the disk.
    #[error("the archive unpacks to more than {mb} MB")]
    Bomb {
        /// The most that an archive may unpack to.
        mb: u32,
    },
    /// An archive with nothing to compile or run.
    #[error("there is no source in the archive; expected files that end in .cpp, .cc, .cxx, .c or .py")]
    NoSource,
    /// Python for an interface of C++.
    #[error("Saiblo's interface is C++; Python bots play the games of Botzone")]
    PythonForSaiblo,
    /// Several programs of Python, and no name that tells which one is started.
    #[error("the archive has several Python files and none is called main.py or __main__.py")]
    NoMain,
    /// A shared object for a game that is played by programs.
    #[error("a shared object speaks Saiblo's interface, which this game has not")]
    SharedObject,
    /// The compiler has found a mistake.
    #[error("it does not compile")]
    NotCompiled,
    /// The compiler did not come to its end.
    #[error("it does not compile: the compiler {how}")]
    Compiler {
        /// What it did.
        how: String,
    },
    /// It cannot make its first move.
    #[error("{text}")]
    NotLoaded {
        /// What the system's loader said.
        text: String,
    },
    /// It fails too often.
    #[error("it failed in {faults} of {checked} situations")]
    Faulty {
        /// In how many situations it failed.
        faults: u32,
        /// Of so many.
        checked: u32,
    },
    /// Nobody's fault that could help it.
    #[error("this machine could not try it; tell your teacher")]
    Machine,
}
