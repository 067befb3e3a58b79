//! The book that comes with the program.

use super::Book;
use std::sync::LazyLock;

/// The book of the classic board, 6 rows x 7 columns, opened when it is first asked for (a few milliseconds).
///
/// `docs/solvers.md` says how it was made and how deep it is.
pub fn shipped() -> &'static Book {
    static BOOK: LazyLock<Book> = LazyLock::new(|| {
        let file = include_bytes!("../../../books/connect4-6x7.book");
        Book::read(file).expect("the tests open this very file")
    });
    &BOOK
}
