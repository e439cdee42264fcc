//! Two versions of one JSON value: classification of the change and its diff.

use serde_json::Value;

use super::change::ChangeKind;
use super::word_diff::{DiffBudget, DiffSpan};
use crate::text::json;

/// A value before and after; `None` if it is absent on that side.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValuePair<'a> {
    pub before: Option<&'a Value>,
    pub after: Option<&'a Value>,
}

impl<'a> ValuePair<'a> {
    /// `None` if nothing changed.
    pub fn change_kind(self) -> Option<ChangeKind> {
        match (self.before, self.after) {
            (None, None) => None,
            (None, Some(_)) => Some(ChangeKind::Added),
            (Some(_), None) => Some(ChangeKind::Removed),
            // Compared as text: `==` treats 0.0 and -0.0 as equal, the fingerprint does not.
            (Some(before), Some(after)) => {
                (json::canonicalize(before) != json::canonicalize(after)).then_some(ChangeKind::Changed)
            }
        }
    }

    pub fn member(self, key: &str) -> Self {
        let of = |value: Option<&'a Value>| value.and_then(|value| value.get(key));
        Self { before: of(self.before), after: of(self.after) }
    }

    pub fn item(self, position: usize) -> Self {
        let of = |value: Option<&'a Value>| value.and_then(|value| value.get(position));
        Self { before: of(self.before), after: of(self.after) }
    }

    /// The keys of both objects in their previous order; added keys come last.
    pub fn keys(self) -> impl Iterator<Item = &'a str> {
        let keys = |value: Option<&'a Value>| value.and_then(Value::as_object).into_iter().flatten();
        let came = move |key: &&String| self.before.is_none_or(|before| before.get(key.as_str()).is_none());
        let old = keys(self.before).map(|(key, _)| key);
        old.chain(keys(self.after).map(|(key, _)| key).filter(came)).map(String::as_str)
    }

    pub fn are_objects(self) -> bool {
        [self.before, self.after].iter().all(|value| value.is_some_and(Value::is_object))
    }

    /// Returns whether the members can be compared one by one: all present values are objects, and there is at least
    /// one key.
    pub fn has_comparable_members(self) -> bool {
        let objects = [self.before, self.after].iter().flatten().all(|value| value.is_object());
        // Without a key to report, the empty object itself was added or removed.
        objects && self.keys().next().is_some()
    }

    /// The length of the longer list if both values are lists and an item of either is an object or a list.
    pub fn structured_list_len(self) -> Option<usize> {
        let (before, after) = (self.before?.as_array()?, self.after?.as_array()?);
        let plain = before.iter().chain(after).all(is_scalar);
        (!plain).then(|| before.len().max(after.len()))
    }

    pub fn is_absent(self) -> bool {
        self.before.or(self.after).is_none()
    }

    /// Diffs strings as text, lists of scalars as comma-separated items, and everything else as JSON.
    pub fn diff(self, budget: &mut DiffBudget) -> Vec<DiffSpan> {
        if let Some((before, after)) = self.scalar_lists() {
            return budget.diff_lists(&before, &after);
        }
        let texts = [self.before, self.after].map(|value| value.map_or(Some(""), Value::as_str));
        match texts {
            [Some(before), Some(after)] => budget.diff_texts(before, after),
            _ => self.diff_as_json(budget),
        }
    }

    pub fn diff_as_json(self, budget: &mut DiffBudget) -> Vec<DiffSpan> {
        let [before, after] =
            [self.before, self.after].map(|value| value.map(json::canonicalize).unwrap_or_default());
        budget.diff_texts(&before, &after)
    }

    /// The items of two lists of scalars. Strings are unquoted if all items are non-empty strings without commas.
    fn scalar_lists(self) -> Option<(Vec<String>, Vec<String>)> {
        let items = |value: Option<&'a Value>| match value {
            None => Some(&[][..]),
            Some(value) => value.as_array().map(Vec::as_slice).filter(|items| items.iter().all(is_scalar)),
        };
        let (before, after) = (items(self.before)?, items(self.after)?);
        let is_bare =
            |item: &Value| item.as_str().is_some_and(|text| !text.is_empty() && !text.contains(','));
        let bare = before.iter().chain(after).all(is_bare);
        let written = |item: &Value| match item {
            Value::String(text) if bare => text.clone(),
            item => item.to_string(),
        };
        let all = |items: &[Value]| items.iter().map(written).collect();
        Some((all(before), all(after)))
    }
}

fn is_scalar(value: &Value) -> bool {
    !value.is_object() && !value.is_array()
}
