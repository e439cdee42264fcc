//! Decisions about the fields of a tool. Each change is stored as one history entry, and the catalog is patched
//! instead of reloaded.

use hintsmith_core::hint::{HintName, yes_no};
use hintsmith_core::layer::Layer;
use hintsmith_core::overrides::{DecidedValue, Decision, Field};

use super::detail::tool_change;
use crate::Engine;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ToolDecisions};
use crate::dto::{BulkChange, DecideInput, FieldDecision, SeenTool, ToolChange};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::overrides::{self, OverrideKey};

/// Maximum length of a title in characters, longer than any title a client shows.
const LONGEST_TITLE: usize = 200;
/// Maximum length of a parameter's description in characters, more than a model reads with benefit.
const LONGEST_DESCRIPTION: usize = 4_000;
/// Maximum length of a reason in characters. A reason is a sentence.
const LONGEST_REASON: usize = 1_000;

/// Fields with their decision; none removes it, so that the field inherits.
pub(super) type Decisions = Vec<(Field, Option<Decision>)>;

impl Engine {
    #[boxed]
    pub async fn decide(&self, input: DecideInput) -> Result<ToolChange, ApiError> {
        let DecideInput { server, tool, environment, seen, decisions, because } = input;
        let wish = DecisionRequest::read(BulkChange::Decide { decisions }, because)?;
        self.known_environment(environment.as_deref()).await?;

        let key = SeenTool { server: server.clone(), tool: tool.clone(), seen };
        let decide = move |catalog: &Catalog| {
            let (at, entry) = find(catalog, &key)?;
            let decided = wish.for_tool(entry, environment.as_deref());
            let word = with(&entry.decisions, environment.as_deref(), &decided);
            let write = move |mut act: ChangeSet| {
                let environment = environment.as_deref().unwrap_or(BASE);
                let place = OverrideKey { server: &key.server, tool: &key.tool, environment };
                store(&mut act, place, &decided)?;
                act.finish(&told(place, &decided))
            };
            Ok((vec![(at, word)], write))
        };
        let (catalog, entry) = self.change_tool_decisions(decide).await?;
        let mut change = tool_change(&catalog, &server, &tool, entry)?;
        if let Some(entry) = catalog.entry(&server, &tool) {
            change.detail.drift = self.drift_of(entry).await?;
        }
        Ok(change)
    }

    /// Fails if the environment does not exist.
    pub(crate) async fn known_environment(&self, name: Option<&str>) -> Result<(), ApiError> {
        let Some(name) = name else { return Ok(()) };
        let catalog = self.current_catalog().await?;
        if catalog.environments.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(ApiError::no_environment(name))
    }
}

/// A requested change, independent of the tool it is applied to.
#[derive(Debug, Clone)]
pub(super) struct DecisionRequest {
    what: DecisionField,
    because: Option<String>,
}

#[derive(Debug, Clone)]
enum DecisionField {
    Fields(Vec<(Field, Option<DecidedValue>)>),
    Inference { replaces_declared: bool },
    Reset,
}

impl DecisionRequest {
    pub fn read(change: BulkChange, because: Option<String>) -> Result<Self, ApiError> {
        let because = because.map(|why| why.trim().to_owned()).filter(|why| !why.is_empty());
        check_length("a reason", because.as_deref(), LONGEST_REASON)?;
        let what = match change {
            BulkChange::Decide { decisions } => {
                DecisionField::Fields(decisions.into_iter().map(read).collect::<Result<_, _>>()?)
            }
            BulkChange::AcceptInference => DecisionField::Inference { replaces_declared: false },
            BulkChange::ReplaceDeclared => DecisionField::Inference { replaces_declared: true },
            BulkChange::Reset => DecisionField::Reset,
        };
        Ok(Self { what, because })
    }

    /// The decisions for one tool, bound to its current definition.
    pub fn for_tool(&self, entry: &CatalogEntry, environment: Option<&str>) -> Decisions {
        let hint = |hint: HintName, value: Option<bool>| (Field::Hint(hint), value.map(DecidedValue::Hint));
        let fields: Vec<(Field, Option<DecidedValue>)> = match &self.what {
            DecisionField::Fields(fields) => fields.clone(),
            DecisionField::Inference { replaces_declared } => {
                let guessed = entry.inference.hints();
                let resolved = entry.resolved_in(environment);
                // Values declared by the server are replaced only on explicit request.
                let strongest = if *replaces_declared { Layer::Declared } else { Layer::Inferred };
                let is_open = |name: &HintName| {
                    let field = &resolved.hints[*name];
                    field.layer() <= strongest && (field.suspended().is_none() || *replaces_declared)
                };
                let guesses = HintName::ALL.into_iter().filter(|name| guessed[*name].is_some());
                guesses.filter(is_open).map(|name| hint(name, guessed[name])).collect()
            }
            DecisionField::Reset => HintName::ALL.into_iter().map(|name| hint(name, None)).collect(),
        };
        let bound = |(field, value): (Field, Option<DecidedValue>)| {
            // Only hints have a reason.
            let because = self.because.clone().filter(|_| matches!(field, Field::Hint(_)));
            let fingerprint = Some(entry.tool.fingerprint.clone());
            (field, value.map(|value| Decision { value, because, fingerprint }))
        };
        fields.into_iter().map(bound).collect()
    }

    /// The hint it decides, if it decides nothing else.
    pub fn only_hint(&self) -> Option<(HintName, bool)> {
        match &self.what {
            DecisionField::Fields(fields) => match fields.as_slice() {
                [(Field::Hint(hint), Some(DecidedValue::Hint(value)))] => Some((*hint, *value)),
                _ => None,
            },
            DecisionField::Inference { .. } | DecisionField::Reset => None,
        }
    }

    /// "read-only Yes", "what is inferred".
    pub fn words(&self) -> String {
        match &self.what {
            DecisionField::Fields(fields) => {
                let parts: Vec<String> =
                    fields.iter().map(|(field, value)| field_words(field, value.as_ref())).collect();
                parts.join(", ")
            }
            DecisionField::Inference { replaces_declared: false } => "what is inferred".to_owned(),
            DecisionField::Inference { replaces_declared: true } => {
                "what is inferred in place of what the server declares".to_owned()
            }
            DecisionField::Reset => "every hint inherits".to_owned(),
        }
    }
}

/// Finds the tool and its position in the catalog; fails if its definition is not the one that was shown.
pub(super) fn find<'a>(catalog: &'a Catalog, key: &SeenTool) -> Result<(usize, &'a CatalogEntry), ApiError> {
    let at = catalog.position(&key.server, &key.tool);
    let at = at.ok_or_else(|| ApiError::no_tool(&key.server, &key.tool))?;
    let entry = &catalog.entries[at];
    entry.check_seen(key.seen.as_deref())?;
    Ok((at, entry))
}

/// A tool's decisions with some fields of one layer replaced.
pub(super) fn with(
    word: &ToolDecisions,
    environment: Option<&str>,
    decided: &[(Field, Option<Decision>)],
) -> ToolDecisions {
    let mut word = word.clone();
    let decisions = match environment {
        None => &mut word.base,
        Some(name) => word.environments.entry(name.into()).or_default(),
    };
    for (field, decision) in decided {
        decisions.overrides.set(field.clone(), decision.clone());
    }
    word.environments.retain(|_, decisions| !decisions.is_empty());
    word
}

pub(super) fn store(
    act: &mut ChangeSet,
    place: OverrideKey,
    decided: &[(Field, Option<Decision>)],
) -> rusqlite::Result<()> {
    decided.iter().try_for_each(|(field, decision)| overrides::set(act, place, field, decision.as_ref()))
}

fn read(decision: FieldDecision) -> Result<(Field, Option<DecidedValue>), ApiError> {
    let text =
        |value: Option<String>| value.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    match decision {
        FieldDecision::Hint { hint, value } => Ok((Field::Hint(hint), value.map(DecidedValue::Hint))),
        FieldDecision::Title { value } => {
            let title = text(value);
            check_length("a title", title.as_deref(), LONGEST_TITLE)?;
            Ok((Field::Title, title.map(DecidedValue::Text)))
        }
        FieldDecision::Parameter { name, value } => {
            let description = text(value);
            check_length("a description", description.as_deref(), LONGEST_DESCRIPTION)?;
            Ok((Field::Parameter(name.into()), description.map(DecidedValue::Text)))
        }
    }
}

fn check_length(what: &str, text: Option<&str>, longest: usize) -> Result<(), ApiError> {
    if text.is_none_or(|text| text.chars().count() <= longest) {
        return Ok(());
    }
    let message = format!("{what} may have {longest} characters at most");
    Err(ApiError::new(ErrorCode::Invalid, message, "Say it in fewer words; put the rest into a note."))
}

/// "notes.get_note: read-only Yes, title inherits".
fn told(place: OverrideKey, decided: &[(Field, Option<Decision>)]) -> String {
    let parts: Vec<String> = decided
        .iter()
        .map(|(field, decision)| field_words(field, decision.as_ref().map(|decision| &decision.value)))
        .collect();
    let whose = if place.environment == BASE { String::new() } else { format!(" in {}", place.environment) };
    format!("{}.{}{whose}: {}", place.server, place.tool, parts.join(", "))
}

fn field_words(field: &Field, value: Option<&DecidedValue>) -> String {
    match value {
        None => format!("{} inherits", field.cli_name()),
        Some(DecidedValue::Hint(value)) => format!("{} {}", field.cli_name(), yes_no(*value)),
        Some(DecidedValue::Text(text)) => format!("{} “{text}”", field.cli_name()),
    }
}
