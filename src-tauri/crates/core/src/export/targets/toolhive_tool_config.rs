//! ToolHive on Kubernetes: an `MCPToolConfig` per server with titles, hints and descriptions.

use serde_json::{Map, Value, json};

use super::parts::{cluster_name, drop_all};
use super::toolhive_vmcp::{filter, overrides};
use crate::export::offer::{Choice, Offer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-tool-config",
    name: "ToolHive MCPToolConfig",
    kind: Kind::Gateway,
    purpose: "A Kubernetes resource per server, for any server or virtual server to refer to",
    file_name: "mcptoolconfig.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Refer to it with `toolConfigRef` from a VirtualMCPServer. From a plain MCPServer or MCPRemoteProxy ToolHive takes \
         descriptions and the filter, and ignores titles and hints without a word.",
        "It must be in the namespace of what refers to it: `kubectl apply -n NAMESPACE -f mcptoolconfig.yaml`. Older \
         clusters know it as `v1alpha1`.",
        "ToolHive refuses an override that has neither a name nor a description, so the description is written with \
         every override.",
        "With a toolset, a tool that its server adds later stays hidden until the file is written again.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut taken = Vec::new();
    let mut resources = Vec::new();
    for server in &offer.servers {
        let mut spec = Map::new();
        match filter(server, offer.toolset.is_some()) {
            // An empty filter would include every tool.
            Some(tools) if tools.is_empty() => {
                report.remarks.push(format!(
                    "{} has no resource: none of its tools is offered, and an empty filter would offer all",
                    server.name
                ));
                drop_all(server, "ToolHive cannot hide every tool of a server this way", report);
                continue;
            }
            Some(tools) => drop(spec.insert("toolsFilter".to_owned(), json!(tools))),
            None => {}
        }
        let overrides = overrides(server, report);
        if !overrides.is_empty() {
            spec.insert("toolsOverride".to_owned(), Value::Object(overrides));
        }
        let name = cluster_name(&format!("{}-tools", server.name), &mut taken);
        resources.push(json!({
            "apiVersion": "toolhive.stacklok.dev/v1beta1",
            "kind": "MCPToolConfig",
            "metadata": {"name": name},
            "spec": spec,
        }));
    }
    vec![File::new(TARGET.file_name, yaml::write_all(&resources))]
}
