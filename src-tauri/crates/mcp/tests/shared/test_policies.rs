//! Test policies: one withholds and corrects tools, one adds a tool.

use std::borrow::Cow;

use hintsmith_mcp::proxy::{Admission, ConnectionId, Page, ToolAnswer, ToolPolicy};
use serde_json::value::RawValue;

/// Withholds tools by name, and replaces `"fix"` by `"fixed"` in the others.
pub struct WithholdingPolicy(pub &'static [&'static str]);

impl ToolPolicy for WithholdingPolicy {
    fn correct_tools<'a>(&self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
        let withheld = |tool: &&RawValue| {
            let tool: serde_json::Value = serde_json::from_str(tool.get()).unwrap_or_default();
            self.0.iter().any(|name| tool["name"] == *name)
        };
        let shown = tools.into_iter().filter(|tool| !withheld(tool));
        shown
            .map(|tool| match tool.get().contains("\"fix\"") {
                true => Cow::Owned(tool.get().replace("\"fix\"", "\"fixed\"")),
                false => Cow::Borrowed(tool.get()),
            })
            .collect()
    }

    fn admit_call(&self, name: &str, _: ConnectionId) -> Admission {
        let is_withheld = self.0.iter().any(|withheld| withheld.eq_ignore_ascii_case(name));
        if is_withheld { Admission::Unknown } else { Admission::Admitted }
    }
}

/// Adds a tool `ours` to the server's, which returns its arguments.
pub struct AddedToolPolicy;

impl ToolPolicy for AddedToolPolicy {
    fn correct_tools<'a>(&'a self, tools: Vec<&'a RawValue>, page: Page) -> Vec<Cow<'a, str>> {
        let theirs = tools.into_iter().map(|tool| Cow::Borrowed(tool.get()));
        theirs.chain(page.is_last.then_some(Cow::Borrowed(r#"{"name":"ours"}"#))).collect()
    }

    fn admit_call(&self, _: &str, _: ConnectionId) -> Admission {
        Admission::Admitted
    }

    fn handle_call(&self, name: &str, arguments: Option<&RawValue>, _: ConnectionId) -> Option<ToolAnswer> {
        let result = format!(r#"{{"said":{},"isError":true}}"#, arguments.map_or("null", RawValue::get));
        (name == "ours").then(|| Box::pin(async { result }) as ToolAnswer)
    }
}
