//! Matching of imported overrides with known servers and tools.
//!
//! A name that is not known is reported with a suggestion: a decision about a tool that does not exist helps nobody, and
//! could apply to another tool later.

mod lookup;

use std::collections::{BTreeMap, BTreeSet};

use super::{ImportedOverride, ModePrecedence, OverrideFile, OverrideSubject, OverrideValue, SkippedValue};
use crate::approval::ApprovalMode;
use crate::export::hintsmith_json::{ApprovalScope, DecidedApproval, DecidedLayer};
use crate::model::hint::HintName;
use crate::model::overrides::{DecidedValue, Decision, Field};
use crate::model::tool::Tool;
use crate::model::toolset::{ToolName, ToolReference, Toolset};
use lookup::{Found, Lookup};

/// A server with its tools as they are now.
#[derive(Debug)]
pub struct KnownServer<'a> {
    pub name: &'a str,
    pub tools: Vec<&'a Tool>,
}

/// The decisions that an imported file comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MatchedOverrides {
    pub layer: DecidedLayer,
    /// The tools that are offered, if the file selects tools. Only servers that the file names have tools in it.
    pub toolset: Option<Toolset>,
    pub skipped: Vec<SkippedValue>,
}

/// Which tools of a server are offered.
#[derive(Debug, Default)]
struct Selection {
    only_listed: bool,
    no_tools: bool,
    listed: BTreeSet<usize>,
    hidden: BTreeSet<usize>,
}

/// Matches the overrides of a file. With `server`, the file's values are about that server; needed for a file that names
/// its server otherwise, or not at all.
pub fn match_overrides(
    file: &OverrideFile,
    servers: &[KnownServer],
    server: Option<&str>,
) -> MatchedOverrides {
    let mut matching = Matching {
        servers,
        matched: MatchedOverrides { skipped: file.skipped.clone(), ..MatchedOverrides::default() },
        modes: BTreeMap::new(),
        selections: BTreeMap::new(),
    };
    let mut lookup = Lookup::new(servers, &file.overrides, server);
    for ImportedOverride { subject, values } in &file.overrides {
        match lookup.find(subject) {
            Ok(Found { server, tools }) => {
                matching.selections.entry(server).or_default();
                match tools {
                    None => matching.apply_to_server(server, values),
                    Some(tools) => {
                        tools.into_iter().for_each(|tool| matching.apply_to_tool(server, tool, values));
                    }
                }
            }
            // What is said about nothing is no loss, and an unknown server is reported once.
            Err(skipped) => {
                matching.matched.skipped.extend(skipped.filter(|_| !is_silent(subject, values)));
            }
        }
    }
    matching.finish(file.format.precedence)
}

/// A server that is only named has no value to lose.
fn is_silent(subject: &OverrideSubject, values: &[OverrideValue]) -> bool {
    values.is_empty() && !matches!(subject, OverrideSubject::Server(_))
}

struct Matching<'a> {
    servers: &'a [KnownServer<'a>],
    matched: MatchedOverrides,
    /// By server, and by tool if it is about one.
    modes: BTreeMap<(usize, Option<usize>), ApprovalMode>,
    selections: BTreeMap<usize, Selection>,
}

impl Matching<'_> {
    fn apply_to_server(&mut self, server: usize, values: &[OverrideValue]) {
        let selection = self.selections.entry(server).or_default();
        for value in values {
            match value {
                OverrideValue::OnlyListed => selection.only_listed = true,
                OverrideValue::NoTools => selection.no_tools = true,
                OverrideValue::Approval(mode) => add_mode(&mut self.modes, (server, None), *mode),
                OverrideValue::Field(..) | OverrideValue::Effective(..) | OverrideValue::Offered(_) => {}
            }
        }
    }

    fn apply_to_tool(&mut self, server: usize, tool: usize, values: &[OverrideValue]) {
        let selection = self.selections.entry(server).or_default();
        for value in values {
            match value {
                OverrideValue::Offered(true) => drop(selection.listed.insert(tool)),
                OverrideValue::Offered(false) => drop(selection.hidden.insert(tool)),
                OverrideValue::Approval(mode) => add_mode(&mut self.modes, (server, Some(tool)), *mode),
                OverrideValue::OnlyListed | OverrideValue::NoTools => {}
                OverrideValue::Field(..) | OverrideValue::Effective(..) => {}
            }
        }
        for value in values {
            match value {
                OverrideValue::Field(field, value) => self.decide(server, tool, field, value),
                OverrideValue::Effective(field, value)
                    if !is_declared(self.servers[server].tools[tool], field, value) =>
                {
                    self.decide(server, tool, field, value);
                }
                _ => {}
            }
        }
    }

    fn decide(&mut self, server: usize, tool: usize, field: &Field, value: &DecidedValue) {
        let KnownServer { name, tools } = &self.servers[server];
        let definition = tools[tool];
        if let Field::Parameter(parameter) = field
            && !definition.parameters.iter().any(|known| *known.name == **parameter)
        {
            let names = definition.parameters.iter().map(|known| known.name.as_str());
            let why = lookup::unknown("the tool has no such parameter", parameter, names);
            self.skip(format!("{name}.{}", definition.name), field, why);
            return;
        }
        let decided = self.matched.layer.servers.entry((*name).to_owned()).or_default();
        let overrides = &mut decided.entry(definition.name.clone()).or_default().overrides;
        match overrides.get(field) {
            Some(known) if known.value != *value => {
                // Of two values the careful one, which a file that is not trusted may always decide.
                if let (Field::Hint(hint), DecidedValue::Hint(value)) = (field, value)
                    && *value == hint.careful_value()
                {
                    overrides.set(field.clone(), Some(new_decision(DecidedValue::Hint(*value))));
                }
                let why = "the file has two values for it";
                self.skip(format!("{name}.{}", definition.name), field, why.to_owned());
            }
            Some(_) => {}
            None => overrides.set(field.clone(), Some(new_decision(value.clone()))),
        }
    }

    fn skip(&mut self, subject: String, field: &Field, why: String) {
        self.matched.skipped.push(SkippedValue { subject, field: field.cli_name().into_owned(), why });
    }

    fn finish(mut self, precedence: ModePrecedence) -> MatchedOverrides {
        for ((server, tool), mode) in &self.modes {
            let KnownServer { name, tools } = &self.servers[*server];
            let of_server =
                self.modes.get(&(*server, None)).filter(|_| precedence == ModePrecedence::Strictest);
            let mode = of_server.map_or(*mode, |of_server| mode.stricter(*of_server));
            let scope = match tool {
                None => ApprovalScope::Server((*name).to_owned()),
                Some(tool) => ApprovalScope::Tool(ToolName {
                    server: (*name).to_owned(),
                    tool: tools[*tool].name.clone(),
                }),
            };
            // A loosening mode is bound to the definition that the user sees now.
            let fingerprint =
                tool.filter(|_| mode.is_loosening()).map(|tool| tools[tool].fingerprint.clone());
            self.matched.layer.approvals.insert(scope, DecidedApproval { mode, fingerprint });
        }
        let is_selective = |selection: &Selection| {
            selection.only_listed || selection.no_tools || !selection.hidden.is_empty()
        };
        if self.selections.values().any(is_selective) {
            let mut toolset = Toolset::default();
            for (server, selection) in &self.selections {
                let KnownServer { name, tools } = &self.servers[*server];
                let offered = tools.iter().enumerate().filter(|(index, _)| selection.offers(*index));
                toolset.extend(offered.map(|(_, tool)| ToolReference::from_names(name, &tool.name)));
            }
            self.matched.toolset = Some(toolset);
        }
        self.matched
    }
}

impl Selection {
    fn offers(&self, tool: usize) -> bool {
        !self.no_tools && !self.hidden.contains(&tool) && (!self.only_listed || self.listed.contains(&tool))
    }
}

/// Of several modes for one subject, the strictest.
fn add_mode(
    modes: &mut BTreeMap<(usize, Option<usize>), ApprovalMode>,
    subject: (usize, Option<usize>),
    mode: ApprovalMode,
) {
    modes.entry(subject).and_modify(|known| *known = known.stricter(mode)).or_insert(mode);
}

const fn new_decision(value: DecidedValue) -> Decision {
    Decision { value, because: None, fingerprint: None }
}

/// Returns whether the server itself declares this value.
fn is_declared(tool: &Tool, field: &Field, value: &DecidedValue) -> bool {
    match (field, value) {
        (Field::Hint(hint), DecidedValue::Hint(value)) => declared_hint(tool, *hint) == Some(*value),
        (Field::Title, DecidedValue::Text(text)) => {
            tool.declared.display_title().is_some_and(|title| title.trim() == text)
        }
        (Field::Description, DecidedValue::Text(text)) => {
            tool.description.as_ref().is_some_and(|description| description.trim() == text)
        }
        _ => false,
    }
}

fn declared_hint(tool: &Tool, hint: HintName) -> Option<bool> {
    tool.declared.hints[hint]
}

#[cfg(test)]
mod tests;
