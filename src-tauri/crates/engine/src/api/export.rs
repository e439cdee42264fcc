//! Writing decisions to a file: shown first, written whole, and never over a file that is not ours.

use std::io::Write;
use std::path::{Path, PathBuf};

use hintsmith_core::export::hintsmith_json::{DecidedTool, Document};
use hintsmith_core::export::{self, TARGETS, Target};
use hintsmith_core::hint::HintName;
use hintsmith_core::overrides::{Decided, Decision, Field, Overrides};
use hintsmith_core::resolve::{Said, Source};
use hintsmith_core::wire;

use super::environments::BASE_WORD;
use crate::api::view::{ExportInput, ExportPreview, ExportReport, TargetView, count};
use crate::catalog::Catalog;
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::exports::{self, ExportRow};
use crate::{Engine, clock};

impl Engine {
    pub fn targets(&self) -> Vec<TargetView> {
        let view = |target: &&Target| TargetView {
            id: target.id.to_owned(),
            name: target.name.to_owned(),
            file_name: target.file_name.to_owned(),
            description: target.description.to_owned(),
        };
        TARGETS.iter().map(view).collect()
    }

    /// The text of an export.
    pub async fn export_text(
        &self,
        target: &str,
        environment: Option<&str>,
    ) -> Result<(String, Vec<String>), ApiError> {
        let target = find(target)?;
        let (document, remarks) = self.exported(environment).await?;
        Ok(((target.write)(&document), remarks))
    }

    /// What writing would do to the file at the path.
    pub async fn preview_export(&self, input: ExportInput) -> Result<ExportPreview, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path).await?;
        let (document, remarks) = self.exported(input.environment.as_deref()).await?;
        let text = (target.write)(&document);
        let there = Existing::at(&path)?;
        let before = there.text.as_deref().unwrap_or_default();
        Ok(ExportPreview {
            path: path.display().to_string(),
            difference: wire::difference(before, &text),
            text,
            exists: there.exists,
            ours: there.ours,
            carried: count(document.decisions()),
            remarks,
        })
    }

    pub async fn write_export(&self, input: ExportInput) -> Result<ExportReport, ApiError> {
        let target = find(&input.target)?;
        let path = self.export_path(target, input.path).await?;
        if !Existing::at(&path)?.ours {
            let hint = "Choose another name, or move that file away first.";
            let message = format!("{} is there already and is not a Hintsmith file", path.display());
            return Err(ApiError::new(ErrorCode::File, message, hint));
        }
        let (document, remarks) = self.exported(input.environment.as_deref()).await?;
        let text = (target.write)(&document);
        write_whole(&path, &text)?;

        let row = ExportRow {
            target: target.id.to_owned(),
            path: path.display().to_string(),
            written_at: clock::now(),
            // What counts as changed since is told by all decisions, whichever part of them was written.
            decisions: self.current().await?.document().to_json(),
        };
        // The file is what was asked for; a store that cannot be written only forgets when it was made.
        if self.read_only().is_none() {
            self.change(move |connection| exports::set(connection, &row)).await?;
        }
        let (bytes, carried) = (count(text.len()), count(document.decisions()));
        Ok(ExportReport { path: path.display().to_string(), bytes, carried, remarks })
    }

    /// What is exported, and what must be said about it: everything, or what stands in one environment.
    async fn exported(&self, environment: Option<&str>) -> Result<(Document, Vec<String>), ApiError> {
        self.known_environment(environment.filter(|name| *name != BASE_WORD)).await?;
        let catalog = self.current().await?;
        Ok(match environment {
            None => (
                catalog.document(),
                suspended(&catalog, None, "is carried with the definition it was made for"),
            ),
            Some(name) => {
                let name = Some(name).filter(|name| *name != BASE_WORD);
                (standing(&catalog, name), suspended(&catalog, name, "is left out"))
            }
        })
    }

    /// The given path; else where this target was written last; else its own name in the home folder.
    async fn export_path(&self, target: &Target, given: Option<String>) -> Result<PathBuf, ApiError> {
        let given = given.filter(|path| !path.trim().is_empty());
        let path = match given {
            Some(path) => PathBuf::from(path),
            None => {
                let id = target.id.to_owned();
                let last = self.db.read(move |connection| exports::path_of(connection, &id)).await?;
                let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
                last.map_or_else(|| home().unwrap_or_default().join(target.file_name), PathBuf::from)
            }
        };
        std::path::absolute(&path).map_err(|error| unwritable(&path, &error))
    }
}

/// The decisions that stand in an environment, laid over the base and flat, as somebody needs them who knows neither
/// layers nor rules. Decisions for tools that are not there go along; a suspended one does not.
fn standing(catalog: &Catalog, environment: Option<&str>) -> Document {
    let mut document = Document::default();
    for entry in &catalog.entries {
        let resolved = entry.resolved_in(environment);
        let now = Some(entry.tool.fingerprint.clone());
        let mut overrides = Overrides::default();
        let parameters = resolved.parameters.keys().map(|name| Field::Parameter((*name).into()));
        for field in Field::ANNOTATIONS.into_iter().chain(parameters) {
            let decision = match &field {
                Field::Title => stood(&resolved.title.winner, |title| Decided::Text((*title).to_owned())),
                Field::Hint(hint) => stood(&resolved.hints[*hint].winner, |value| Decided::Hint(*value)),
                Field::Parameter(name) => resolved
                    .parameters
                    .get(&**name)
                    .and_then(|said| stood(said, |text| Decided::Text((*text).to_owned()))),
            };
            let decision =
                decision.map(|(value, because)| Decision { value, because, fingerprint: now.clone() });
            overrides.set(field, decision);
        }
        if !overrides.is_empty() {
            document.base.put(&entry.server, &entry.tool.name, DecidedTool { fingerprint: now, overrides });
        }
    }
    for ((server, tool), layers) in &catalog.waiting {
        let mut overrides = layers.get(BASE).cloned().unwrap_or_default();
        for (field, decision) in
            environment.and_then(|name| layers.get(name)).into_iter().flat_map(|o| o.iter())
        {
            overrides.set(field.clone(), Some(decision.clone()));
        }
        let fingerprint = overrides.iter().find_map(|(_, decision)| decision.fingerprint.clone());
        if !overrides.is_empty() {
            document.base.put(server, tool, DecidedTool { fingerprint, overrides });
        }
    }
    document.base.equipped = catalog.equipped_in(environment).map(str::to_owned);
    catalog.write_about(&mut document);
    document
}

/// A person's decision, if it is one that holds.
fn stood<T>(said: &Said<T>, value: impl Fn(&T) -> Decided) -> Option<(Decided, Option<String>)> {
    let because = match said.source {
        Source::Person(decision) | Source::PersonIn(_, decision) => decision.because.clone(),
        Source::Rule(rule) | Source::RuleIn(_, rule) => rule.because.clone(),
        _ => return None,
    };
    Some((value(&said.value), because))
}

/// One sentence for each tool with a decision that waits for a look.
fn suspended(catalog: &Catalog, environment: Option<&str>, what: &str) -> Vec<String> {
    let mut remarks = Vec::new();
    for entry in &catalog.entries {
        let resolved = entry.resolved_in(environment);
        let waits = HintName::ALL.into_iter().filter(|hint| resolved.hints[*hint].suspended().is_some());
        let words: Vec<&str> = waits.map(HintName::word).collect();
        if !words.is_empty() {
            let name = format!("{}.{}", entry.server, entry.tool.name);
            remarks.push(format!(
                "{name}: what was decided about {} is suspended, because the server changed the tool; it {what}",
                words.join(", ")
            ));
        }
    }
    remarks
}

fn find(id: &str) -> Result<&'static Target, ApiError> {
    export::target(id).ok_or_else(|| {
        let hint = "`hintsmith targets` lists the targets there are.";
        ApiError::new(ErrorCode::NotFound, format!("there is no export target named {id}"), hint)
    })
}

/// What stands at a path before we write there.
pub(super) struct Existing {
    pub exists: bool,
    pub ours: bool,
    pub text: Option<String>,
}

impl Existing {
    pub fn at(path: &Path) -> Result<Self, ApiError> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let ours = text.trim().is_empty() || Document::parse(&text).is_ok();
                Ok(Self { exists: true, ours, text: Some(text) })
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self { exists: false, ours: true, text: None })
            }
            // Not text: certainly not ours.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Ok(Self { exists: true, ours: false, text: None })
            }
            Err(error) => Err(unwritable(path, &error)),
        }
    }
}

/// Writes beside the file and moves it into place, so that a reader sees the old text or the new, never half.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), ApiError> {
    let failed = |error: std::io::Error| unwritable(path, &error);
    let name = path.file_name().ok_or_else(|| unwritable(path, &"it is a folder"))?;
    let beside = path.with_file_name(format!(".{}.{}.tmp", name.display(), std::process::id()));
    let write = || {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&beside))).map_err(failed)
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> ApiError {
    let hint = "Choose a file in a folder that is there and that you may write to.";
    ApiError::new(ErrorCode::File, format!("{} cannot be written: {error}", path.display()), hint)
}
