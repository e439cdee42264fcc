//! Puts `hintsmith wrap` before a server's command in a client's configuration, and takes it away again. Whatever else
//! is in the file stays byte for byte.

use serde_json::Value;
use thiserror::Error;
use toml_edit::Item;

use crate::export::merge::{self, JsonFile, JsonObject};
use crate::export::target::MergeError;
use crate::server_name;

/// What is to become of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// This program runs the command.
    Wrap { program: &'a str },
    /// The client runs the command itself again.
    Unwrap,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InstallError {
    #[error("there is no server named {0} in it")]
    NotThere(String),
    #[error("{0} is wrapped already")]
    Wrapped(String),
    #[error("{0} is not wrapped")]
    NotWrapped(String),
    #[error("{0} has an address and no command, and a command is what is wrapped")]
    NoCommand(String),
    #[error("the command of {0} is written in a way that cannot be changed safely")]
    Form(String),
    #[error(transparent)]
    File(#[from] MergeError),
}

/// Where clients keep their servers, and none of them two of these.
const PLACES: [&[&str]; 5] =
    [&["mcpServers"], &["servers"], &["context_servers"], &["mcp", "servers"], &["mcp"]];

/// The text of a configuration with one entry changed. `server` is the key of the entry, or the name it has here.
pub fn changed(text: &str, is_toml: bool, server: &str, change: Change) -> Result<String, InstallError> {
    if is_toml { in_toml(text, server, change) } else { in_json(text, server, change) }
}

fn in_json(text: &str, server: &str, change: Change) -> Result<String, InstallError> {
    let file = JsonFile::open(text)?;
    let (key, entry) = entry(&file.object()?, server)?;
    let command = entry.value("command").ok_or_else(|| InstallError::NoCommand(key.clone()))?;
    let arguments = entry.value("args").unwrap_or_else(|| Value::Array(Vec::new()));
    let wrong = || InstallError::Form(key.clone());
    // One list, or a program and its arguments.
    let is_list = command.is_array();
    let line = if is_list {
        texts(&command)
    } else {
        text_of(&command)
            .zip(texts(&arguments))
            .map(|(program, arguments)| [vec![program], arguments].concat())
    };
    let line = rewritten(&key, line.ok_or_else(wrong)?, change)?;
    if is_list {
        entry.set("command", &Value::from(line));
    } else {
        let (program, arguments) = line.split_first().ok_or_else(wrong)?;
        entry.set("command", &Value::from(program.as_str()));
        entry.set("args", &Value::from(arguments));
    }
    Ok(file.text())
}

fn in_toml(text: &str, server: &str, change: Change) -> Result<String, InstallError> {
    let mut file = merge::toml(text)?;
    let servers = file.get_mut("mcp_servers").and_then(Item::as_table_like_mut);
    let servers = servers.ok_or_else(|| InstallError::NotThere(server.to_owned()))?;
    let key = named(servers.iter().map(|(key, _)| key.to_owned()), server)?;
    let entry = servers.get_mut(&key).and_then(Item::as_table_like_mut);
    let entry = entry.ok_or_else(|| InstallError::Form(key.clone()))?;
    let command = entry.get("command").ok_or_else(|| InstallError::NoCommand(key.clone()))?;
    let arguments = entry.get("args").map_or(Some(Vec::new()), |list| {
        list.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    });
    let line = command.as_str().zip(arguments);
    let (program, arguments) = line.ok_or_else(|| InstallError::Form(key.clone()))?;
    let line = [vec![program.to_owned()], arguments].concat();
    let line = rewritten(&key, line, change)?;
    let (program, arguments) = line.split_first().ok_or_else(|| InstallError::Form(key.clone()))?;
    entry.insert("command", toml_edit::value(program.as_str()));
    entry.insert("args", toml_edit::value(arguments.iter().collect::<toml_edit::Array>()));
    Ok(file.to_string())
}

/// The entry of a server, and what it is called there.
fn entry(whole: &JsonObject, server: &str) -> Result<(String, JsonObject), InstallError> {
    for place in PLACES {
        let servers = place.iter().try_fold(whole.clone(), |object, key| object.object_there(key));
        let Some(servers) = servers else { continue };
        if let Ok(key) = named(servers.keys().into_iter(), server)
            && let Some(entry) = servers.object_there(&key)
        {
            return Ok((key, entry));
        }
    }
    Err(InstallError::NotThere(server.to_owned()))
}

fn named(mut keys: impl Iterator<Item = String>, server: &str) -> Result<String, InstallError> {
    let found = keys.find(|key| key == server || server_name::fitting(key, |_| false) == server);
    found.ok_or_else(|| InstallError::NotThere(server.to_owned()))
}

fn rewritten(key: &str, line: Vec<String>, change: Change) -> Result<Vec<String>, InstallError> {
    let inner = wrapped(&line).map(<[String]>::to_vec);
    match (change, inner) {
        (Change::Wrap { .. }, Some(_)) => Err(InstallError::Wrapped(key.to_owned())),
        (Change::Wrap { program }, None) => {
            let name = server_name::fitting(key, |_| false);
            let ours = [program, "wrap", "--server", &name, "--"].map(str::to_owned);
            Ok([ours.to_vec(), line].concat())
        }
        (Change::Unwrap, Some(inner)) => Ok(inner),
        (Change::Unwrap, None) => Err(InstallError::NotWrapped(key.to_owned())),
    }
}

/// The command behind `hintsmith wrap`, if this is one.
pub fn wrapped(line: &[String]) -> Option<&[String]> {
    let (program, rest) = line.split_first()?;
    let file = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_ours = matches!(file, "hintsmith" | "hintsmith.exe");
    let at = rest.iter().position(|word| word == "--")?;
    (is_ours && rest.iter().any(|word| word == "wrap") && at + 1 < rest.len()).then(|| &rest[at + 1..])
}

fn texts(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(text_of).collect()
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAP: Change = Change::Wrap { program: "/bin/hintsmith" };

    #[test]
    fn every_form_is_wrapped_and_unwrapped_to_what_it_was() {
        for (text, is_toml, wrapped) in [
            (
                "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"a b\": { \"command\": \"npx\", \"args\": [\"-y\", \"x\"], \"env\": {\"K\": \"1\"} },\n\t\t\"c\": {}\n\t}\n}\n",
                false,
                r#""command": "/bin/hintsmith""#,
            ),
            (
                "{\"servers\": {\"a b\": {\"type\": \"stdio\", \"command\": \"x\", \"args\": []}}}\n",
                false,
                r#""--server", "a-b", "--", "x"]"#,
            ),
            (
                "{\"mcp\": {\"a b\": {\"type\": \"local\", \"command\": [\"npx\", \"x\"]}}}\n",
                false,
                r#""command": ["/bin/hintsmith", "wrap", "#,
            ),
            (
                "# mine\nmodel = \"x\"\n\n[mcp_servers.\"a b\"]\ncommand = \"npx\" \nargs = [\"-y\", \"x\"]\nenv = { K = \"1\" }\n",
                true,
                "args = [\"wrap\", \"--server\", \"a-b\", \"--\", \"npx\", \"-y\", \"x\"]",
            ),
        ] {
            let there = changed(text, is_toml, "a b", WRAP).unwrap();
            assert!(
                there
                    .replace(['\n', '\t'], "")
                    .replace("  ", "")
                    .replace(", ", ",")
                    .contains(&wrapped.replace(", ", ",")),
                "{there}"
            );
            assert!(changed(&there, is_toml, "a-b", WRAP) == Err(InstallError::Wrapped("a b".to_owned())));
            let back = changed(&there, is_toml, "a-b", Change::Unwrap).unwrap();
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(bare(&back), bare(text));
            assert!(
                changed(&back, is_toml, "a b", Change::Unwrap)
                    == Err(InstallError::NotWrapped("a b".to_owned()))
            );
        }
    }

    #[test]
    fn what_cannot_be_wrapped_is_said() {
        for (text, is_toml, expected) in [
            ("{}", false, "there is no server named a in it"),
            ("", true, "there is no server named a in it"),
            (r#"{"mcpServers": {"b": {}}}"#, false, "there is no server named a in it"),
            (r#"{"mcpServers": {"a": {"url": "https://x"}}}"#, false, "a has an address and no command"),
            (r#"{"mcpServers": {"a": {"command": {"path": "x"}}}}"#, false, "cannot be changed safely"),
            (r#"{"mcpServers": {"a": {"command": "x", "args": "y"}}}"#, false, "cannot be changed safely"),
            ("[mcp_servers.a]\nurl = \"https://x\"", true, "a has an address and no command"),
            ("{ [", false, "cannot be read as JSON"),
            ("= 1", true, "cannot be read as TOML"),
        ] {
            let error = changed(text, is_toml, "a", WRAP).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn only_our_own_program_counts_as_wrapped() {
        let line = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            wrapped(&line("/x/hintsmith --data d wrap --server s -- npx y")),
            Some(&line("npx y")[..])
        );
        for other in ["npx wrap -- y", "hintsmith scan -- y", "hintsmith wrap --server s --", "hintsmith"] {
            assert_eq!(wrapped(&line(other)), None, "{other}");
        }
    }
}
