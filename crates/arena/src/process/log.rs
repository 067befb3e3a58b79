//! Keeps the beginning and the end of an unbounded stream, for a bot's stderr.

/// Bytes kept from the beginning.
const HEAD_BYTES: usize = 16 * 1024;
/// Bytes kept from the end.
const TAIL_BYTES: usize = 48 * 1024;

/// A stream of which the middle is forgotten when it grows too long.
#[derive(Default, Debug)]
pub(crate) struct Log {
    head: Vec<u8>,
    tail: Vec<u8>,
    forgotten: u64,
}

impl Log {
    /// Adds what was just read.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = HEAD_BYTES - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(rest);
        // Cut rarely: only when the tail is twice as long as it need be.
        if self.tail.len() > 2 * TAIL_BYTES {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let surplus = self.tail.len().saturating_sub(TAIL_BYTES);
        self.tail.drain(..surplus);
        self.forgotten += surplus as u64;
    }

    /// What is kept, as text; a line says how much is missing in the middle. Empties the log.
    pub(crate) fn take(&mut self) -> String {
        self.cut();
        let Log { mut head, tail, forgotten } = std::mem::take(self);
        if forgotten > 0 {
            head.extend_from_slice(format!("\n[... {forgotten} bytes left out ...]\n").as_bytes());
        }
        head.extend_from_slice(&tail);
        String::from_utf8_lossy(&head).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_both_ends_of_a_flood() {
        let mut log = Log::default();
        log.push(b"first");
        for _ in 0..1000 {
            log.push(&[b'x'; 1000]);
        }
        log.push(b"last");
        let text = log.take();
        assert!(text.starts_with("first") && text.ends_with("last") && text.contains("bytes left out"));
        assert!(text.len() < HEAD_BYTES + TAIL_BYTES + 100);
        assert_eq!(log.take(), "");
    }
}
