//! Resolution of `$ref` within a document. References to other documents are reported and never fetched.

use serde_json::Value;
use thiserror::Error;

/// Maximum length of a chain of references; longer ones are treated as cycles.
const MAX_CHAIN_LENGTH: usize = 32;

/// Reason why a reference could not be resolved.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReferenceError {
    #[error("refers to {0}, outside this document, which is not fetched")]
    External(String),
    #[error("refers to {0}, which is not in the document")]
    Missing(String),
    #[error("refers to {0}, which only refers back to itself")]
    Cyclic(String),
    #[error("has a \"$ref\" that is not text")]
    NotString,
}

/// Follows references until a value without `$ref`, which may be the value itself.
pub fn resolve<'a>(document: &'a Value, value: &'a Value) -> Result<&'a Value, ReferenceError> {
    let mut found = value;
    for _ in 0..MAX_CHAIN_LENGTH {
        match found.get("$ref") {
            None => return Ok(found),
            Some(Value::String(reference)) => found = look_up(document, reference)?,
            Some(_) => return Err(ReferenceError::NotString),
        }
    }
    let start = value.get("$ref").and_then(Value::as_str).unwrap_or_default();
    Err(ReferenceError::Cyclic(start.to_owned()))
}

/// The direct target of a reference, provided that following it terminates.
pub fn direct_target<'a>(document: &'a Value, reference: &str) -> Result<&'a Value, ReferenceError> {
    let found = look_up(document, reference)?;
    match resolve(document, found) {
        Err(ReferenceError::Cyclic(_)) => Err(ReferenceError::Cyclic(reference.to_owned())),
        Err(other) => Err(other),
        Ok(_) => Ok(found),
    }
}

/// Looks up a JSON Pointer in a URI fragment, percent-encoded (RFC 6901, section 6).
fn look_up<'a>(document: &'a Value, reference: &str) -> Result<&'a Value, ReferenceError> {
    let Some(pointer) = reference.strip_prefix('#') else {
        return Err(ReferenceError::External(reference.to_owned()));
    };
    let missing = || ReferenceError::Missing(reference.to_owned());
    if !pointer.starts_with('/') {
        return Err(missing());
    }
    let found = document.pointer(pointer).or_else(|| document.pointer(&percent_decode(pointer)?));
    found.ok_or_else(missing)
}

fn percent_decode(pointer: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_resolve_or_fail_with_a_reason() {
        let document = json!({
            "a": { "b/c": { "d e": 1 }, "é": 2, "50%": 3 },
            "chain": { "$ref": "#/a" },
            "one": { "$ref": "#/two" },
            "two": { "$ref": "#/one" },
            "odd": { "$ref": 7 },
        });
        for (reference, expected) in [
            ("#/a/b~1c/d e", Ok(json!(1))),
            ("#/a/b~1c/d%20e", Ok(json!(1))),
            ("#/a/%C3%A9", Ok(json!(2))),
            ("#/a/50%", Ok(json!(3))),
            ("#/chain", Ok(document["a"].clone())),
            ("#/none", Err("refers to #/none, which is not in the document")),
            ("#anchor", Err("refers to #anchor, which is not in the document")),
            ("#/%zz", Err("refers to #/%zz, which is not in the document")),
            ("#/one", Err("refers to #/one, which only refers back to itself")),
            ("#/odd", Err("has a \"$ref\" that is not text")),
            ("", Err("refers to , outside this document, which is not fetched")),
            (
                "https://x.example/a.json#/b",
                Err("refers to https://x.example/a.json#/b, outside this document, which is not fetched"),
            ),
            ("../a.yaml", Err("refers to ../a.yaml, outside this document, which is not fetched")),
        ] {
            let start = json!({ "$ref": reference });
            let found = resolve(&document, &start).cloned().map_err(|error| error.to_string());
            assert_eq!(found, expected.map_err(str::to_owned), "{reference}");
        }
    }
}
