//! What a move does, in words that a list of sentences has in every language.

/// Something that a move does, which the rules show: `word` names the sentence, and its places are filled by `args`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The name of the sentence in the lists of words, without `remark.`.
    pub word: &'static str,
    /// What stands at its places.
    pub args: Vec<(&'static str, String)>,
}

impl Remark {
    /// A sentence without places.
    pub fn new(word: &'static str) -> Remark {
        Remark { word, args: Vec::new() }
    }

    /// The same with one more place filled.
    pub fn with(mut self, place: &'static str, text: impl ToString) -> Remark {
        self.args.push((place, text.to_string()));
        self
    }
}
