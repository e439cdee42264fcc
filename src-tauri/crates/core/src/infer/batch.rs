//! Inference for a whole tool list: text in, one row per tool out. Implements `hintsmith infer` without file access.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Inference, InferenceSettings, Reasons, ServerFacts, Signal, infer};
use crate::model::hint::{HintName, PerHint};
use crate::model::tool::Tool;
use crate::sources::saved_list;
use crate::text::json::Members;

/// Result for a list: a row for each readable tool, and a message for each element that is not a tool.
#[derive(Debug, Default)]
pub struct InferenceReport {
    pub rows: Vec<InferenceRow>,
    pub problems: Vec<String>,
}

/// One tool with its inferred title and hints.
#[derive(Debug, Clone, Serialize)]
pub struct InferenceRow {
    pub server: Option<String>,
    pub name: String,
    pub title: String,
    #[serde(rename = "readOnlyHint")]
    pub read_only: Option<bool>,
    #[serde(rename = "destructiveHint")]
    pub destructive: Option<bool>,
    #[serde(rename = "idempotentHint")]
    pub idempotent: Option<bool>,
    #[serde(rename = "openWorldHint")]
    pub open_world: Option<bool>,
    /// All signals of each hint, the deciding one first.
    pub why: SignalsByHint,
}

#[derive(Debug, Clone, Serialize)]
pub struct SignalsByHint {
    #[serde(rename = "readOnlyHint")]
    pub read_only: Vec<SignalRow>,
    #[serde(rename = "destructiveHint")]
    pub destructive: Vec<SignalRow>,
    #[serde(rename = "idempotentHint")]
    pub idempotent: Vec<SignalRow>,
    #[serde(rename = "openWorldHint")]
    pub open_world: Vec<SignalRow>,
}

/// Serialized form of a [`Signal`].
#[derive(Debug, Clone, Serialize)]
pub struct SignalRow {
    pub rule: &'static str,
    /// `null` for "unknown".
    pub value: Option<bool>,
    pub certainty: &'static str,
    #[serde(rename = "in")]
    pub place: &'static str,
    pub evidence: String,
    pub reason: String,
}

impl InferenceRow {
    fn new(server: Option<String>, name: String, inference: Inference) -> Self {
        let hints = inference.hints();
        let signals = PerHint::from_fn(|hint| {
            inference.signals_for(hint).map(SignalRow::from_signal).collect::<Vec<_>>()
        });
        Self {
            server,
            name,
            title: inference.title,
            read_only: hints.read_only,
            destructive: hints.destructive,
            idempotent: hints.idempotent,
            open_world: hints.open_world,
            why: SignalsByHint {
                read_only: signals.read_only,
                destructive: signals.destructive,
                idempotent: signals.idempotent,
                open_world: signals.open_world,
            },
        }
    }

    /// The inferred value of a hint, and the strongest reasons for and against it; without a value, for and against the
    /// careful one.
    pub fn hint(&self, hint: HintName) -> (Option<bool>, Reasons<&SignalRow>) {
        let (value, signals) = match hint {
            HintName::ReadOnly => (self.read_only, &self.why.read_only),
            HintName::Destructive => (self.destructive, &self.why.destructive),
            HintName::Idempotent => (self.idempotent, &self.why.idempotent),
            HintName::OpenWorld => (self.open_world, &self.why.open_world),
        };
        (value, Reasons::select(signals, value.unwrap_or(hint.careful_value()), |signal| signal.value))
    }
}

impl SignalRow {
    fn from_signal(signal: &Signal) -> Self {
        Self {
            rule: signal.rule,
            value: signal.value,
            certainty: signal.certainty.label(),
            place: signal.source.label(),
            evidence: signal.evidence.clone(),
            reason: signal.reason(),
        }
    }
}

/// The tools of one server, with their positions in the whole list.
#[derive(Default)]
struct ServerTools {
    positions: Vec<usize>,
    raws: Vec<Arc<str>>,
}

/// Infers every tool of a [saved list](saved_list), which may also have one tool per line. Tools with the same `server`
/// member are inferred together; rows are in the order of the tools.
pub fn infer_list(text: &str, settings: InferenceSettings) -> InferenceReport {
    let mut listing = InferenceReport::default();
    let mut servers: HashMap<Option<String>, ServerTools> = HashMap::new();
    for (position, (place, raw)) in saved_list::list_elements(text).into_iter().enumerate() {
        match parse_server(&raw) {
            Ok(server) => {
                let of_server = servers.entry(server).or_default();
                of_server.positions.push(position);
                of_server.raws.push(raw);
            }
            Err(problem) => listing.problems.push(format!("{place}: {problem}")),
        }
    }
    let mut rows: Vec<(usize, InferenceRow)> = Vec::new();
    for (server, ServerTools { positions, raws }) in servers {
        let tools = Tool::parse_list(raws);
        let facts = ServerFacts::from_tools(&tools);
        rows.extend(positions.into_iter().zip(&tools).map(|(position, tool)| {
            (position, InferenceRow::new(server.clone(), tool.name.clone(), infer(tool, &facts, settings)))
        }));
    }
    rows.sort_by_key(|(position, _)| *position);
    listing.rows = rows.into_iter().map(|(_, row)| row).collect();
    listing
}

/// Reads the `server` member of a tool. Fails if the element is not a tool.
fn parse_server(raw: &str) -> Result<Option<String>, String> {
    let members = Members::parse(raw).map_err(|error| {
        if error.is_data() { "is not an object".to_owned() } else { format!("is not JSON: {error}") }
    })?;
    let text = |key| members.get(key).map(|raw: &RawValue| serde_json::from_str::<String>(raw.get()));
    match text("name") {
        None => return Err("has no name".to_owned()),
        Some(Err(_)) => return Err("has a name that is not text".to_owned()),
        Some(Ok(name)) if name.is_empty() => return Err("has an empty name".to_owned()),
        Some(Ok(_)) => {}
    }
    Ok(text("server").and_then(Result::ok))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(text: &str) -> Vec<String> {
        infer_list(text, InferenceSettings::default()).rows.into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn every_form_of_a_list_is_read() {
        for text in [
            r#"{"tools":[{"name":"a"},{"name":"b"}]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}"#,
            r#" [{"name":"a"},{"name":"b"}]"#,
            "{\"name\":\"a\"}\n\n{\"name\":\"b\"}\n",
            "\u{feff}{\"name\":\"a\",\"server\":\"x\"}\r\n{\"name\":\"b\",\"server\":\"y\"}",
        ] {
            assert_eq!(names(text), ["a", "b"], "{text}");
        }
        assert_eq!(names(r#"{"name":"a"}"#), ["a"]);
        assert_eq!(names("").len(), 0);
    }

    #[test]
    fn an_invalid_row_is_reported_and_skipped() {
        let text = "{\"name\":\"a\"}\nnot json\n[1]\n{\"nome\":1}\n{\"name\":7}\n{\"name\":\"\\ud800\"}\n{\"name\":\"b\"}";
        let listing = infer_list(text, InferenceSettings::default());
        assert_eq!(listing.rows.len(), 2);
        let starts: Vec<_> = listing.problems.iter().map(|problem| &problem[..7]).collect();
        assert_eq!(starts, ["line 2:", "line 3:", "line 4:", "line 5:", "line 6:"]);
    }

    #[test]
    fn only_tools_of_the_same_server_share_a_prefix() {
        let text = ["acme_get_a", "acme_get_b", "acme_get_c"]
            .map(|name| format!(r#"{{"server":"acme","name":"{name}"}}"#))
            .join("\n");
        let listing =
            infer_list(&format!("{text}\n{{\"name\":\"acme_get_d\"}}"), InferenceSettings::default());
        let titles: Vec<_> = listing.rows.iter().map(|row| row.title.as_str()).collect();
        assert_eq!(titles, ["Get A", "Get B", "Get C", "Acme Get D"]);
    }

    #[test]
    fn a_row_serializes_signals_and_sources() {
        let listing = infer_list(r#"{"name":"delete_note","server":"acme"}"#, InferenceSettings::default());
        let row = serde_json::to_value(&listing.rows[0]).unwrap();
        assert_eq!(row["destructiveHint"], true);
        assert_eq!(
            row["why"]["destructiveHint"][0],
            serde_json::json!({
                "rule": "deleting-verb", "value": true, "certainty": "certain", "in": "name",
                "evidence": "delete", "reason": "*delete* removes or ends something"
            })
        );
    }

    proptest! {
        #[test]
        fn every_line_gives_a_row_or_a_problem(
            lines in prop::collection::vec("\\{\"name\":\"[a-z_]{0,9}\"\\}|[\\[\\]{},:\\\\]{0,6}x[\\[\\]{}\",:\\\\]{0,6}", 0..20),
        ) {
            let text = format!("{{}}\n{}", lines.join("\n"));
            let listing = infer_list(&text, InferenceSettings::default());
            prop_assert_eq!(listing.rows.len() + listing.problems.len(), lines.len() + 1, "{:?}", listing);
        }
    }
}
