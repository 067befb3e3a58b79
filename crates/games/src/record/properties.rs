//! The property syntax that SGF and GGF share: `(;A[b]C[d][e](;F[g])(;H[i]))`.
//!
//! One reader and one writer for both formats; what a property means is not known here. The reader keeps everything in
//! flat lists and never recurses, so that a megabyte of `(;(;(;` costs a megabyte-sized list and no stack. Values are
//! slices of the text with their places, so that whoever interprets them can say where a wrong one stands.
//!
//! ```text
//! collection = tree { tree }            text before the first tree is skipped (mail headers, game numbers)
//! tree       = "(" node { node } { tree } ")"
//! node       = ";" { property }
//! property   = name value { value }     name: letters; small ones are dropped (`GaMe` is `GM`)
//! value      = "[" text "]"             `\` takes the next character as it is; `\` and a line break is nothing
//! ```

use luozi_core::ParseError;

/// Longest text that is read, in bytes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Most nodes that a text may hold, all trees together.
pub(super) const MAX_NODES: usize = 200_000;

/// One value of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value<'t> {
    /// Byte offset of the value in the text, after the bracket.
    pub(super) offset: usize,
    /// The value as written, escapes included.
    pub(super) raw: &'t str,
}

impl Value<'_> {
    /// The value with its escapes undone.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut rest = self.raw.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match rest.next() {
                // A soft line break, in either of its two widths.
                Some('\n') => drop(rest.next_if_eq(&'\r')),
                Some('\r') => drop(rest.next_if_eq(&'\n')),
                Some(escaped) => text.push(escaped),
                None => {}
            }
        }
        text
    }
}

/// A name with its values, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property<'t> {
    /// The capital letters of the name.
    pub(super) name: String,
    /// Byte offset of the name in the text.
    pub(super) offset: usize,
    /// The values in the order they are written.
    pub(super) values: Vec<Value<'t>>,
}

impl<'t> Property<'t> {
    /// The first value, which is the only one of most properties.
    pub(super) fn value(&self) -> Value<'t> {
        self.values[0]
    }
}

/// A node of a game tree as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PropertyNode<'t> {
    /// Index of the node before it in the same list, `None` for the first.
    pub(super) parent: Option<usize>,
    /// Its properties in the order they are written.
    pub(super) properties: Vec<Property<'t>>,
}

impl<'t> PropertyNode<'t> {
    /// The first property of that name.
    pub(super) fn get(&self, name: &str) -> Option<&Property<'t>> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// Nodes of one tree, parents before children, first children first.
pub(super) type PropertyTree<'t> = Vec<PropertyNode<'t>>;

/// Reads all trees of a text; there is at least one, and each has at least one node.
pub(super) fn read(text: &str) -> Result<Vec<PropertyTree<'_>>, ParseError> {
    if text.len() > MAX_BYTES {
        let found = format!("{} bytes", text.len());
        return Err(ParseError::unexpected(text, 0, &found, format!("at most {MAX_BYTES} bytes")));
    }
    let mut reader = Reader { text, at: 0, nodes: 0 };
    let mut trees = Vec::new();
    while reader.seek_tree(trees.is_empty())? {
        trees.push(reader.tree()?);
    }
    Ok(trees)
}

/// The byte offset of the first `(` that a `;` follows.
pub(super) fn find_tree(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|at| text[at + 1..].trim_start().starts_with(';'))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn next(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest().chars().next()
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        ParseError::unexpected(self.text, self.at, self.rest(), expected)
    }

    /// Moves to the next `(` that a `;` follows. False at the end of the text.
    fn seek_tree(&mut self, required: bool) -> Result<bool, ParseError> {
        let Some(at) = find_tree(self.rest()) else {
            self.skip_blanks();
            return if required || !self.rest().is_empty() { Err(self.unexpected("`(;`")) } else { Ok(false) };
        };
        self.at += at;
        Ok(true)
    }

    fn tree(&mut self) -> Result<PropertyTree<'t>, ParseError> {
        let mut nodes: PropertyTree<'t> = Vec::new();
        // The last node before each open bracket, and whether a variation was just closed: no node may follow one.
        let mut open: Vec<Option<usize>> = Vec::new();
        let (mut last, mut closed) = (None, false);
        loop {
            match self.next() {
                Some('(') => {
                    self.at += 1;
                    open.push(last);
                    closed = false;
                    if self.next() != Some(';') {
                        return Err(self.unexpected("`;` after `(`"));
                    }
                }
                Some(';') if !closed => {
                    if self.nodes == MAX_NODES {
                        return Err(self.unexpected(&format!("the end: at most {MAX_NODES} nodes are read")));
                    }
                    self.at += 1;
                    self.nodes += 1;
                    nodes.push(PropertyNode { parent: last, properties: self.properties()? });
                    last = Some(nodes.len() - 1);
                }
                Some(')') => {
                    self.at += 1;
                    last = open.pop().flatten();
                    closed = true;
                    if open.is_empty() {
                        return Ok(nodes);
                    }
                }
                _ if closed => return Err(self.unexpected("`(` or `)`")),
                _ => return Err(self.unexpected("a property, `;`, `(` or `)`")),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property<'t>>, ParseError> {
        let mut properties = Vec::new();
        while self.next().is_some_and(|c| c.is_ascii_alphabetic()) {
            let offset = self.at;
            let length = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
            let name: String = self.rest()[..length].chars().filter(|c| !c.is_ascii_lowercase()).collect();
            if name.is_empty() {
                return Err(self.unexpected("a property name with capital letters"));
            }
            self.at += length;
            let mut values = Vec::new();
            while self.next() == Some('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(self.unexpected(&format!("`[` after `{name}`")));
            }
            properties.push(Property { name, offset, values });
        }
        Ok(properties)
    }

    fn value(&mut self) -> Result<Value<'t>, ParseError> {
        self.at += 1;
        let offset = self.at;
        let mut escaped = false;
        let length = self.rest().bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let Some(length) = length else {
            return Err(ParseError::unexpected(self.text, self.text.len(), "", "`]` that ends the value"));
        };
        self.at += length + 1;
        Ok(Value { offset, raw: &self.text[offset..offset + length] })
    }
}

/// Writes property text.
#[derive(Default)]
pub(super) struct Writer(String);

impl Writer {
    /// Begins a tree or a variation.
    pub(super) fn open(&mut self) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push('(');
    }

    /// Begins a node.
    pub(super) fn node(&mut self) {
        self.0.push(';');
    }

    /// Ends a tree or a variation.
    pub(super) fn close(&mut self) {
        self.0.push(')');
    }

    /// A property with one value.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.list(name, [value]);
    }

    /// A property for every text that is not empty.
    pub(super) fn texts<'a>(&mut self, named: impl IntoIterator<Item = (&'a str, &'a String)>) {
        for (name, text) in named.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.property(name, text);
        }
    }

    /// A property with any number of values; nothing for none.
    pub(super) fn list<V: AsRef<str>>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        for (index, value) in values.into_iter().enumerate() {
            if index == 0 {
                self.0.push_str(name);
            }
            self.0.push('[');
            for c in value.as_ref().chars() {
                if matches!(c, ']' | '\\') {
                    self.0.push('\\');
                }
                self.0.push(c);
            }
            self.0.push(']');
        }
    }

    /// The text, with a line break at its end.
    pub(super) fn finish(mut self) -> String {
        self.0.push('\n');
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_trees_variations_escapes_and_lists() {
        let text = "Subject: games\n 1 (;GaMe[1]AB [aa]\n[bb];B[a\\]b](;W[x\\\\]C[soft\\\nbreak])(;W[])) (;B[cd];)";
        let trees = read(text).unwrap();
        assert_eq!(trees.len(), 2);
        let parents: Vec<_> = trees[0].iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
        assert_eq!(trees[0][0].get("GM").unwrap().value().text(), "1");
        assert_eq!(trees[0][0].get("AB").unwrap().values.len(), 2);
        assert_eq!(trees[0][1].get("B").unwrap().value().text(), "a]b");
        assert_eq!(trees[0][2].get("W").unwrap().value().text(), "x\\");
        assert_eq!(trees[0][2].get("C").unwrap().value().text(), "softbreak");
        assert_eq!(trees[0][3].get("W").unwrap().value().raw, "");
        assert_eq!(trees[1].len(), 2);
    }

    #[test]
    fn what_is_written_reads_back() {
        let nasty = "a]b\\c[d:(;落子\n\r\t\\";
        let mut writer = Writer::default();
        writer.open();
        writer.node();
        writer.property("C", nasty);
        writer.list("AB", ["x", nasty]);
        writer.list::<&str>("AW", []);
        writer.close();
        let text = writer.finish();
        let trees = read(&text).unwrap();
        assert_eq!(trees[0][0].properties.len(), 2);
        assert!(trees[0][0].properties.iter().all(|p| p.values.last().unwrap().text() == nasty));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(error(""), "line 1, character 1: the text ends here, expected `(;`");
        assert_eq!(error("hello"), "line 1, character 1: found `hello`, expected `(;`");
        assert_eq!(error("(;B[aa]\n(W[bb])"), "line 2, character 2: found `W[bb])`, expected `;` after `(`");
        assert_eq!(error("(;B"), "line 1, character 4: the text ends here, expected `[` after `B`");
        assert_eq!(error("(;B[aa\\]"), "line 1, character 9: the text ends here, expected `]` that ends the value");
        assert_eq!(error("(;B[aa]"), "line 1, character 8: the text ends here, expected a property, `;`, `(` or `)`");
        assert_eq!(error("(;B[a](;W[b]);B[c])"), "line 1, character 14: found `;B[c])`, expected `(` or `)`");
        assert_eq!(
            error("(;b[aa])"),
            "line 1, character 3: found `b[aa])`, expected a property name with capital letters"
        );
        assert_eq!(error("(;B[a]) junk"), "line 1, character 9: found `junk`, expected `(;`");
    }

    #[test]
    fn hostile_nesting_and_size_end_in_an_error() {
        assert!(error(&"(".repeat(1 << 20)).contains("expected `(;`"));
        assert!(error(&"(;".repeat(MAX_NODES - 1)).contains("the text ends here"));
        assert!(error(&"(;".repeat(MAX_NODES + 1)).contains("at most 200000 nodes"));
        assert!(error(&" ".repeat(MAX_BYTES + 1)).contains("at most 16777216 bytes"));
        let deep = format!("{}{}", "(;".repeat(MAX_NODES), ")".repeat(MAX_NODES));
        assert_eq!(read(&deep).unwrap()[0].len(), MAX_NODES);
    }
}
