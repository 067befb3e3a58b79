//! What students send in: taken while it arrives, kept by its content, unpacked without trust.
//!
//! A file that is too long is refused when the first byte too much arrives, not after it was read. An archive may not climb out
//! of its folder, hold links, or grow beyond a limit, whatever its own table claims: bytes are counted while they are unpacked.

use super::tokens::hexadecimal;
use super::why::Why;
use crate::problem::{Code, Problem};
use crate::store::new_id;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

/// Longest upload, in bytes.
pub const MOST_BYTES: u64 = 8 << 20;
/// Most bytes and files of an unpacked archive.
const MOST_UNPACKED: u64 = 32 << 20;
const MOST_FILES: usize = 300;
/// Longest name of a file, in bytes.
const MOST_NAME: usize = 200;

/// How a bot speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassForm"))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Saiblo's C++ interface.
    Saiblo,
    /// Botzone's JSON.
    Botzone,
    /// Botzone's simplified text.
    BotzoneText,
}

impl Form {
    /// Its word in the file of the class.
    pub const fn word(self) -> &'static str {
        match self {
            Form::Saiblo => "saiblo",
            Form::Botzone => "botzone",
            Form::BotzoneText => "botzone-text",
        }
    }

    /// The form of a word.
    pub fn of(word: &str) -> Option<Form> {
        [Form::Saiblo, Form::Botzone, Form::BotzoneText].into_iter().find(|form| form.word() == word)
    }
}

/// Why an upload is not taken.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// Its author can help it.
    #[error(transparent)]
    Refused(#[from] Why),
    /// The disk does not cooperate.
    #[error("the upload could not be kept: {0}")]
    Io(#[from] io::Error),
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Problem {
        let code = match error {
            UploadError::Refused(Why::TooLarge { .. }) => Code::TooLarge,
            UploadError::Refused(_) => Code::Refused,
            UploadError::Io(_) => Code::Internal,
        };
        Problem::with_reason(code, error)
    }
}

/// A file on its way in. Dropped before its end, it leaves nothing behind.
pub struct Incoming {
    path: PathBuf,
    file: File,
    digest: Sha256,
    bytes: u64,
}

impl Incoming {
    /// An empty one, in a folder of its kind.
    pub fn begin(folder: &Path) -> io::Result<Incoming> {
        fs::create_dir_all(folder)?;
        let path = folder.join(new_id());
        Ok(Incoming { file: File::create_new(&path)?, path, digest: Sha256::new(), bytes: 0 })
    }

    /// Takes in what has arrived.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.bytes += bytes.len() as u64;
        if self.bytes > MOST_BYTES {
            return Err(Why::TooLarge { mb: (MOST_BYTES >> 20) as u32 }.into());
        }
        self.digest.update(bytes);
        Ok(self.file.write_all(bytes)?)
    }

    /// Keeps it under its content in a folder; gives the name there and its length.
    pub fn keep(mut self, folder: &Path) -> Result<(String, u64), UploadError> {
        fs::create_dir_all(folder)?;
        self.file.flush()?;
        let hash = hexadecimal(&self.digest.finalize_reset());
        fs::rename(&self.path, folder.join(&hash))?;
        Ok((hash, self.bytes))
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        // Kept under another name by now, or not wanted.
        let _ = fs::remove_file(&self.path);
    }
}

/// The kinds of files a bot comes as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// C or C++.
    Source,
    /// Compiled for this machine.
    SharedObject,
    /// A program for Python 3, in one file.
    Python,
    /// Several files in a .zip: sources of C or C++ that are compiled together, or modules of one Python program.
    Archive,
}

impl Kind {
    /// The kind of a file by the ending of its name.
    pub fn of(name: &str) -> Result<Kind, UploadError> {
        let ending =
            Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match &*ending {
            "c" | "cc" | "cpp" | "cxx" => Ok(Kind::Source),
            "so" => Ok(Kind::SharedObject),
            "py" => Ok(Kind::Python),
            "zip" => Ok(Kind::Archive),
            _ => Err(Why::Kind { file: luozi_core::excerpt(name) }.into()),
        }
    }
}

/// Whether a file of an archive is needed: sources and what they may read. Projects of editors bring much else along.
fn is_wanted(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    matches!(
        &*ending,
        "c" | "cc" | "cpp" | "cxx" | "h" | "hh" | "hpp" | "hxx" | "inc" | "inl" | "ipp" | "py" | "txt" | "json"
    )
}

/// Unpacks what can be compiled or run of an archive into a folder; gives the files, in order.
pub fn unpack(archive: &Path, folder: &Path) -> Result<Vec<PathBuf>, UploadError> {
    let broken = |error: zip::result::ZipError| Why::BrokenArchive { text: error.to_string() };
    let mut archive = zip::ZipArchive::new(File::open(archive)?).map_err(broken)?;
    if archive.len() > MOST_FILES {
        let found = archive.len();
        return Err(Why::ManyFiles { n: found as u32, most: MOST_FILES as u32 }.into());
    }
    let (mut files, mut left) = (Vec::new(), MOST_UNPACKED);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(broken)?;
        let full = entry.name().map_err(broken)?.into_owned();
        let file = luozi_core::excerpt(&full);
        let path = match entry.enclosed_name() {
            Some(path) if path.components().all(|part| matches!(part, Component::Normal(_))) => path,
            _ => return Err(Why::Climbs { file }.into()),
        };
        if full.starts_with(['/', '\\']) || full.contains("..") || full.contains('\0') {
            return Err(Why::Climbs { file }.into());
        }
        if entry.is_symlink() {
            return Err(Why::Link { file }.into());
        }
        if entry.encrypted() {
            return Err(Why::Encrypted { file }.into());
        }
        if path.as_os_str().len() > MOST_NAME {
            return Err(Why::LongName { file }.into());
        }
        if !entry.is_file() || !is_wanted(&path) || path.starts_with("__MACOSX") {
            continue;
        }
        let target = folder.join(&path);
        fs::create_dir_all(target.parent().unwrap_or(folder))?;
        let mut made = File::create_new(&target).map_err(|_| Why::Twice { file: file.clone() })?;
        // One byte more than is left shows that there is more.
        let written = io::copy(&mut (&mut entry).take(left + 1), &mut made)
            .map_err(|error| Why::NotUnpacked { file, text: error.to_string() })?;
        if written > left {
            return Err(Why::Bomb { mb: (MOST_UNPACKED >> 20) as u32 }.into());
        }
        left -= written;
        files.push(target);
    }
    files.sort();
    Ok(files)
}

/// Files as one archive that Python runs by itself.
pub fn pack(files: &[PathBuf], folder: &Path, target: &Path) -> Result<(), UploadError> {
    let broken = |error: zip::result::ZipError| UploadError::Io(io::Error::other(error));
    let mut archive = zip::ZipWriter::new(File::create(target)?);
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        archive.start_file(name, options).map_err(broken)?;
        archive.write_all(&fs::read(path)?)?;
    }
    archive.finish().map_err(broken)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zip::write::SimpleFileOptions;

    fn archive(folder: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
        let path = folder.join(format!("{}.zip", new_id()));
        let mut archive = zip::ZipWriter::new(File::create(&path).unwrap());
        for (name, content) in entries {
            let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
            archive.start_file(*name, options).unwrap();
            archive.write_all(content).unwrap();
        }
        archive.finish().unwrap();
        path
    }

    fn unpacked(path: &Path) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let files = unpack(path, folder.path()).map_err(|error| error.to_string())?;
        Ok(files.iter().map(|file| file.strip_prefix(folder.path()).unwrap().display().to_string()).collect())
    }

    #[test]
    fn sources_are_unpacked_and_what_editors_leave_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = archive(
            folder.path(),
            &[("bot/Strategy.cpp", b"1"), ("bot/Point.h", b"2"), ("bot/a.vcxproj", b"3"), ("__MACOSX/x.cpp", b"4")],
        );
        assert_eq!(unpacked(&path).unwrap(), ["bot/Point.h", "bot/Strategy.cpp"]);
    }

    #[test]
    fn no_path_climbs() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["../evil.cpp", "a/../../evil.cpp", "/etc/evil.cpp", "..\\evil.cpp", "a/../evil.cpp"] {
            let error = unpacked(&archive(folder.path(), &[("good.cpp", b""), (name, b"x")])).unwrap_err();
            assert!(error.contains("climbs out"), "{name}: {error}");
        }
        assert!(!folder.path().parent().unwrap().join("evil.cpp").exists());
    }

    #[test]
    fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("link.zip");
        let mut archive = zip::ZipWriter::new(File::create(&path).unwrap());
        archive.add_symlink("link.cpp", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        archive.finish().unwrap();
        assert!(unpacked(&path).unwrap_err().contains("is a link"));
    }

    #[test]
    fn a_zip_bomb_is_stopped_while_it_is_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        // 300 MB of nothing in a few hundred kilobytes.
        let zeros = vec![0; 10 << 20];
        let names: Vec<String> = (0..30).map(|number| format!("{number}.cpp")).collect();
        let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..])).collect();
        let path = archive(folder.path(), &entries);
        assert!(fs::metadata(&path).unwrap().len() < MOST_BYTES);
        let target = tempfile::tempdir().unwrap();
        let error = unpack(&path, target.path()).unwrap_err();
        assert!(error.to_string().contains("unpacks to more than 32 MB"), "{error}");
        let kept: u64 = fs::read_dir(target.path()).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
        assert!(kept <= MOST_UNPACKED + 1, "{kept} bytes were written");
        let many: Vec<String> = (0..=MOST_FILES).map(|number| format!("{number}.cpp")).collect();
        let entries: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert!(unpacked(&archive(folder.path(), &entries)).unwrap_err().contains("301 files"));
        assert!(
            unpacked(&{
                let path = folder.path().join("no.zip");
                fs::write(&path, b"PK\x03\x04 not really").unwrap();
                path
            })
            .unwrap_err()
            .contains("cannot be read")
        );
    }

    #[test]
    fn an_upload_is_refused_at_the_first_byte_too_much_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut incoming = Incoming::begin(folder.path()).unwrap();
        let block = vec![7; 1 << 20];
        for _ in 0..MOST_BYTES >> 20 {
            incoming.take(&block).unwrap();
        }
        assert!(matches!(incoming.take(b"x"), Err(UploadError::Refused(Why::TooLarge { mb: 8 }))));
        drop(incoming);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let mut incoming = Incoming::begin(folder.path()).unwrap();
        incoming.take(b"hello").unwrap();
        let (hash, bytes) = incoming.keep(&folder.path().join("files")).unwrap();
        assert_eq!((&hash[..8], bytes), ("2cf24dba", 5));
        assert_eq!(fs::read(folder.path().join("files").join(hash)).unwrap(), b"hello");
    }

    #[test]
    fn other_files_are_no_bots() {
        assert_eq!(Kind::of("Strategy.CPP").unwrap(), Kind::Source);
        for name in ["bot", "bot.exe", "", ".so", "bot.so.txt", "../bot"] {
            assert!(Kind::of(name).is_err(), "{name}");
        }
    }
}
