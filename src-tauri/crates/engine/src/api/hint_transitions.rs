//! How many tools a change moves from one hint value to another, for previews.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hintsmith_core::model::hint::HintName;
use hintsmith_core::resolve::ResolvedTool;

use crate::dto::{BulkGroup, MarkedHint};

/// Number of tools by hint, value before and value after.
#[derive(Debug, Default)]
pub struct HintTransitions(BTreeMap<(HintName, MarkedHint, MarkedHint), u32>);

impl HintTransitions {
    pub fn add(&mut self, hint: HintName, before: &ResolvedTool, after: &ResolvedTool) {
        *self.0.entry((hint, marked_value(before, hint), marked_value(after, hint))).or_default() += 1;
    }

    /// By hint; transitions that change something come first, those with the most tools before the others.
    pub fn into_groups(self) -> Vec<BulkGroup> {
        let group = |((hint, before, after), tools)| BulkGroup { hint, before, after, tools };
        let mut groups: Vec<BulkGroup> = self.0.into_iter().map(group).collect();
        groups.sort_by_key(|group| (group.hint, group.before == group.after, Reverse(group.tools)));
        groups
    }
}

fn marked_value(resolved: &ResolvedTool, hint: HintName) -> MarkedHint {
    let field = &resolved.hints[hint];
    MarkedHint { value: field.value(), mark: field.layer().mark() }
}
