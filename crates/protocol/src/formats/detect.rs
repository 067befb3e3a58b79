//! Tells texts apart that consist of numbers or of JSON.

use serde::de::IgnoredAny;

/// The JSON documents of a text that stand one after the other; a text that is not JSON is one document, so that its
/// reader can say what is wrong with it.
pub(super) fn documents(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_start_matches('\u{feff}');
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let mut ends = Vec::new();
    let whole = loop {
        match values.next() {
            Some(Ok(_)) => ends.push(values.byte_offset()),
            Some(Err(_)) => break false,
            None => break true,
        }
    };
    if !whole || ends.is_empty() {
        ends = vec![text.len()];
    }
    let mut begin = 0;
    ends.into_iter().map(move |end| &text[std::mem::replace(&mut begin, end)..end])
}

/// The numbers of a line, if there is nothing else on it.
fn numbers(line: &str) -> Option<Vec<i32>> {
    line.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// How many numbers the first lines have that are not empty, and the first of them. `None` if one has anything else.
fn first_lines(text: &str) -> Option<Vec<Vec<i32>>> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(2).map(numbers).collect()
}

/// `M N noX noY`, then `lastX lastY` and at least one whole turn.
pub(super) fn looks_like_saiblo(text: &str) -> bool {
    let Some(lines) = first_lines(text) else { return false };
    let [start, last] = lines.as_slice() else { return false };
    let &[rows, cols, _, _] = start.as_slice() else { return false };
    let turn = i64::from(rows) * i64::from(cols) + i64::from(cols) + 2;
    last.len() == 2 && rows > 0 && cols > 0 && text.split_whitespace().count() as i64 >= 4 + turn
}

/// The number of turns alone, then `x y`.
pub(super) fn looks_like_simple_botzone(text: &str) -> bool {
    first_lines(text).is_some_and(|lines| lines.iter().map(Vec::len).eq([1, 2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_stand_one_after_the_other() {
        let split = |text| documents(text).map(str::trim).collect::<Vec<_>>();
        assert_eq!(split("{\"a\":1}\n{\n\"b\":[2]}\n"), ["{\"a\":1}", "{\n\"b\":[2]}"]);
        assert_eq!(split("{\"a\":1} oops"), ["{\"a\":1} oops"]);
        assert_eq!(split(""), [""]);
    }

    #[test]
    fn lists_of_columns_are_no_protocol() {
        for moves in ["4 4 5 3", "4 4 5 3\n2 1", "4\n4\n5", "445", "4 4\n5 5", ""] {
            assert!(!looks_like_saiblo(moves) && !looks_like_simple_botzone(moves), "{moves:?}");
        }
        assert!(looks_like_saiblo("1 2 -1 -1\n-1 -1\n1 1\n0 0\n"));
        assert!(looks_like_simple_botzone("1\n-1 -1\n"));
    }
}
