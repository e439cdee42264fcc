//! hypertool-mcp: a toolset with its notes, in `config.json`.

use std::collections::BTreeMap;

use super::parts::full;
use crate::export::hypertool::{self, HypertoolError, Listed};
use crate::export::offer::{Choice, Offer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};
use crate::toolset::{self, Reference};

pub const TARGET: Target = Target {
    id: "hypertool",
    name: "hypertool-mcp",
    kind: Kind::Gateway,
    purpose: "A toolset with the notes of its tools",
    file_name: "config.json",
    holds: Holds { description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "The file is `~/.toolprint/hypertool-mcp/config.json`; use the toolset with `mcp run --equip-toolset NAME`. Other \
         toolsets in it stay.",
        "Notes are put behind the description by hypertool itself.",
        "Without a toolset all tools are written as the toolset `hintsmith`: one that a server adds later is not in it.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let name = offer.toolset.as_deref().unwrap_or("hintsmith");
    toolset::check_name(name).map_err(|error| MergeError::Other(error.to_string()))?;
    let mut listed = hypertool::read(there).unwrap_or_default().toolsets.remove(name).unwrap_or_default();
    listed =
        Listed { notes: Vec::new(), set: toolset::Toolset { tools: Vec::new(), ..listed.set }, ..listed };
    for server in &offer.servers {
        for tool in &server.tools {
            if server.name.contains('.') || server.name.is_empty() || tool.name.is_empty() {
                report.dropped_whole(
                    &full(server, tool),
                    "hypertool takes a dot for the end of a server's name",
                );
                continue;
            }
            let reference = Reference::named(&server.name, &tool.name);
            if tool.offered && listed.set.add(reference.clone()) && !tool.notes.is_empty() {
                listed.notes.push((reference, tool.notes.clone()));
            }
        }
    }
    let text = (!there.trim().is_empty()).then_some(there);
    match hypertool::write(&BTreeMap::from([(name.to_owned(), listed)]), text) {
        Ok(text) => Ok(text),
        Err(error @ HypertoolError::Empty(_)) => {
            report.remarks.push(format!("Nothing is written: {error}."));
            Ok(there.to_owned())
        }
        Err(HypertoolError::NotJson(why)) => Err(MergeError::Syntax { format: "JSON", why }),
        Err(error) => Err(MergeError::Other(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::{OfferedServer, OfferedTool};

    #[test]
    fn other_toolsets_stay_and_ours_keeps_what_is_said_about_it() {
        let there = r#"{"version": "1.0.0", "toolsets": {
            "other": {"name": "other", "tools": [{"namespacedName": "x.y"}]},
            "daily": {"name": "daily", "description": "For the day", "createdAt": "2026-01-02", "tools": []}}}"#;
        let notes = vec![("team".to_owned(), "Ask.".to_owned())];
        let tool = OfferedTool { name: "t".to_owned(), offered: true, notes, ..OfferedTool::default() };
        let server = OfferedServer { name: "s".to_owned(), tools: vec![tool], ..OfferedServer::default() };
        let offer = Offer { toolset: Some("daily".to_owned()), servers: vec![server] };
        let text = write(&offer, Choice::default(), there, &mut Report::default()).unwrap();
        let read = hypertool::read(&text).unwrap().toolsets;
        assert!(read.contains_key("other"));
        assert_eq!(read["daily"].set.description.as_deref(), Some("For the day"));
        assert_eq!(read["daily"].created_at.as_deref(), Some("2026-01-02"));
        assert_eq!(read["daily"].notes[0].1[0].1, "Ask.");
    }
}
