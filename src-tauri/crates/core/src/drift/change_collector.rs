//! Collection of the changes of one tool, bounded in number and in the cost of word diffs.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

use super::change::{ChangeKind, FieldChange};
use super::risk;
use super::value_pair::ValuePair;
use super::word_diff::{DiffBudget, DiffSpan};
use crate::model::endpoint::Endpoint;
use crate::resolve::wire::DiffSign;
use crate::text::truncate_chars;

/// Number of changes reported per tool. More would not be read, and a server must not be able to exhaust memory.
pub(super) const MAX_CHANGES: usize = 200;

/// Length in characters to which keys are truncated in field paths, because every change below a key repeats it.
const MAX_KEY_CHARS: usize = 64;

#[derive(Debug, Default)]
pub(super) struct ChangeCollector {
    changes: Vec<FieldChange>,
    omitted: usize,
    budget: DiffBudget,
}

impl ChangeCollector {
    /// Compares one member of the tool as values, or as text if either side cannot be parsed (nested too deep, number
    /// out of range, lone surrogate). The fingerprint does the same.
    pub fn compare_member(
        &mut self,
        field: &str,
        (before, after): (Option<&RawValue>, Option<&RawValue>),
        risk: Option<&'static str>,
        compare: impl FnOnce(&mut Self, ValuePair),
    ) {
        let value =
            |raw: Option<&RawValue>| raw.map(|raw| serde_json::from_str::<Value>(raw.get())).transpose();
        if let (Ok(before), Ok(after)) = (value(before), value(after)) {
            return compare(self, ValuePair { before: before.as_ref(), after: after.as_ref() });
        }
        let [before, after] = [before, after].map(|raw| raw.map(RawValue::get));
        if before != after {
            let kind = change_kind(before, after);
            let diff = self.budget.diff_texts(before.unwrap_or_default(), after.unwrap_or_default());
            self.push(field.to_owned(), kind, diff, risk.or(Some(risk::COMPARED_AS_TEXT)));
        }
    }

    pub fn compare_endpoint(&mut self, before: Option<Endpoint>, after: Option<Endpoint>) {
        if before == after {
            return;
        }
        let [old, new] = [&before, &after].map(|endpoint| {
            endpoint.as_ref().map(|endpoint| format!("{} {}", endpoint.method, endpoint.path))
        });
        let diff =
            self.budget.diff_texts(old.as_deref().unwrap_or_default(), new.as_deref().unwrap_or_default());
        self.push("request".to_owned(), change_kind(old, new), diff, risk::endpoint_risk(before, after));
    }

    /// Adds a change in which strings are shown without quotes.
    pub fn add_text(&mut self, path: &[Cow<str>], pair: ValuePair, risk: Option<&'static str>) {
        self.add_with(path, pair, risk, ValuePair::diff);
    }

    pub fn add_json(&mut self, path: &[Cow<str>], pair: ValuePair, risk: Option<&'static str>) {
        self.add_with(path, pair, risk, ValuePair::diff_as_json);
    }

    fn add_with<'a>(
        &mut self,
        path: &[Cow<str>],
        pair: ValuePair<'a>,
        risk: Option<&'static str>,
        diff: fn(ValuePair<'a>, &mut DiffBudget) -> Vec<DiffSpan>,
    ) {
        let Some(kind) = pair.change_kind() else { return };
        if self.changes.len() >= MAX_CHANGES {
            self.omitted += 1;
            return;
        }
        let name = path.last().filter(|_| kind == ChangeKind::Added).map_or("", AsRef::as_ref);
        let risk = risk::hidden_character_risk(name, pair).or(risk);
        let keys: Vec<Cow<str>> = path.iter().map(|key| truncate_chars(key, MAX_KEY_CHARS)).collect();
        let diff = diff(pair, &mut self.budget);
        self.push(keys.join("."), kind, diff, risk);
    }

    fn push(&mut self, field: String, kind: ChangeKind, diff: Vec<DiffSpan>, risk: Option<&'static str>) {
        self.changes.push(FieldChange { field, kind, diff, risk: risk.map(str::to_owned) });
    }

    pub fn finish(mut self) -> Vec<FieldChange> {
        if self.omitted > 0 {
            let plural = if self.omitted == 1 { "" } else { "s" };
            let text = format!("{} more change{plural}", self.omitted);
            let diff = vec![DiffSpan { sign: DiffSign::Same, text }];
            self.push("more".to_owned(), ChangeKind::Changed, diff, Some(risk::CHANGES_OMITTED));
        }
        self.changes
    }
}

fn change_kind<T>(before: Option<T>, after: Option<T>) -> ChangeKind {
    match (before, after) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    }
}
