//! ToolHive on Kubernetes: a `VirtualMCPServer` with corrected tools of several workloads.

use serde_json::json;

use super::toolhive_vmcp::aggregation;
use crate::export::offer::{Choice, Offer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-server",
    name: "ToolHive VirtualMCPServer",
    kind: Kind::Gateway,
    purpose: "A virtual MCP server as a Kubernetes resource",
    file_name: "virtualmcpserver.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Set `groupRef` to your MCPGroup, the names of the workloads to those of your MCPServers, and `incomingAuth` to \
         how callers prove who they are: `anonymous` lets everybody in who reaches it.",
        "ToolHive refuses an override that has neither a name nor a description, so the description is written with \
         every override.",
        "With a toolset, a tool that its server adds later stays hidden until the file is written again.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let server = json!({
        "apiVersion": "toolhive.stacklok.dev/v1beta1",
        "kind": "VirtualMCPServer",
        "metadata": {"name": "hintsmith-vmcp"},
        "spec": {
            "groupRef": {"name": "default"},
            "incomingAuth": {"type": "anonymous"},
            "outgoingAuth": {"source": "discovered"},
            "config": {"aggregation": aggregation(offer, report)},
        },
    });
    vec![File::new(TARGET.file_name, yaml::write(&server))]
}
