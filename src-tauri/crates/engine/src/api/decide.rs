//! Deciding fields of a tool. Stored at once as one entry of the history; the catalog is patched, not read again.

use hintsmith_core::hint::yes_no;
use hintsmith_core::overrides::{Decided, Decision, Field};

use super::tools::tool_change;
use crate::Engine;
use crate::api::view::{DecideInput, FieldDecision, ToolChange};
use crate::catalog::{Entry, Word};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::Act;
use crate::store::overrides::{self, Place};

/// Longer than any title a client shows.
const LONGEST_TITLE: usize = 200;

impl Engine {
    pub async fn decide(&self, input: DecideInput) -> Result<ToolChange, ApiError> {
        let DecideInput { server, tool, environment, seen, decisions, because } = input;
        let because = because.map(|why| why.trim().to_owned()).filter(|why| !why.is_empty());
        let decisions: Vec<(Field, Option<Decided>)> =
            decisions.into_iter().map(read).collect::<Result<_, _>>()?;
        self.known_environment(environment.as_deref()).await?;

        let (place_server, place_tool) = (server.clone(), tool.clone());
        let decide = |entry: &Entry| {
            entry.check_seen(seen.as_deref())?;
            let decided = decisions.into_iter().map(|(field, value)| {
                // A title needs no justification.
                let because = because.clone().filter(|_| field != Field::Title);
                let fingerprint = Some(entry.tool.fingerprint.clone());
                (field, value.map(|value| Decision { value, because, fingerprint }))
            });
            let decided: Vec<(Field, Option<Decision>)> = decided.collect();
            let word = with(&entry.word, environment.as_deref(), &decided);
            let write = move |mut act: Act| {
                let environment = environment.as_deref().unwrap_or(BASE);
                let place = Place { server: &place_server, tool: &place_tool, environment };
                for (field, decision) in &decided {
                    overrides::set(&mut act, place, *field, decision.as_ref())?;
                }
                act.finish(&told(place, &decided))
            };
            Ok((word, write))
        };
        let (catalog, entry) = self.change_tool(&server, &tool, decide).await?;
        let mut change = tool_change(&catalog, &server, &tool, entry)?;
        if let Some(entry) = catalog.entry(&server, &tool) {
            change.detail.drift = self.drift_of(entry).await?;
        }
        Ok(change)
    }

    /// Fails when there is no environment of that name.
    pub(crate) async fn known_environment(&self, name: Option<&str>) -> Result<(), ApiError> {
        let Some(name) = name else { return Ok(()) };
        let catalog = self.current().await?;
        if catalog.environments.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(ApiError::no_environment(name))
    }
}

/// What was said about a tool, with some fields of one layer decided anew.
pub(super) fn with(word: &Word, environment: Option<&str>, decided: &[(Field, Option<Decision>)]) -> Word {
    let mut word = word.clone();
    let decisions = match environment {
        None => &mut word.base,
        Some(name) => word.environments.entry(name.into()).or_default(),
    };
    for (field, decision) in decided {
        decisions.overrides.set(*field, decision.clone());
    }
    word.environments.retain(|_, decisions| !decisions.is_empty());
    word
}

fn read(decision: FieldDecision) -> Result<(Field, Option<Decided>), ApiError> {
    match decision {
        FieldDecision::Hint { hint, value } => Ok((Field::Hint(hint), value.map(Decided::Hint))),
        FieldDecision::Title { value } => {
            let title = value.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
            if title.as_ref().is_some_and(|title| title.chars().count() > LONGEST_TITLE) {
                let hint = "Clients show a few words; put the rest into a note.";
                let message = format!("a title may have {LONGEST_TITLE} characters at most");
                return Err(ApiError::new(ErrorCode::Invalid, message, hint));
            }
            Ok((Field::Title, title.map(Decided::Title)))
        }
    }
}

/// "notes.get_note: read-only Yes, title inherits".
fn told(place: Place, decided: &[(Field, Option<Decision>)]) -> String {
    let parts = decided.iter().map(|(field, decision)| match decision.as_ref().map(|d| &d.value) {
        None => format!("{} inherits", field.word()),
        Some(Decided::Hint(value)) => format!("{} {}", field.word(), yes_no(*value)),
        Some(Decided::Title(title)) => format!("title “{title}”"),
    });
    let parts: Vec<String> = parts.collect();
    let whose = if place.environment == BASE { String::new() } else { format!(" in {}", place.environment) };
    format!("{}.{}{whose}: {}", place.server, place.tool, parts.join(", "))
}
