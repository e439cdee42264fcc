//! The tools that the source code of a server registers, as a list like that of a running server.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::model::hint::HintName;
use hintsmith_source::{CollectOptions, FileRole, Registration, ToolName, collect_files, scan};
use serde_json::{Map, Value, json};

use crate::dto::ToolProblem;
use crate::store::servers::ScanMetadata;

/// Member of `_meta` that says where a tool is registered, and marks its definition as read from source.
pub const PLACE_KEY: &str = "dev.hintsmith/source";

/// Reads the source below a folder. Tools whose name is computed, and files that do not parse, are problems.
pub fn list_tools(folder: &Path) -> std::io::Result<(Vec<Arc<str>>, ScanMetadata)> {
    let files = collect_files(folder, &CollectOptions::default())?;
    let found = scan(&files.files);
    let mut problems: Vec<ToolProblem> = Vec::new();
    let mut tools = Vec::new();
    for registration in found.registrations.iter().filter(|one| one.role == FileRole::Source) {
        match &registration.name {
            ToolName::Literal(name) | ToolName::Composed(name) => tools.push(to_tool(name, registration)),
            ToolName::Computed { why, .. } => problems.push(problem(
                format!("{}:{}", registration.file, registration.position.line),
                format!("registers tools under computed names ({why}), which are not listed"),
            )),
        }
    }
    problems.extend(found.faulty_files.iter().map(|file| problem(file.clone(), "does not parse".to_owned())));
    let truncation = files.is_truncated.then(|| "more files than are read".to_owned());
    let metadata = ScanMetadata { truncation, problems, ..ScanMetadata::default() };
    Ok((tools, metadata))
}

fn problem(field: String, message: String) -> ToolProblem {
    ToolProblem { tool: String::new(), field, message }
}

/// The definition as far as the source says it. Its schema is not read.
fn to_tool(name: &str, registration: &Registration) -> Arc<str> {
    let mut annotations = Map::new();
    for hint in HintName::ALL {
        if let Some(value) = registration.hints[hint].known() {
            annotations.insert(hint.key().to_owned(), Value::Bool(*value));
        }
    }
    let place = json!({
        "file": registration.file,
        "line": registration.position.line,
        "framework": registration.framework.name(),
    });
    let mut tool = json!({"name": name, "inputSchema": {"type": "object"}, "_meta": {PLACE_KEY: place}});
    if let Some(title) = registration.title.known() {
        tool["title"] = title.as_str().into();
    }
    if let Some(description) = &registration.description {
        tool["description"] = description.as_str().into();
    }
    if !annotations.is_empty() {
        tool["annotations"] = Value::Object(annotations);
    }
    tool.to_string().into()
}
