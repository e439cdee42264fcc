//! Installation of `wrap` in front of a server in a client's configuration, and its removal.

use std::path::{Path, PathBuf};

use hintsmith_core::sources::import::{self, ImportClient};
use hintsmith_core::sources::install::{self, EntryChange, InstallError};
use hintsmith_core::text::config_text::ConfigFormat;
use hintsmith_core::{resolve::wire, sources::redact};

use super::destination::{ExistingFile, replace_file};
use super::import::{find_client, import_environment};
use super::proxy_host::ProxyService;
use crate::boxed;
use crate::data_folder;
use crate::dto::{InstallChoice, InstallInput, InstallPreview, InstallReport};
use crate::error::{ApiError, ErrorCode};

impl ProxyService {
    /// Previews the change to the client's file, with secrets masked.
    #[boxed]
    pub async fn preview_install(&self, input: InstallInput) -> Result<InstallPreview, ApiError> {
        let (existing, text) = self.plan_install(&input)?;
        let before = existing.text.as_deref().unwrap_or_default();
        let redacted = |text: &str| {
            redact::redact_config(text, config_format(&existing.path), redact::SecretNames::Configured)
                .map_err(|error| install_error(&existing.path, &InstallError::File(error)))
        };
        Ok(InstallPreview {
            path: existing.path.display().to_string(),
            difference: wire::diff_lines(&redacted(before)?, &redacted(&text)?),
            seen: existing.digest().unwrap_or_default(),
        })
    }

    /// Changes the client's file if it is still the previewed one, keeping a copy next to it.
    #[boxed]
    pub async fn install(&self, choice: InstallChoice) -> Result<InstallReport, ApiError> {
        let (existing, text) = self.plan_install(&choice.input)?;
        if existing.digest().as_deref() != Some(&choice.seen) {
            let message = format!("{} changed after the preview", existing.path.display());
            return Err(ApiError::new(
                ErrorCode::Conflict,
                message,
                "Review the change again. Nothing was changed.",
            ));
        }
        let kept = existing.back_up()?.map(|copy| copy.display().to_string());
        replace_file(&existing.path, &text)?;
        Ok(InstallReport { path: existing.path.display().to_string(), kept })
    }

    /// The client's file that contains the server, and its new text.
    fn plan_install(&self, input: &InstallInput) -> Result<(ExistingFile, String), ApiError> {
        let client = find_client(&input.client)?;
        let program = self.context.options.program.display().to_string();
        let data_folder = &self.context.options.data_folder;
        let is_default = data_folder::default_data_folder().as_ref() == Some(data_folder);
        let data_folder = (!is_default).then(|| data_folder.display().to_string());
        let change = if input.undo {
            EntryChange::Unwrap
        } else {
            EntryChange::Wrap { program: &program, data_folder: data_folder.as_deref() }
        };
        let mut missing = None;
        for path in config_files(client, input.project.as_ref().map(PathBuf::from)) {
            let existing = ExistingFile::read(&path)?;
            let Some(text) = &existing.text else { continue };
            let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            if matches!(extension, "yaml" | "yml") {
                return Err(yaml_unsupported(client, &program, &input.server));
            }
            match install::change_entry(text, config_format(&path), &input.server, change) {
                Ok(text) => return Ok((existing, text)),
                Err(error @ InstallError::UnknownServer(_)) => missing = Some((path, error)),
                Err(error) => return Err(install_error(&path, &error)),
            }
        }
        Err(match missing {
            Some((path, error)) => install_error(&path, &error),
            None => {
                let message = format!("no configuration of {} was found", client.name);
                ApiError::new(
                    ErrorCode::NotFound,
                    message,
                    "`hintsmith import --dry-run` lists the configurations that were found.",
                )
            }
        })
    }
}

fn config_format(path: &Path) -> ConfigFormat {
    if path.extension().is_some_and(|extension| extension == "toml") {
        ConfigFormat::Toml
    } else {
        ConfigFormat::Json
    }
}

fn config_files(client: &ImportClient, project: Option<PathBuf>) -> impl Iterator<Item = PathBuf> {
    let locations = import_environment(project).map(|here| (client.config_files)(&here)).unwrap_or_default();
    locations.into_iter().map(|place: import::ConfigFile| place.path).filter(|path| path.is_file())
}

fn install_error(path: &Path, error: &InstallError) -> ApiError {
    let hint = match error {
        InstallError::UnknownServer(_) => "`hintsmith import --dry-run` lists the servers of every client.",
        InstallError::NoCommand(_) => "Only servers with a command can be wrapped.",
        InstallError::AlreadyWrapped(_) => "Remove wrap with `hintsmith install --undo`.",
        InstallError::NotWrapped(_) => "`hintsmith install` without --undo adds wrap.",
        _ => "Change the file by hand. Hintsmith did not change it.",
    };
    ApiError::new(ErrorCode::Invalid, format!("{}: {error}", path.display()), hint)
}

fn yaml_unsupported(client: &ImportClient, program: &str, server: &str) -> ApiError {
    let hint = format!("Put `{program} wrap --server {server} --` before the command of the server by hand.");
    ApiError::new(
        ErrorCode::Invalid,
        format!("the configuration of {} is YAML, which Hintsmith does not edit", client.name),
        hint,
    )
}
