//! agentgateway: authorization rules for listing and calling tools.

use serde_json::{Map, Value, json};

use super::parts::{names, tell_secrets};
use crate::export::offer::{Choice, Offer, OfferedServer, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "agentgateway",
    name: "agentgateway",
    kind: Kind::Gateway,
    purpose: "Rules that allow the tools of the toolset and no others",
    file_name: "agentgateway.yaml",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Start it with `agentgateway -f agentgateway.yaml`, or copy `mcpAuthorization` into your own file, where the \
         targets must have the same names.",
        "Rules see the name of a tool and its target, not its hints. They allow what is listed: a tool that a server adds \
         later is refused until the file is written again, and with a toolset prompts and resources are refused too unless \
         you add a rule for them.",
        "Secret variables are read from the environment where agentgateway runs. Secret headers are left out: say them in \
         `policies` of the target.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut targets = Vec::new();
    let mut rules = Vec::new();
    for server in &offer.servers {
        match target(server, report) {
            Some(target) => targets.push(target),
            None => {
                report
                    .remarks
                    .push(format!("{} has no target: how it is reached is not known here", server.name));
            }
        }
        rules.extend(rule(server));
    }
    let mut mcp = Map::new();
    mcp.insert("port".to_owned(), json!(3000));
    if offer.toolset.is_some() {
        if rules.is_empty() {
            // Without any rule, agentgateway allows everything.
            rules.push("false".to_owned());
        }
        mcp.insert("policies".to_owned(), json!({"mcpAuthorization": {"rules": rules}}));
    }
    mcp.insert("targets".to_owned(), Value::Array(targets));
    vec![File::new(TARGET.file_name, yaml::write(&json!({"mcp": mcp})))]
}

/// Escapes `$` as `$$`, because agentgateway substitutes variables in the text of the file before parsing it.
fn plain(text: &str) -> String {
    text.replace('$', "$$")
}

/// Like [`escape_dollars`], but keeps `${NAME}` placeholders of secrets.
fn with_secrets(text: &str) -> String {
    plain(text).replace("$${", "${")
}

fn rule(server: &OfferedServer) -> Option<String> {
    let offered = names(server, true);
    let text = |text: &str| Value::from(plain(text)).to_string();
    let list: Vec<String> = offered.iter().map(|name| text(name)).collect();
    (!list.is_empty()).then(|| {
        format!("mcp.tool.target == {} && mcp.tool.name in [{}]", text(&server.name), list.join(", "))
    })
}

fn target(server: &OfferedServer, report: &mut Report) -> Option<Value> {
    match &server.reach {
        Reach::Command { command, variables } => {
            let (program, arguments) = command.split_first()?;
            let mut stdio = Map::new();
            stdio.insert("cmd".to_owned(), json!(with_secrets(program)));
            let arguments: Vec<String> = arguments.iter().map(|argument| with_secrets(argument)).collect();
            stdio.insert("args".to_owned(), json!(arguments));
            // A server inherits all variables of agentgateway, including secrets.
            let known = variables.iter().filter_map(|given| Some((&given.name, given.value.as_ref()?)));
            let known: Map<String, Value> =
                known.map(|(name, value)| (plain(name), json!(plain(value)))).collect();
            if !known.is_empty() {
                stdio.insert("env".to_owned(), Value::Object(known));
            }
            tell_secrets(server, true, report);
            Some(json!({"name": plain(&server.name), "stdio": stdio}))
        }
        Reach::Address { url, .. } => {
            tell_secrets(server, false, report);
            Some(json!({"name": plain(&server.name), "mcp": {"host": with_secrets(url)}}))
        }
        Reach::Nowhere => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::OfferedTool;

    fn offer(offered: bool) -> Offer {
        let tool = OfferedTool { name: "a$HOME\" || true".to_owned(), offered, ..OfferedTool::default() };
        let command = ["run", "--key=${KEY}", "$5"].map(str::to_owned).to_vec();
        let reach = Reach::Command { command, variables: Vec::new() };
        let server = OfferedServer { name: "s".to_owned(), reach, tools: vec![tool] };
        Offer { toolset: Some("daily".to_owned()), servers: vec![server] }
    }

    fn read(offer: &Offer) -> Value {
        let files = write(offer, Choice::default(), &mut Report::default());
        serde_saphyr::from_str(&files[0].text).unwrap()
    }

    #[test]
    fn a_name_is_neither_a_rule_nor_a_variable() {
        let config = read(&offer(true));
        let rule = "mcp.tool.target == \"s\" && mcp.tool.name in [\"a$$HOME\\\" || true\"]";
        assert_eq!(config["mcp"]["policies"]["mcpAuthorization"]["rules"], json!([rule]));
        assert_eq!(config["mcp"]["targets"][0]["stdio"]["args"], json!(["--key=${KEY}", "$$5"]));
    }

    #[test]
    fn without_an_offered_tool_nothing_is_allowed() {
        assert_eq!(read(&offer(false))["mcp"]["policies"]["mcpAuthorization"]["rules"], json!(["false"]));
    }
}
