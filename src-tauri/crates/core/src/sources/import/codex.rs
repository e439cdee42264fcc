//! Codex: `[mcp_servers.x]` tables in `config.toml`. Tokens and headers can be given by the environment variables that
//! hold them.

use serde_json::{Map, Value};

use super::entry::{self, COMMON_KEYS, EntryKeys};
use super::{
    ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, document, finish_servers,
    join_path,
};
use crate::sources::source::{Source, Variable};

pub const CODEX: ImportClient = ImportClient { id: "codex", name: "Codex", config_files, parse };

const KEYS: EntryKeys = EntryKeys { headers: "http_headers", urls: &["url"], ..COMMON_KEYS };

fn config_files(environment: &ImportEnvironment) -> Vec<ConfigFile> {
    let mut files: Vec<ConfigFile> = vec![join_path(&environment.home, &[".codex", "config.toml"]).into()];
    files.extend(environment.project_files(&[&[".codex", "config.toml"]]));
    files
}

fn parse(text: &str) -> Result<Vec<ImportedServer>, ImportError> {
    let document = document::parse_toml(text)?;
    let servers = document::object_at(&document, &["mcp_servers"])?;
    let servers = servers.ok_or(ImportError::MissingSection { expected: "`mcp_servers`" })?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::parse_entry(name, value, &KEYS);
        if let (Ok(source), Value::Object(entry)) = (&mut found.source, value)
            && let Err(why) = add_environment_values(source, entry)
        {
            found.source = Err(why);
        }
        found
    });
    Ok(finish_servers(found.collect(), |_| None))
}

/// Adds what Codex takes from its own environment: variables are passed on by name, headers become references in the
/// syntax of other clients.
fn add_environment_values(source: &mut Source, entry: &Map<String, Value>) -> Result<(), String> {
    match source {
        Source::Stdio { environment, pass_environment, .. } => {
            for passed in entry.get("env_vars").and_then(Value::as_array).into_iter().flatten() {
                let name = passed.as_str().or_else(|| passed.get("name").and_then(Value::as_str));
                let name = name.ok_or("its `env_vars` contains an entry that is not a name")?;
                if environment.iter().all(|variable| variable.name != name) {
                    pass_environment.push(name.to_owned());
                }
            }
        }
        Source::Http { headers, .. } => {
            if let Some(variable) = entry::text_at(entry, "bearer_token_env_var")? {
                headers.push(header_from_environment("Authorization", "Bearer ", &variable));
            }
            for header in entry::variables_at(entry, "env_http_headers")? {
                headers.push(header_from_environment(&header.name, "", &header.value.redacted()));
            }
        }
        Source::Demo { .. } | Source::OpenApi { .. } | Source::File { .. } | Source::SourceCode { .. } => {}
    }
    Ok(())
}

fn header_from_environment(name: &str, prefix: &str, variable: &str) -> Variable {
    Variable { name: name.to_owned(), value: format!("{prefix}${{env:{variable}}}").into() }
}

#[cfg(test)]
mod tests {
    use super::super::entry::summarize;
    use super::*;

    #[test]
    fn commands_are_parsed_with_passed_variables() {
        let text = r#"
            model = "x"
            [mcp_servers.files]
            command = "files-mcp"
            args = ["--root", "/data"]
            cwd = "/work"
            env = { LEVEL = "1", KEY = "k" }
            env_vars = ["KEY", "HOST_KEY", { name = "OTHER", source = "local" }]
            startup_timeout_sec = 20
            [mcp_servers.files.tools.read]
            approval_mode = "approve"
            [mcp_servers.off]
            command = "off"
            enabled = false
            [mcp_servers.bad]
            command = "bad"
            env_vars = [1]
        "#;
        let found = parse(text).unwrap();
        assert_eq!(
            summarize(&found),
            [
                "files: files-mcp --root /data in /work LEVEL=1 KEY=k passes HOST_KEY passes OTHER",
                "off (off): off",
                "bad cannot be added: its `env_vars` contains an entry that is not a name"
            ]
        );
        assert_eq!(found[0].notes, [""; 0]);
    }

    #[test]
    fn urls_are_parsed_with_headers_from_variables() {
        let text = r#"
            [mcp_servers."my api"]
            url = "https://a.example/mcp"
            bearer_token_env_var = "API_TOKEN"
            http_headers = { X-A = "1" }
            env_http_headers = { X-B = "B_VALUE" }
            oauth = { client_id = "c1" }
        "#;
        let found = parse(text).unwrap();
        assert_eq!(
            summarize(&found),
            [
                "my-api: https://a.example/mcp X-A=1 Authorization=Bearer ${env:API_TOKEN} X-B=${env:B_VALUE} client c1 "
            ]
        );
        assert_eq!(
            found[0].notes[1],
            "the header Authorization takes its value from the environment variable `API_TOKEN`; enter it here"
        );
        assert_eq!(parse("model = 1"), Err(ImportError::MissingSection { expected: "`mcp_servers`" }));
    }
}
