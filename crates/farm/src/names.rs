//! Names that are safe anywhere: in a path, a key, a command.

/// The longest name.
const MOST: usize = 80;

fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-".contains(c)
}

/// Whether a name is made of safe characters and is no hidden or special file.
pub(crate) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.len() <= MOST && !name.starts_with(['.', '-']) && name.chars().all(is_safe)
}

/// A plain name that looks like this one.
pub(crate) fn plain(name: &str) -> String {
    let safe: String = name.chars().map(|c| if is_safe(c) { c } else { '-' }).take(MOST).collect();
    let safe = safe.trim_start_matches(['.', '-']);
    if safe.is_empty() { "file".to_string() } else { safe.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_plain() {
        for name in ["bot.so", "my bot.py", "..", ".hidden", "落子", "-x", "", &"a".repeat(500)] {
            assert!(is_plain(&plain(name)), "{name}");
        }
        assert_eq!(plain("my bot.py"), "my-bot.py");
        assert!(!is_plain("a/b") && !is_plain("..") && !is_plain(""));
    }
}
