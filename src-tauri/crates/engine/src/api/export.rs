//! Export of decisions to files: previewed first, written atomically, and never over a file that is not ours without
//! confirmation.

mod canonical;
pub(crate) mod destination;
mod model;

use std::path::{Path, PathBuf};

use hintsmith_core::config_text::ConfigFormat;
use hintsmith_core::export::offer::{ExportModel, ExportOptions, Permission};
use hintsmith_core::export::report::FidelityReport;
use hintsmith_core::export::target::{ExportFile, MergeError, Target, TargetWriter};
use hintsmith_core::export::targets::{self, TARGETS};
use hintsmith_core::redact::{self, SecretNames};
use hintsmith_core::wire;

use super::environments::BASE_WORD;
use super::toolsets::known;
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{ExportInput, ExportPreview, ExportReport, ExportedFile, TargetView, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::exports::{self, ExportRow};
use crate::{Engine, clock};
use canonical::{loosened, standing, suspended};
use destination::{ExistingFile, digest, unwritable, write_whole};
use model::offer;

/// A generated export.
struct ExportResult {
    files: Vec<ExportFile>,
    report: FidelityReport,
    /// Number of exported decisions or tools.
    carried: usize,
}

impl ExportResult {
    fn of(
        offer: &ExportModel,
        target: &Target,
        choice: ExportOptions,
        write: impl FnOnce(&ExportModel, &mut FidelityReport) -> Vec<ExportFile>,
    ) -> Self {
        let mut report = FidelityReport::from_model(offer, &target.capabilities, choice);
        let files = write(offer, &mut report);
        let tools = offer.servers.iter().flat_map(|server| &server.tools);
        Self { files, report, carried: tools.filter(|tool| tool.has_overrides()).count() }
    }
}

/// Masks secrets for display; an existing file of the user may contain some.
fn redacted(path: &Path, text: &str) -> String {
    let format = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json" | "jsonc") => Some(ConfigFormat::Json),
        Some("toml") => Some(ConfigFormat::Toml),
        _ => None,
    };
    let parsed = format.and_then(|format| redact::redact_config(text, format, SecretNames::Credentials).ok());
    parsed.unwrap_or_else(|| redact::redact_lines(text))
}

fn not_merged(error: &MergeError) -> ApiError {
    let message = format!("nothing can be put into the file: {error}");
    ApiError::new(ErrorCode::File, message, "Mend the file or choose another; it was not touched.")
}

impl Engine {
    pub fn targets(&self) -> Vec<TargetView> {
        let view = |target: &&Target| TargetView {
            id: target.id.to_owned(),
            name: target.name.to_owned(),
            kind: target.kind,
            file_name: target.file_name.to_owned(),
            description: target.purpose.to_owned(),
            holds: target.capabilities.labels().into_iter().map(str::to_owned).collect(),
            checked: target.verification,
            remarks: target.remarks.iter().map(|remark| (*remark).to_owned()).collect(),
            merges: matches!(target.writer, TargetWriter::MergeInto(_)),
        };
        TARGETS.iter().map(view).collect()
    }

    /// Generates the files of an export as if none existed yet.
    #[boxed]
    pub async fn export_files(
        &self,
        input: ExportInput,
    ) -> Result<(Vec<ExportFile>, FidelityReport), ApiError> {
        let target = find(&input.target)?;
        let made = self.made(target, &input, "").await?;
        Ok((made.files, made.report))
    }

    /// Previews writing an export to its path. Writes nothing.
    #[boxed]
    pub async fn preview_export(&self, input: ExportInput) -> Result<ExportPreview, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path.clone()).await?;
        let there = ExistingFile::at(&path)?;
        let made = self.made(target, &input, there.text.as_deref().unwrap_or_default()).await?;
        let last = self.last_digests(target, &path).await?;
        let mut files = Vec::new();
        for (place, file) in made.files.iter().enumerate() {
            let there = if place == 0 {
                ExistingFile::at(&path)?
            } else {
                ExistingFile::at(&beside(&path, &file.name))?
            };
            let ours = merges(target) || there.is_ours(last.as_deref());
            files.push(ExportedFile {
                path: there.path.display().to_string(),
                difference: wire::diff_lines(
                    &redacted(&there.path, there.text.as_deref().unwrap_or_default()),
                    &redacted(&there.path, &file.text),
                ),
                text: redacted(&there.path, &file.text),
                exists: there.exists(),
                ours: ours && !there.foreign,
                current: there.text.as_deref() == Some(&file.text),
                copied: there.exists() && !there.is_ours(last.as_deref()),
                seen: there.digest(),
            });
        }
        Ok(ExportPreview { files, report: made.report, carried: saturating_u32(made.carried) })
    }

    /// Writes an export. A file that is not ours is replaced only if the user was shown its current content.
    #[boxed]
    pub async fn write_export(&self, input: ExportInput) -> Result<ExportReport, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path.clone()).await?;
        let there = ExistingFile::at(&path)?;
        let made = self.made(target, &input, there.text.as_deref().unwrap_or_default()).await?;
        let last = self.last_digests(target, &path).await?;
        // All files are checked before any is written.
        let mut places = Vec::new();
        for (place, file) in made.files.iter().enumerate() {
            let there = if place == 0 {
                ExistingFile::at(&path)?
            } else {
                ExistingFile::at(&beside(&path, &file.name))?
            };
            let was_shown = there.digest().is_some_and(|now| input.seen.contains(&now));
            let ours = there.is_ours(last.as_deref()) || merges(target) || was_shown;
            if there.foreign || !ours {
                let message =
                    format!("{} is there already and is not a Hintsmith file", there.path.display());
                let hint =
                    "Look at the difference and replace it, choose another name, or move that file away.";
                return Err(ApiError::new(ErrorCode::File, message, hint));
            }
            places.push((there, &file.text));
        }
        let mut kept = Vec::new();
        for (there, text) in &places {
            if there.text.as_deref() == Some(text) {
                continue;
            }
            let is_known = there.is_ours(last.as_deref());
            if !is_known && let Some(copy) = there.keep()? {
                kept.push(copy.display().to_string());
            }
            write_whole(&there.path, text)?;
        }
        let row = ExportRow {
            target: target.id.to_owned(),
            path: path.display().to_string(),
            written_at: clock::now(),
            // Pending changes are computed from all decisions, whichever part of them was exported.
            decisions: self.current_catalog().await?.document().to_json(),
            digests: Some(made.files.iter().map(|file| digest(&file.text)).collect::<Vec<_>>().join(" ")),
        };
        // The file has been written; a read-only store only cannot record the export.
        if self.read_only_reason().is_none() {
            self.update_store(move |connection| exports::set(connection, &row)).await?;
        }
        let bytes = made.files.iter().map(|file| file.text.len()).sum();
        let paths = places.iter().map(|(there, _)| there.path.display().to_string()).collect();
        let carried = saturating_u32(made.carried);
        Ok(ExportReport { paths, kept, bytes: saturating_u32(bytes), carried, report: made.report })
    }

    async fn made(
        &self,
        target: &'static Target,
        input: &ExportInput,
        there: &str,
    ) -> Result<ExportResult, ApiError> {
        let named = input.environment.clone().filter(|name| name != BASE_WORD);
        self.known_environment(named.as_deref()).await?;
        let catalog = self.current_catalog().await?;
        let toolset = input.toolset.as_deref().map(|name| known(&catalog, name)).transpose()?;
        let toolset = toolset.map(|(name, _)| name.to_owned());
        let choice = ExportOptions {
            reviewed_only: input.reviewed_only,
            include_notes: input.notes,
            destructive_permission: if input.deny_destructive { Permission::Deny } else { Permission::Ask },
        };
        let (environment, there) = (input.environment.clone(), there.to_owned());
        // Takes a while for ten thousand tools.
        crate::db::blocking(move || {
            let offer = || offer(&catalog, named.as_deref(), toolset.as_deref(), choice);
            let mut made = match target.writer {
                TargetWriter::Canonical => Ok(whole(&catalog, environment.as_deref(), &there)),
                TargetWriter::NewFiles(write) => {
                    Ok(ExportResult::of(&offer(), target, choice, |offer, report| {
                        write(offer, choice, report)
                    }))
                }
                TargetWriter::MergeInto(write) => {
                    let mut refused = None;
                    let made = ExportResult::of(&offer(), target, choice, |offer, report| {
                        let text = write(offer, choice, &there, report);
                        let text = text.map_err(|error| refused = Some(error)).unwrap_or_default();
                        vec![ExportFile::new(target.file_name, text)]
                    });
                    refused.map_or(Ok(made), |error| Err(not_merged(&error)))
                }
            }?;
            made.report.remarks.extend(loosened(&catalog, named.as_deref()));
            Ok(made)
        })
        .await?
    }

    /// The given path; else that of the last export to this target; else the target's file name in the home folder.
    async fn export_path(&self, target: &Target, given: Option<String>) -> Result<PathBuf, ApiError> {
        let given = given.filter(|path| !path.trim().is_empty());
        let path = match given {
            Some(path) => PathBuf::from(path),
            None => {
                let last = self.last_export_of(target).await?.map(|row| row.path);
                let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
                last.map_or_else(|| home().unwrap_or_default().join(target.file_name), PathBuf::from)
            }
        };
        std::path::absolute(&path).map_err(|error| unwritable(&path, &error))
    }

    async fn last_export_of(&self, target: &Target) -> Result<Option<ExportRow>, ApiError> {
        let id = target.id.to_owned();
        self.db.read(move |connection| exports::of(connection, &id)).await
    }

    /// Digests of the files we last wrote to this path, if any.
    async fn last_digests(&self, target: &Target, path: &Path) -> Result<Option<String>, ApiError> {
        let row = self.last_export_of(target).await?;
        Ok(row.filter(|row| Path::new(&row.path) == path).and_then(|row| row.digests))
    }
}

/// The canonical file with all layers, or with the effective decisions of one environment.
fn whole(catalog: &Catalog, environment: Option<&str>, there: &str) -> ExportResult {
    let (document, remarks) = match environment {
        None => {
            (catalog.document(), suspended(catalog, None, "is carried with the definition it was made for"))
        }
        Some(name) => {
            let name = Some(name).filter(|name| *name != BASE_WORD);
            (standing(catalog, name), suspended(catalog, name, "is left out"))
        }
    };
    let file = ExportFile::new(TARGETS[0].file_name, document.to_json_keeping_sources(there));
    let report = FidelityReport::with_remarks(remarks);
    ExportResult { files: vec![file], report, carried: document.decision_count() }
}

fn merges(target: &Target) -> bool {
    matches!(target.writer, TargetWriter::MergeInto(_))
}

/// Path of an additional file, next to the requested one.
fn beside(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(name)
}

fn find(id: &str) -> Result<&'static Target, ApiError> {
    targets::find_target(id).ok_or_else(|| {
        let hint = "`hintsmith targets` lists the targets there are.";
        ApiError::new(ErrorCode::NotFound, format!("there is no export target named {id}"), hint)
    })
}
