//! The same place in two JSON values: what became of it, and how that is written for people.

use serde_json::Value;

use super::difference::ChangeKind;
use super::words::{Effort, Word};
use crate::json;

/// What stood in a place before and what stands there after.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub before: Option<&'a Value>,
    pub after: Option<&'a Value>,
}

impl<'a> Pair<'a> {
    /// None where nothing changed.
    pub fn kind(self) -> Option<ChangeKind> {
        match (self.before, self.after) {
            (None, None) => None,
            (None, Some(_)) => Some(ChangeKind::Added),
            (Some(_), None) => Some(ChangeKind::Removed),
            // By their text and not by `==`, for which 0.0 is -0.0: the fingerprint tells them apart.
            (Some(before), Some(after)) => {
                (json::canonical(before) != json::canonical(after)).then_some(ChangeKind::Changed)
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

    /// The keys of both, in the order they were written before; those that came are last.
    pub fn keys(self) -> impl Iterator<Item = &'a str> {
        let keys = |value: Option<&'a Value>| value.and_then(Value::as_object).into_iter().flatten();
        let came = move |key: &&String| self.before.is_none_or(|before| before.get(key.as_str()).is_none());
        let old = keys(self.before).map(|(key, _)| key);
        old.chain(keys(self.after).map(|(key, _)| key).filter(came)).map(String::as_str)
    }

    pub fn are_objects(self) -> bool {
        [self.before, self.after].iter().all(|value| value.is_some_and(Value::is_object))
    }

    /// Whether what is in here came and went one by one: in two objects, or in one where there was none.
    pub fn are_named(self) -> bool {
        let objects = [self.before, self.after].iter().flatten().all(|value| value.is_object());
        // Where there is no name to show, the empty object itself came or went.
        objects && self.keys().next().is_some()
    }

    /// The longer length of two lists that hold more than plain values.
    pub fn are_lists_of_parts(self) -> Option<usize> {
        let (before, after) = (self.before?.as_array()?, self.after?.as_array()?);
        let plain = before.iter().chain(after).all(is_plain);
        (!plain).then(|| before.len().max(after.len()))
    }

    pub fn is_absent(self) -> bool {
        self.before.or(self.after).is_none()
    }

    /// Texts as they are read, lists of plain values with commas, everything else as JSON.
    pub fn words(self, effort: &mut Effort) -> Vec<Word> {
        if let Some((before, after)) = self.lists() {
            return effort.lists(&before, &after);
        }
        let texts = [self.before, self.after].map(|value| value.map_or(Some(""), Value::as_str));
        match texts {
            [Some(before), Some(after)] => effort.texts(before, after),
            _ => self.json_words(effort),
        }
    }

    pub fn json_words(self, effort: &mut Effort) -> Vec<Word> {
        let [before, after] =
            [self.before, self.after].map(|value| value.map(json::canonical).unwrap_or_default());
        effort.texts(&before, &after)
    }

    /// The items of two lists of plain values, written alike: bare where each is a text that no comma makes two.
    fn lists(self) -> Option<(Vec<String>, Vec<String>)> {
        let items = |value: Option<&'a Value>| match value {
            None => Some(&[][..]),
            Some(value) => value.as_array().map(Vec::as_slice).filter(|items| items.iter().all(is_plain)),
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

fn is_plain(value: &Value) -> bool {
    !value.is_object() && !value.is_array()
}
