//! Zed: `context_servers` in `settings.json`. Servers of extensions have no command there.

use serde_json::Value;

use super::entry::{self, COMMON};
use super::{Client, Found, ImportError, Os, Place, Surroundings, document, settled, under};

pub const ZED: Client = Client { id: "zed", name: "Zed", places, read };

fn places(here: &Surroundings) -> Vec<Place> {
    let own = match here.os {
        Os::Linux => under(&here.config, &["zed", "settings.json"]),
        Os::MacOs => under(&here.home, &[".config", "zed", "settings.json"]),
        Os::Windows => under(&here.applications(), &["Zed", "settings.json"]),
    };
    let mut places: Vec<Place> = vec![own.into()];
    places.extend(here.in_project(&[&[".zed", "settings.json"]]));
    places
}

fn read(text: &str) -> Result<Vec<Found>, ImportError> {
    let document = document::jsonc(text)?;
    let servers = document::object(&document, &["context_servers"])?;
    let servers = servers.ok_or(ImportError::Absent { expected: "`context_servers`" })?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::one(name, &flat(value), &COMMON);
        let reached = ["command", "url"].iter().any(|key| value.get(key).is_some_and(|part| !part.is_null()));
        if value.is_object() && !reached {
            found.source = Err("it belongs to an extension of Zed, which alone knows its command".to_owned());
        }
        found
    });
    Ok(settled(found.collect(), |_| None))
}

/// Converts the former syntax, in which the command was an object with its own arguments and variables.
fn flat(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(entry) = value.as_object_mut()
        && let Some(Value::Object(command)) = entry.get("command").cloned()
    {
        for (key, part) in command {
            entry.insert(if key == "path" { "command".to_owned() } else { key }, part);
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn commands_of_now_and_before_and_addresses_are_read() {
        let text = r#"// Zed settings
        {
            "theme": "One",
            "context_servers": {
                "now": {"source": "custom", "enabled": true, "command": "now", "args": ["-x"], "env": {"A": "1"}},
                "before": {"command": {"path": "/bin/before", "args": ["y"], "env": null}, "settings": {}},
                "far": {"url": "https://f.example/mcp", "headers": {"Authorization": "Bearer t"}, "enabled": false},
                "ext": {"source": "extension", "settings": {"key": "x"}},
                "odd": {"command": {"args": []}},
            },
        }"#;
        assert_eq!(
            summary(&read(text).unwrap()),
            [
                "now: now -x A=1",
                "before: /bin/before y",
                "far (off): https://f.example/mcp Authorization=Bearer t",
                "ext cannot be added: it belongs to an extension of Zed, which alone knows its command",
                "odd cannot be added: its `command` is an object, not text"
            ]
        );
    }
}
