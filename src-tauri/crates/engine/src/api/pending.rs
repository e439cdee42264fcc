//! What is decided differently than it was exported last, and going back to that.

use hintsmith_core::export::difference::{Difference, What, differences};
use hintsmith_core::export::hintsmith_json::DecidedRule;
use hintsmith_core::hint::yes_no;
use hintsmith_core::overrides::Decision;
use hintsmith_core::rule::Rule;
use hintsmith_core::toolset::{ToolName, Toolset};

use super::environments::finished;
use crate::Engine;
use crate::api::view::{ActReport, Pending, PendingChange, ToolKey};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::{self, BASE};
use crate::store::history::Act;
use crate::store::notes::{self, NoteKey};
use crate::store::overrides::{self, Place};
use crate::store::{remarks, rules, toolsets};

impl Engine {
    pub async fn pending(&self) -> Result<Pending, ApiError> {
        let catalog = self.current().await?;
        let (before, now) = (catalog.exported(), catalog.document());
        Ok(Pending {
            changes: differences(&before, &now).iter().map(view).collect(),
            discardable: catalog.last_export.is_some(),
        })
    }

    /// Decides everything as it was exported last. One entry of the history.
    pub async fn discard(&self) -> Result<ActReport, ApiError> {
        let catalog = self.current().await?;
        if catalog.last_export.is_none() {
            let hint = "Without an export there is nothing to go back to; `hintsmith undo` takes back the last change.";
            return Err(ApiError::new(ErrorCode::Invalid, "nothing has been exported yet", hint));
        }
        let discard = move |mut act: Act| {
            let (before, now) = (catalog.exported(), catalog.document());
            for name in before.environments.keys().filter(|name| !catalog.environments.contains(name)) {
                environments::add(&mut act, name)?;
            }
            for Difference { environment, what } in differences(&before, &now) {
                let environment = environment.unwrap_or(BASE);
                match what {
                    What::Field { server, tool, field, before, .. } => {
                        overrides::set(&mut act, Place { server, tool, environment }, field, before)?;
                    }
                    What::Rule { key, before: None, .. } => {
                        rules::remove(&mut act, environment, &key.selector, key.hint)?;
                    }
                    What::Rule { key, before: Some(DecidedRule { value, because }), .. } => {
                        let there = catalog.rules.get(environment).into_iter().flatten();
                        let mut same =
                            there.filter(|rule| rule.selector == key.selector && rule.hint == key.hint);
                        // Nobody looks at the tools now: a rule that comes back has seen what it had seen, or nothing.
                        let seen = same.next().map_or(0, |rule| rule.seen);
                        let (selector, hint) = (key.selector.clone(), key.hint);
                        let rule = Rule { selector, hint, value: *value, because: because.clone(), seen };
                        rules::set(&mut act, environment, &rule)?;
                    }
                    What::Equipped { before, .. } => toolsets::equip(&mut act, environment, before)?,
                    What::Toolset { name, before, .. } => {
                        let there = catalog.toolsets.get(name);
                        match (before, there) {
                            (None, None) => {}
                            (None, Some(there)) => toolsets::delete(&mut act, name, there)?,
                            (Some(set), there) => {
                                let at = there.map_or(act.stamp.at.clone(), |there| there.added_at.clone());
                                toolsets::replace(&mut act, name, there, set, &at)?;
                            }
                        }
                    }
                    What::Note { tool, toolset, name, before, .. } => {
                        let key = NoteKey { tool, toolset, name };
                        match before {
                            Some(said) => notes::set(&mut act, key, said)?,
                            None => notes::remove(&mut act, key)?,
                        }
                    }
                    What::Remark { tool, before, .. } => remarks::set(&mut act, tool, before)?,
                }
            }
            finished(act, "went back to the last export")
        };
        self.act(discard).await
    }
}

fn view(difference: &Difference) -> PendingChange {
    let environment = difference.environment.map(str::to_owned);
    match difference.what {
        What::Field { server, tool, field, before, after } => PendingChange {
            environment,
            subject: format!("{server}.{tool}"),
            tool: Some(ToolKey { server: server.to_owned(), tool: tool.to_owned() }),
            field: field.word().into_owned(),
            before: before.map(decided),
            after: after.map(decided),
        },
        What::Rule { key, before, after } => PendingChange {
            environment,
            subject: key.selector.to_string(),
            tool: None,
            field: key.hint.word().to_owned(),
            before: before.map(ruled),
            after: after.map(ruled),
        },
        What::Equipped { before, after } => PendingChange {
            environment,
            subject: EQUIPPED.to_owned(),
            tool: None,
            field: "toolset".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
        What::Toolset { name, before, after } => PendingChange {
            environment,
            subject: name.to_owned(),
            tool: None,
            field: "toolset".to_owned(),
            before: before.map(|set| set_words(set, after)),
            after: after.map(|set| set_words(set, before)),
        },
        What::Note { tool, toolset, name, before, after } => PendingChange {
            environment,
            subject: tool.to_string(),
            tool: tool.name.as_ref().map(key),
            field: note_words(name, toolset),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
        What::Remark { tool, before, after } => PendingChange {
            environment,
            subject: tool.to_string(),
            tool: Some(key(tool)),
            field: "remark".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        },
    }
}

/// What is changed where a toolset is equipped.
pub(super) const EQUIPPED: &str = "equipped";

fn key(name: &ToolName) -> ToolKey {
    ToolKey { server: name.server.clone(), tool: name.tool.clone() }
}

/// "note a", "note a in daily"
pub(super) fn note_words(name: &str, toolset: Option<&str>) -> String {
    toolset.map_or_else(|| format!("note {name}"), |toolset| format!("note {name} in {toolset}"))
}

/// "3 tools, with s.a": how many, and those that the other has not.
pub(super) fn set_words(set: &Toolset, other: Option<&Toolset>) -> String {
    let tools = set.tools.len();
    let mut words = format!("{tools} {}", if tools == 1 { "tool" } else { "tools" });
    if let Some(other) = other {
        let beyond: Vec<String> = set.beyond(other).map(ToString::to_string).collect();
        match beyond.as_slice() {
            [] => {}
            few if few.len() <= FEW => words.push_str(&format!(", with {}", few.join(", "))),
            many => words.push_str(&format!(", {} of them not in the other", many.len())),
        }
        if set.description != other.description {
            words.push_str(&format!(", “{}”", set.description.as_deref().unwrap_or_default()));
        }
    }
    words
}

/// More tools than these are counted and not named.
const FEW: usize = 3;

fn decided(decision: &Decision) -> String {
    said(&decision.value.to_string(), decision.because.as_ref())
}

fn ruled(rule: &DecidedRule) -> String {
    said(yes_no(rule.value), rule.because.as_ref())
}

/// A value with the reason for it.
pub(super) fn said(value: &str, because: Option<&String>) -> String {
    because.map_or_else(|| value.to_owned(), |why| format!("{value} ({why})"))
}
