//! Deciding a field of a tool. Stored at once; the catalog is patched, not read again.

use hintsmith_core::overrides::{Decided, Decision, Field};

use super::tools::{changes, detail};
use crate::api::view::{DecideHintInput, DecideTitleInput, ToolChange};
use crate::catalog::Entry;
use crate::error::{ApiError, ErrorCode};
use crate::store::overrides;
use crate::{Engine, clock};

/// Longer than any title a client shows.
const LONGEST_TITLE: usize = 200;

impl Engine {
    pub async fn decide_hint(&self, input: DecideHintInput) -> Result<ToolChange, ApiError> {
        let because = input.because.filter(|why| !why.trim().is_empty());
        self.decide(
            input.server,
            input.tool,
            Field::Hint(input.hint),
            input.value.map(Decided::Hint),
            because,
        )
        .await
    }

    pub async fn decide_title(&self, input: DecideTitleInput) -> Result<ToolChange, ApiError> {
        let title = input.title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
        if title.as_ref().is_some_and(|title| title.chars().count() > LONGEST_TITLE) {
            let hint = "Clients show a few words; put the rest into a note.";
            let message = format!("a title may have {LONGEST_TITLE} characters at most");
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
        self.decide(input.server, input.tool, Field::Title, title.map(Decided::Title), None).await
    }

    async fn decide(
        &self,
        server: String,
        tool: String,
        field: Field,
        value: Option<Decided>,
        because: Option<String>,
    ) -> Result<ToolChange, ApiError> {
        let id = (server.clone(), tool.clone());
        let decide = |entry: &Entry| {
            let fingerprint = Some(entry.tool.fingerprint.clone());
            let decision = value.map(|value| Decision { value, because, fingerprint });
            let mut decided = entry.overrides.clone();
            decided.set(field, decision.clone());
            let write = move |connection: &rusqlite::Connection| {
                overrides::set(connection, (&id.0, &id.1), field, decision.as_ref(), &clock::now())
            };
            (decided, write)
        };
        let catalog = self.change_tool(&server, &tool, decide).await?;
        let entry = catalog.entry(&server, &tool).ok_or_else(|| ApiError::no_tool(&server, &tool))?;
        Ok(ToolChange {
            revision: catalog.revision,
            detail: detail(entry, &catalog),
            changes: changes(&catalog),
        })
    }
}
