//! Taking over the decisions of a `hintsmith.json`. The file's decisions win; what it does not name stays.

use std::io::Read;

use hintsmith_core::export::hintsmith_json::{Document, ReadError};
use hintsmith_core::overrides::Decision;

use crate::api::view::{ApplyChange, ApplyInput, ApplyPreview, ApplyReport, count};
use crate::catalog::Catalog;
use crate::error::{ApiError, ErrorCode};
use crate::store::overrides;
use crate::{Engine, clock};

/// More than a file of a hundred thousand decided tools.
const LARGEST: u64 = 64 << 20;

impl Engine {
    /// What applying the file would change.
    pub async fn preview_apply(&self, input: ApplyInput) -> Result<ApplyPreview, ApiError> {
        let document = read(&input.path)?;
        let catalog = self.current().await?;
        let servers = document.servers.keys();
        let waiting = servers.filter(|name| catalog.server(name).is_none()).cloned().collect();
        Ok(ApplyPreview {
            servers: count(document.servers.len()),
            decisions: count(document.decisions()),
            changes: differences(&document, &catalog),
            waiting,
        })
    }

    /// Makes the file's decisions ours, all of them or none.
    pub async fn apply_file(&self, input: ApplyInput) -> Result<ApplyReport, ApiError> {
        let document = read(&input.path)?;
        let catalog = self.current().await?;
        let applied = differences(&document, &catalog).len();
        let write = move |connection: &rusqlite::Connection| {
            let at = clock::now();
            for (server, tools) in &document.servers {
                for (tool, decided) in tools {
                    for (field, decision) in decided.overrides.iter() {
                        overrides::set(connection, (server, tool), field, Some(decision), &at)?;
                    }
                }
            }
            Ok(())
        };
        self.change(write).await?;
        Ok(ApplyReport { applied: count(applied) })
    }
}

fn read(path: &str) -> Result<Document, ApiError> {
    let refused = |what: String, hint: &str| ApiError::new(ErrorCode::File, format!("{path} {what}"), hint);
    let unreadable =
        |error: std::io::Error| refused(format!("cannot be read: {error}"), "Check the name of the file.");
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST + 1).read_to_string(&mut text).map_err(unreadable)?;
    if text.len() as u64 > LARGEST {
        return Err(refused("is larger than 64 MiB".to_owned(), "Nothing was changed."));
    }
    Document::parse(&text).map_err(|error| {
        let hint = match error {
            ReadError::Version(_) => {
                "Update Hintsmith, or export the file again with this version. Nothing was changed."
            }
            _ => "Give a file that `hintsmith export hintsmith` wrote. Nothing was changed.",
        };
        refused(format!("cannot be applied: {error}"), hint)
    })
}

fn differences(document: &Document, catalog: &Catalog) -> Vec<ApplyChange> {
    let mut changes = Vec::new();
    for (server, tools) in &document.servers {
        for (tool, decided) in tools {
            let ours = catalog.entry(server, tool).map(|entry| &entry.overrides);
            let ours = ours.or_else(|| catalog.waiting.get(&(server.clone(), tool.clone())));
            for (field, theirs) in decided.overrides.iter() {
                let ours = ours.and_then(|overrides| overrides.get(field));
                if ours != Some(theirs) {
                    changes.push(ApplyChange {
                        server: server.clone(),
                        tool: tool.clone(),
                        field: field.word().to_owned(),
                        before: ours.map(shown),
                        after: shown(theirs),
                    });
                }
            }
        }
    }
    changes
}

fn shown(decision: &Decision) -> String {
    decision
        .because
        .as_ref()
        .map_or_else(|| decision.value.to_string(), |why| format!("{} ({why})", decision.value))
}
