//! Codex: `[mcp_servers.x]` tables in `config.toml`. Tokens and headers can be given by the environment variables that
//! hold them.

use serde_json::{Map, Value};

use super::entry::{self, COMMON, Form};
use super::{Client, Found, ImportError, Place, Surroundings, document, settled, under};
use crate::source::{Source, Variable};

pub const CODEX: Client = Client { id: "codex", name: "Codex", places, read };

const FORM: Form = Form { headers: "http_headers", addresses: &["url"], ..COMMON };

fn places(here: &Surroundings) -> Vec<Place> {
    let mut places: Vec<Place> = vec![under(&here.home, &[".codex", "config.toml"]).into()];
    places.extend(here.in_project(&[&[".codex", "config.toml"]]));
    places
}

fn read(text: &str) -> Result<Vec<Found>, ImportError> {
    let document = document::toml(text)?;
    let servers = document::object(&document, &["mcp_servers"])?;
    let servers = servers.ok_or(ImportError::Absent { expected: "`mcp_servers`" })?;
    let found = servers.iter().map(|(name, value)| {
        let mut found = entry::one(name, value, &FORM);
        if let (Ok(source), Value::Object(entry)) = (&mut found.source, value)
            && let Err(why) = complete(source, entry)
        {
            found.source = Err(why);
        }
        found
    });
    Ok(settled(found.collect(), |_| None))
}

/// Adds what Codex takes from its own environment: variables are passed on by name, headers become references in the
/// syntax of other clients.
fn complete(source: &mut Source, entry: &Map<String, Value>) -> Result<(), String> {
    match source {
        Source::Stdio { environment, pass_environment, .. } => {
            for passed in entry.get("env_vars").and_then(Value::as_array).into_iter().flatten() {
                let name = passed.as_str().or_else(|| passed.get("name").and_then(Value::as_str));
                let name = name.ok_or("its `env_vars` holds something that is not a name")?;
                if environment.iter().all(|variable| variable.name != name) {
                    pass_environment.push(name.to_owned());
                }
            }
        }
        Source::Http { headers, .. } => {
            if let Some(variable) = entry::text(entry, "bearer_token_env_var")? {
                headers.push(from_environment("Authorization", "Bearer ", &variable));
            }
            for header in entry::variables(entry, "env_http_headers")? {
                headers.push(from_environment(&header.name, "", &header.value.shown()));
            }
        }
        Source::Demo { .. } | Source::OpenApi { .. } | Source::File { .. } => {}
    }
    Ok(())
}

fn from_environment(name: &str, before: &str, variable: &str) -> Variable {
    Variable { name: name.to_owned(), value: format!("{before}${{env:{variable}}}").into() }
}

#[cfg(test)]
mod tests {
    use super::super::entry::summary;
    use super::*;

    #[test]
    fn commands_are_read_with_the_variables_they_are_passed() {
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
        let found = read(text).unwrap();
        assert_eq!(
            summary(&found),
            [
                "files: files-mcp --root /data in /work LEVEL=1 KEY=k passes HOST_KEY passes OTHER",
                "off (off): off",
                "bad cannot be added: its `env_vars` holds something that is not a name"
            ]
        );
        assert_eq!(found[0].notes, [""; 0]);
    }

    #[test]
    fn addresses_are_read_with_headers_from_variables() {
        let text = r#"
            [mcp_servers."my api"]
            url = "https://a.example/mcp"
            bearer_token_env_var = "API_TOKEN"
            http_headers = { X-A = "1" }
            env_http_headers = { X-B = "B_VALUE" }
            oauth = { client_id = "c1" }
        "#;
        let found = read(text).unwrap();
        assert_eq!(
            summary(&found),
            [
                "my-api: https://a.example/mcp X-A=1 Authorization=Bearer ${env:API_TOKEN} X-B=${env:B_VALUE} client c1 "
            ]
        );
        assert_eq!(
            found[0].notes[1],
            "the header Authorization takes its value from the environment variable `API_TOKEN`; give it here"
        );
        assert_eq!(read("model = 1"), Err(ImportError::Absent { expected: "`mcp_servers`" }));
    }
}
