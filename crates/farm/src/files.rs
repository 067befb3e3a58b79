//! Bots travel by content: a file is stored once under its digest, and whoever needs it asks for the digest.
//!
//! In a player a stored file is the word `farm-files/DIGEST/NAME`, a path that means the same on every machine.

use crate::farm::Farm;
use crate::seal::digest;
use crate::{FarmError, names};
use luozi_arena::players::PlayerSpec;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The folder of stored files, the first part of their words.
pub const FILES: &str = "farm-files";
/// The largest file that travels.
pub(crate) const MOST_BYTES: usize = 64 << 20;
/// The word before the path of a weights file in a player of ours.
const WEIGHTS: &str = "weights=";

/// Digest and name of a stored file's word.
fn stored(word: &str) -> Option<(&str, &str)> {
    let (digest, name) = word.strip_prefix(FILES)?.strip_prefix('/')?.split_once('/')?;
    let is_digest =
        digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (is_digest && names::is_plain(name)).then_some((digest, name))
}

/// Changes the words of a player that may be files.
fn map_words(
    player: &PlayerSpec,
    mut change: impl FnMut(&OsStr) -> Result<OsString, FarmError>,
) -> Result<PlayerSpec, FarmError> {
    let mut all = |words: &[OsString]| words.iter().map(|word| change(word)).collect::<Result<Vec<_>, _>>();
    Ok(match player {
        PlayerSpec::Random => PlayerSpec::Random,
        PlayerSpec::SharedObject(path) => PlayerSpec::SharedObject(change(path.as_os_str())?.into()),
        PlayerSpec::Saiblo(command) => PlayerSpec::Saiblo(all(command)?),
        PlayerSpec::Botzone { command, form } => PlayerSpec::Botzone { command: all(command)?, form: *form },
        PlayerSpec::Gtp(command) => PlayerSpec::Gtp(all(command)?),
        PlayerSpec::NBoard { command, depth } => PlayerSpec::NBoard { command: all(command)?, depth: *depth },
        PlayerSpec::BuiltIn(text) => {
            let word = |word: &str| match word.split_once(WEIGHTS) {
                Some((before, path)) => Ok(format!("{before}{WEIGHTS}{}", change(OsStr::new(path))?.to_string_lossy())),
                None => Ok(word.to_string()),
            };
            let words: Result<Vec<String>, FarmError> = text.split(',').map(word).collect();
            PlayerSpec::BuiltIn(words?.join(","))
        }
    })
}

impl Farm {
    /// Stores a file by its content; gives the word that names it in players.
    pub fn add_file(&self, name: &str, bytes: &[u8]) -> Result<String, FarmError> {
        if !names::is_plain(name) {
            return Err(FarmError::Player(format!(
                "`{name}` is no plain name of a file; expected letters, digits, . - _"
            )));
        }
        if bytes.len() > MOST_BYTES {
            let (found, most) = (bytes.len() >> 20, MOST_BYTES >> 20);
            return Err(FarmError::Player(format!(
                "{name} has {found} MB; files of a farm have {most} MB at the most"
            )));
        }
        let hash = digest(bytes);
        self.store_file(&hash, bytes)?;
        Ok(format!("{FILES}/{hash}/{name}"))
    }

    /// The player with the files of this machine that it names stored in the farm. Programs that are found by their name alone
    /// (`python3`) are expected on every worker.
    pub fn pack(&self, player: &PlayerSpec) -> Result<PlayerSpec, FarmError> {
        map_words(player, |word| {
            let path = Path::new(word);
            if word.to_str().is_some_and(|word| stored(word).is_some()) || !path.exists() {
                return Ok(word.to_os_string());
            }
            if path.is_dir() {
                return Err(FarmError::Player(format!(
                    "{player}: {} is a folder, and only single files travel to the workers; put what is needed into one file, \
                     or install it on the workers and name it by a path that is missing here",
                    path.display()
                )));
            }
            let bytes = fs::read(path).map_err(|problem| FarmError::Io(path.to_path_buf(), problem))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            self.add_file(&names::plain(&name), &bytes).map(OsString::from)
        })
    }

    /// The player with its stored files lying in `cache`, fetched where they are missing.
    pub(crate) fn unpack(&self, player: &PlayerSpec, cache: &Path) -> Result<PlayerSpec, FarmError> {
        map_words(player, |word| match word.to_str().and_then(stored) {
            Some((hash, name)) => self.fetch(hash, name, cache).map(PathBuf::into_os_string),
            None => Ok(word.to_os_string()),
        })
    }

    /// The content of a stored file by its word.
    pub(crate) fn stored_file(&self, word: &str) -> Result<Vec<u8>, FarmError> {
        let (hash, name) =
            stored(word).ok_or_else(|| FarmError::Player(format!("`{word}` does not name a file of a farm")))?;
        self.checked_file(hash, name)
    }

    fn checked_file(&self, hash: &str, name: &str) -> Result<Vec<u8>, FarmError> {
        let bytes =
            self.file(hash)?.ok_or_else(|| FarmError::Player(format!("the farm has no file {hash} ({name})")))?;
        if digest(&bytes) != hash {
            return Err(FarmError::Player(format!("the farm's file {hash} ({name}) is not what its name says")));
        }
        Ok(bytes)
    }

    fn fetch(&self, hash: &str, name: &str, cache: &Path) -> Result<PathBuf, FarmError> {
        let folder = cache.join(FILES).join(hash);
        let path = folder.join(name);
        let failed = |problem: io::Error| FarmError::Io(path.clone(), problem);
        // What lies there may have been cut short by a full disk, or changed.
        if fs::read(&path).is_ok_and(|bytes| digest(&bytes) == hash) {
            return Ok(path);
        }
        let bytes = self.checked_file(hash, name)?;
        fs::create_dir_all(&folder).map_err(failed)?;
        // Under another name first: nobody starts half a program.
        let draft = folder.join(format!(".{name}-{}-{:?}", std::process::id(), std::thread::current().id()));
        let mut file = fs::File::create(&draft).map_err(failed)?;
        file.write_all(&bytes)
            .and_then(|()| file.set_permissions(fs::Permissions::from_mode(0o555)))
            .map_err(failed)?;
        drop(file);
        fs::rename(&draft, &path).map_err(failed)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_of_stored_files_are_files() {
        let hash = digest(b"");
        assert_eq!(stored(&format!("farm-files/{hash}/bot.so")), Some((hash.as_str(), "bot.so")));
        for wrong in [
            "farm-files/00/bot.so".to_string(),
            format!("farm-files/{hash}/../x"),
            format!("farm-files/{hash}/.."),
            format!("farm-files/{hash}/"),
            format!("farm-files/{}/x", hash.to_uppercase()),
            format!("/farm-files/{hash}/x"),
        ] {
            assert_eq!(stored(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn all_kinds_of_players_have_their_words_changed() {
        for (text, changed) in [
            ("random", "random"),
            ("so:a", "so:X"),
            ("saiblo:a b", "saiblo:X b"),
            ("botzone:python3 a", "botzone:python3 X"),
            ("gtp:a", "gtp:X"),
            ("nboard:depth=3:a", "nboard:depth=3:X"),
            ("luozi:c=1,weights=a", "luozi:c=1,weights=X"),
            ("luozi:weights=a", "luozi:weights=X"),
            ("luozi:level=3", "luozi:level=3"),
        ] {
            let player = PlayerSpec::parse(text, &["luozi"]).unwrap();
            let change = |word: &OsStr| Ok(if word == "a" { OsString::from("X") } else { word.to_os_string() });
            assert_eq!(map_words(&player, change).unwrap().to_string(), changed);
        }
    }
}
