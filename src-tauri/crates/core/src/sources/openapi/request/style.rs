//! Parameter styles (OpenAPI 3.0.4 and 3.1.1, "Style Values"), after RFC 6570.

use serde_json::Value;

use super::percent::Encoding;
use super::value::ParameterValue;

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
}

impl Style {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "simple" => Self::Simple,
            "label" => Self::Label,
            "matrix" => Self::Matrix,
            "form" => Self::Form,
            "spaceDelimited" => Self::SpaceDelimited,
            "pipeDelimited" => Self::PipeDelimited,
            "deepObject" => Self::DeepObject,
            _ => return None,
        })
    }
}

/// A name and a value, both encoded.
pub type Pair = (String, String);

/// Maximum nesting of a `deepObject` value.
const MAX_DEPTH: usize = 32;

/// Writes a path parameter. A value that is absent or empty is an error: the path would have another meaning.
pub fn write_path(name: &str, value: &Value, style: Style, explode: bool) -> Result<String, String> {
    const EMPTY: &str = "is empty, but a part of the path cannot be";
    let value = ParameterValue::from_json(value);
    if let Some(problem) = value.texts().into_iter().find_map(dot_segment_problem) {
        return Err(problem);
    }
    let encode = |text: &str| Encoding::Component.encode(text);
    let name = encode(name);
    if value == ParameterValue::Absent || matches!(&value, ParameterValue::Text(text) if text.is_empty()) {
        return Err(EMPTY.to_owned());
    }
    let written = match (style, &value) {
        (Style::Label, ParameterValue::Text(text)) => format!(".{}", encode(text)),
        (Style::Label, value) if explode => {
            reject_in_texts(value, &['.'])?;
            format!(".{}", exploded_items(value, encode).join("."))
        }
        (Style::Label, value) => format!(".{}", flat_items(value, encode).join(",")),
        (Style::Matrix, ParameterValue::List(items)) if explode => {
            items.iter().map(|item| format!(";{name}={}", encode(item))).collect()
        }
        (Style::Matrix, ParameterValue::Object(_)) if explode => {
            exploded_items(&value, encode).iter().map(|item| format!(";{item}")).collect()
        }
        (Style::Matrix, value) => format!(";{name}={}", flat_items(value, encode).join(",")),
        (_, value) if explode => exploded_items(value, encode).join(","),
        (_, value) => flat_items(value, encode).join(","),
    };
    if written.is_empty() { Err(EMPTY.to_owned()) } else { Ok(written) }
}

/// Writes a header parameter, which is not percent-encoded: no server decodes headers. Separators within items cannot be
/// sent.
pub fn write_header(value: &Value, explode: bool) -> Result<Option<String>, String> {
    let value = ParameterValue::from_json(value);
    let encode = |text: &str| text.to_owned();
    match &value {
        ParameterValue::Absent => return Ok(None),
        ParameterValue::Text(text) => return Ok(Some(text.as_ref().to_owned())),
        ParameterValue::List(_) => reject_in_texts(&value, &[','])?,
        ParameterValue::Object(members) => {
            reject_in_texts(&value, &[','])?;
            if explode && members.iter().any(|(key, _)| key.contains('=')) {
                return Err(separator_problem('='));
            }
        }
    }
    let items = if explode { exploded_items(&value, encode) } else { flat_items(&value, encode) };
    Ok(Some(items.join(",")))
}

/// Writes a query parameter, a cookie or a form field as pairs. No pairs if there is nothing to send.
///
/// Separators of `spaceDelimited` and `pipeDelimited` are indistinguishable from the same character in an item, so such
/// items are an error.
pub fn write_pairs(
    name: &str,
    value: &Value,
    style: Style,
    explode: bool,
    encoding: Encoding,
) -> Result<Vec<Pair>, String> {
    if style == Style::DeepObject {
        let mut pairs = Vec::new();
        write_deep(&encoding.encode(name), value, encoding, MAX_DEPTH, &mut pairs)?;
        return Ok(pairs);
    }
    let value = ParameterValue::from_json(value);
    let pair = |name: &str, text: &str| (encoding.encode(name), encoding.encode(text));
    Ok(match &value {
        ParameterValue::Absent => Vec::new(),
        ParameterValue::Text(text) => vec![pair(name, text)],
        ParameterValue::List(items) if explode => items.iter().map(|item| pair(name, item)).collect(),
        ParameterValue::Object(members) if explode => {
            members.iter().map(|(key, text)| pair(key, text)).collect()
        }
        value => {
            let separator = match style {
                Style::SpaceDelimited => ' ',
                Style::PipeDelimited => '|',
                _ => ',',
            };
            if separator != ',' || encoding == Encoding::Raw {
                reject_in_texts(value, &[separator])?;
            }
            let separator = match separator {
                ',' => ",".to_owned(),
                other => encoding.encode(&other.to_string()),
            };
            let items = flat_items(value, |text| encoding.for_items().encode(text));
            vec![(encoding.encode(name), items.join(&separator))]
        }
    })
}

/// `deepObject`, of which the specification defines objects of scalars only: `name[key]=value`.
///
/// Deeper objects repeat the brackets. A list of scalars is `name[]=a&name[]=b`, which PHP, Rails, `qs` and Stripe read
/// as a list even if it has one item; in other lists the items are numbered, because members of one item must stay
/// together. A scalar has no brackets.
fn write_deep(
    name: &str,
    value: &Value,
    encoding: Encoding,
    depth: usize,
    pairs: &mut Vec<Pair>,
) -> Result<(), String> {
    let Some(depth) = depth.checked_sub(1) else { return Err("is nested too deeply".to_owned()) };
    let (open, close) = (encoding.encode("["), encoding.encode("]"));
    match value {
        Value::Null => {}
        Value::Object(members) => {
            for (key, member) in members {
                if key.contains(['[', ']']) {
                    return Err("has a key with a bracket, which separates keys".to_owned());
                }
                let name = format!("{name}{open}{}{close}", encoding.encode(key));
                write_deep(&name, member, encoding, depth, pairs)?;
            }
        }
        Value::Array(items) => {
            let is_flat = items.iter().all(|item| !item.is_array() && !item.is_object());
            for (number, item) in items.iter().filter(|item| !item.is_null()).enumerate() {
                let name = match is_flat {
                    true => format!("{name}{open}{close}"),
                    false => format!("{name}{open}{number}{close}"),
                };
                write_deep(&name, item, encoding, depth, pairs)?;
            }
        }
        scalar => pairs.push((name.to_owned(), encoding.encode(&super::value::text(scalar)))),
    }
    Ok(())
}

/// Items, and keys and values of an object in turn: `R`, `100`.
fn flat_items(value: &ParameterValue, encode: impl Fn(&str) -> String) -> Vec<String> {
    value.texts().into_iter().map(encode).collect()
}

/// Items, and members of an object: `R=100`.
fn exploded_items(value: &ParameterValue, encode: impl Fn(&str) -> String) -> Vec<String> {
    match value {
        ParameterValue::Object(members) => {
            members.iter().map(|(key, text)| format!("{}={}", encode(key), encode(text))).collect()
        }
        other => flat_items(other, encode),
    }
}

fn reject_in_texts(value: &ParameterValue, separators: &[char]) -> Result<(), String> {
    let found = value.texts().into_iter().find_map(|text| text.chars().find(|c| separators.contains(c)));
    found.map_or(Ok(()), |separator| Err(separator_problem(separator)))
}

fn separator_problem(separator: char) -> String {
    format!("has an item with \"{separator}\", which separates items here")
}

/// Refuses texts that become a `.` or `..` segment for a server that decodes a path before it resolves such segments,
/// even if it decodes twice (`%2e`) or drops what follows a `;`.
fn dot_segment_problem(text: &str) -> Option<String> {
    if !text.contains(['.', '%']) {
        return None;
    }
    let mut decoded = text.to_ascii_lowercase();
    for (triplet, character) in [("%2e", "."), ("%2f", "/"), ("%5c", "\\"), ("%3b", ";")] {
        decoded = decoded.replace(triplet, character);
    }
    let found = decoded.split(['/', '\\', ';']).find(|part| is_dot_segment(part))?;
    Some(format!("has a \"{found}\" segment, which would change the path"))
}

/// Returns whether a URL parser removes this segment of a path (WHATWG URL, "single-dot" and "double-dot").
pub fn is_dot_segment(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}
