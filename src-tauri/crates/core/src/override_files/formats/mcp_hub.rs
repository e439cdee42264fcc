//! mcp-hub (crates.io): three of the four hints, and the selection of tools by patterns.

use serde_json::Value;

use crate::model::hint::HintName;
use crate::model::overrides::{DecidedValue, Field};
use crate::override_files::document::members;
use crate::override_files::reader::Reader;
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "mcp-hub",
    name: "mcp-hub (crates.io)",
    files: "mcp-hub.toml",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

/// The keys of the hints, with the other spellings that mcp-hub reads.
const KEYS: [(HintName, &[&str]); 3] = [
    (HintName::ReadOnly, &["read_only"]),
    (HintName::Destructive, &["destructive"]),
    (HintName::OpenWorld, &["open_world", "external", "external_side_effect", "sends_external_data"]),
];

fn recognizes(document: &Value) -> bool {
    members(document.get("servers")).any(|(_, server)| {
        members(server.get("tools"))
            .any(|(key, _)| matches!(key.as_str(), "include" | "exclude" | "overrides"))
    })
}

fn read(document: &Value, reader: &mut Reader) {
    for (name, entry) in members(document.get("servers")) {
        let server = ServerLabel::new(name);
        let Some(Value::Object(tools)) = entry.get("tools") else {
            reader.add_server(&server, Vec::new());
            continue;
        };
        let included = reader.names(name, "include", tools.get("include"));
        let selection = if included.is_empty() { Vec::new() } else { vec![OverrideValue::OnlyListed] };
        reader.add_server(&server, selection);
        for pattern in included {
            reader.add_tools_like(&server, pattern, vec![OverrideValue::Offered(true)]);
        }
        for pattern in reader.names(name, "exclude", tools.get("exclude")) {
            reader.add_tools_like(&server, pattern, vec![OverrideValue::Offered(false)]);
        }
        for (tool, hints) in members(tools.get("overrides")) {
            let subject = format!("{name}.{tool}");
            let Value::Object(hints) = hints else {
                reader.skip(&subject, "", "it is no table");
                continue;
            };
            let mut values = Vec::new();
            for (hint, keys) in KEYS {
                for key in keys {
                    match hints.get(*key) {
                        None => {}
                        Some(Value::Bool(value)) => {
                            values.push(OverrideValue::Field(Field::Hint(hint), DecidedValue::Hint(*value)));
                        }
                        Some(_) => reader.skip(&subject, key, "it is neither true nor false"),
                    }
                }
            }
            let known: Vec<&str> = KEYS.iter().flat_map(|(_, keys)| keys.iter().copied()).collect();
            reader.skip_others(&subject, hints, &known);
            reader.add_tool(&server, tool, values);
        }
    }
}
