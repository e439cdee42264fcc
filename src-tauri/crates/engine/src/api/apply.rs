//! Applying the decisions of a `hintsmith.json`.
//!
//! Decisions that the file does not mention stay. Where both decide a field, the user chooses.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::export::difference::{DocumentDifference, diff_documents, diff_fingerprints};
use hintsmith_core::export::hintsmith_json::{DocumentError, HintsmithDocument};
use hintsmith_core::model::overrides::{Decision, Field};

use super::decide::DecisionService;
use super::decision_changes;
use super::destination::sha256_hex;
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{ApplyChoice, ApplyInput, ApplyPreview, ApplyReport, DecisionChange, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::{environments, refreshes};
use crate::{files, icons};

/// Maximum size of a `hintsmith.json` in bytes. A file with decisions about a hundred thousand tools is smaller.
pub(super) const MAX_FILE_BYTES: u64 = 64 << 20;

impl DecisionService {
    /// Previews the changes that applying the file would make.
    #[boxed]
    pub async fn preview_apply(&self, input: ApplyInput) -> Result<ApplyPreview, ApiError> {
        let (file, shown) = self.load_incoming_file(&input.path).await?;
        let file = Arc::new(file);
        let (differences, applied) = (Arc::clone(&file), applied_changes(shown.len(), &input.keep)?);
        let loosens =
            self.context.preview_loosening(move |mut set| differences.write(&mut set, &applied)).await?;
        let mut waiting: Vec<String> =
            file.document.layers().flat_map(|(_, layer)| layer.servers.keys().cloned()).collect();
        waiting.sort_unstable();
        waiting.dedup();
        let servers = waiting.len();
        waiting.retain(|name| file.catalog.server(name).is_none());
        Ok(ApplyPreview {
            servers: saturating_u32(servers),
            decisions: saturating_u32(file.document.decision_count()),
            environments: file.new_environments().cloned().collect(),
            waiting,
            seen: file.preview_digest(&shown),
            changes: shown,
            loosens,
        })
    }

    /// Applies the file's decisions, except the changes in `keep`. Atomic.
    #[boxed]
    pub async fn apply_file(&self, input: ApplyChoice) -> Result<ApplyReport, ApiError> {
        let (file, shown) = self.load_incoming_file(&input.path).await?;
        file.require_seen(&shown, &input.seen, &input.path)?;
        let applied = applied_changes(shown.len(), &input.keep)?;
        let count = applied.iter().filter(|applied| **applied).count();
        let summary = format!("applied {}", file_name(&input.path));
        let write = move |mut change_set: ChangeSet| {
            file.write(&mut change_set, &applied)?;
            change_set.finish(&summary)
        };
        let entry = self.context.apply_confirmed_changes(input.loosen, write).await?;
        Ok(ApplyReport { applied: saturating_u32(count), entry: entry.and_then(|id| u32::try_from(id).ok()) })
    }

    /// Reads a file and computes its changes to the store's decisions.
    async fn load_incoming_file(&self, path: &str) -> Result<(IncomingFile, Vec<DecisionChange>), ApiError> {
        let catalog = self.context.current_catalog().await?;
        let path = path.to_owned();
        crate::db::spawn_blocking(move || {
            let (text, mut document) = read_document(&path)?;
            icons::redraw_document(&mut document).map_err(|why| {
                ApiError::new(ErrorCode::Invalid, why, "Correct the icon in the file. Nothing was changed.")
            })?;
            Ok(IncomingFile::new(sha256_hex(&text), document, catalog))
        })
        .await?
    }
}

/// The decisions of a file, and the store that they are compared with.
pub(super) struct IncomingFile {
    /// SHA-256 of the file's text.
    digest: String,
    document: HintsmithDocument,
    catalog: Arc<Catalog>,
}

impl IncomingFile {
    /// Binds the decisions to the tools as they are, and lists the changes to the store's decisions.
    pub(super) fn new(
        digest: String,
        mut document: HintsmithDocument,
        catalog: Arc<Catalog>,
    ) -> (Self, Vec<DecisionChange>) {
        bind_decisions(&mut document, &catalog);
        let file = Self { digest, document, catalog };
        let (ours, both) = file.current_and_merged();
        let shown = all_differences(&ours, &both).iter().map(decision_changes::change_view).collect();
        (file, shown)
    }

    /// The store's document, and the same with the file's decisions applied.
    fn current_and_merged(&self) -> (HintsmithDocument, HintsmithDocument) {
        let ours = self.catalog.document();
        let both = ours.merged_with(&self.document);
        (ours, both)
    }

    fn new_environments(&self) -> impl Iterator<Item = &String> {
        let known = &self.catalog.environments;
        self.document.environments.keys().filter(|name| !known.contains(name))
    }

    /// Writes the new environments and the changes that are applied.
    pub(super) fn write(&self, change_set: &mut ChangeSet, applied: &[bool]) -> rusqlite::Result<()> {
        for name in self.new_environments() {
            environments::add(change_set, name)?;
        }
        let (ours, both) = self.current_and_merged();
        let differences = all_differences(&ours, &both).into_iter().zip(applied);
        let applied: Vec<DocumentDifference> =
            differences.filter_map(|(change, applied)| applied.then_some(change)).collect();
        // The user was shown the tools as they are now.
        let seen = refreshes::newest_id(change_set.connection)?;
        decision_changes::write_differences(change_set, &self.catalog, &applied, |_, _| seen)
    }

    /// Identifies the file's text and the changes that the user was shown.
    pub(super) fn preview_digest(&self, changes: &[DecisionChange]) -> String {
        let changes = serde_json::to_string(changes).expect("texts always serialize");
        sha256_hex(&format!("{}{changes}", self.digest))
    }

    /// Fails if the file or the store is no longer what the user was shown.
    pub(super) fn require_seen(
        &self,
        changes: &[DecisionChange],
        seen: &str,
        path: &str,
    ) -> Result<(), ApiError> {
        if self.preview_digest(changes) == seen {
            return Ok(());
        }
        let message = format!("{path} or the decisions in the store changed after the preview");
        let hint = "Review the changes again. Nothing was changed.";
        Err(ApiError::new(ErrorCode::Conflict, message, hint))
    }
}

/// The name of a file, for the history.
pub(super) fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.display().to_string())
}

fn all_differences<'a>(
    ours: &'a HintsmithDocument,
    merged: &'a HintsmithDocument,
) -> Vec<DocumentDifference<'a>> {
    let mut changes = diff_documents(ours, merged);
    changes.extend(diff_fingerprints(ours, merged));
    changes
}

/// Whether each change is applied, given the indices of those that are not.
pub(super) fn applied_changes(changes: usize, keep: &[u32]) -> Result<Vec<bool>, ApiError> {
    let mut applied = vec![true; changes];
    for at in keep {
        *applied.get_mut(*at as usize).ok_or_else(|| no_such_change(*at))? = false;
    }
    Ok(applied)
}

fn no_such_change(index: u32) -> ApiError {
    ApiError::new(
        ErrorCode::Invalid,
        format!("there is no change {index} in the file"),
        "Review the changes again.",
    )
}

/// Binds decisions without a fingerprint to the current definition of their tool, because the user has just seen the
/// difference. Decisions about a tool that does not exist are bound when it appears.
fn bind_decisions(document: &mut HintsmithDocument, catalog: &Catalog) {
    let layers = std::iter::once(&mut document.base).chain(document.environments.values_mut());
    for (server, tools) in layers.flat_map(|layer| layer.servers.iter_mut()) {
        for (tool, decided) in tools {
            let Some(entry) = catalog.entry(server, tool) else { continue };
            let loose: Vec<(Field, Decision)> = decided
                .overrides
                .iter()
                .filter(|(_, decision)| decision.fingerprint.is_none())
                .map(|(field, decision)| (field.clone(), decision.clone()))
                .collect();
            for (field, decision) in loose {
                let fingerprint = Some(entry.tool.fingerprint.clone());
                decided.overrides.set(field, Some(Decision { fingerprint, ..decision }));
            }
        }
    }
}

/// Reads and parses a `hintsmith.json`.
pub(super) fn read_document(path: &str) -> Result<(String, HintsmithDocument), ApiError> {
    let refused = |what: String, hint: &str| ApiError::new(ErrorCode::File, format!("{path} {what}"), hint);
    let unreadable =
        |error: std::io::Error| refused(format!("cannot be read: {error}"), "Check the path of the file.");
    let text = files::read_text(Path::new(path), MAX_FILE_BYTES).map_err(unreadable)?;
    let document = HintsmithDocument::parse(&text).map_err(|error| {
        let hint = match error {
            DocumentError::UnsupportedVersion(_) => {
                "Update Hintsmith, or export the file again with this version. Nothing was changed."
            }
            _ => "Choose a file written by `hintsmith export hintsmith`. Nothing was changed.",
        };
        refused(format!("cannot be applied: {error}"), hint)
    })?;
    Ok((text, document))
}
