//! Loosening by changes of many tools, which the user has to confirm.

use hintsmith_core::resolve::loosening::LoosenedHint;

use crate::catalog::{CatalogEntry, ToolDecisions};
use crate::dto::{LoosenedTool, Loosening, saturating_u32};
use crate::error::{ApiError, ErrorCode};

/// Maximum number of tools that are named.
const MAX_EXAMPLES: usize = 50;

impl Loosening {
    /// Counts the tool if `after` loosens a hint that `before` does not.
    pub(super) fn add_if_loosened(
        &mut self,
        entry: &CatalogEntry,
        before: &ToolDecisions,
        after: &ToolDecisions,
        environment: Option<&str>,
    ) {
        let mut loosened = entry.resolve_with(after, environment).loosened_hints();
        if loosened.is_empty() {
            return;
        }
        let known = entry.resolve_with(before, environment).loosened_hints();
        loosened.retain(|new| !known.contains(new));
        if loosened.is_empty() {
            return;
        }
        self.tools += 1;
        if self.examples.len() < MAX_EXAMPLES {
            let descriptions: Vec<String> = loosened.iter().map(LoosenedHint::describe).collect();
            self.examples.push(LoosenedTool {
                server: entry.server.to_string(),
                tool: entry.tool.name.clone(),
                summary: descriptions.join("; "),
            });
        }
    }

    pub(super) fn from_tools(mut tools: Vec<LoosenedTool>) -> Self {
        let count = saturating_u32(tools.len());
        tools.truncate(MAX_EXAMPLES);
        Self { tools: count, examples: tools }
    }

    /// Fails if something is loosened without the user's confirmation.
    pub(super) fn require_confirmation(&self, is_confirmed: bool) -> Result<(), ApiError> {
        let Some(LoosenedTool { server, tool, summary }) = self.examples.first().filter(|_| !is_confirmed)
        else {
            return Ok(());
        };
        let others = match self.tools - 1 {
            0 => String::new(),
            1 => " (and another tool)".to_owned(),
            others => format!(" (and {others} other tools)"),
        };
        let message = format!("this loosens {server}.{tool}: {summary}{others}");
        let hint = "Nothing was changed. Review the named tools, then confirm with --loosen.";
        Err(ApiError::new(ErrorCode::Conflict, message, hint))
    }
}
