//! agentgateway: authorization rules for listing and calling tools.

use serde_json::{Map, Value, json};

use super::shared::{
    remark_on_named_secrets, remark_on_placeholders, remark_on_secrets, tool_names, with_placeholder,
};
use crate::export::model::{ConnectionText, ExportModel, ExportOptions, ExportedServer, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "agentgateway",
    name: "agentgateway",
    kind: TargetKind::Gateway,
    purpose: "Rules that allow the tools of the toolset and no others",
    file_name: "agentgateway.yaml",
    locations: &[],
    capabilities: TargetCapabilities { tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Start it with `agentgateway -f agentgateway.yaml`, or copy `mcpAuthorization` into your file. The \
         targets must have the same names.",
        "Rules see the name of a tool and its target, not its hints. Only listed tools are allowed: tools that a server \
         adds later are denied until you export again, and with a toolset, prompts and resources are denied too unless \
         you add a rule for them.",
        "Secret variables are read from the environment where agentgateway runs. Secret headers are omitted: set them in \
         `policies` of the target.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut targets = Vec::new();
    let mut rules = Vec::new();
    for server in &model.servers {
        match build_target(server, report) {
            Some(target) => targets.push(target),
            None => {
                report.caveats.push(format!(
                    "{} gets no target: Hintsmith does not know how to connect to it",
                    server.name
                ));
            }
        }
        rules.extend(build_rule(server));
    }
    let mut mcp = Map::new();
    mcp.insert("port".to_owned(), json!(3000));
    if model.toolset.is_some() {
        if rules.is_empty() {
            // Without any rule, agentgateway allows everything.
            rules.push("false".to_owned());
        }
        mcp.insert("policies".to_owned(), json!({"mcpAuthorization": {"rules": rules}}));
    }
    mcp.insert("targets".to_owned(), Value::Array(targets));
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&json!({"mcp": mcp})))]
}

/// Escapes `$` as `$$`, because agentgateway substitutes variables in the text of the file before parsing it.
fn escape_dollars(text: &str) -> String {
    text.replace('$', "$$")
}

/// Like [`escape_dollars`], but with the placeholder of a secret, which agentgateway fills in.
fn escape_dollars_around_secret(server: &ExportedServer, text: &ConnectionText) -> String {
    with_placeholder(
        server,
        &match text {
            ConnectionText::Plain(text) => ConnectionText::Plain(escape_dollars(text)),
            ConnectionText::WithSecret { before, secret, after } => ConnectionText::WithSecret {
                before: escape_dollars(before),
                secret: secret.clone(),
                after: escape_dollars(after),
            },
        },
    )
}

fn build_rule(server: &ExportedServer) -> Option<String> {
    let offered = tool_names(server, true);
    let text = |text: &str| Value::from(escape_dollars(text)).to_string();
    let list: Vec<String> = offered.iter().map(|name| text(name)).collect();
    (!list.is_empty()).then(|| {
        format!("mcp.tool.target == {} && mcp.tool.name in [{}]", text(&server.name), list.join(", "))
    })
}

fn build_target(server: &ExportedServer, report: &mut FidelityReport) -> Option<Value> {
    match &server.connection {
        ServerConnection::Command { command, variables } => {
            let command: Vec<String> =
                command.iter().map(|text| escape_dollars_around_secret(server, text)).collect();
            let (program, arguments) = command.split_first()?;
            let mut stdio = Map::new();
            stdio.insert("cmd".to_owned(), json!(program));
            stdio.insert("args".to_owned(), json!(arguments));
            // A server inherits all variables of agentgateway, including secrets.
            let known = variables.iter().filter_map(|given| Some((&given.name, given.value.as_ref()?)));
            let known: Map<String, Value> =
                known.map(|(name, value)| (escape_dollars(name), json!(escape_dollars(value)))).collect();
            if !known.is_empty() {
                stdio.insert("env".to_owned(), Value::Object(known));
            }
            remark_on_secrets(server, true, report);
            Some(json!({"name": escape_dollars(&server.name), "stdio": stdio}))
        }
        ServerConnection::Http { url, .. } => {
            remark_on_named_secrets(server, false, report);
            remark_on_placeholders(server, true, report);
            let host = escape_dollars_around_secret(server, url);
            Some(json!({"name": escape_dollars(&server.name), "mcp": {"host": host}}))
        }
        ServerConnection::NotConnectable => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedTool;

    fn model(offered: bool) -> ExportModel {
        let tool = ExportedTool {
            name: "a$HOME\" || true".to_owned(),
            is_included: offered,
            ..ExportedTool::default()
        };
        let secret = ConnectionText::WithSecret {
            before: "--key=$".to_owned(),
            secret: "argument 1".to_owned(),
            after: "${x}".to_owned(),
        };
        let command = vec!["run".into(), secret, "$5".into(), "${HOME}".into()];
        let reach = ServerConnection::Command { command, variables: Vec::new() };
        let server = ExportedServer { name: "s".to_owned(), connection: reach, tools: vec![tool] };
        ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] }
    }

    fn render_and_parse(model: &ExportModel) -> Value {
        let files = render(model, ExportOptions::default(), &mut FidelityReport::default());
        serde_saphyr::from_str(&files[0].text).unwrap()
    }

    #[test]
    fn names_cannot_inject_rules_or_variables() {
        let config = render_and_parse(&model(true));
        let rule = "mcp.tool.target == \"s\" && mcp.tool.name in [\"a$$HOME\\\" || true\"]";
        assert_eq!(config["mcp"]["policies"]["mcpAuthorization"]["rules"], json!([rule]));
    }

    /// Expands a text as agentgateway does, with `?` for the value of every variable.
    fn expand(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            rest = if let Some(after) = after.strip_prefix('$') {
                out.push('$');
                after
            } else {
                out.push('?');
                after.split_once('}').map_or("", |(_, after)| after)
            };
        }
        out + rest
    }

    #[test]
    fn only_placeholders_of_secrets_are_variables() {
        let config = render_and_parse(&model(true));
        let arguments: Vec<&str> = config["mcp"]["targets"][0]["stdio"]["args"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(arguments, ["--key=$$${S_ARGUMENT_1}$${x}", "$$5", "$${HOME}"]);
        let expanded: Vec<String> = arguments.into_iter().map(expand).collect();
        assert_eq!(expanded, ["--key=$?${x}", "$5", "${HOME}"]);
    }

    #[test]
    fn without_included_tools_nothing_is_allowed() {
        assert_eq!(
            render_and_parse(&model(false))["mcp"]["policies"]["mcpAuthorization"]["rules"],
            json!(["false"])
        );
    }
}
