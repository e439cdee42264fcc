//! Which tools of a server came, changed and went between two readings. Needs no tool, only names and fingerprints:
//! mostly nothing changed, and then nothing has to be parsed.

use std::collections::{HashMap, HashSet};

use super::renames::{Rename, renames};
use crate::fingerprint::Fingerprint;
use crate::tool::Tool;

/// What became of a list of tools. Positions are those in the two lists, in ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListDrift {
    /// In the later list.
    pub added: Vec<usize>,
    /// In the earlier list and in the later one.
    pub changed: Vec<(usize, usize)>,
    /// In the earlier list.
    pub gone: Vec<usize>,
    /// Neither added nor gone. Filled by [`ListDrift::with_renames`].
    pub renamed: Vec<Rename>,
}

/// Compares two lists of tools by name. Within a list each name stands once, as [`Tool::parse_list`] makes them.
pub fn between(before: &[(&str, &Fingerprint)], after: &[(&str, &Fingerprint)]) -> ListDrift {
    let mut drift = ListDrift::default();
    let mut left: HashMap<&str, usize> =
        before.iter().enumerate().map(|(position, (name, _))| (*name, position)).collect();
    for (to, (name, fingerprint)) in after.iter().enumerate() {
        match left.remove(name) {
            None => drift.added.push(to),
            Some(from) if before[from].1 != *fingerprint => drift.changed.push((from, to)),
            Some(_) => {}
        }
    }
    drift.gone = left.into_values().collect();
    drift.gone.sort_unstable();
    drift.changed.sort_unstable();
    drift
}

impl ListDrift {
    /// Recognises tools that only got another name. `gone` and `added` are the tools at the positions of the same name.
    #[must_use]
    pub fn with_renames(mut self, gone: &[&Tool], added: &[&Tool]) -> Self {
        let at_positions = |rename: Rename| Rename {
            from: self.gone[rename.from],
            to: self.added[rename.to],
            certainty: rename.certainty,
        };
        let renamed: Vec<Rename> = renames(gone, added).into_iter().map(at_positions).collect();
        let from: HashSet<usize> = renamed.iter().map(|rename| rename.from).collect();
        let to: HashSet<usize> = renamed.iter().map(|rename| rename.to).collect();
        self.gone.retain(|position| !from.contains(position));
        self.added.retain(|position| !to.contains(position));
        self.renamed.extend(renamed);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::Certainty;
    use proptest::prelude::*;

    fn drift(before: &[(String, u8)], after: &[(String, u8)]) -> ListDrift {
        let prints = |list: &[(String, u8)]| -> Vec<Fingerprint> {
            list.iter().map(|(_, number)| Fingerprint(number.to_string())).collect()
        };
        let (old, new) = (prints(before), prints(after));
        let named = |list| -> Vec<(&str, &Fingerprint)> { list };
        between(
            &named(before.iter().map(|(name, _)| name.as_str()).zip(&old).collect()),
            &named(after.iter().map(|(name, _)| name.as_str()).zip(&new).collect()),
        )
    }

    fn list(tools: &[(&str, u8)]) -> Vec<(String, u8)> {
        tools.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect()
    }

    #[test]
    fn tools_are_told_apart_by_name_and_by_fingerprint() {
        let before = list(&[("same", 1), ("went", 2), ("other", 3)]);
        let after = list(&[("came", 2), ("other", 4), ("same", 1)]);
        let expected =
            ListDrift { added: vec![0], changed: vec![(2, 1)], gone: vec![1], renamed: Vec::new() };
        assert_eq!(drift(&before, &after), expected);
    }

    #[test]
    fn a_renamed_tool_is_neither_gone_nor_added() {
        let before = list(&[("same", 1), ("old_name", 2), ("went", 3)]);
        let after = list(&[("came", 4), ("same", 1), ("new_name", 5)]);
        let tool = |name: &str, description: &str| {
            Tool::parse(format!(r#"{{"name":"{name}","description":"{description}"}}"#).into(), 0)
        };
        let (old, went) =
            (tool("old_name", "Does one special thing"), tool("went", "Was here before, no more"));
        let (came, new) = (tool("came", "Has only just arrived"), tool("new_name", "Does one special thing"));
        let renamed = vec![Rename { from: 1, to: 2, certainty: Certainty::Certain }];
        let expected = ListDrift { added: vec![0], changed: Vec::new(), gone: vec![2], renamed };
        assert_eq!(drift(&before, &after).with_renames(&[&old, &went], &[&came, &new]), expected);
    }

    proptest! {
        #[test]
        fn every_tool_is_unchanged_or_in_one_place(
            before in proptest::collection::hash_map("[a-e]", 0..3_u8, 0..5),
            after in proptest::collection::hash_map("[a-e]", 0..3_u8, 0..5),
        ) {
            let (before, after): (Vec<_>, Vec<_>) = (before.into_iter().collect(), after.into_iter().collect());
            let drift = drift(&before, &after);
            let mut old: Vec<usize> = drift.changed.iter().map(|(from, _)| *from).chain(drift.gone).collect();
            let mut new: Vec<usize> = drift.changed.iter().map(|(_, to)| *to).chain(drift.added).collect();
            old.sort_unstable();
            new.sort_unstable();
            let not_in = |list: &[(String, u8)], other: &[(String, u8)]| -> Vec<usize> {
                (0..list.len()).filter(|at| !other.contains(&list[*at])).collect()
            };
            prop_assert_eq!(old, not_in(&before, &after));
            prop_assert_eq!(new, not_in(&after, &before));
        }
    }
}
