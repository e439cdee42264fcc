//! Modules of a server as words of a title, learnt from the names of all its tools.

use std::collections::{HashMap, HashSet};

#[derive(Debug, Default)]
pub struct ModuleTitles {
    /// The modules that one of their own tools acts on: `notes`, if there is a `notes_create_note`.
    objects: HashSet<String>,
    /// The word of each module before a noun: `note` for `notes`, if a name of the server has that word.
    modifiers: HashMap<String, String>,
}

impl ModuleTitles {
    /// Reads the lower-case words of all names: the module of each, if it has one, and the words after its prefix.
    pub fn from_names<'a>(names: impl Iterator<Item = (Option<&'a str>, &'a [String])>) -> Self {
        let mut titles = Self::default();
        let mut all: HashSet<&str> = HashSet::new();
        for (module, rest) in names {
            all.extend(rest.iter().map(String::as_str));
            let Some(module) = module else { continue };
            all.insert(module);
            if !titles.modifiers.contains_key(module) {
                titles.modifiers.insert(module.to_owned(), module.to_owned());
            }
            if rest.iter().any(|word| singular(word) == singular(module)) {
                titles.objects.insert(module.to_owned());
            }
        }
        for (module, modifier) in &mut titles.modifiers {
            if all.contains(singular(module)) {
                *modifier = singular(module).to_owned();
            }
        }
        titles
    }

    pub fn is_object(&self, module: &str) -> bool {
        self.objects.contains(module)
    }

    pub fn modifier<'a>(&'a self, module: &'a str) -> &'a str {
        self.modifiers.get(module).map_or(module, String::as_str)
    }
}

/// The singular of a regular noun, for comparing words of names.
pub fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).unwrap_or(word)
}
