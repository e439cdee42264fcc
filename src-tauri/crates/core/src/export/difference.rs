//! Comparison of two `hintsmith.json` documents, decision by decision.

use std::collections::BTreeSet;

use super::hintsmith_json::{
    ApprovalScope, DecidedApproval, DecidedLayer, DecidedRule, HintsmithDocument, RuleKey,
};
use crate::model::fingerprint::Fingerprint;
use crate::model::overrides::{Decision, Field, Overrides};
use crate::model::toolset::{ToolName, ToolReference, Toolset};

/// A decision or rule that differs between two documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentDifference<'a> {
    /// `None` is the base layer.
    pub environment: Option<&'a str>,
    pub change: DocumentChange<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentChange<'a> {
    Field {
        server: &'a str,
        tool: &'a str,
        field: &'a Field,
        before: Option<&'a Decision>,
        after: Option<&'a Decision>,
    },
    Rule {
        key: &'a RuleKey,
        before: Option<&'a DecidedRule>,
        after: Option<&'a DecidedRule>,
    },
    Approval {
        scope: &'a ApprovalScope,
        before: Option<&'a DecidedApproval>,
        after: Option<&'a DecidedApproval>,
    },
    /// The active toolset.
    ActiveToolset {
        before: Option<&'a str>,
        after: Option<&'a str>,
    },
    Toolset {
        name: &'a str,
        before: Option<&'a Toolset>,
        after: Option<&'a Toolset>,
    },
    Note {
        tool: &'a ToolReference,
        toolset: Option<&'a str>,
        name: &'a str,
        before: Option<&'a str>,
        after: Option<&'a str>,
    },
    Comment {
        tool: &'a ToolName,
        before: Option<&'a str>,
        after: Option<&'a str>,
    },
    /// The definition of a tool that was reviewed.
    Review {
        tool: &'a ToolName,
        before: Option<&'a Fingerprint>,
        after: Option<&'a Fingerprint>,
    },
}

/// What a change is about, whatever its values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeSubject<'a> {
    Field(&'a str, &'a str, &'a Field),
    Rule(&'a RuleKey),
    Approval(&'a ApprovalScope),
    ActiveToolset,
    Toolset(&'a str),
    Note(&'a ToolReference, Option<&'a str>, &'a str),
    Comment(&'a ToolName),
    Review(&'a ToolName),
}

impl<'a> DocumentDifference<'a> {
    /// The layer and the subject.
    pub fn subject(&self) -> (Option<&'a str>, ChangeSubject<'a>) {
        let subject = match self.change {
            DocumentChange::Field { server, tool, field, .. } => ChangeSubject::Field(server, tool, field),
            DocumentChange::Rule { key, .. } => ChangeSubject::Rule(key),
            DocumentChange::Approval { scope, .. } => ChangeSubject::Approval(scope),
            DocumentChange::ActiveToolset { .. } => ChangeSubject::ActiveToolset,
            DocumentChange::Toolset { name, .. } => ChangeSubject::Toolset(name),
            DocumentChange::Note { tool, toolset, name, .. } => ChangeSubject::Note(tool, toolset, name),
            DocumentChange::Comment { tool, .. } => ChangeSubject::Comment(tool),
            DocumentChange::Review { tool, .. } => ChangeSubject::Review(tool),
        };
        (self.environment, subject)
    }

    /// The server that the change is about; `None` for rules and toolsets, which are about several.
    pub fn server(&self) -> Option<&'a str> {
        match self.change {
            DocumentChange::Field { server, .. } => Some(server),
            DocumentChange::Approval { scope: ApprovalScope::Server(server), .. } => Some(server),
            DocumentChange::Approval { scope: ApprovalScope::Tool(tool), .. }
            | DocumentChange::Comment { tool, .. }
            | DocumentChange::Review { tool, .. } => Some(&tool.server),
            DocumentChange::Note { tool, .. } => tool.name.as_ref().map(|name| name.server.as_str()),
            DocumentChange::Approval { scope: ApprovalScope::Toolset(_), .. }
            | DocumentChange::Rule { .. }
            | DocumentChange::ActiveToolset { .. }
            | DocumentChange::Toolset { .. } => None,
        }
    }
}

/// All differences between two documents: by layer and tool, then toolsets, notes and comments. The definition that a
/// decision was made for is not compared.
pub fn diff_documents<'a>(
    before: &'a HintsmithDocument,
    after: &'a HintsmithDocument,
) -> Vec<DocumentDifference<'a>> {
    let names: BTreeSet<Option<&str>> = before.layers().chain(after.layers()).map(|(name, _)| name).collect();
    let mut differences = Vec::new();
    for environment in names {
        let (old, new) = (before.layer(environment), after.layer(environment));
        let mut emit = |what| differences.push(DocumentDifference { environment, change: what });
        diff_tools(old, new, &mut emit);
        diff_rules(old, new, &mut emit);
        diff_approvals(old, new, &mut emit);
        let active_toolset = |layer: Option<&'a DecidedLayer>| layer?.active_toolset.as_deref();
        let (before, after) = (active_toolset(old), active_toolset(new));
        if before != after {
            emit(DocumentChange::ActiveToolset { before, after });
        }
    }
    let mut emit = |what| differences.push(DocumentDifference { environment: None, change: what });
    diff_toolsets(before, after, &mut emit);
    diff_notes(before, after, &mut emit);
    diff_comments(before, after, &mut emit);
    differences
}

/// Decisions that are equal in both documents but bound to different definitions of the tool, and reviewed definitions
/// that differ.
pub fn diff_fingerprints<'a>(
    before: &'a HintsmithDocument,
    after: &'a HintsmithDocument,
) -> Vec<DocumentDifference<'a>> {
    let mut differences = Vec::new();
    for (environment, layer) in after.layers() {
        let Some(old) = before.layer(environment) else { continue };
        for (server, tools) in &layer.servers {
            for (tool, decided) in tools {
                let Some(old) = old.tool(server, tool) else { continue };
                for (field, now) in decided.overrides.iter() {
                    let same = |old: &&Decision| (&old.value, &old.because) == (&now.value, &now.because);
                    let before = old.overrides.get(field).filter(same);
                    if before.is_some_and(|before| before.fingerprint != now.fingerprint) {
                        let what = DocumentChange::Field { server, tool, field, before, after: Some(now) };
                        differences.push(DocumentDifference { environment, change: what });
                    }
                }
            }
        }
    }
    let tools: BTreeSet<&ToolName> = before.reviewed.keys().chain(after.reviewed.keys()).collect();
    for tool in tools {
        let (before, after) = (before.reviewed.get(tool), after.reviewed.get(tool));
        if before != after {
            differences.push(DocumentDifference {
                environment: None,
                change: DocumentChange::Review { tool, before, after },
            });
        }
    }
    differences
}

fn diff_toolsets<'a>(
    old: &'a HintsmithDocument,
    new: &'a HintsmithDocument,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let names: BTreeSet<&String> = old.toolsets.keys().chain(new.toolsets.keys()).collect();
    for name in names {
        let (before, after) = (old.toolsets.get(name), new.toolsets.get(name));
        if before != after {
            emit(DocumentChange::Toolset { name, before, after });
        }
    }
}

fn diff_notes<'a>(
    old: &'a HintsmithDocument,
    new: &'a HintsmithDocument,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let keys = |document: &'a HintsmithDocument| {
        let notes = document.notes.iter();
        notes.flat_map(|(tool, notes)| {
            notes.iter().map(move |note| (tool, note.toolset.as_deref(), note.name.as_str()))
        })
    };
    // In the order of the new document, because a model reads notes in the order in which they were added.
    let removed = keys(old).filter(|(tool, toolset, name)| new.note(tool, *toolset, name).is_none());
    for (tool, toolset, name) in keys(new).chain(removed) {
        let text = |document: &'a HintsmithDocument| Some(document.note(tool, toolset, name)?.text.as_str());
        let (before, after) = (text(old), text(new));
        if before != after {
            emit(DocumentChange::Note { tool, toolset, name, before, after });
        }
    }
}

fn diff_comments<'a>(
    old: &'a HintsmithDocument,
    new: &'a HintsmithDocument,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let tools: BTreeSet<&ToolName> = old.comments.keys().chain(new.comments.keys()).collect();
    for tool in tools {
        let text = |document: &'a HintsmithDocument| document.comments.get(tool).map(String::as_str);
        let (before, after) = (text(old), text(new));
        if before != after {
            emit(DocumentChange::Comment { tool, before, after });
        }
    }
}

fn diff_tools<'a>(
    old: Option<&'a DecidedLayer>,
    new: Option<&'a DecidedLayer>,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let ids = |layer: &'a DecidedLayer| {
        let servers = layer.servers.iter();
        servers.flat_map(|(server, tools)| tools.keys().map(move |tool| (server.as_str(), tool.as_str())))
    };
    let all: BTreeSet<(&str, &str)> = old.into_iter().chain(new).flat_map(ids).collect();
    for (server, tool) in all {
        let overrides = |layer: Option<&'a DecidedLayer>| Some(&layer?.tool(server, tool)?.overrides);
        let (old, new) = (overrides(old), overrides(new));
        for field in differing_fields(old, new) {
            let (before, after) = (old.and_then(|all| all.get(field)), new.and_then(|all| all.get(field)));
            emit(DocumentChange::Field { server, tool, field, before, after });
        }
    }
}

fn diff_rules<'a>(
    old: Option<&'a DecidedLayer>,
    new: Option<&'a DecidedLayer>,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let keys: BTreeSet<&RuleKey> = old.into_iter().chain(new).flat_map(|layer| layer.rules.keys()).collect();
    for key in keys {
        let rule = |layer: Option<&'a DecidedLayer>| layer?.rules.get(key);
        let (before, after) = (rule(old), rule(new));
        if before != after {
            emit(DocumentChange::Rule { key, before, after });
        }
    }
}

fn diff_approvals<'a>(
    old: Option<&'a DecidedLayer>,
    new: Option<&'a DecidedLayer>,
    emit: &mut impl FnMut(DocumentChange<'a>),
) {
    let scopes = old.into_iter().chain(new).flat_map(|layer| layer.approvals.keys());
    let scopes: BTreeSet<&ApprovalScope> = scopes.collect();
    for scope in scopes {
        let approval = |layer: Option<&'a DecidedLayer>| layer?.approvals.get(scope);
        let (before, after) = (approval(old), approval(new));
        if before != after {
            emit(DocumentChange::Approval { scope, before, after });
        }
    }
}

/// The fields in which two sets of overrides differ.
pub fn differing_fields<'a>(one: Option<&'a Overrides>, other: Option<&'a Overrides>) -> Vec<&'a Field> {
    fn value_and_reason<'a>(
        overrides: Option<&'a Overrides>,
        field: &Field,
    ) -> Option<(&'a crate::model::overrides::DecidedValue, Option<&'a String>)> {
        let decision = overrides?.get(field)?;
        Some((&decision.value, decision.because.as_ref()))
    }
    let fields: BTreeSet<&Field> =
        one.into_iter().chain(other).flat_map(|overrides| overrides.iter().map(|(field, _)| field)).collect();
    fields
        .into_iter()
        .filter(|field| value_and_reason(one, field) != value_and_reason(other, field))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> HintsmithDocument {
        HintsmithDocument::parse(text).unwrap()
    }

    #[test]
    fn differences_are_listed_by_layer_and_tool() {
        let before = document(
            r#"{"hintsmith":3,"servers":{"s":{"tools":{
                "same":{"fingerprint":"sha256:1","annotations":{"readOnlyHint":true}},
                "gone":{"annotations":{"readOnlyHint":true}},
                "turned":{"annotations":{"destructiveHint":true},"parameters":{"id":"old"}}}}},
              "rules":{"s.get_*":{"annotations":{"readOnlyHint":true}}}}"#,
        );
        let after = document(
            r#"{"hintsmith":4,"servers":{"s":{"tools":{
                "same":{"fingerprint":"sha256:2","annotations":{"readOnlyHint":true}},
                "turned":{"annotations":{"destructiveHint":true},"parameters":{"id":"new"},
                          "because":{"destructiveHint":"it deletes"}}}}},
              "environments":{"prod":{"servers":{"s":{"tools":{"same":{"annotations":{"title":"Mine"}}}}},"equipped":"daily"}},
              "toolsets":{"daily":{"tools":[{"tool":"s.same"}]}},
              "notes":{"s.same":[{"name":"first","text":"x"},{"name":"first","text":"y","toolset":"daily"}]},
              "approvals":{"tools":{"s.same":{"mode":"block"}},"servers":{"s":{"mode":"always-ask"}}},
              "remarks":{"s.same":"ask Ann"}}"#,
        );
        let lines: Vec<String> = diff_documents(&before, &after)
            .iter()
            .map(|difference| {
                let (what, before, after) = match difference.change {
                    DocumentChange::Field { tool, field, before, after, .. } => {
                        (format!("{tool} {}", field.cli_name()), before.is_some(), after.is_some())
                    }
                    DocumentChange::Rule { key, before, after } => {
                        (key.selector.to_string(), before.is_some(), after.is_some())
                    }
                    DocumentChange::Approval { scope, before, after } => {
                        (format!("approval {scope}"), before.is_some(), after.is_some())
                    }
                    DocumentChange::ActiveToolset { before, after } => {
                        ("equipped".to_owned(), before.is_some(), after.is_some())
                    }
                    DocumentChange::Toolset { name, before, after } => {
                        (format!("toolset {name}"), before.is_some(), after.is_some())
                    }
                    DocumentChange::Note { tool, toolset, name, before, after } => {
                        let whose = toolset.unwrap_or("every toolset");
                        (format!("{tool} {name} in {whose}"), before.is_some(), after.is_some())
                    }
                    DocumentChange::Comment { tool, before, after } => {
                        (format!("remark {tool}"), before.is_some(), after.is_some())
                    }
                    DocumentChange::Review { tool, before, after } => {
                        (format!("review {tool}"), before.is_some(), after.is_some())
                    }
                };
                format!("{} {what} {before} {after}", difference.environment.unwrap_or("base"))
            })
            .collect();
        assert_eq!(
            lines,
            [
                "base gone read-only true false",
                "base turned destructive true true",
                "base turned parameter:id true true",
                "base s.get_* true false",
                "base approval s.* false true",
                "base approval s.same false true",
                "prod same title false true",
                "prod equipped false true",
                "base toolset daily false true",
                "base s.same first in every toolset false true",
                "base s.same first in daily false true",
                "base remark s.same false true",
            ]
        );
        assert_eq!(diff_documents(&after, &after), []);
    }
}
