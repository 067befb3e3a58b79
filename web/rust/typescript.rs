//! Declarations for the front end, generated from the types that the program sends and reads.
//!
//! A test collects the types of one border and compares their declarations with the committed file: whoever changes a
//! message without its declaration is told which command writes it anew.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// The variable that asks the tests to write the files instead of comparing them.
const UPDATE: &str = "LUOZI_UPDATE_TYPES";

/// Declarations of some types and of all types that they use.
pub struct Declarations {
    config: Config,
    /// By name: the type, so that two types of one name are noticed, and its declaration.
    found: BTreeMap<String, (TypeId, String)>,
}

impl Default for Declarations {
    fn default() -> Declarations {
        // Numbers in JSON are doubles in a browser, whatever they were here.
        Declarations { config: Config::new().with_large_int("number"), found: BTreeMap::new() }
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Primitives and containers have no file of their own: only what they hold is declared.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if let Some((known, _)) = self.found.get(&name) {
                assert_eq!(*known, TypeId::of::<T>(), "two types are called {name}; rename one with #[ts(rename)]");
                return;
            }
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(name, (TypeId::of::<T>(), declaration));
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

impl Declarations {
    /// Adds a type and all types that it uses.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// The declarations as a file.
    fn text(&self) -> String {
        let mut text =
            String::from("// Generated from the types of the program; do not edit. See docs/web.md, \"Wire types\".\n");
        for (_, declaration) in self.found.values() {
            text.push('\n');
            text.push_str(declaration);
        }
        text
    }

    /// Compares the declarations with a committed file, or writes it when that was asked for.
    ///
    /// # Panics
    /// If the file is missing or stale.
    pub fn check(&self, path: &Path) {
        let text = self.text();
        if std::env::var_os(UPDATE).is_some() {
            std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            return;
        }
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(committed == text, "{} is stale; run the same test with {UPDATE}=1 and commit it", path.display());
    }
}
