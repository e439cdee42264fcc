//! Envoy AI Gateway: selection of tools in an `MCPRoute`.

use serde_json::{Map, Value, json};

use super::parts::{cluster_name, names};
use crate::export::offer::{Choice, Offer, OfferedServer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

/// Maximum number of list entries that the resource accepts.
const MOST: usize = 32;

pub const TARGET: Target = Target {
    id: "envoy",
    name: "Envoy AI Gateway",
    kind: Kind::Gateway,
    purpose: "An MCPRoute that hides the tools outside the toolset",
    file_name: "mcproute.yaml",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Set `parentRefs` to your Gateway and each backend to the name and path of yours; how a server is reached and its \
         keys are said there.",
        "A list may have 32 names; where more tools are hidden, they are written as regular expressions.",
        "Tools that a server adds later are offered: only what is known here can be hidden.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut taken = Vec::new();
    let mut backends = Vec::new();
    for server in &offer.servers {
        let name = cluster_name(&server.name, &mut taken);
        if name != server.name {
            report.remarks.push(format!("{} is called {name}: Kubernetes takes no other name", server.name));
        }
        let mut backend = Map::new();
        backend.insert("name".to_owned(), json!(name));
        backend.insert("kind".to_owned(), json!("Backend"));
        backend.insert("group".to_owned(), json!("gateway.envoyproxy.io"));
        if let Some(selector) = selector(server) {
            backend.insert("toolSelector".to_owned(), selector);
        }
        backends.push(Value::Object(backend));
    }
    if backends.is_empty() {
        report.remarks.push("There is no server, and a route without one is refused.".to_owned());
        return vec![File::new(TARGET.file_name, String::new())];
    }
    let gateway = json!({"name": "ai-gateway", "kind": "Gateway", "group": "gateway.networking.k8s.io"});
    let route = json!({
        "apiVersion": "aigateway.envoyproxy.io/v1beta1",
        "kind": "MCPRoute",
        "metadata": {"name": "hintsmith"},
        "spec": {"parentRefs": [gateway], "path": "/mcp", "backendRefs": backends},
    });
    vec![File::new(TARGET.file_name, yaml::write(&route))]
}

fn selector(server: &OfferedServer) -> Option<Value> {
    let hidden = names(server, false);
    match hidden.len() {
        0 => None,
        1..=MOST => Some(json!({"exclude": hidden})),
        many => {
            let any = |names: &[String]| {
                let names: Vec<String> = names.iter().map(|name| literal(name)).collect();
                format!("^(?:{})$", names.join("|"))
            };
            let expressions: Vec<String> = hidden.chunks(many.div_ceil(MOST)).map(any).collect();
            Some(json!({"excludeRegex": expressions}))
        }
    }
}

/// Escapes a name as a regular expression that matches only itself.
fn literal(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if "\\.+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::OfferedTool;

    fn server(hidden: usize) -> OfferedServer {
        let tool =
            |n: usize| OfferedTool { name: format!("get.{n}"), offered: false, ..OfferedTool::default() };
        OfferedServer {
            name: "s".to_owned(),
            tools: (0..hidden).map(tool).collect(),
            ..OfferedServer::default()
        }
    }

    #[test]
    fn no_list_is_longer_than_the_resource_takes() {
        assert_eq!(selector(&server(0)), None);
        for (hidden, key) in [(1, "exclude"), (32, "exclude"), (33, "excludeRegex"), (5_000, "excludeRegex")]
        {
            let selector = selector(&server(hidden)).unwrap();
            let list = selector[key].as_array().unwrap();
            assert!((1..=MOST).contains(&list.len()), "{hidden}");
            assert_eq!(
                list.iter().map(|text| text.as_str().unwrap().matches("get").count()).sum::<usize>(),
                hidden
            );
        }
        assert_eq!(selector(&server(33)).unwrap()["excludeRegex"][0], "^(?:get\\.0|get\\.1)$");
    }
}
