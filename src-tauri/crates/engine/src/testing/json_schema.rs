//! Generator of `docs/json-output.schema.json` and `docs/reference/json.md`: what every command prints with `--json`.
//! `tests/it/json_output.rs` runs the commands and validates their output.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use specta_jsonschema::JsonSchema;

use super::format;
use crate::dto::*;

/// The output of a command.
struct Output {
    command: &'static str,
    /// The type as it is written in the table.
    type_name: String,
    schema: Value,
    definitions: Map<String, Value>,
}

impl Output {
    fn new<T: specta::Type>(command: &'static str, type_name: &str) -> Self {
        let schema = JsonSchema::new().export_type_value::<T>(specta_serde::Format);
        let mut schema = schema.unwrap_or_else(|error| panic!("{command}: {error}"));
        let members = schema.as_object_mut().unwrap();
        members.remove("$schema");
        let definitions = match members.remove("$defs") {
            Some(Value::Object(definitions)) => definitions,
            _ => Map::new(),
        };
        let type_name = type_name.split_whitespace().collect::<String>().replace(',', ", ");
        Self { command, type_name, schema, definitions }
    }
}

macro_rules! outputs {
    ($($command:literal: $output:ty,)*) => {
        vec![$(Output::new::<$output>($command, stringify!($output))),*]
    };
}

fn outputs() -> Vec<Output> {
    outputs![
        "add": Vec<ScanReport>,
        "apply": ApplyPreview,
        "apply --yes": ApplyReport,
        "approval SERVER.TOOL": ToolApproval,
        "approval SERVER.TOOL MODE": ChangeReport,
        "approvals": Vec<ApprovalView>,
        "approvals allow": ApprovalView,
        "backup": BackupView,
        "calls": Vec<CallView>,
        "calls --clear": ClearedCalls,
        "calls --output": WrittenCalls,
        "clients": Vec<ConnectedClient>,
        "comment SERVER.TOOL": ToolComment,
        "comment SERVER.TOOL TEXT": ChangeReport,
        "coverage": CoverageReport,
        "demo": Vec<ScanReport>,
        "diff": BTreeMap<String, Drift>,
        "disable": Vec<ServerView>,
        "discard": ChangeReport,
        "doctor": DoctorReport,
        "edit": ServerView,
        "enable": Vec<ServerView>,
        "env": Vec<EnvironmentView>,
        "env add": ChangeReport,
        "env compare": Comparison,
        "env copy": ChangeReport,
        "env promote": PromotePreview,
        "env promote --yes": ChangeReport,
        "env remove": ChangeReport,
        "env rename": ChangeReport,
        "explain": ExplainedTool,
        "export": ExportedTexts,
        "export --check": Vec<ExportedFile>,
        "export --output": ExportReport,
        "filter": Vec<SavedFilter>,
        "filter remove": ChangeReport,
        "filter save": ChangeReport,
        "history": Vec<HistoryEntry>,
        "import": Vec<ImportFile>,
        "import overrides": OverrideFilePreview,
        "import overrides --yes": ApplyReport,
        "infer --learn": CorrectionSummary,
        "install": Vec<ClientFileView>,
        "install CLIENT": InstallReport,
        "install CLIENT --dry-run": InstallPreview,
        "logout": ServerView,
        "mark-wrong": ChangeReport,
        "note SERVER.TOOL": ToolNotes,
        "note add": ToolsetReport,
        "note list": Vec<ListedNote>,
        "note proposed": Vec<ProposedNote>,
        "note template": Vec<NoteTemplate>,
        "operations": OperationList,
        "patch": PatchPreview,
        "patch --verify": DeclaredDecisions,
        "patch --write": WrittenPatch,
        "pending": Pending,
        "pending --forget": ExportKey,
        "pins check": Vec<PinDifference>,
        "preferences": PreferencesView,
        "preferences KEY": PreferenceView,
        "readiness": Vec<ProfileReadiness>,
        "redo": UndoReport,
        "registry search": RegistryPage,
        "registry show": RegistryEntryView,
        "remove": ServerView,
        "restore": RestoreReport,
        "restore --list": Vec<BackupView>,
        "retire": ChangeReport,
        "retire --dry-run": RetirePreview,
        "review": ReviewQueue,
        "review accept": ChangeReport,
        "review accept --agreeing": AcceptPreview,
        "review move": ChangeReport,
        "review reopen": ChangeReport,
        "rule": Vec<RuleView>,
        "rule add": Vec<RuleView>,
        "rule remove": ChangeReport,
        "run": RunReport,
        "run --form": RunnerView,
        "run --twice": RepeatReport,
        "scan": Vec<ScanReport>,
        "servers": Vec<ServerView>,
        "servers NAME": ServerDetail,
        "set": ExplainedTool,
        "set --dry-run": DecisionPreview,
        "set-all": ChangeReport,
        "set-all --dry-run": BulkPreview,
        "suppress": Vec<SuppressionRow>,
        "suppress SERVER.TOOL": ChangeReport,
        "targets": Vec<TargetView>,
        "tools": Vec<ListedTool>,
        "toolset": Vec<ToolsetSummary>,
        "toolset build": ToolsetReport,
        "toolset export": ToolsetFile,
        "toolset export --output": ToolsetFileReport,
        "toolset import --dry-run": ToolsetImportPreview,
        "toolset show": ToolsetView,
        "undo": UndoReport,
        "unset": ExplainedTool,
    ]
}

fn schema(outputs: &[Output]) -> String {
    let mut commands = Map::new();
    let mut definitions = Map::new();
    for output in outputs {
        commands.insert(output.command.to_owned(), output.schema.clone());
        for (name, definition) in &output.definitions {
            let known = definitions.insert(name.clone(), definition.clone());
            assert!(known.is_none_or(|known| known == *definition), "two types are named {name}");
        }
    }
    commands.insert("lint".to_owned(), json!({"$ref": "lint-report.schema.json"}));
    format::to_text(&json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "JSON output of hintsmith",
        "description": "The output of each command with --json, by command.",
        "commands": commands,
        "$defs": definitions,
    }))
}

const INTRODUCTION: &str = "\
# JSON output

Every command that prints or changes something prints JSON with `--json`: one document on standard output, messages on
standard error. The [exit code](cli.md) says whether the command succeeded.

[json-output.schema.json](../json-output.schema.json) describes each output exactly: `commands` has a schema per command,
`$defs` the types in the table below. Keys may be added in later versions; existing ones keep their names and meanings, so
ignore keys that you do not know. Optional values are `null`. `lint --json` has a [schema of its
own](../lint-report.schema.json), `export hintsmith` writes [a file](../hintsmith.schema.json), and `infer FILE` prints one
JSON object per line.

Where a command previews a change without `--yes`, it prints the preview, changes nothing and exits with 1.

| command | prints |
| --- | --- |
";

fn reference(outputs: &[Output]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for Output { command, type_name, .. } in outputs {
        let prints = match type_name.strip_prefix("Vec<").and_then(|rest| rest.strip_suffix('>')) {
            Some(item) => format!("a list of `{item}`"),
            None => match type_name.strip_prefix("BTreeMap<String, ").and_then(|rest| rest.strip_suffix('>'))
            {
                Some(value) => format!("an object of `{value}` by tool"),
                None => format!("`{type_name}`"),
            },
        };
        text.push_str(&format!("| `{command}` | {prints} |\n"));
    }
    text
}

/// Rewrites a generated document, and returns whether it was up to date.
fn is_current(path: &str, text: &str) -> bool {
    let path = format!("{}/../../../{path}", env!("CARGO_MANIFEST_DIR"));
    let is_current = std::fs::read_to_string(&path).is_ok_and(|before| before == text);
    std::fs::write(path, text).unwrap();
    is_current
}

#[test]
fn the_schema_and_the_reference_of_json_outputs_are_current() {
    let outputs = outputs();
    let current = [
        is_current("docs/json-output.schema.json", &schema(&outputs)),
        is_current("docs/reference/json.md", &reference(&outputs)),
    ];
    assert_eq!(
        current, [true; 2],
        "the documents were out of date; they have been written anew, commit them"
    );
}
