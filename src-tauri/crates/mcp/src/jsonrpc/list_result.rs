//! Members of a `tools/list` result with its tools split into raw values, parsed in one pass over the message.

use std::borrow::Cow;
use std::fmt;

use hintsmith_core::text::json::Members;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use hintsmith_core::text::json::is_key_variant;

#[derive(Debug)]
pub struct ListResult<'a>(pub Vec<(Cow<'a, str>, Member<'a>)>);

#[derive(Debug)]
pub enum Member<'a> {
    /// The items of `tools`. Duplicates and other spellings of the key count as well: a client could read any of them.
    Tools(Vec<&'a RawValue>),
    Value(&'a RawValue),
}

impl<'a> ListResult<'a> {
    /// Returns `None` if the result is not an object.
    pub fn from_raw(result: &'a RawValue) -> Option<Self> {
        let members = Members::parse(result.get()).ok()?.0.into_iter();
        let members = members.map(|(key, value)| {
            let tools =
                if is_key_variant(&key, "tools") { serde_json::from_str(value.get()).ok() } else { None };
            (key, tools.map_or(Member::Value(value), Member::Tools))
        });
        Some(Self(members.collect()))
    }

    /// Returns whether some parser finds a member of this name, including other spellings of it.
    pub fn has_key_in_any_spelling(&self, key: &str) -> bool {
        self.0.iter().any(|(name, _)| is_key_variant(name, key))
    }

    /// The last member with exactly this name, unless it is a list of tools.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find_map(|(name, member)| match member {
            Member::Value(value) if name == key => Some(*value),
            _ => None,
        })
    }
}

/// A response whose result is an object and whose `tools`, if present, is an array. Anything else fails to deserialise.
pub struct ListResponse<'a> {
    /// The value of `result` is replaced by null here: only its members are kept, not its text.
    pub members: Members<'a>,
    pub list_result: Option<ListResult<'a>>,
}

#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for ListResponse<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = ListResponse<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a message")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut members, mut listing) = (Vec::with_capacity(4), None);
                while let Some(Key(key)) = map.next_key()? {
                    let value = if key == "result" {
                        listing = Some(map.next_value()?);
                        RawValue::NULL
                    } else {
                        map.next_value()?
                    };
                    members.push((key, value));
                }
                Ok(ListResponse { members: Members(members), list_result: listing })
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

impl<'de> Deserialize<'de> for ListResult<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = ListResult<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a result")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(8);
                while let Some(Key(key)) = map.next_key()? {
                    let member = match is_key_variant(&key, "tools") {
                        true => Member::Tools(map.next_value()?),
                        false => Member::Value(map.next_value()?),
                    };
                    members.push((key, member));
                }
                Ok(ListResult(members))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}
