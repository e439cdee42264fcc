//! Packages of a registry entry, and the commands that start them. Names and versions are validated, so that the
//! package comes from the registry it names and is not an option in disguise.

use serde_json::{Map, Value};

use super::input::{InputCollector, Template};
use super::install_option::{CommandPart, InstallOption, SourceTemplate};
use super::remote::parse_named_values;
use super::{display_text, non_empty_text};
use crate::sources::variable_danger::variable_danger;

/// A type of package, and what starts it.
struct PackageType {
    /// `registryType` in the registry.
    name: &'static str,
    /// Programs that can start it; the first unless the publisher asks for another.
    runners: &'static [&'static str],
    /// Base URLs that the programs download from; empty if the identifier itself contains the host.
    base_urls: &'static [&'static str],
    is_identifier: fn(&str) -> bool,
}

const PACKAGE_TYPES: [PackageType; 4] = [
    PackageType {
        name: "npm",
        runners: &["npx", "bunx"],
        base_urls: &["https://registry.npmjs.org"],
        is_identifier: |text| {
            let bare = text.strip_prefix('@').map_or(Some(text), |scoped| {
                scoped.split_once('/').filter(|(scope, _)| is_plain_word(scope, "-._~")).map(|(_, name)| name)
            });
            bare.is_some_and(|name| is_plain_word(name, "-._~"))
        },
    },
    PackageType {
        name: "pypi",
        runners: &["uvx"],
        base_urls: &["https://pypi.org", "https://pypi.org/simple"],
        is_identifier: |text| is_plain_word(text, "-._"),
    },
    PackageType {
        name: "oci",
        runners: &["docker", "podman"],
        base_urls: &[],
        is_identifier: |text| is_plain_word(text, "-._/:@"),
    },
    PackageType {
        name: "nuget",
        runners: &["dnx"],
        base_urls: &["https://api.nuget.org", "https://api.nuget.org/v3/index.json"],
        is_identifier: |text| is_plain_word(text, "-._"),
    },
];

/// Container options that give access to more of the computer.
const CONTAINER_ACCESS_OPTIONS: [&str; 10] = [
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

pub fn parse_package(package: &Value) -> InstallOption {
    let part = |key| package.as_object().and_then(|package| non_empty_text(package, key)).unwrap_or_default();
    let label = [part("registryType"), part("identifier"), part("version")].join(" ");
    let (mut open, mut notes) = (InputCollector::default(), Vec::new());
    let form = match package.as_object() {
        Some(package) => parse_source(package, &mut open, &mut notes),
        None => Err("its description is not an object".to_owned()),
    };
    InstallOption::new(display_text(label.trim()), form, open, notes)
}

fn parse_source(
    package: &Map<String, Value>,
    inputs: &mut InputCollector,
    notes: &mut Vec<String>,
) -> Result<SourceTemplate, String> {
    let registry_type = non_empty_text(package, "registryType").unwrap_or_default();
    let kind =
        PACKAGE_TYPES.iter().find(|kind| kind.name == registry_type).ok_or_else(|| {
            match registry_type.as_str() {
                "mcpb" => "it is an MCPB bundle, which Hintsmith cannot install".to_owned(),
                _ => format!(
                    "it is a package of type `{}`, which Hintsmith does not support",
                    display_text(&registry_type)
                ),
            }
        })?;
    match package.get("transport").and_then(|transport| transport.get("type")).and_then(Value::as_str) {
        None | Some("stdio") => {}
        Some(_) => {
            return Err("it runs its own HTTP server; start it yourself and add its address".to_owned());
        }
    }
    let exact = pin_package(package, kind, notes)?;
    let hint = non_empty_text(package, "runtimeHint").unwrap_or_else(|| kind.runners[0].to_owned());
    let known = kind.runners.iter().find(|runner| **runner == hint);
    let runner = *known.unwrap_or(&kind.runners[0]);
    let mut environment = parse_named_values(package.get("environmentVariables"), inputs)?;
    let mut runtime = Vec::new();
    match known {
        Some(_) => runtime = parse_arguments(package.get("runtimeArguments"), inputs),
        None => notes
            .push(format!("its publisher starts it with `{}`; Hintsmith uses {runner}", display_text(&hint))),
    }
    let own = parse_arguments(package.get("packageArguments"), inputs);

    let text = |text: &str| CommandPart::Text(text.into());
    let has_argument = |parts: &[CommandPart], any: &[&str]| {
        parts
            .iter()
            .any(|part| part.fixed_argument().is_some_and(|argument| any.contains(&argument.as_str())))
    };
    let mut parts = vec![text(runner)];
    match runner {
        "docker" | "podman" => {
            let usual = ["run", "-i", "--interactive", "--rm"];
            runtime.retain(|part| {
                !matches!(part, CommandPart::Text(_)) || !has_argument(std::slice::from_ref(part), &usual)
            });
            for argument in runtime.iter().filter_map(CommandPart::fixed_argument) {
                let option = argument.split('=').next().unwrap_or_default();
                if CONTAINER_ACCESS_OPTIONS.contains(&option) || option.starts_with("-v") {
                    notes.push(format!(
                        "it gives the container access to the host with `{}`",
                        display_text(&argument)
                    ));
                }
            }
            let runtime = move_variables_to_environment(runtime, &mut environment);
            parts.extend(["run", "-i", "--rm"].map(text));
            parts.extend((0..environment.len()).map(CommandPart::PassVariable));
            parts.extend(runtime);
            parts.push(text(&exact));
        }
        "dnx" => {
            parts.push(text(&exact));
            if !has_argument(&runtime, &["--yes", "-y"]) {
                parts.push(text("--yes"));
            }
            parts.extend(runtime);
            if !own.is_empty() {
                parts.push(text("--"));
            }
        }
        _ => {
            if runner == "npx" && !has_argument(&runtime, &["--yes", "-y"]) {
                parts.push(text("-y"));
            }
            parts.extend(runtime);
            parts.push(text(&exact));
        }
    }
    parts.extend(own);
    Ok(SourceTemplate::Stdio { parts, environment })
}

/// Moves `-e NAME=value` out of the arguments of a container, so that the value is stored as that of a variable and can
/// be a secret. A variable that changes the container program itself stays an argument.
fn move_variables_to_environment(
    runtime: Vec<CommandPart>,
    environment: &mut Vec<(String, Template)>,
) -> Vec<CommandPart> {
    let mut remaining: Vec<CommandPart> = Vec::new();
    for part in runtime {
        let is_option = |option: &str| matches!(option, "-e" | "--env" | "-e=" | "--env=");
        let follows_option =
            || remaining.last().and_then(CommandPart::fixed_argument).is_some_and(|last| is_option(&last));
        let variable = match &part {
            CommandPart::Option(option, text) if is_option(option) => text.split_variable(),
            CommandPart::Text(text) if follows_option() => text.split_variable(),
            _ => None,
        };
        let is_movable = |name: &str| {
            variable_danger(name).is_none()
                && !["DOCKER_", "CONTAINER_", "CONTAINERS_"].iter().any(|start| name.starts_with(start))
                && !matches!(name, "HOME" | "TMPDIR" | "XDG_RUNTIME_DIR" | "XDG_CONFIG_HOME")
                && !environment.iter().any(|(known, _)| known == name)
        };
        match variable.filter(|(name, _)| is_movable(name)) {
            Some(variable) => {
                if matches!(part, CommandPart::Text(_)) {
                    remaining.pop();
                }
                environment.push(variable);
            }
            None => remaining.push(part),
        }
    }
    remaining
}

/// The package, pinned to the version that was published.
fn pin_package(
    package: &Map<String, Value>,
    package_type: &PackageType,
    notes: &mut Vec<String>,
) -> Result<String, String> {
    let identifier = non_empty_text(package, "identifier").filter(|text| (package_type.is_identifier)(text));
    let mut identifier = identifier
        .ok_or_else(|| format!("its name is not a valid name of a package of {}", package_type.name))?;
    let version = non_empty_text(package, "version");
    if version.as_deref().is_some_and(|version| !is_plain_word(version, "-._+!")) {
        return Err("its version is not a single version".to_owned());
    }
    let base = non_empty_text(package, "registryBaseUrl").map(|base| base.trim_end_matches('/').to_owned());
    if let Some(base) = base {
        if package_type.base_urls.is_empty() {
            identifier = with_registry_host(&base, identifier)?;
        } else if !package_type.base_urls.contains(&base.as_str()) {
            return Err(format!(
                "it is published at `{}`, which {} does not use",
                display_text(&base),
                package_type.runners[0]
            ));
        }
    }
    let tagged = package_type.name == "oci"
        && identifier.rsplit('/').next().is_some_and(|last| last.contains([':', '@']));
    let sign = match package_type.name {
        "pypi" => "==",
        "oci" => ":",
        _ => "@",
    };
    Ok(match version {
        _ if tagged => identifier,
        Some(version) => format!("{identifier}{sign}{version}"),
        None => {
            notes.push("no version is given, so each start may use a different one".to_owned());
            identifier
        }
    })
}

/// Adds the host to the name of an image; newer entries have it in the identifier itself.
fn with_registry_host(base: &str, identifier: String) -> Result<String, String> {
    let host = base.strip_prefix("https://").unwrap_or(base);
    if !is_plain_word(host, "-.:") {
        return Err("the address of its registry is invalid".to_owned());
    }
    let named = identifier.split_once('/').is_some_and(|(first, _)| first.contains(['.', ':']));
    Ok(if named { identifier } else { format!("{host}/{identifier}") })
}

/// Parses the arguments of a command line as the publisher lists them.
fn parse_arguments(list: Option<&Value>, open: &mut InputCollector) -> Vec<CommandPart> {
    let inputs = list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let mut parts = Vec::new();
    for (position, input) in inputs.enumerate() {
        match (input.get("type").and_then(Value::as_str), non_empty_text(input, "name")) {
            (Some("named"), Some(option)) => {
                let switch = non_empty_text(input, "format").as_deref() == Some("boolean")
                    && !input.contains_key("value");
                let text = open.parse_input(input, &option);
                parts.push(if switch {
                    CommandPart::Flag(option, text)
                } else {
                    CommandPart::Option(option, text)
                });
            }
            (Some("positional"), _) => {
                let name = non_empty_text(input, "valueHint")
                    .unwrap_or_else(|| format!("argument {}", position + 1));
                parts.push(CommandPart::Text(open.parse_input(input, &name)));
            }
            _ => {}
        }
    }
    parts
}

/// Returns whether a text starts with a letter or digit and has only these and `others`.
fn is_plain_word(text: &str, others: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

#[cfg(test)]
mod tests {
    use super::super::{InstallOptionError, InstallSource};
    use super::*;
    use crate::sources::source::{Source, SourceValue};
    use serde_json::json;

    fn build(
        install_option: &InstallOption,
        given: &[(&str, &str)],
    ) -> Result<InstallSource, InstallOptionError> {
        install_option.build_source(|name| {
            given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    fn secret_values(install_option: &InstallOption, given: &[(&str, &str)]) -> Vec<String> {
        build(install_option, given).unwrap().secret_values
    }

    fn command(install_option: &InstallOption, given: &[(&str, &str)]) -> String {
        match build(install_option, given).map(|built| built.source) {
            Ok(Source::Stdio { command, environment, .. }) => {
                let words = command.iter().map(SourceValue::redacted);
                let set = environment.iter().map(|set| format!("[{}={}]", set.name, set.value.redacted()));
                words.chain(set).collect::<Vec<_>>().join(" ")
            }
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_package_type_has_its_command() {
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
            assert_eq!(command(&parse_package(&package), &[]), expected);
        }
    }

    #[test]
    fn arguments_and_variables_are_filled_in_or_left_out() {
        let install_option = parse_package(&json!({
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
        assert_eq!(install_option.build_source(|_| None), Err(InstallOptionError::MissingInputs(missing)));
        assert_eq!(
            command(
                &install_option,
                &[("DB_PASSWORD", "p w"), ("from", "/my data"), ("database", "main"), ("--verbose", "true")]
            ),
            "docker run -i --rm -e DB_PASSWORD --mount type=bind,src=/my data,dst=/data acme/db:3 --host localhost \
             --level=2 --verbose main [DB_PASSWORD=p w]"
        );
        assert_eq!(
            secret_values(&install_option, &[("DB_PASSWORD", "p"), ("from", "/d"), ("database", "m")]),
            ["DB_PASSWORD"]
        );
        assert_eq!(install_option.notes, ["it gives the container access to the host with `--mount`"]);
        assert_eq!(install_option.inputs[1].choices, ["on", "off"]);
    }

    #[test]
    fn secret_arguments_are_named_by_their_position_in_the_command() {
        let install_option = parse_package(&json!({
            "registryType": "npm", "identifier": "acme", "version": "1", "transport": {"type": "stdio"},
            "packageArguments": [
                {"type": "named", "name": "--region"},
                {"type": "named", "name": "--pin", "isSecret": true},
                {"type": "named", "name": "--code=", "isSecret": true},
                {"type": "positional", "value": "user:{word}", "variables": {"word": {"isSecret": true}}},
                {"type": "named", "name": "--quiet", "format": "boolean", "isSecret": true}
            ]
        }));
        let all =
            [("--region", "eu"), ("--pin", "12"), ("--code=", "34"), ("word", "w"), ("--quiet", "true")];
        assert_eq!(
            command(&install_option, &all),
            "npx -y acme@1 --region eu --pin 12 --code=34 user:w --quiet"
        );
        assert_eq!(secret_values(&install_option, &all), ["argument 6", "argument 7", "argument 8"]);
        assert_eq!(secret_values(&install_option, &all[1..2]), ["argument 4"]);
    }

    #[test]
    fn variables_of_a_container_are_stored_as_variables() {
        let secret = json!({"token": {"isSecret": true, "isRequired": true}});
        let install_option = parse_package(&json!({
            "registryType": "oci", "identifier": "acme/db:3",
            "runtimeArguments": [
                {"type": "named", "name": "-e", "value": "ACME={token}", "variables": secret},
                {"type": "named", "name": "--env=", "value": "LEVEL=2"},
                {"type": "positional", "value": "-e"},
                {"type": "positional", "value": "OTHER={other}", "variables": {"other": {"isSecret": true}}},
                {"type": "named", "name": "-e", "value": "PATH=/x"},
                {"type": "named", "name": "-e", "value": "DOCKER_HOST=x"},
                {"type": "named", "name": "-e", "value": "PASSED"},
                {"type": "named", "name": "-e", "value": "{token}={token}", "variables": {}},
            ]
        }));
        assert_eq!(
            command(&install_option, &[("token", "t"), ("other", "o")]),
            "docker run -i --rm -e ACME -e LEVEL -e OTHER -e PATH=/x -e DOCKER_HOST=x -e PASSED -e {token}={token} \
             acme/db:3 [ACME=t] [LEVEL=2] [OTHER=o]"
        );
        assert_eq!(secret_values(&install_option, &[("token", "t"), ("other", "o")]), ["ACME", "OTHER"]);
        assert_eq!(secret_values(&install_option, &[("token", "t")]), ["ACME"]);
        // An optional variable without a value is left out with its option.
        assert!(!command(&install_option, &[("token", "t")]).contains("-e -e"));
    }

    #[test]
    fn other_packages_are_rejected_with_a_reason() {
        for (package, expected) in [
            (
                json!({"registryType": "mcpb", "identifier": "https://x/y.mcpb"}),
                "it is an MCPB bundle, which Hintsmith cannot install",
            ),
            (
                json!({"registryType": "gem", "identifier": "x"}),
                "it is a package of type `gem`, which Hintsmith does not support",
            ),
            (json!({"registryType": "npm"}), "its name is not a valid name of a package of npm"),
            (
                json!({"registryType": "npm", "identifier": "--registry=https://evil.example"}),
                "its name is not a valid name of a package of npm",
            ),
            (
                json!({"registryType": "npm", "identifier": "git+https://evil.example/x"}),
                "its name is not a valid name of a package of npm",
            ),
            (
                json!({"registryType": "npm", "identifier": "../x"}),
                "its name is not a valid name of a package of npm",
            ),
            (
                json!({"registryType": "pypi", "identifier": "x y"}),
                "its name is not a valid name of a package of pypi",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "file:/tmp/x"}),
                "its version is not a single version",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "^1.0"}),
                "its version is not a single version",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "1", "registryBaseUrl": "https://evil.example"}),
                "it is published at `https://evil.example`, which npx does not use",
            ),
            (
                json!({"registryType": "npm", "identifier": "x", "version": "1", "transport": {"type": "streamable-http", "url": "http://localhost:1"}}),
                "it runs its own HTTP server; start it yourself and add its address",
            ),
        ] {
            assert_eq!(parse_package(&package).unsupported_reason(), Some(expected), "{package}");
        }
    }

    #[test]
    fn an_unknown_runner_of_the_publisher_is_not_used() {
        let package = json!({"registryType": "pypi", "identifier": "x", "version": "1", "runtimeHint": "bash",
            "runtimeArguments": [{"type": "positional", "value": "-c"}]});
        let install_option = parse_package(&package);
        assert_eq!(command(&install_option, &[]), "uvx x==1");
        assert_eq!(install_option.notes, ["its publisher starts it with `bash`; Hintsmith uses uvx"]);
    }
}
