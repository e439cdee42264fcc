//! Round trips: a file that is exported, imported and exported again stays the same, for every format.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::matching::{KnownServer, MatchedOverrides, match_overrides};
use super::*;
use crate::export::hintsmith_json::ApprovalScope;
use crate::export::model::{
    ExportModel, ExportOptions, ExportedServer, ExportedTool, ExportedValue, ServerConnection,
};
use crate::export::report::FidelityReport;
use crate::export::target::TargetWriter;
use crate::export::targets::find_target;
use crate::model::endpoint::Endpoint;
use crate::model::hint::{HintName, PerHint};
use crate::model::overrides::Overrides;
use crate::model::tool::Tool;
use crate::model::toolset::{ToolName, ToolReference};

/// What is overridden of a tool, and what its server declares.
#[derive(Debug, Clone)]
struct ToolCase {
    name: String,
    declared: PerHint<Option<bool>>,
    decided: PerHint<Option<bool>>,
    declared_title: Option<String>,
    title: Option<String>,
    description: String,
    overriding_description: Option<String>,
    parameter: Option<String>,
    approval: ApprovalMode,
    is_included: bool,
}

fn any_case() -> impl Strategy<Value = ToolCase> {
    let hints = || prop::array::uniform4(prop::option::of(any::<bool>()));
    let per_hint = |values: [Option<bool>; 4]| {
        let mut values = values.into_iter();
        PerHint::from_fn(|_| values.next().flatten())
    };
    // Texts of users and servers never equal each other: formats that repeat the server's cannot tell.
    let text = || prop::option::of("[a-z\"\\\\{}:#'-]([a-z \n\"\\\\{}:#'é🔥-]{0,12}[a-z\"#'-])?");
    let declared = || prop::option::of("[A-Z][A-Z ]{0,6}[A-Z]");
    let modes = prop::sample::select(ApprovalMode::ALL.to_vec());
    let texts = (declared(), text(), declared(), text(), text());
    ("[a-z][a-z_.-]{0,8}", hints(), hints(), texts, modes, prop::bool::weighted(0.8)).prop_map(
        move |(
            name,
            declared,
            decided,
            (declared_title, title, description, own, parameter),
            approval,
            is_included,
        )| {
            ToolCase {
                name,
                declared: per_hint(declared),
                decided: per_hint(decided),
                declared_title,
                title,
                description: description.unwrap_or_default(),
                overriding_description: own,
                parameter,
                approval,
                is_included,
            }
        },
    )
}

const SERVERS: [&str; 3] = ["alpha", "beta-2", "gamma"];

fn any_model(servers: usize) -> impl Strategy<Value = Vec<(&'static str, Vec<ToolCase>)>> {
    let tools = || {
        prop::collection::vec(any_case(), 1..5).prop_map(|mut tools| {
            let mut names = BTreeSet::new();
            tools.retain(|tool| names.insert(tool.name.clone()));
            tools
        })
    };
    prop::collection::vec(tools(), 1..=servers).prop_map(|servers| SERVERS.into_iter().zip(servers).collect())
}

fn endpoint(server: &str, tool: &str) -> Endpoint {
    Endpoint { method: "POST".to_owned(), path: format!("/{server}/it's/{tool}") }
}

fn definition(server: &str, case: &ToolCase) -> Tool {
    let mut annotations = Map::new();
    for (hint, value) in case.declared.iter() {
        annotations.extend(value.map(|value| (hint.key().to_owned(), json!(value))));
    }
    let mut meta = Map::new();
    endpoint(server, &case.name).write_to_meta(None, &mut meta);
    let raw = json!({
        "name": case.name, "title": case.declared_title, "description": case.description,
        "annotations": annotations, "_meta": meta,
        "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}},
    });
    let mut raw = raw;
    if case.declared_title.is_none() {
        raw.as_object_mut().unwrap().remove("title");
    }
    Tool::parse(raw.to_string().into(), 0)
}

fn decided<T>(value: T) -> ExportedValue<T> {
    ExportedValue { value, is_decided: true, because: None }
}

/// A tool as it is exported with these overrides.
fn exported(server: &str, case: &ToolCase) -> ExportedTool {
    let parameter = case.parameter.iter().map(|text| ("limit".to_owned(), text.clone()));
    ExportedTool {
        name: case.name.clone(),
        is_included: case.is_included,
        title: case.title.clone().map(decided),
        hints: PerHint::from_fn(|hint| case.decided[hint].map(decided)),
        declared: case.declared,
        declared_title: case.declared_title.clone(),
        description: case.description.clone(),
        decided_description: case.overriding_description.clone(),
        overriding_description: case.overriding_description.clone(),
        parameter_descriptions: parameter.collect(),
        parameter_names: vec!["limit".to_owned()],
        endpoint: Some(endpoint(server, &case.name)),
        approval: case.approval,
        ..ExportedTool::default()
    }
}

/// The files that a target writes for all servers.
fn export(target: &str, servers: &[(&'static str, Vec<ToolCase>)]) -> Vec<String> {
    let server = |(name, tools): &(&'static str, Vec<ToolCase>)| ExportedServer {
        name: (*name).to_owned(),
        connection: ServerConnection::Command { command: vec!["run".into()], variables: Vec::new() },
        tools: tools.iter().map(|case| exported(name, case)).collect(),
    };
    let has_toolset = servers.iter().any(|(_, tools)| tools.iter().any(|tool| !tool.is_included));
    let model = ExportModel {
        toolset: has_toolset.then(|| "daily".to_owned()),
        servers: servers.iter().map(server).collect(),
    };
    // Files of clients can allow destructive tools.
    let options = ExportOptions { confirms_destructive: false, ..ExportOptions::default() };
    let mut report = FidelityReport::default();
    match find_target(target).unwrap().writer {
        TargetWriter::NewFiles(write) => {
            let mut files = write(&model, options, &mut report);
            files.retain(|file| !file.name.ends_with(".sh"));
            files.into_iter().map(|file| file.text).collect()
        }
        TargetWriter::MergeInto { merge: write, .. } => {
            vec![write(&model, options, "", &mut report).unwrap()]
        }
        TargetWriter::Canonical => unreachable!(),
    }
}

fn import(format: &str, text: &str, servers: &[(&'static str, Vec<ToolCase>)]) -> MatchedOverrides {
    let definitions: Vec<(&str, Vec<Tool>)> = servers
        .iter()
        .map(|(name, tools)| (*name, tools.iter().map(|case| definition(name, case)).collect()))
        .collect();
    let known: Vec<KnownServer> =
        definitions.iter().map(|(name, tools)| KnownServer { name, tools: tools.iter().collect() }).collect();
    let file = parse(text, None).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(file.format.id, format);
    let chosen = Some(servers[0].0).filter(|_| servers.len() == 1);
    match_overrides(&file, &known, chosen)
}

/// The same tools with the imported decisions only.
fn with_imported(
    servers: &[(&'static str, Vec<ToolCase>)],
    imported: &MatchedOverrides,
) -> Vec<(&'static str, Vec<ToolCase>)> {
    let case = |server: &'static str, case: &ToolCase| {
        let none = Overrides::default();
        let overrides = imported.layer.tool(server, &case.name).map_or(&none, |decided| &decided.overrides);
        let tool_name = ToolName { server: server.to_owned(), tool: case.name.clone() };
        let mode = imported.layer.approvals.get(&ApprovalScope::Tool(tool_name));
        let reference = ToolReference::from_names(server, &case.name);
        ToolCase {
            decided: overrides.hints(),
            title: overrides.title().map(str::to_owned),
            overriding_description: overrides.description().map(str::to_owned),
            parameter: overrides.text(&Field::Parameter("limit".into())).map(str::to_owned),
            approval: mode.map_or(ApprovalMode::ByHints, |decided| decided.mode),
            is_included: imported.toolset.as_ref().is_none_or(|toolset| toolset.contains(&reference)),
            ..case.clone()
        }
    };
    let server = |(name, tools): &(&'static str, Vec<ToolCase>)| {
        (*name, tools.iter().map(|own| case(name, own)).collect())
    };
    servers.iter().map(server).collect()
}

fn check_round_trip(
    format: &str,
    target: &str,
    servers: &[(&'static str, Vec<ToolCase>)],
) -> Result<(), TestCaseError> {
    let files = export(target, servers);
    prop_assert_eq!(files.len(), 1, "one file with all that is exported");
    // A file without overrides is not known as one of the format.
    if let Err(error) = parse(&files[0], None) {
        prop_assert_eq!(error, OverrideFileError::UnknownFormat, "{}", &files[0]);
        return Ok(());
    }
    let imported = import(format, &files[0], servers);
    prop_assert_eq!(&imported.skipped, &[], "{}", &files[0]);
    prop_assert_eq!(&export(target, &with_imported(servers, &imported)), &files, "{:?}", imported);
    Ok(())
}

/// A format that holds no descriptions of parameters does not tell that a tool has one.
fn without_parameters(mut servers: Vec<(&'static str, Vec<ToolCase>)>) -> Vec<(&'static str, Vec<ToolCase>)> {
    servers.iter_mut().flat_map(|(_, tools)| tools).for_each(|case| case.parameter = None);
    servers
}

/// Formats that repeat what the server declares cannot hold a decision for the same value.
fn without_equal_hints(
    mut servers: Vec<(&'static str, Vec<ToolCase>)>,
) -> Vec<(&'static str, Vec<ToolCase>)> {
    for case in servers.iter_mut().flat_map(|(_, tools)| tools) {
        case.decided = PerHint::from_fn(|hint: HintName| {
            case.decided[hint].filter(|value| case.declared[hint] != Some(*value))
        });
    }
    servers
}

proptest! {
    #[test]
    fn toolhive_round_trips(servers in any_model(3).prop_map(without_parameters)) {
        check_round_trip("toolhive", "toolhive-vmcp", &servers)?;
        check_round_trip("toolhive", "toolhive-server", &servers)?;
        check_round_trip("toolhive", "toolhive-tool-config", &servers)?;
    }

    #[test]
    fn a_toolhive_file_of_one_server_round_trips(servers in any_model(1)) {
        check_round_trip("toolhive", "toolhive-cli", &servers)?;
    }

    #[test]
    fn fastmcp_round_trips(servers in any_model(3)) {
        check_round_trip("fastmcp", "fastmcp", &servers)?;
    }

    #[test]
    fn mcp_hub_round_trips(servers in any_model(3).prop_map(without_parameters)) {
        check_round_trip("mcp-hub", "mcp-hub", &servers)?;
    }

    #[test]
    fn metamcp_round_trips(servers in any_model(3).prop_map(without_parameters)) {
        check_round_trip("metamcp", "metamcp", &servers)?;
    }

    #[test]
    fn contextforge_round_trips(servers in any_model(3)) {
        check_round_trip("contextforge", "contextforge", &without_equal_hints(without_parameters(servers)))?;
    }

    #[test]
    fn claude_code_round_trips(servers in any_model(3)) {
        check_round_trip("claude-code", "claude-code", &servers)?;
    }

    #[test]
    fn codex_round_trips(servers in any_model(3)) {
        check_round_trip("codex", "codex", &servers)?;
    }

    #[test]
    fn gemini_round_trips(servers in any_model(3)) {
        check_round_trip("gemini", "gemini", &servers)?;
    }

    #[test]
    fn speakeasy_round_trips(servers in any_model(1)) {
        check_round_trip("speakeasy", "openapi-overlay", &servers)?;
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in "(\\{\"[a-zA-Z_]{1,12}\": |[\\[\\]{}\",:=\n -]|mcp_servers|rule|paths|true|[a-z]{1,4}){0,30}") {
        for format in formats::FORMATS {
            let _ = parse(&text, Some(format));
        }
    }

    #[test]
    fn any_document_of_a_format_is_read(value in any_document()) {
        for format in formats::FORMATS {
            let mut reader = Reader::default();
            (format.read)(&value, &mut reader);
        }
    }
}

/// Documents made of the members that formats read, each with a value of any kind.
fn any_document() -> impl Strategy<Value = Value> {
    const KEYS: &[&str] = &[
        "mcpServers",
        "mcp_servers",
        "servers",
        "permissions",
        "allow",
        "deny",
        "rule",
        "mcpName",
        "toolName",
        "decision",
        "tools",
        "overrides",
        "annotations",
        "aggregation",
        "workload",
        "filter",
        "toolsOverride",
        "spec",
        "kind",
        "openapi",
        "paths",
        "get",
        "x-speakeasy-mcp",
        "overlay",
        "actions",
        "target",
        "update",
        "title",
        "readOnlyHint",
        "enabled",
        "arguments",
        "serverName",
        "name",
        "status",
        "originalName",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        prop::sample::select(vec!["$.paths['/a'].get", "mcp__a__b", "MCPToolConfig", "ACTIVE", "*"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(prop::sample::select(KEYS), inner, 0..6)
                .prop_map(|map| map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

#[test]
fn the_format_is_detected_or_the_error_names_the_reason() {
    for (text, expected) in [
        (r#"{"hintsmith": 8}"#, OverrideFileError::IsHintsmithJson),
        (r#"{"mcpServers": {"a": {"command": "x"}}}"#, OverrideFileError::UnknownFormat),
        (
            r#"{"mcpServers": {"a": {"trust": true, "tools": {}}}}"#,
            OverrideFileError::AmbiguousFormat(vec!["fastmcp", "gemini"]),
        ),
    ] {
        assert_eq!(parse(text, None).unwrap_err(), expected, "{text}");
    }
    let text = r#"{"mcpServers": {"a": {"trust": true, "tools": {}}}}"#;
    assert_eq!(parse(text, formats::find_format("gemini")).unwrap().format.id, "gemini");
    let other = parse(text, formats::find_format("codex")).unwrap_err();
    assert_eq!(other, OverrideFileError::OtherFormat("Codex"));
    assert_eq!(parse(&" ".repeat(MAX_BYTES + 1), None).unwrap_err(), OverrideFileError::TooLarge);
}
