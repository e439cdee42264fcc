//! TBXark mcp-proxy: tool filters in `config.json`.

use serde_json::{Value, json};

use super::parts::{entries, renew};
use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, OfferedServer, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "tbxark",
    name: "TBXark mcp-proxy",
    kind: Kind::Gateway,
    purpose: "Blocks the tools outside the toolset",
    file_name: "config.json",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "A server that is not in the file is put there with how it is reached; secrets are written as `${NAME}` and read \
         from the environment. A new file listens on 127.0.0.1:9090 only.",
        "A server whose filter says `allow` keeps it: it then offers what is listed and nothing that the server adds later.",
        "mcp-proxy fills variables into the whole file: a tool with a `$` in its name cannot be blocked.",
        "Without a toolset the filters stay as they are.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let root = file.object()?;
    if root.keys().is_empty() {
        let proxy = json!({
            "baseURL": "http://127.0.0.1:9090",
            "addr": "127.0.0.1:9090",
            "name": "hintsmith",
            "version": "1.0.0",
            "type": "streamable-http",
        });
        root.set("mcpProxy", &proxy);
    }
    let settings = crate::import::document::jsonc(there).unwrap_or_default();
    let found = entries(&file, offer, true, report, |server, entry| {
        // Without a type, mcp-proxy uses the older SSE transport for a URL.
        if matches!(server.reach, Reach::Address { .. }) {
            entry.insert("transportType".to_owned(), Value::from("streamable-http"));
        }
    })?;
    for (server, entry) in found.into_iter().filter(|_| offer.toolset.is_some()) {
        let known = &settings["mcpServers"][&server.name]["options"]["toolFilter"]["mode"];
        let allows = known.as_str().is_some_and(|mode| mode.eq_ignore_ascii_case("allow"));
        let is_filtered = entry.has("options") && entry.object("options")?.has("toolFilter");
        if !is_filtered && server.tools.iter().all(|tool| tool.offered) {
            continue;
        }
        let filter = entry.object("options")?.object("toolFilter")?;
        // An empty allow list would allow everything.
        let allows = allows && server.tools.iter().any(|tool| tool.offered);
        filter.set("mode", &json!(if allows { "allow" } else { "block" }));
        renew(&filter, "list", server, allows)?;
        tell_dollars(server, report);
    }
    Ok(file.text())
}

fn tell_dollars(server: &OfferedServer, report: &mut Report) {
    for tool in server.tools.iter().filter(|tool| !tool.offered && tool.name.contains('$')) {
        let why = "mcp-proxy takes the $ in its name for a variable and does not block it".to_owned();
        report.dropped(&super::parts::full(server, tool), "not offered", why);
    }
}
