//! Denials in a client's file that are not from an earlier export: they stay, whatever was decided.

use std::collections::BTreeSet;

use super::model::{ExportModel, ExportOptions, Permission};
use super::report::FidelityReport;

/// The way in which a client's file denies tools.
#[derive(Clone, Copy)]
pub struct Denials {
    /// The rule for a tool of a server.
    pub rule: fn(&str, &str) -> String,
    /// Reads which rules a file denies, apart from those that exports have written.
    pub in_file: fn(&str, &WrittenDenials) -> DeniedRules,
}

/// Returns whether a rule is denied.
pub type DeniedRules = Box<dyn Fn(&str) -> bool>;

/// The rules that exports to a file have denied there.
pub type WrittenDenials = BTreeSet<String>;

/// Number of tools that a remark names.
const MAX_NAMED_TOOLS: usize = 10;

impl Denials {
    /// Marks the tools that the file denies and that no export has denied there. Their permission is then to deny.
    pub fn keep(
        self,
        model: &mut ExportModel,
        options: ExportOptions,
        existing: &str,
        written: &WrittenDenials,
    ) -> Vec<String> {
        let is_denied = (self.in_file)(existing, written);
        let mut kept = Vec::new();
        for server in &mut model.servers {
            for tool in &mut server.tools {
                if !is_denied(&(self.rule)(&server.name, &tool.name)) {
                    continue;
                }
                if tool.permission(options) != Permission::Deny {
                    kept.push(format!("{}.{}", server.name, tool.name));
                }
                tool.is_denied_by_file = true;
            }
        }
        kept
    }

    /// The rules that exports have denied in the file after this export, which may leave out servers.
    pub fn written(
        self,
        model: &ExportModel,
        options: ExportOptions,
        mut written: WrittenDenials,
    ) -> WrittenDenials {
        let mut denied = WrittenDenials::new();
        for server in &model.servers {
            for tool in &server.tools {
                let rule = (self.rule)(&server.name, &tool.name);
                written.remove(&rule);
                if tool.permission(options) == Permission::Deny && !tool.is_denied_by_file {
                    denied.insert(rule);
                }
            }
        }
        written.append(&mut denied);
        written
    }
}

/// The denials of a file that lists them, for [`Denials::in_file`].
pub fn listed(rules: Vec<String>, written: &WrittenDenials) -> DeniedRules {
    let rules: BTreeSet<String> = rules.into_iter().filter(|rule| !written.contains(rule)).collect();
    Box::new(move |rule| rules.contains(rule))
}

/// Reports the tools that stay denied.
pub fn report_kept(kept: &[String], report: &mut FidelityReport) {
    if kept.is_empty() {
        return;
    }
    let more = kept.len().saturating_sub(MAX_NAMED_TOOLS);
    let named = kept[..kept.len() - more].join(", ");
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    report.caveats.push(format!(
        "the file denies tools that no export has denied, so they stay denied: {named}{more}. To release them, remove \
         their rules from the file"
    ));
}

#[cfg(test)]
mod tests;
