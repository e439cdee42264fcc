//! Zed: `context_servers` in `settings.json`. Servers of extensions have no command there.

use serde_json::Value;

use super::entry::{self, COMMON_KEYS};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, Os, document, finish_servers,
    join_path,
};

pub const ZED: ImportClient = ImportClient { id: "zed", name: "Zed", config_files, parse };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let user_file = match environment.os {
        Os::Linux => join_path(&environment.config_home, &["zed", "settings.json"]),
        Os::MacOs => join_path(&environment.home, &[".config", "zed", "settings.json"]),
        Os::Windows => join_path(&environment.application_folder(), &["Zed", "settings.json"]),
    };
    let mut files: Vec<ConfigFile> = vec![user_file.into()];
    files.extend(environment.project_files(&[&[".zed", "settings.json"]]));
    files
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_jsonc(text)?;
    let servers = document::object_at(&document, &["context_servers"])?;
    let servers = servers.ok_or(ImportError::MissingSection { expected: "`context_servers`" })?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::parse_entry(name, &flatten_command(value), &COMMON_KEYS);
        let reached = ["command", "url"].iter().any(|key| value.get(key).is_some_and(|part| !part.is_null()));
        if value.is_object() && !reached {
            found.source = Err("it belongs to a Zed extension, and only Zed knows its command".to_owned());
        }
        found
    });
    Ok(finish_servers(found.collect(), |_| None))
}

/// Converts the former syntax, in which the command was an object with its own arguments and variables.
fn flatten_command(value: &Value) -> Value {
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
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn current_and_former_commands_and_urls_are_parsed() {
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
            summarize(&parse(text).unwrap()),
            [
                "now: now -x A=1",
                "before: /bin/before y",
                "far (off): https://f.example/mcp Authorization=Bearer t",
                "ext cannot be added: it belongs to a Zed extension, and only Zed knows its command",
                "odd cannot be added: its `command` is an object, not text"
            ]
        );
    }
}
