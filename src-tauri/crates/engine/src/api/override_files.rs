//! Import of overrides that other gateways and clients hold.
//!
//! The file is matched with the catalog and becomes a document, which is then previewed and applied as a
//! `hintsmith.json` is.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::model::toolset::{self, Toolset};
use hintsmith_core::override_files::formats::{FORMATS, find_format};
use hintsmith_core::override_files::matching::{KnownServer, MatchedOverrides, match_overrides};
use hintsmith_core::override_files::{self, MAX_BYTES, OverrideFileError, OverrideFormat, SkippedValue};

use super::apply::{IncomingFile, applied_changes, file_name};
use super::decide::DecisionService;
use super::destination::sha256_hex;
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{
    ApplyReport, DecisionChange, OverrideFileChoice, OverrideFileInput, OverrideFilePreview, SkippedOverride,
    saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::history::ChangeSet;

/// Maximum number of skipped values that are listed.
const MAX_SKIPPED: usize = 500;

/// A file that was read and matched.
struct LoadedOverrides {
    file: IncomingFile,
    format: &'static OverrideFormat,
    decisions: usize,
    changes: Vec<DecisionChange>,
    toolset: Option<String>,
    skipped: Vec<SkippedValue>,
}

impl DecisionService {
    /// Id, display name and files of every format whose overrides can be imported.
    pub fn override_formats(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        FORMATS.iter().map(|format| (format.id, format.name, format.files))
    }

    /// Previews the changes that importing the overrides of a file would make.
    #[boxed]
    pub async fn preview_override_file(
        &self,
        input: OverrideFileInput,
    ) -> Result<OverrideFilePreview, ApiError> {
        let loaded = self.load_overrides(&input).await?;
        let LoadedOverrides { file, format, decisions, changes, toolset, mut skipped } = loaded;
        let applied = applied_changes(changes.len(), &input.keep)?;
        let seen = file.preview_digest(&changes);
        let loosens = self.context.preview_loosening(move |mut set| file.write(&mut set, &applied)).await?;
        let skipped_count = saturating_u32(skipped.len());
        skipped.truncate(MAX_SKIPPED);
        let to_view = |SkippedValue { subject, field, why }| SkippedOverride { subject, field, why };
        Ok(OverrideFilePreview {
            format: format.id.to_owned(),
            name: format.name.to_owned(),
            decisions: saturating_u32(decisions),
            changes,
            toolset,
            skipped: skipped.into_iter().map(to_view).collect(),
            skipped_count,
            seen,
            loosens,
        })
    }

    /// Imports the overrides of a file, except the changes in `keep`. Atomic.
    #[boxed]
    pub async fn import_override_file(&self, input: OverrideFileChoice) -> Result<ApplyReport, ApiError> {
        let OverrideFileChoice { file: input, seen, loosen } = input;
        let LoadedOverrides { file, changes, .. } = self.load_overrides(&input).await?;
        file.require_seen(&changes, &seen, &input.path)?;
        let applied = applied_changes(changes.len(), &input.keep)?;
        let count = applied.iter().filter(|applied| **applied).count();
        let summary = format!("imported overrides from {}", file_name(&input.path));
        let write = move |mut change_set: ChangeSet| {
            file.write(&mut change_set, &applied)?;
            change_set.finish(&summary)
        };
        let entry = self.context.apply_confirmed_changes(loosen, write).await?;
        Ok(ApplyReport { applied: saturating_u32(count), entry: entry.and_then(|id| u32::try_from(id).ok()) })
    }

    async fn load_overrides(&self, input: &OverrideFileInput) -> Result<LoadedOverrides, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let input = input.clone();
        crate::db::spawn_blocking(move || {
            let format = input.format.as_deref().map(require_format).transpose()?;
            if let Some(server) = &input.server {
                catalog.require_server(server)?;
            }
            if let Some(Err(error)) = input.toolset.as_deref().map(toolset::check_name) {
                let hint = "Choose another name for the toolset. Nothing was changed.";
                return Err(ApiError::new(ErrorCode::Invalid, error.to_string(), hint));
            }
            let text = read_text(&input.path)?;
            let file =
                override_files::parse(&text, format).map_err(|error| parse_error(&input.path, &error))?;
            let matched = match_overrides(&file, &known_servers(&catalog), input.server.as_deref());
            Ok(load_matched(&input, file.format, matched, &text, catalog))
        })
        .await?
    }
}

fn load_matched(
    input: &OverrideFileInput,
    format: &'static OverrideFormat,
    matched: MatchedOverrides,
    text: &str,
    catalog: Arc<Catalog>,
) -> LoadedOverrides {
    let MatchedOverrides { layer, toolset, skipped } = matched;
    let mut document = HintsmithDocument { base: layer, ..HintsmithDocument::default() };
    let toolset = toolset.map(|toolset| {
        let name = input.toolset.clone().unwrap_or_else(|| free_toolset_name(format.id, &toolset, &catalog));
        document.toolsets.insert(name.clone(), toolset);
        name
    });
    let decisions = document.decision_count();
    keep_equal_decisions(&mut document, &catalog);
    let (file, changes) = IncomingFile::new(sha256_hex(text), document, catalog);
    LoadedOverrides { file, format, decisions, changes, toolset, skipped }
}

/// Leaves out values that the store decides already, so that their reason and the definition they are bound to stay.
fn keep_equal_decisions(document: &mut HintsmithDocument, catalog: &Catalog) {
    let ours = catalog.document();
    for (server, tools) in &mut document.base.servers {
        for (tool, decided) in tools.iter_mut() {
            let Some(known) = ours.base.tool(server, tool) else { continue };
            for (field, decision) in known.overrides.iter() {
                if decided.overrides.get(field).is_some_and(|new| new.value == decision.value) {
                    decided.overrides.set(field.clone(), None);
                }
            }
        }
        tools.retain(|_, decided| !decided.overrides.is_empty());
    }
}

/// The name, or with a number if another toolset has it: a file that is not trusted adds no tool to a toolset.
fn free_toolset_name(name: &str, toolset: &Toolset, catalog: &Catalog) -> String {
    let is_same = |known: &Toolset| {
        known.tools.len() == toolset.tools.len() && toolset.difference(known).next().is_none()
    };
    let is_free = |name: &String| catalog.toolsets.get(name).is_none_or(|known| is_same(&known.set));
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_else(|| name.to_owned())
}

fn known_servers(catalog: &Catalog) -> Vec<KnownServer<'_>> {
    let server = |name| KnownServer {
        name,
        tools: catalog.entries_of(name).iter().map(|entry| &*entry.tool).collect(),
    };
    catalog.servers.iter().map(|row| server(row.name.as_str())).collect()
}

fn require_format(id: &str) -> Result<&'static OverrideFormat, ApiError> {
    let names = || FORMATS.iter().map(|format| format.id);
    find_format(id).ok_or_else(|| {
        let hint = format!("The formats are {}.", names().collect::<Vec<_>>().join(", "));
        ApiError::unknown_name(format!("there is no format named {id}"), hint, id, names())
    })
}

fn read_text(path: &str) -> Result<String, ApiError> {
    files::read_text(Path::new(path), MAX_BYTES as u64).map_err(|error| {
        let message = format!("{path} cannot be read: {error}");
        ApiError::new(ErrorCode::File, message, "Check the path of the file.")
    })
}

fn parse_error(path: &str, error: &OverrideFileError) -> ApiError {
    let formats = || FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
    let hint = match error {
        OverrideFileError::IsHintsmithJson => {
            "Apply the file with `hintsmith apply`. Nothing was changed.".to_owned()
        }
        OverrideFileError::UnknownFormat => {
            format!("Overrides are read from files of {}. Nothing was changed.", formats())
        }
        OverrideFileError::AmbiguousFormat(_) => {
            "Choose the format with --format. Nothing was changed.".to_owned()
        }
        OverrideFileError::TooLarge | OverrideFileError::Syntax(_) | OverrideFileError::OtherFormat(_) => {
            "Check the file. Nothing was changed.".to_owned()
        }
    };
    ApiError::new(ErrorCode::File, format!("{path} cannot be imported: {error}"), hint)
}
