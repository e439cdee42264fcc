//! Installation of `wrap` in front of a server in a client's configuration, and its removal.

use std::path::{Path, PathBuf};

use hintsmith_core::config_text::ConfigFormat;
use hintsmith_core::import::{self, ImportClient};
use hintsmith_core::install::{self, EntryChange, InstallError};
use hintsmith_core::{redact, wire};

use super::export::destination::{ExistingFile, write_whole};
use super::import::{known_client, surroundings};
use crate::Engine;
use crate::boxed;
use crate::dto::{InstallChoice, InstallInput, InstallPreview, InstallReport};
use crate::error::{ApiError, ErrorCode};

impl Engine {
    /// Previews the change to the client's file, with secrets masked.
    #[boxed]
    pub async fn preview_install(&self, input: InstallInput) -> Result<InstallPreview, ApiError> {
        let (there, text) = self.installed(&input)?;
        let before = there.text.as_deref().unwrap_or_default();
        let redacted = |text: &str| {
            redact::redact_config(text, format(&there.path), redact::SecretNames::Configured)
                .map_err(|error| refused(&there.path, &InstallError::File(error)))
        };
        Ok(InstallPreview {
            path: there.path.display().to_string(),
            difference: wire::diff_lines(&redacted(before)?, &redacted(&text)?),
            seen: there.digest().unwrap_or_default(),
        })
    }

    /// Changes the client's file if it is still the previewed one, keeping a copy next to it.
    #[boxed]
    pub async fn install(&self, choice: InstallChoice) -> Result<InstallReport, ApiError> {
        let (there, text) = self.installed(&choice.input)?;
        if there.digest().as_deref() != Some(&choice.seen) {
            let message = format!("{} was changed after it was shown", there.path.display());
            return Err(ApiError::new(
                ErrorCode::Conflict,
                message,
                "Look at it again. Nothing was changed.",
            ));
        }
        let kept = there.keep()?.map(|copy| copy.display().to_string());
        write_whole(&there.path, &text)?;
        Ok(InstallReport { path: there.path.display().to_string(), kept })
    }

    /// The client's file that contains the server, and its new text.
    fn installed(&self, input: &InstallInput) -> Result<(ExistingFile, String), ApiError> {
        let client = known_client(&input.client)?;
        let program = self.options.program.display().to_string();
        let change = if input.undo { EntryChange::Unwrap } else { EntryChange::Wrap { program: &program } };
        let mut missing = None;
        for path in files(client, input.project.as_ref().map(PathBuf::from)) {
            let there = ExistingFile::at(&path)?;
            let Some(text) = &there.text else { continue };
            let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            if matches!(extension, "yaml" | "yml") {
                return Err(by_hand(client, &program, &input.server));
            }
            match install::change_entry(text, format(&path), &input.server, change) {
                Ok(text) => return Ok((there, text)),
                Err(error @ InstallError::UnknownServer(_)) => missing = Some((path, error)),
                Err(error) => return Err(refused(&path, &error)),
            }
        }
        Err(match missing {
            Some((path, error)) => refused(&path, &error),
            None => {
                let message = format!("{} has no configuration here", client.name);
                ApiError::new(
                    ErrorCode::NotFound,
                    message,
                    "`hintsmith import --dry-run` lists what was found.",
                )
            }
        })
    }
}

fn format(path: &Path) -> ConfigFormat {
    if path.extension().is_some_and(|extension| extension == "toml") {
        ConfigFormat::Toml
    } else {
        ConfigFormat::Json
    }
}

fn files(client: &ImportClient, project: Option<PathBuf>) -> impl Iterator<Item = PathBuf> {
    let places = surroundings(project).map(|here| (client.config_files)(&here)).unwrap_or_default();
    places.into_iter().map(|place: import::ConfigFile| place.path).filter(|path| path.is_file())
}

fn refused(path: &Path, error: &InstallError) -> ApiError {
    let hint = match error {
        InstallError::UnknownServer(_) => "`hintsmith import --dry-run` lists the servers of every client.",
        InstallError::NoCommand(_) => "Only servers that are started by a command can be wrapped.",
        _ => "The file was not touched.",
    };
    ApiError::new(ErrorCode::Invalid, format!("{}: {error}", path.display()), hint)
}

fn by_hand(client: &ImportClient, program: &str, server: &str) -> ApiError {
    let hint = format!("Put `{program} wrap --server {server} --` before its command there yourself.");
    ApiError::new(
        ErrorCode::Invalid,
        format!("the configuration of {} is YAML, which is not changed", client.name),
        hint,
    )
}
