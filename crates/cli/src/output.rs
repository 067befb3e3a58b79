//! Files that a command leaves behind: whole or not at all.

use anyhow::Context;
use std::fs;
use std::path::Path;

/// Writes a file. When there is no room for it, or the program is killed, what was there before is still there, and nothing
/// half-written under that name.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = match fs::metadata(path) {
        // A pipe or a device cannot be replaced.
        Ok(there) if !there.is_file() => fs::write(path, content),
        _ => {
            let new = path.with_added_extension("new");
            let written = fs::write(&new, content).and_then(|()| fs::rename(&new, path));
            written.inspect_err(|_| {
                // What could not be made need not be removed.
                let _ = fs::remove_file(&new);
            })
        }
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        write_file(&path, "one").unwrap();
        write_file(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        // A folder cannot be replaced by a file.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        let error = write_file(&taken, "x").unwrap_err();
        assert!(format!("{error:#}").starts_with(&format!("cannot write {}: ", taken.display())), "{error:#}");
        assert!(write_file(&folder.path().join("missing/page.html"), "x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        if Path::new("/dev/full").exists() {
            let error = format!("{:#}", write_file(Path::new("/dev/full"), "x").unwrap_err());
            assert!(error.contains("No space left on device"), "{error}");
        }
    }
}
