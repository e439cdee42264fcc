//! Edits of a JSON object as text: unchanged values keep their bytes.

use std::borrow::Cow;

use serde_json::Value;

use crate::text::json::{Members, is_key_variant};

/// A JSON object being edited: its members as written, except those that were set or removed.
pub struct ObjectEditor<'a>(pub Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> ObjectEditor<'a> {
    pub fn new(members: Members<'a>) -> Self {
        Self(members.0.into_iter().map(|(key, raw)| (key, Cow::Borrowed(raw.get()))).collect())
    }

    pub fn set(&mut self, key: &'a str, value: String) {
        let index = self.0.iter().position(|(name, _)| name == key);
        self.0.retain({
            let mut kept = false;
            move |(name, _)| name != key || !std::mem::replace(&mut kept, true)
        });
        match index {
            Some(index) => self.0[index].1 = Cow::Owned(value),
            None => self.0.push((Cow::Borrowed(key), Cow::Owned(value))),
        }
    }

    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(name, _)| name != key);
    }

    /// Removes members whose keys some decoder treats as one of `keys` without being equal to it; see
    /// [`is_key_variant`].
    pub fn remove_key_variants(&mut self, keys: &[&str]) {
        self.0.retain(|(name, _)| !keys.iter().any(|key| name != key && is_key_variant(name, key)));
    }

    pub fn to_json(&self) -> String {
        let members = self.0.iter().map(|(key, raw)| format!("{}:{raw}", Value::from(key.as_ref())));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}
