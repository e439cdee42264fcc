//! Differences between two documents: for display, and written to the store.

use hintsmith_core::export::difference::{DocumentChange, DocumentDifference};
use hintsmith_core::export::hintsmith_json::{ApprovalScope, DecidedRule, RuleKey};
use hintsmith_core::model::hint::yes_no;
use hintsmith_core::model::overrides::Decision;
use hintsmith_core::model::rule::Rule;
use hintsmith_core::model::toolset::{ToolName, Toolset};

use crate::catalog::Catalog;
use crate::dto::{DecisionChange, ToolKey};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::notes::{self, NoteKey};
use crate::store::overrides::{self, OverrideKey};
use crate::store::{comments, policies, reviews, rules, toolsets};

/// Writes the new side of each difference to the store. `seen` returns the newest refresh that the author of a rule
/// has seen.
pub fn write_differences(
    change_set: &mut ChangeSet,
    catalog: &Catalog,
    differences: &[DocumentDifference],
    seen: impl Fn(&str, &RuleKey) -> i64,
) -> rusqlite::Result<()> {
    for DocumentDifference { environment, change: what } in differences {
        let environment = environment.unwrap_or(BASE);
        match *what {
            DocumentChange::Field { server, tool, field, after, .. } => {
                overrides::set(change_set, OverrideKey { server, tool, environment }, field, after)?;
            }
            DocumentChange::Rule { key, after: None, .. } => {
                rules::remove(change_set, environment, &key.selector, key.hint)?;
            }
            DocumentChange::Rule { key, after: Some(DecidedRule { value, because }), .. } => {
                let (selector, hint, seen) = (key.selector.clone(), key.hint, seen(environment, key));
                let rule = Rule {
                    selector,
                    hint,
                    value: *value,
                    because: because.clone(),
                    written_at_refresh: seen,
                };
                rules::set(change_set, environment, &rule)?;
            }
            DocumentChange::Approval { scope, after, .. } => {
                let environment = Some(environment).filter(|name| *name != BASE);
                let mode = after.map(|decided| (decided.mode, decided.fingerprint.as_ref()));
                policies::set(change_set, scope.into(), environment, mode)?;
            }
            DocumentChange::ActiveToolset { after, .. } => {
                toolsets::set_active(change_set, environment, after)?
            }
            DocumentChange::Toolset { name, after, .. } => write_toolset(change_set, catalog, name, after)?,
            DocumentChange::Note { tool, toolset, name, after, .. } => {
                let key = NoteKey { tool, toolset, name };
                match after {
                    Some(text) => notes::set(change_set, key, text)?,
                    None => notes::remove(change_set, key)?,
                }
            }
            DocumentChange::Comment { tool, after, .. } => comments::set(change_set, tool, after)?,
            DocumentChange::Review { tool, after, .. } => {
                let tool = (tool.server.as_str(), tool.tool.as_str());
                match after {
                    Some(fingerprint) => reviews::set(change_set, tool, fingerprint)?,
                    None => reviews::withdraw(change_set, tool)?,
                }
            }
        }
    }
    Ok(())
}

fn write_toolset(
    change_set: &mut ChangeSet,
    catalog: &Catalog,
    name: &str,
    after: Option<&Toolset>,
) -> rusqlite::Result<()> {
    let existing = catalog.toolsets.get(name);
    match (after, existing) {
        (None, None) => Ok(()),
        (None, Some(existing)) => toolsets::delete(change_set, name, existing),
        (Some(set), existing) => {
            let at = existing.map_or(change_set.origin.at.clone(), |existing| existing.added_at.clone());
            toolsets::replace(change_set, name, existing, set, &at)
        }
    }
}

pub fn change_view(difference: &DocumentDifference) -> DecisionChange {
    let environment = difference.environment.map(str::to_owned);
    match difference.change {
        DocumentChange::Field { server, tool, field, before, after } => DecisionChange {
            environment,
            subject: format!("{server}.{tool}"),
            tool: Some(ToolKey { server: server.to_owned(), tool: tool.to_owned() }),
            field: field.cli_name().into_owned(),
            before: before.map(|before| match after {
                Some(after) if decision_text(before) == decision_text(after) => {
                    format!("{}, {OTHER_DEFINITION}", decision_text(before))
                }
                _ => decision_text(before),
            }),
            after: after.map(decision_text),
        },
        DocumentChange::Rule { key, before, after } => DecisionChange {
            environment,
            subject: key.selector.to_string(),
            tool: None,
            field: key.hint.cli_name().to_owned(),
            before: before.map(rule_text),
            after: after.map(rule_text),
        },
        DocumentChange::Approval { scope, before, after } => DecisionChange {
            environment,
            subject: scope.to_string(),
            tool: match scope {
                ApprovalScope::Tool(name) => Some(tool_key(name)),
                ApprovalScope::Server(_) | ApprovalScope::Toolset(_) => None,
            },
            field: "approval".to_owned(),
            before: before.map(|before| match after {
                Some(after) if before.mode == after.mode => {
                    format!("{}, {OTHER_DEFINITION}", before.mode.as_str())
                }
                _ => before.mode.as_str().to_owned(),
            }),
            after: after.map(|after| after.mode.as_str().to_owned()),
        },
        DocumentChange::ActiveToolset { before, after } => DecisionChange {
            environment,
            subject: ACTIVE_TOOLSET.to_owned(),
            tool: None,
            field: "toolset".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
        DocumentChange::Toolset { name, before, after } => DecisionChange {
            environment,
            subject: name.to_owned(),
            tool: None,
            field: "toolset".to_owned(),
            before: before.map(|set| toolset_text(set, after)),
            after: after.map(|set| toolset_text(set, before)),
        },
        DocumentChange::Note { tool, toolset, name, before, after } => DecisionChange {
            environment,
            subject: tool.to_string(),
            tool: tool.name.as_ref().map(tool_key),
            field: note_field(name, toolset),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
        DocumentChange::Comment { tool, before, after } => DecisionChange {
            environment,
            subject: tool.to_string(),
            tool: Some(tool_key(tool)),
            field: "comment".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
        DocumentChange::Review { tool, before, after } => DecisionChange {
            environment,
            subject: tool.to_string(),
            tool: Some(tool_key(tool)),
            field: "review".to_owned(),
            before: before.map(|_| format!("reviewed, {OTHER_DEFINITION}")),
            after: after.map(|_| "reviewed".to_owned()),
        },
    }
}

/// Marks a decision or review that was made for a different definition than the one on the other side.
const OTHER_DEFINITION: &str = "for another definition";

/// Subject of a change of the active toolset.
const ACTIVE_TOOLSET: &str = "active toolset";

fn tool_key(name: &ToolName) -> ToolKey {
    ToolKey { server: name.server.clone(), tool: name.tool.clone() }
}

/// "note a", "note a in daily"
fn note_field(name: &str, toolset: Option<&str>) -> String {
    toolset.map_or_else(|| format!("note {name}"), |toolset| format!("note {name} in {toolset}"))
}

/// "3 tools, with s.a": the number of tools, and those that the other toolset lacks.
fn toolset_text(set: &Toolset, other: Option<&Toolset>) -> String {
    let tools = set.tools.len();
    let mut text = format!("{tools} {}", if tools == 1 { "tool" } else { "tools" });
    if let Some(other) = other {
        let beyond: Vec<String> = set.difference(other).map(ToString::to_string).collect();
        match beyond.as_slice() {
            [] => {}
            few if few.len() <= MAX_NAMED_TOOLS => text.push_str(&format!(", with {}", few.join(", "))),
            many => text.push_str(&format!(", {} of them only here", many.len())),
        }
        if set.description != other.description {
            text.push_str(&format!(", “{}”", set.description.as_deref().unwrap_or_default()));
        }
    }
    text
}

/// Maximum number of tools that are named; more are only counted.
const MAX_NAMED_TOOLS: usize = 3;

fn decision_text(decision: &Decision) -> String {
    with_reason(&decision.value.to_string(), decision.because.as_ref())
}

fn rule_text(rule: &DecidedRule) -> String {
    with_reason(yes_no(rule.value), rule.because.as_ref())
}

/// A value with its reason in parentheses.
fn with_reason(value: &str, because: Option<&String>) -> String {
    because.map_or_else(|| value.to_owned(), |why| format!("{value} ({why})"))
}
