//! Export of decisions to files: previewed first, written atomically, and never over a file that is not ours without
//! confirmation.

mod canonical;
pub(crate) mod model;
mod path;
mod progress;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hintsmith_core::export::denials::{WrittenDenials, report_kept};
use hintsmith_core::export::model::{ExportModel, ExportOptions, Permission};
use hintsmith_core::export::report::FidelityReport;
use hintsmith_core::export::target::{ExportFile, MergeError, Target, TargetWriter};
use hintsmith_core::export::targets::{self, TARGETS};
use hintsmith_core::resolve::wire;
use hintsmith_core::sources::redact::{self, SecretNames};
use hintsmith_core::text::config_text::ConfigFormat;
use rusqlite::Connection;

use super::destination::{ExistingFile, replace_file, sha256_hex};
use super::environments::BASE_NAME;
use crate::boxed;
use crate::catalog::Catalog;
use crate::clock;
use crate::context::Context;
use crate::dto::{
    ExportInput, ExportPreview, ExportProgress, ExportReport, ExportStage, ExportedFile, TargetView,
    saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::exports::{self, ExportRow};
use crate::store::servers::ServerRow;
use canonical::{effective_document, loosened, suspended};
use model::build_model;
use progress::{Cancellations, Progress};

/// The file that an export is merged into.
#[derive(Default)]
struct Existing {
    text: String,
    /// The rules that earlier exports have denied in it.
    denied: WrittenDenials,
}

/// A generated export.
struct ExportResult {
    files: Vec<ExportFile>,
    report: FidelityReport,
    /// Number of exported decisions or tools.
    exported: usize,
    /// The rules that this export and earlier ones have denied in the file.
    denied: WrittenDenials,
}

impl ExportResult {
    fn from_model(
        model: &ExportModel,
        target: &Target,
        choice: ExportOptions,
        write: impl FnOnce(&ExportModel, &mut FidelityReport) -> Vec<ExportFile>,
    ) -> Self {
        let mut report = FidelityReport::from_model(model, &target.capabilities, choice);
        let files = write(model, &mut report);
        let tools = model.servers.iter().flat_map(|server| &server.tools);
        let exported = tools.filter(|tool| tool.has_overrides()).count();
        Self { files, report, exported, denied: WrittenDenials::new() }
    }
}

/// Masks secrets for display; an existing file of the user may contain some.
fn redact_text(path: &Path, text: &str) -> String {
    let format = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json" | "jsonc") => Some(ConfigFormat::Json),
        Some("toml") => Some(ConfigFormat::Toml),
        _ => None,
    };
    let parsed = format.and_then(|format| redact::redact_config(text, format, SecretNames::Credentials).ok());
    parsed.unwrap_or_else(|| redact::redact_lines(text))
}

fn merge_error(error: &MergeError) -> ApiError {
    let message = format!("the export cannot be merged into the file: {error}");
    ApiError::new(ErrorCode::File, message, "Fix the file or choose another one. The file was not changed.")
}

/// Override files for gateways and permission files for clients.
pub struct ExportService {
    pub(crate) context: Arc<Context>,
    cancellations: Cancellations,
}

impl ExportService {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context, cancellations: Cancellations::default() }
    }

    pub fn targets(&self) -> Vec<TargetView> {
        let view = |target: &&Target| TargetView {
            id: target.id.to_owned(),
            name: target.name.to_owned(),
            kind: target.kind,
            file_name: target.file_name.to_owned(),
            description: target.purpose.to_owned(),
            contents: target.capabilities.labels().into_iter().map(str::to_owned).collect(),
            checked: target.verification,
            caveats: target.caveats.iter().map(|caveat| (*caveat).to_owned()).collect(),
            merges: is_merged(target),
            locations: path::location_views(target),
        };
        TARGETS.iter().map(view).collect()
    }

    /// The toolset that an export contains by default: the one that proxies offer in the environment.
    #[boxed]
    pub async fn default_toolset(
        &self,
        target: String,
        environment: Option<String>,
    ) -> Result<Option<String>, ApiError> {
        if matches!(find_target(&target)?.writer, TargetWriter::Canonical) {
            return Ok(None);
        }
        let catalog = self.context.current_catalog().await?;
        let environment = environment.filter(|name| name != BASE_NAME);
        Ok(catalog.active_toolset(environment.as_deref()).map(str::to_owned))
    }

    /// Generates the files of an export as if none existed yet.
    #[boxed]
    pub async fn files(&self, input: ExportInput) -> Result<(Vec<ExportFile>, FidelityReport), ApiError> {
        let target = find_target(&input.target)?;
        let export = self.generate(target, &input, Existing::default(), Arc::default()).await?;
        Ok((export.files, export.report))
    }

    /// Previews writing an export to its path. Writes nothing.
    #[boxed]
    pub async fn preview(&self, input: ExportInput) -> Result<ExportPreview, ApiError> {
        self.preview_with_progress(input, &|_| {}).await
    }

    /// Previews, reports progress, and ends early if the previews are cancelled.
    #[boxed]
    pub async fn preview_with_progress(
        &self,
        input: ExportInput,
        on_progress: &(dyn Fn(ExportProgress) + Send + Sync),
    ) -> Result<ExportPreview, ApiError> {
        let progress = Arc::new(self.cancellations.start());
        let preview = self.build_preview(input, Arc::clone(&progress));
        progress::report(preview, &progress, on_progress).await
    }

    /// Cancels all previews in progress.
    pub fn cancel_previews(&self) {
        self.cancellations.cancel();
    }

    async fn build_preview(
        &self,
        input: ExportInput,
        progress: Arc<Progress>,
    ) -> Result<ExportPreview, ApiError> {
        let target = find_target(&input.target)?;
        let path = self.resolve_path(target, &input).await?;
        let existing = ExistingFile::read(&path)?;
        let existing = self.existing(target, &path, existing.text).await?;
        let export = self.generate(target, &input, existing, Arc::clone(&progress)).await?;
        let last = self.last_digests(target, &path).await?;
        let (folder, is_merged) = (path.clone(), is_merged(target));
        let ExportResult { files, report, exported, .. } = export;
        let files = crate::db::spawn_blocking(move || {
            progress.enter(ExportStage::Comparing)?;
            let preview = |(place, file): (usize, &ExportFile)| {
                progress.check()?;
                let path = if place == 0 { folder.clone() } else { sibling_path(&folder, &file.name) };
                Ok(preview_file(&ExistingFile::read(&path)?, file, last.as_deref(), is_merged))
            };
            files.iter().enumerate().map(preview).collect::<Result<Vec<_>, ApiError>>()
        })
        .await??;
        let catalog = self.context.current_catalog().await?;
        let delivered = catalog.export_to(target.id, &path.display().to_string());
        let pending = delivered.map(|export| saturating_u32(export.differences(&catalog.document()).len()));
        Ok(ExportPreview { files, report, exported: saturating_u32(exported), pending })
    }

    /// Returns the path of a file that was exported, so that a front end can show it. Other files are none of its
    /// business.
    #[boxed]
    pub async fn find_written(&self, path: String) -> Result<PathBuf, ApiError> {
        let written = self.context.db.read(exports::all).await?;
        let is_known = |row: &ExportRow| Path::new(&row.path).parent() == Path::new(&path).parent();
        if written.iter().any(is_known) && Path::new(&path).exists() {
            return Ok(path.into());
        }
        let message = format!("{path} is not an exported file, or it no longer exists");
        Err(ApiError::new(ErrorCode::NotFound, message, "Export it again."))
    }

    /// Writes an export. A file that is not ours is replaced only if the user was shown its current content.
    #[boxed]
    pub async fn write(&self, input: ExportInput) -> Result<ExportReport, ApiError> {
        let target = find_target(&input.target)?;
        let path = self.resolve_path(target, &input).await?;
        let existing = ExistingFile::read(&path)?;
        let existing = self.existing(target, &path, existing.text).await?;
        let export = self.generate(target, &input, existing, Arc::default()).await?;
        let last = self.last_digests(target, &path).await?;
        // All files are checked before any is written.
        let mut destinations = Vec::new();
        for (place, file) in export.files.iter().enumerate() {
            let existing = if place == 0 {
                ExistingFile::read(&path)?
            } else {
                ExistingFile::read(&sibling_path(&path, &file.name))?
            };
            let was_shown = existing.digest().is_some_and(|now| input.seen.contains(&now));
            let is_replaceable = existing.is_ours(last.as_deref()) || is_merged(target) || was_shown;
            if existing.is_binary || !is_replaceable {
                let message =
                    format!("{} already exists and is not a Hintsmith file", existing.path.display());
                let hint =
                    "Review the difference and replace the file, choose another name, or move the file away.";
                return Err(ApiError::new(ErrorCode::File, message, hint));
            }
            destinations.push((existing, &file.text));
        }
        let mut copies = Vec::new();
        for (existing, text) in &destinations {
            if existing.text.as_deref() == Some(text) {
                continue;
            }
            let is_known = existing.is_ours(last.as_deref());
            if !is_known && let Some(copy) = existing.back_up()? {
                copies.push(copy.display().to_string());
            }
            if input.scope.is_some() || path::is_user_file(target, &path) {
                path::create_folder(&existing.path)?;
            }
            replace_file(&existing.path, text)?;
        }
        let row = ExportRow {
            target: target.id.to_owned(),
            path: path.display().to_string(),
            written_at: clock::now(),
            // Pending changes are computed from all decisions of the servers, whichever part of them was exported.
            servers: input.servers.clone(),
            decisions: self.context.current_catalog().await?.document().to_json(),
            digests: Some(
                export.files.iter().map(|file| sha256_hex(&file.text)).collect::<Vec<_>>().join(" "),
            ),
        };
        // The file has been written; a read-only store only cannot record the export.
        if self.context.db.read_only().is_none() {
            let denied = export.denied;
            let record = move |connection: &Connection| {
                exports::set(connection, &row)?;
                exports::set_written_denials(connection, &row.target, &row.path, &denied)
            };
            self.context.update_store(record).await?;
        }
        let bytes = export.files.iter().map(|file| file.text.len()).sum();
        let paths = destinations.iter().map(|(existing, _)| existing.path.display().to_string()).collect();
        let exported = saturating_u32(export.exported);
        Ok(ExportReport { paths, copies, bytes: saturating_u32(bytes), exported, report: export.report })
    }

    async fn generate(
        &self,
        target: &'static Target,
        input: &ExportInput,
        existing: Existing,
        progress: Arc<Progress>,
    ) -> Result<ExportResult, ApiError> {
        check_options(target, input)?;
        let named = input.environment.clone().filter(|name| name != BASE_NAME);
        self.context.check_environment(named.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        let toolset = input.toolset.as_deref().map(|name| catalog.require_toolset(name)).transpose()?;
        let toolset = toolset.map(|(name, _)| name.to_owned());
        let servers = input.servers.clone();
        servers.iter().try_for_each(|name| catalog.require_server(name).map(drop))?;
        let confirms_destructive = self.context.approval_preferences().await.confirms_destructive;
        let choice = ExportOptions {
            confirms_destructive,
            reviewed_only: input.reviewed_only,
            include_notes: input.notes,
            destructive_permission: if input.deny_destructive { Permission::Deny } else { Permission::Ask },
        };
        let environment = input.environment.clone();
        // Takes a while for ten thousand tools.
        crate::db::spawn_blocking(move || {
            let model = || {
                let model =
                    build_model(&catalog, named.as_deref(), toolset.as_deref(), &servers, choice, &progress)?;
                progress.enter(ExportStage::Writing)?;
                Ok::<_, ApiError>(model)
            };
            let mut export = match target.writer {
                TargetWriter::Canonical => {
                    Ok(canonical_export(&catalog, environment.as_deref(), &existing.text))
                }
                TargetWriter::NewFiles(write) => {
                    Ok(ExportResult::from_model(&model()?, target, choice, |model, report| {
                        write(model, choice, report)
                    }))
                }
                TargetWriter::MergeInto { merge, denials } => {
                    let mut refused = None;
                    let mut model = model()?;
                    let Existing { text: existing, denied } = existing;
                    let kept = denials.map(|denials| denials.keep(&mut model, choice, &existing, &denied));
                    let denied = denials.map(|denials| denials.written(&model, choice, denied));
                    let mut export = ExportResult::from_model(&model, target, choice, |model, report| {
                        report_kept(&kept.unwrap_or_default(), report);
                        let text = merge(model, choice, &existing, report);
                        let text = text.map_err(|error| refused = Some(error)).unwrap_or_default();
                        vec![ExportFile::new(target.file_name, text)]
                    });
                    export.denied = denied.unwrap_or_default();
                    refused.map_or(Ok(export), |error| Err(merge_error(&error)))
                }
            }?;
            export.report.caveats.extend(unscanned(&catalog, &servers));
            export.report.caveats.extend(loosened(&catalog, named.as_deref(), &servers));
            Ok(export)
        })
        .await?
    }

    async fn resolve_path(&self, target: &Target, input: &ExportInput) -> Result<PathBuf, ApiError> {
        let id = target.id.to_owned();
        let last = self.context.db.read(move |connection| exports::latest_of(connection, &id)).await?;
        path::resolve(target, input, last.map(|row| row.path))
    }

    async fn existing(
        &self,
        target: &Target,
        path: &Path,
        text: Option<String>,
    ) -> Result<Existing, ApiError> {
        let (id, path) = (target.id.to_owned(), path.display().to_string());
        let read = move |connection: &Connection| exports::written_denials(connection, &id, &path);
        Ok(Existing { text: text.unwrap_or_default(), denied: self.context.db.read(read).await? })
    }

    /// Digests of the files we last wrote to this path, if any.
    async fn last_digests(&self, target: &Target, path: &Path) -> Result<Option<String>, ApiError> {
        let (id, path) = (target.id.to_owned(), path.display().to_string());
        let row = self.context.db.read(move |connection| exports::find(connection, &id, &path)).await?;
        Ok(row.and_then(|row| row.digests))
    }
}

/// A remark for each exported server whose tools are not known.
fn unscanned(catalog: &Catalog, servers: &[String]) -> Vec<String> {
    let is_exported = |row: &&ServerRow| row.enabled && (servers.is_empty() || servers.contains(&row.name));
    let rows = catalog.servers.iter().filter(is_exported).filter(|row| row.read_at.is_none());
    rows.map(|row| format!("{}: its tools are missing, because it has not been scanned", row.name)).collect()
}

/// A file as it would be written, beside the one that exists.
fn preview_file(
    existing: &ExistingFile,
    file: &ExportFile,
    last: Option<&str>,
    is_merged: bool,
) -> ExportedFile {
    let is_ours = existing.is_ours(last);
    let [before, after] = [existing.text.as_deref().unwrap_or_default(), &file.text]
        .map(|text| redact_text(&existing.path, text));
    ExportedFile {
        path: existing.path.display().to_string(),
        difference: wire::diff_lines(&before, &after),
        text: after,
        exists: existing.exists(),
        replaceable: (is_merged || is_ours) && !existing.is_binary,
        current: existing.text.as_deref() == Some(&file.text),
        copied: existing.exists() && !is_ours,
        seen: existing.digest(),
    }
}

/// The canonical file with all layers, or with the effective decisions of one environment.
fn canonical_export(catalog: &Catalog, environment: Option<&str>, there: &str) -> ExportResult {
    let (document, caveats) = match environment {
        None => (
            catalog.document(),
            suspended(catalog, None, "the export contains them with the definition they were made for"),
        ),
        Some(name) => {
            let name = Some(name).filter(|name| *name != BASE_NAME);
            (effective_document(catalog, name), suspended(catalog, name, "they are not exported"))
        }
    };
    let file = ExportFile::new(TARGETS[0].file_name, document.to_json_keeping_sources(there));
    let report = FidelityReport::with_caveats(caveats);
    let exported = document.decision_count();
    ExportResult { files: vec![file], report, exported, denied: WrittenDenials::new() }
}

/// Rejects options that the canonical file has no place for: it would hold more than the user asked for.
fn check_options(target: &Target, input: &ExportInput) -> Result<(), ApiError> {
    if !matches!(target.writer, TargetWriter::Canonical) {
        return Ok(());
    }
    for (is_given, option) in [
        (input.reviewed_only, "--reviewed-only"),
        (input.toolset.is_some(), "--toolset"),
        (!input.servers.is_empty(), "--server"),
        (input.deny_destructive, "--deny-destructive"),
    ] {
        if is_given {
            let message =
                format!("{} always contains every decision, so {option} does not apply", target.file_name);
            let hint = "Omit the option, or choose another target.";
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
    }
    Ok(())
}

fn is_merged(target: &Target) -> bool {
    matches!(target.writer, TargetWriter::MergeInto { .. })
}

/// Path of an additional file, next to the requested one.
fn sibling_path(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(name)
}

fn find_target(id: &str) -> Result<&'static Target, ApiError> {
    targets::find_target(id).ok_or_else(|| {
        let ids = TARGETS.iter().map(|target| target.id);
        let hint = "`hintsmith targets` lists the targets.";
        ApiError::unknown_name(format!("there is no export target named {id}"), hint, id, ids)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{open_context, open_engine};

    #[tokio::test]
    async fn the_canonical_file_rejects_options_that_it_cannot_follow() {
        let folder = tempfile::tempdir().unwrap();
        let service = ExportService::new(open_context(folder.path()).await);
        let all = ExportInput::new(TARGETS[0].id);
        assert!(service.files(all.clone()).await.is_ok());
        for input in [
            ExportInput { reviewed_only: true, ..all.clone() },
            ExportInput { toolset: Some("reading".to_owned()), ..all.clone() },
            ExportInput { servers: vec!["notes".to_owned()], ..all.clone() },
            ExportInput { deny_destructive: true, ..all },
        ] {
            let error = service.files(input.clone()).await.err().unwrap();
            assert_eq!(error.code, ErrorCode::Invalid, "{input:?}");
        }
    }

    #[tokio::test]
    async fn a_cancelled_preview_ends_with_an_error_and_the_next_one_works() {
        let folder = tempfile::tempdir().unwrap();
        let tools = [r#"{"name":"get_note","inputSchema":{}}"#];
        let engine = open_engine(folder.path(), &[("s", &tools)]).await;
        let path = folder.path().join("tools.csv").display().to_string();
        let input = ExportInput { path: Some(path), ..ExportInput::new("csv") };
        let cancel = |progress: ExportProgress| {
            assert_eq!((progress.stage, progress.done), (ExportStage::Collecting, 0));
            engine.exports.cancel_previews();
        };
        let cancelled = engine.exports.preview_with_progress(input.clone(), &cancel).await;
        assert_eq!(cancelled.unwrap_err().code, ErrorCode::Cancelled);
        let stages = std::sync::Mutex::new(Vec::new());
        let collect = |progress| stages.lock().unwrap().push(progress);
        let preview = engine.exports.preview_with_progress(input, &collect);
        assert_eq!(preview.await.unwrap().files.len(), 1);
        assert_eq!(stages.into_inner().unwrap()[0].stage, ExportStage::Collecting);
    }
}
