//! FastMCP script: a Python proxy that serves corrected tools of any server.

use serde_json::{Map, Value, json};

use super::shared::{
    connection_entry, override_annotations, placeholder_secrets, record_not_connectable, remark_on_secrets,
    secrets,
};
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "fastmcp-script",
    name: "FastMCP script",
    kind: TargetKind::Gateway,
    purpose: "A small Python proxy that offers corrected titles, hints, descriptions and parameters to any client",
    file_name: "hintsmith_proxy.py",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        icon: false,
        parameters: true,
        tool_selection: true,
        permissions: false,
    },
    verification: Verification::Run,
    caveats: &[
        "Run it with `uv run --with 'fastmcp>=4' hintsmith_proxy.py`, or set that as the command of a server in a client. \
         Tested with FastMCP 4.1.2.",
        "Secrets are read from environment variables; the script lists missing ones and does not start without them.",
        "With several servers, FastMCP prefixes each tool with the server's name, as in `github_list_issues`.",
        "Tools outside the toolset are neither listed nor callable, including tools that a server adds later.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Map::new();
    let mut tools = Map::new();
    let mut offered: Vec<String> = Vec::new();
    let mut required_variables: Vec<String> = Vec::new();
    let reachable: Vec<_> =
        model.servers.iter().filter(|server| connection_entry(server, true).is_some()).collect();
    for server in &model.servers {
        let Some(entry) = connection_entry(server, true) else {
            record_not_connectable(server, report);
            continue;
        };
        servers.insert(server.name.clone(), Value::Object(entry));
        remark_on_secrets(server, true, report);
        let variables = secrets(server).into_iter().chain(placeholder_secrets(server));
        required_variables.extend(variables.map(|(_, variable)| variable));
        for tool in &server.tools {
            let name = match reachable.len() {
                1 => tool.name.clone(),
                _ => format!("{}_{}", server.name, tool.name),
            };
            if tool.is_included {
                offered.push(name.clone());
            }
            let overrides = build_overrides(tool);
            if !overrides.is_empty() {
                tools.insert(name, Value::Object(overrides));
            }
        }
    }
    required_variables.sort();
    required_variables.dedup();
    let mut data = json!({"needed": required_variables, "config": {"mcpServers": servers}, "tools": tools});
    if model.toolset.is_some() {
        data["offered"] = json!(offered);
    }
    vec![ExportFile::new(TARGET.file_name, format!("{SCRIPT_START}{}{SCRIPT_END}", python_literal(&data)))]
}

fn build_overrides(tool: &ExportedTool) -> Map<String, Value> {
    let mut overrides = Map::new();
    if !tool.is_included {
        return overrides;
    }
    if let Some(title) = &tool.title {
        overrides.insert("title".to_owned(), json!(title.value));
    }
    if let Some(description) = &tool.overriding_description {
        overrides.insert("description".to_owned(), json!(description));
    }
    let annotations = override_annotations(tool, HintName::key);
    if !annotations.is_empty() {
        overrides.insert("annotations".to_owned(), Value::Object(annotations));
    }
    if !tool.parameter_descriptions.is_empty() {
        overrides.insert("parameters".to_owned(), json!(tool.parameter_descriptions));
    }
    overrides
}

/// JSON for a raw Python string in `'''`: ASCII only and without single quotes, so that no text can end the string or
/// be displayed as something else.
fn python_literal(data: &Value) -> String {
    let mut out = String::new();
    for c in format!("{data:#}").chars() {
        match c {
            '\n' | ' '..='~' if c != '\'' => out.push(c),
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out
}

const SCRIPT_START: &str = r#""""Offers the tools of MCP servers with corrected titles, hints and descriptions. Written by Hintsmith."""

import json
import os
import re
import sys

from fastmcp.server import create_proxy
from fastmcp.server.transforms import Transform
from mcp.types import ToolAnnotations

DATA = json.loads(r'''
"#;

const SCRIPT_END: &str = r#"
''')


def filled(value):
    """The value with ${NAME} replaced by the variable of that name, where there is one."""
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)\}", lambda found: os.environ.get(found[1], found[0]), value)
    if isinstance(value, list):
        return [filled(item) for item in value]
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    return value


def corrected(tool):
    """The tool as it is offered; None where it is not."""
    if "offered" in DATA and tool.name not in DATA["offered"]:
        return None
    said = DATA["tools"].get(tool.name)
    if said is None:
        return tool
    known = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    update = {key: said[key] for key in ("title", "description") if key in said}
    update["annotations"] = ToolAnnotations.model_validate(known | said.get("annotations", {}))
    if "parameters" in said:
        schema = json.loads(json.dumps(tool.parameters))
        for name, text in said["parameters"].items():
            parameter = schema.get("properties", {}).get(name)
            if isinstance(parameter, dict):
                parameter["description"] = text
        update["parameters"] = schema
    return tool.model_copy(update=update)


class Corrected(Transform):
    async def list_tools(self, tools):
        return [tool for tool in map(corrected, tools) if tool is not None]

    async def get_tool(self, name, call_next, *, version=None):
        tool = await call_next(name, version=version)
        return None if tool is None else corrected(tool)


if __name__ == "__main__":
    missing = [name for name in DATA["needed"] if name not in os.environ]
    if missing:
        sys.exit("set these variables first: " + ", ".join(missing))
    # Whatever protocol the client speaks, each server is asked for its own: many do not know the newest.
    proxy = create_proxy(filled(DATA["config"]), mode="auto", name="hintsmith")
    proxy.add_transform(Corrected())
    proxy.run(show_banner=False)
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_literal_and_it_round_trips() {
        let data =
            json!({"a": "''' + exit() #", "b": "\\'''", "ö🔥": "\u{2028}\u{202e}\u{7f}\n\t\"", "c": "\\"});
        let text = python_literal(&data);
        assert!(!text.contains('\'') && text.is_ascii(), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), data);
    }
}
