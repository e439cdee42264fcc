//! Decisions about the fields of a tool. Each change is stored as one history entry, and the catalog is patched
//! instead of reloaded.

use std::sync::Arc;

use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::model::overrides::{
    DecidedValue, Decision, Field, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS,
};
use hintsmith_core::resolve::wire;
use hintsmith_core::text::suggest::did_you_mean;
use hintsmith_core::text::{json, truncate_chars};

use super::detail::build_tool_change;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ToolDecisions};
use crate::context::Context;
use crate::dto::{BulkChange, DecideInput, DecisionPreview, FieldDecision, SeenTool, ToolChange};
use crate::error::{ApiError, ErrorCode};
use crate::icons;
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};

/// Maximum length of a text in the summary of a change, in characters; longer than any title.
const MAX_SUMMARY_CHARS: usize = 200;
/// Maximum length of a reason in characters. A reason is a sentence.
const MAX_REASON_CHARS: usize = 1_000;

/// Fields with their decision; none removes it, so that the field inherits.
pub(super) type Decisions = Vec<(Field, Option<Decision>)>;

/// Decisions about tools, one at a time, in bulk and from files.
pub struct DecisionService {
    pub(crate) context: Arc<Context>,
}

impl DecisionService {
    #[boxed]
    pub async fn decide(&self, input: DecideInput) -> Result<ToolChange, ApiError> {
        let DecideInput { server, tool, environment, seen, decisions, because } = input;
        let request = DecisionRequest::parse(BulkChange::Decide { decisions }, because)?;
        self.context.check_environment(environment.as_deref()).await?;

        let key = SeenTool { server: server.clone(), tool: tool.clone(), seen };
        let decide = move |catalog: &Catalog| {
            let (at, entry) = find_seen_tool(catalog, &key)?;
            request.check_parameters(entry)?;
            let decided = request.decisions_for(entry, environment.as_deref());
            let updated = with_decisions(&entry.decisions, environment.as_deref(), &decided);
            let write = move |mut change_set: ChangeSet| {
                let environment = environment.as_deref().unwrap_or(BASE);
                let override_key = OverrideKey { server: &key.server, tool: &key.tool, environment };
                write_decisions(&mut change_set, override_key, &decided)?;
                change_set.finish(&decision_summary(override_key, &decided))
            };
            Ok((vec![(at, updated)], write))
        };
        let (catalog, entry) = self.context.change_tool_decisions(decide).await?;
        let mut change = build_tool_change(&catalog, &server, &tool, entry)?;
        if let Some(entry) = catalog.entry(&server, &tool) {
            change.detail.drift = self.context.find_drift(entry).await?;
        }
        Ok(change)
    }

    /// The JSON of a tool before and after decisions. Changes nothing.
    #[boxed]
    pub async fn preview(&self, input: DecideInput) -> Result<DecisionPreview, ApiError> {
        let DecideInput { server, tool, environment, seen, decisions, because } = input;
        let request = DecisionRequest::parse(BulkChange::Decide { decisions }, because)?;
        let catalog = self.context.current_catalog().await?;
        let environment = environment.as_deref();
        if let Some(name) = environment {
            catalog.require_environment(name)?;
        }
        let (_, entry) = find_seen_tool(&catalog, &SeenTool { server, tool, seen })?;
        request.check_parameters(entry)?;
        Ok(preview_decisions(&catalog, entry, environment, &request.decisions_for(entry, environment)))
    }
}

impl Context {
    /// Fails if the environment does not exist.
    pub(crate) async fn check_environment(&self, name: Option<&str>) -> Result<(), ApiError> {
        let Some(name) = name else { return Ok(()) };
        self.current_catalog().await?.require_environment(name)
    }
}

/// A requested change, independent of the tool it is applied to.
#[derive(Debug, Clone)]
pub(super) struct DecisionRequest {
    change: RequestedChange,
    because: Option<String>,
}

#[derive(Debug, Clone)]
enum RequestedChange {
    Fields(Vec<(Field, Option<DecidedValue>)>),
    Inference { replaces_declared: bool },
    Reset,
}

impl DecisionRequest {
    /// Fails if it describes a parameter that the tool does not have. A former decision can be removed.
    fn check_parameters(&self, entry: &CatalogEntry) -> Result<(), ApiError> {
        let RequestedChange::Fields(fields) = &self.change else { return Ok(()) };
        let tool = &entry.tool;
        let known =
            || tool.parameters.iter().chain(&tool.wrapped_parameters).map(|known| known.name.as_str());
        let unknown = fields.iter().find_map(|(field, value)| match field {
            Field::Parameter(name) if value.is_some() => {
                Some(&**name).filter(|name| !known().any(|k| k == *name))
            }
            _ => None,
        });
        if let Some(name) = unknown {
            let hint = did_you_mean(name, known()).unwrap_or_else(|| {
                let names: Vec<&str> = known().take(20).collect();
                if names.is_empty() {
                    "It has none.".to_owned()
                } else {
                    format!("It has {}.", names.join(", "))
                }
            });
            let message = format!("{}.{} has no parameter {name}", entry.server, tool.name);
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        Ok(())
    }

    pub fn parse(change: BulkChange, because: Option<String>) -> Result<Self, ApiError> {
        let because = because.map(|why| why.trim().to_owned()).filter(|why| !why.is_empty());
        check_length("a reason", because.as_deref(), MAX_REASON_CHARS)?;
        let what = match change {
            BulkChange::Decide { decisions } => {
                RequestedChange::Fields(decisions.into_iter().map(parse_field).collect::<Result<_, _>>()?)
            }
            BulkChange::AcceptInference => RequestedChange::Inference { replaces_declared: false },
            BulkChange::ReplaceDeclared => RequestedChange::Inference { replaces_declared: true },
            BulkChange::Reset => RequestedChange::Reset,
        };
        Ok(Self { change: what, because })
    }

    /// The decisions for one tool, bound to its current definition.
    pub fn decisions_for(&self, entry: &CatalogEntry, environment: Option<&str>) -> Decisions {
        let hint = |hint: HintName, value: Option<bool>| (Field::Hint(hint), value.map(DecidedValue::Hint));
        let fields: Vec<(Field, Option<DecidedValue>)> = match &self.change {
            RequestedChange::Fields(fields) => fields.clone(),
            RequestedChange::Inference { replaces_declared } => {
                let guessed = entry.inference.hints();
                let resolved = entry.resolve_in(environment);
                // Values declared by the server are replaced only on explicit request.
                let strongest = if *replaces_declared { Layer::Declared } else { Layer::Inferred };
                let is_open = |name: &HintName| {
                    let field = &resolved.hints[*name];
                    field.layer() <= strongest && (field.suspended().is_none() || *replaces_declared)
                };
                let is_read_only = match guessed.read_only {
                    Some(value) if is_open(&HintName::ReadOnly) => value,
                    _ => resolved.hint(HintName::ReadOnly),
                };
                // Of a read-only tool, both say nothing that a client could use, and "destructive" would contradict it.
                let has_meaning = |name: &HintName| match name {
                    HintName::Destructive | HintName::Idempotent => !is_read_only,
                    HintName::ReadOnly | HintName::OpenWorld => true,
                };
                let guesses = HintName::ALL.into_iter().filter(|name| guessed[*name].is_some());
                guesses
                    .filter(|name| is_open(name) && has_meaning(name))
                    .map(|name| hint(name, guessed[name]))
                    .collect()
            }
            RequestedChange::Reset => HintName::ALL.into_iter().map(|name| hint(name, None)).collect(),
        };
        let bound = |(field, value): (Field, Option<DecidedValue>)| {
            let because = self.because.clone().filter(|_| has_reason(&field));
            let fingerprint = Some(entry.tool.fingerprint.clone());
            (field, value.map(|value| Decision { value, because, fingerprint }))
        };
        fields.into_iter().map(bound).collect()
    }

    /// The hint it decides, if it decides nothing else.
    pub fn single_hint(&self) -> Option<(HintName, bool)> {
        match &self.change {
            RequestedChange::Fields(fields) => match fields.as_slice() {
                [(Field::Hint(hint), Some(DecidedValue::Hint(value)))] => Some((*hint, *value)),
                _ => None,
            },
            RequestedChange::Inference { .. } | RequestedChange::Reset => None,
        }
    }

    /// "read-only Yes", "what is inferred".
    pub fn summary(&self) -> String {
        match &self.change {
            RequestedChange::Fields(fields) => {
                let parts: Vec<String> =
                    fields.iter().map(|(field, value)| field_summary(field, value.as_ref())).collect();
                parts.join(", ")
            }
            RequestedChange::Inference { replaces_declared: false } => "what is inferred".to_owned(),
            RequestedChange::Inference { replaces_declared: true } => {
                "what is inferred in place of what the server declares".to_owned()
            }
            RequestedChange::Reset => "every hint inherits".to_owned(),
        }
    }
}

/// Finds the tool and its position in the catalog; fails if its definition is not the one that was shown.
pub(super) fn find_seen_tool<'a>(
    catalog: &'a Catalog,
    key: &SeenTool,
) -> Result<(usize, &'a CatalogEntry), ApiError> {
    let at = catalog.require_position(&key.server, &key.tool)?;
    let entry = &catalog.entries[at];
    entry.check_fingerprint(key.seen.as_deref())?;
    Ok((at, entry))
}

/// A tool's decisions with some fields of one layer replaced.
pub(super) fn with_decisions(
    current: &ToolDecisions,
    environment: Option<&str>,
    decided: &[(Field, Option<Decision>)],
) -> ToolDecisions {
    let mut current = current.clone();
    let decisions = match environment {
        None => &mut current.base,
        Some(name) => current.environments.entry(name.into()).or_default(),
    };
    for (field, decision) in decided {
        decisions.overrides.set(field.clone(), decision.clone());
    }
    current.environments.retain(|_, decisions| !decisions.is_empty());
    current
}

/// What decisions in one layer would change in the JSON that clients get in that environment.
pub(super) fn preview_decisions(
    catalog: &Catalog,
    entry: &CatalogEntry,
    environment: Option<&str>,
    decided: &[(Field, Option<Decision>)],
) -> DecisionPreview {
    let updated = with_decisions(&entry.decisions, environment, decided);
    let (now, then) = (entry.resolve_in(environment), entry.resolve_with(&updated, environment));
    let notes = entry.notes_in(catalog.active_toolset(environment));
    let [before, after] =
        [&now, &then].map(|resolved| json::pretty_print(&wire::correct_tool(&entry.tool, resolved, &notes)));
    DecisionPreview {
        equal_lines: wire::equal_lines(&before, &after),
        difference: wire::diff_resolutions(&entry.tool, [&now, &then], &notes),
        before,
        after,
    }
}

pub(super) fn write_decisions(
    change_set: &mut ChangeSet,
    key: OverrideKey,
    decided: &[(Field, Option<Decision>)],
) -> rusqlite::Result<()> {
    decided.iter().try_for_each(|(field, decision)| overrides::set(change_set, key, field, decision.as_ref()))
}

/// Titles and the descriptions of parameters need no reason.
fn has_reason(field: &Field) -> bool {
    matches!(field, Field::Hint(_) | Field::Description | Field::Icon)
}

fn parse_field(decision: FieldDecision) -> Result<(Field, Option<DecidedValue>), ApiError> {
    let text =
        |value: Option<String>| value.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    match decision {
        FieldDecision::Hint { hint, value } => Ok((Field::Hint(hint), value.map(DecidedValue::Hint))),
        FieldDecision::Title { value } => {
            let title = text(value);
            check_length("a title", title.as_deref(), MAX_TITLE_CHARS)?;
            Ok((Field::Title, title.map(DecidedValue::Text)))
        }
        FieldDecision::Description { value } => {
            let description = text(value);
            check_length("a description", description.as_deref(), MAX_DESCRIPTION_CHARS)?;
            Ok((Field::Description, description.map(DecidedValue::Text)))
        }
        FieldDecision::Icon { value } => {
            let icon = text(value).map(|source| icons::redraw_source(&source)).transpose();
            let icon = icon.map_err(|why| {
                let hint = "Use a PNG, JPEG or WebP image of at most 1024 pixels per side, as a data URI in base64, \
                            or an https URL.";
                ApiError::new(ErrorCode::Invalid, format!("the icon cannot be used: {why}"), hint)
            })?;
            Ok((Field::Icon, icon.map(DecidedValue::Text)))
        }
        FieldDecision::Parameter { name, value } => {
            let description = text(value);
            check_length("a description", description.as_deref(), MAX_DESCRIPTION_CHARS)?;
            Ok((Field::Parameter(name.into()), description.map(DecidedValue::Text)))
        }
    }
}

fn check_length(what: &str, text: Option<&str>, max_chars: usize) -> Result<(), ApiError> {
    if text.is_none_or(|text| text.chars().count() <= max_chars) {
        return Ok(());
    }
    let message = format!("{what} must have at most {max_chars} characters");
    Err(ApiError::new(ErrorCode::Invalid, message, "Shorten the text, and put details into a note."))
}

/// "notes.get_note: read-only Yes, title inherits".
fn decision_summary(key: OverrideKey, decided: &[(Field, Option<Decision>)]) -> String {
    let parts: Vec<String> = decided
        .iter()
        .map(|(field, decision)| field_summary(field, decision.as_ref().map(|decision| &decision.value)))
        .collect();
    let suffix = if key.environment == BASE { String::new() } else { format!(" in {}", key.environment) };
    format!("{}.{}{suffix}: {}", key.server, key.tool, parts.join(", "))
}

fn field_summary(field: &Field, value: Option<&DecidedValue>) -> String {
    match value {
        None => format!("{} inherits", field.cli_name()),
        Some(DecidedValue::Hint(value)) => format!("{} {}", field.cli_name(), yes_no(*value)),
        Some(DecidedValue::Text(text)) => {
            // The history has the whole text; its summary is one line.
            let words: Vec<&str> = text.split_whitespace().collect();
            format!("{} “{}”", field.cli_name(), truncate_chars(&words.join(" "), MAX_SUMMARY_CHARS))
        }
    }
}
