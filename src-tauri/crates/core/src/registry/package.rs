//! Packages of a registry entry, and the commands that start them. Names and versions are validated, so that the
//! package comes from the registry it names and is not an option in disguise.

use serde_json::{Map, Value};

use super::input::Open;
use super::remote::named;
use super::way::{Form, Part, Way};
use super::{shown, text_of};

/// A type of package, and what starts it.
struct Kind {
    /// `registryType` in the registry.
    name: &'static str,
    /// Programs that can start it; the first unless the publisher asks for another.
    starters: &'static [&'static str],
    /// Base URLs that the programs download from; empty if the identifier itself contains the host.
    home: &'static [&'static str],
    is_identifier: fn(&str) -> bool,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "npm",
        starters: &["npx", "bunx"],
        home: &["https://registry.npmjs.org"],
        is_identifier: |text| {
            let bare = text.strip_prefix('@').map_or(Some(text), |scoped| {
                scoped.split_once('/').filter(|(scope, _)| is_word(scope, "-._~")).map(|(_, name)| name)
            });
            bare.is_some_and(|name| is_word(name, "-._~"))
        },
    },
    Kind {
        name: "pypi",
        starters: &["uvx"],
        home: &["https://pypi.org", "https://pypi.org/simple"],
        is_identifier: |text| is_word(text, "-._"),
    },
    Kind {
        name: "oci",
        starters: &["docker", "podman"],
        home: &[],
        is_identifier: |text| is_word(text, "-._/:@"),
    },
    Kind {
        name: "nuget",
        starters: &["dnx"],
        home: &["https://api.nuget.org", "https://api.nuget.org/v3/index.json"],
        is_identifier: |text| is_word(text, "-._"),
    },
];

/// Container options that give access to more of the computer.
const OPENING: [&str; 10] = [
    "--privileged",
    "-v",
    "--volume",
    "--mount",
    "--network",
    "--net",
    "--pid",
    "--cap-add",
    "--device",
    "--security-opt",
];

pub fn way(package: &Value) -> Way {
    let part = |key| package.as_object().and_then(|package| text_of(package, key)).unwrap_or_default();
    let label = [part("registryType"), part("identifier"), part("version")].join(" ");
    let (mut open, mut notes) = (Open::default(), Vec::new());
    let form = match package.as_object() {
        Some(package) => form(package, &mut open, &mut notes),
        None => Err("it is not described by an object".to_owned()),
    };
    Way::new(shown(label.trim()), form, open, notes)
}

fn form(package: &Map<String, Value>, open: &mut Open, notes: &mut Vec<String>) -> Result<Form, String> {
    let said = text_of(package, "registryType").unwrap_or_default();
    let kind = KINDS.iter().find(|kind| kind.name == said).ok_or_else(|| match said.as_str() {
        "mcpb" => "it is an MCPB bundle, which is installed by other programs".to_owned(),
        _ => format!("it is a package of the kind `{}`, which is not known here", shown(&said)),
    })?;
    match package.get("transport").and_then(|transport| transport.get("type")).and_then(Value::as_str) {
        None | Some("stdio") => {}
        Some(_) => {
            return Err("it opens an address of its own; start it yourself and add that address".to_owned());
        }
    }
    let exact = exact(package, kind, notes)?;
    let hint = text_of(package, "runtimeHint").unwrap_or_else(|| kind.starters[0].to_owned());
    let known = kind.starters.iter().find(|starter| **starter == hint);
    let starter = *known.unwrap_or(&kind.starters[0]);
    let environment = named(package.get("environmentVariables"), open)?;
    let mut runtime = Vec::new();
    match known {
        Some(_) => runtime = arguments(package.get("runtimeArguments"), open),
        None => notes.push(format!("its publisher starts it with `{}`; here it is {starter}", shown(&hint))),
    }
    let own = arguments(package.get("packageArguments"), open);

    let text = |text: &str| Part::Text(text.into());
    let says = |parts: &[Part], any: &[&str]| {
        parts.iter().any(|part| part.fixed().is_some_and(|said| any.contains(&said.as_str())))
    };
    let mut parts = vec![text(starter)];
    match starter {
        "docker" | "podman" => {
            let usual = ["run", "-i", "--interactive", "--rm"];
            runtime
                .retain(|part| !matches!(part, Part::Text(_)) || !says(std::slice::from_ref(part), &usual));
            for said in runtime.iter().filter_map(Part::fixed) {
                let option = said.split('=').next().unwrap_or_default();
                if OPENING.contains(&option) || option.starts_with("-v") {
                    notes.push(format!("it opens the container with `{}`", shown(&said)));
                }
            }
            parts.extend(["run", "-i", "--rm"].map(text));
            parts.extend((0..environment.len()).map(Part::Pass));
            parts.extend(runtime);
            parts.push(text(&exact));
        }
        "dnx" => {
            parts.push(text(&exact));
            if !says(&runtime, &["--yes", "-y"]) {
                parts.push(text("--yes"));
            }
            parts.extend(runtime);
            if !own.is_empty() {
                parts.push(text("--"));
            }
        }
        _ => {
            if starter == "npx" && !says(&runtime, &["--yes", "-y"]) {
                parts.push(text("-y"));
            }
            parts.extend(runtime);
            parts.push(text(&exact));
        }
    }
    parts.extend(own);
    Ok(Form::Command { parts, environment })
}

/// The package, pinned to the version that was published.
fn exact(package: &Map<String, Value>, kind: &Kind, notes: &mut Vec<String>) -> Result<String, String> {
    let identifier = text_of(package, "identifier").filter(|text| (kind.is_identifier)(text));
    let mut identifier =
        identifier.ok_or_else(|| format!("it has no name that a package of {} can have", kind.name))?;
    let version = text_of(package, "version");
    if version.as_deref().is_some_and(|version| !is_word(version, "-._+!")) {
        return Err("its version is no single version".to_owned());
    }
    let base = text_of(package, "registryBaseUrl").map(|base| base.trim_end_matches('/').to_owned());
    if let Some(base) = base {
        if kind.home.is_empty() {
            identifier = at_home(&base, identifier)?;
        } else if !kind.home.contains(&base.as_str()) {
            return Err(format!(
                "it is kept at `{}`, where {} does not look",
                shown(&base),
                kind.starters[0]
            ));
        }
    }
    let tagged =
        kind.name == "oci" && identifier.rsplit('/').next().is_some_and(|last| last.contains([':', '@']));
    let sign = match kind.name {
        "pypi" => "==",
        "oci" => ":",
        _ => "@",
    };
    Ok(match version {
        _ if tagged => identifier,
        Some(version) => format!("{identifier}{sign}{version}"),
        None => {
            notes.push("no version is given, so that every start may get another one".to_owned());
            identifier
        }
    })
}

/// Adds the host to the name of an image; newer entries have it in the identifier itself.
fn at_home(base: &str, identifier: String) -> Result<String, String> {
    let host = base.strip_prefix("https://").unwrap_or(base);
    if !is_word(host, "-.:") {
        return Err("it is kept at an address that is none".to_owned());
    }
    let named = identifier.split_once('/').is_some_and(|(first, _)| first.contains(['.', ':']));
    Ok(if named { identifier } else { format!("{host}/{identifier}") })
}

/// Parses the arguments of a command line as the publisher lists them.
fn arguments(list: Option<&Value>, open: &mut Open) -> Vec<Part> {
    let inputs = list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let mut parts = Vec::new();
    for (position, input) in inputs.enumerate() {
        match (input.get("type").and_then(Value::as_str), text_of(input, "name")) {
            (Some("named"), Some(option)) => {
                let switch =
                    text_of(input, "format").as_deref() == Some("boolean") && !input.contains_key("value");
                let text = open.text(input, &option);
                parts.push(if switch { Part::Switch(option, text) } else { Part::Option(option, text) });
            }
            (Some("positional"), _) => {
                let name =
                    text_of(input, "valueHint").unwrap_or_else(|| format!("argument {}", position + 1));
                parts.push(Part::Text(open.text(input, &name)));
            }
            _ => {}
        }
    }
    parts
}

/// Returns whether a text starts with a letter or digit and has only these and `others`.
fn is_word(text: &str, others: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

#[cfg(test)]
mod tests {
    use super::super::WayError;
    use super::*;
    use crate::source::{Held, Source};
    use serde_json::json;

    fn command(way: &Way, given: &[(&str, &str)]) -> String {
        let given =
            |name: &str| given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        match way.source(given) {
            Ok(Source::Stdio { command, environment, .. }) => {
                let words = command.iter().map(Held::shown);
                let set = environment.iter().map(|set| format!("[{}={}]", set.name, set.value.shown()));
                words.chain(set).collect::<Vec<_>>().join(" ")
            }
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_kind_is_started_its_own_way() {
        for (package, expected) in [
            (
                json!({"registryType": "npm", "identifier": "@acme/notes", "version": "1.2.0"}),
                "npx -y @acme/notes@1.2.0",
            ),
            (
                json!({"registryType": "npm", "identifier": "notes", "version": "1", "runtimeHint": "bunx"}),
                "bunx notes@1",
            ),
            (json!({"registryType": "npm", "identifier": "notes"}), "npx -y notes"),
            (
                json!({"registryType": "npm", "identifier": "notes", "version": "1", "registryBaseUrl": "https://registry.npmjs.org/",
                    "runtimeArguments": [{"type": "positional", "value": "--yes"}]}),
                "npx --yes notes@1",
            ),
            (
                json!({"registryType": "pypi", "identifier": "acme-notes", "version": "0.5.0", "runtimeHint": "uvx"}),
                "uvx acme-notes==0.5.0",
            ),
            (
                json!({"registryType": "oci", "identifier": "ghcr.example/acme/notes:1.0"}),
                "docker run -i --rm ghcr.example/acme/notes:1.0",
            ),
            (
                json!({"registryType": "oci", "identifier": "acme/notes", "version": "1.0", "registryBaseUrl": "https://docker.io"}),
                "docker run -i --rm docker.io/acme/notes:1.0",
            ),
            (
                json!({"registryType": "nuget", "identifier": "Acme.Notes", "version": "1.0-beta",
                    "packageArguments": [{"type": "positional", "value": "mcp"}, {"type": "positional", "value": "start; rm -rf ~"}]}),
                "dnx Acme.Notes@1.0-beta --yes -- mcp start; rm -rf ~",
            ),
        ] {
            assert_eq!(command(&way(&package), &[]), expected);
        }
    }

    #[test]
    fn arguments_and_variables_are_filled_in_or_left_out() {
        let way = way(&json!({
            "registryType": "oci", "identifier": "acme/db", "version": "3", "transport": {"type": "stdio"},
            "runtimeArguments": [
                {"type": "positional", "value": "-i"},
                {"type": "named", "name": "--mount", "value": "type=bind,src={from},dst=/data", "isRequired": true,
                 "variables": {"from": {"isRequired": true, "format": "filepath"}}}
            ],
            "packageArguments": [
                {"type": "named", "name": "--host", "default": "localhost"},
                {"type": "named", "name": "--port", "format": "number"},
                {"type": "named", "name": "--level=", "value": "2"},
                {"type": "named", "name": "--verbose", "format": "boolean"},
                {"type": "positional", "valueHint": "database", "isRequired": true}
            ],
            "environmentVariables": [
                {"name": "DB_PASSWORD", "isRequired": true, "isSecret": true, "description": "Of the user"},
                {"name": "SSL_MODE", "choices": ["on", "off"]}
            ]
        }));
        let missing = ["DB_PASSWORD", "from", "database"].map(str::to_owned).to_vec();
        assert_eq!(way.source(|_| None), Err(WayError::Missing(missing)));
        assert_eq!(
            command(
                &way,
                &[("DB_PASSWORD", "p w"), ("from", "/my data"), ("database", "main"), ("--verbose", "true")]
            ),
            "docker run -i --rm -e DB_PASSWORD --mount type=bind,src=/my data,dst=/data acme/db:3 --host localhost \
             --level=2 --verbose main [DB_PASSWORD=p w]"
        );
        assert_eq!(way.secrets(), ["DB_PASSWORD"]);
        assert_eq!(way.notes, ["it opens the container with `--mount`"]);
        assert_eq!(way.wanted[1].choices, ["on", "off"]);
    }

    #[test]
    fn what_is_no_plain_package_is_refused() {
        for (package, expected) in [
            (
                json!({"registryType": "mcpb", "identifier": "https://x/y.mcpb"}),
                "it is an MCPB bundle, which is installed by other programs",
            ),
            (
                json!({"registryType": "gem", "identifier": "x"}),
                "it is a package of the kind `gem`, which is not known here",
            ),
            (json!({"registryType": "npm"}), "it has no name that a package of npm can have"),
            (
                json!({"registryType": "npm", "identifier": "--registry=https://evil.example"}),
                "it has no name that a package of npm can have",
            ),
            (
                json!({"registryType": "npm", "identifier": "git+https://evil.example/x"}),
                "it has no name that a package of npm can have",
            ),
            (
                json!({"registryType": "npm", "identifier": "../x"}),
                "it has no name that a package of npm can have",
            ),
            (
                json!({"registryType": "pypi", "identifier": "x y"}),
                "it has no name that a package of pypi can have",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "file:/tmp/x"}),
                "its version is no single version",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "^1.0"}),
                "its version is no single version",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "1", "registryBaseUrl": "https://evil.example"}),
                "it is kept at `https://evil.example`, where npx does not look",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "1", "transport": {"type": "streamable-http", "url": "http://localhost:1"}}),
                "it opens an address of its own; start it yourself and add that address",
            ),
        ] {
            assert_eq!(way(&package).obstacle(), Some(expected), "{package}");
        }
    }

    #[test]
    fn another_starter_is_not_taken_from_the_publisher() {
        let package = json!({"registryType": "pypi", "identifier": "x", "version": "1", "runtimeHint": "bash",
            "runtimeArguments": [{"type": "positional", "value": "-c"}]});
        let way = way(&package);
        assert_eq!(command(&way, &[]), "uvx x==1");
        assert_eq!(way.notes, ["its publisher starts it with `bash`; here it is uvx"]);
    }
}
