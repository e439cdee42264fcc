//! The path of an export: as requested, where the program reads it, or where it was written last.

use std::path::{Path, PathBuf};

use hintsmith_core::export::location::{FileLocation, FileScope};
use hintsmith_core::export::target::Target;

use crate::api::destination::write_error;
use crate::api::import::import_environment;
use crate::dto::{ExportInput, TargetLocation};
use crate::error::{ApiError, ErrorCode};

/// The files that the target's program reads, as the user recognizes them.
pub fn location_views(target: &Target) -> Vec<TargetLocation> {
    let here = import_environment(None);
    let view = |location: &FileLocation| TargetLocation {
        scope: location.scope,
        path: here
            .as_ref()
            .and_then(|here| location.resolve(here))
            .map_or_else(|| location.display_path(), |path| path.display().to_string()),
    };
    target.locations.iter().map(view).collect()
}

/// The path that the input names, or the file of its scope. Otherwise that of the last export, the user's file that the
/// program reads, or the target's file name in the home folder.
pub fn resolve(target: &Target, input: &ExportInput, last: Option<String>) -> Result<PathBuf, ApiError> {
    let given = input.path.clone().filter(|path| !path.trim().is_empty());
    let path = match (given, input.scope) {
        (Some(path), _) => PathBuf::from(path),
        (None, Some(scope)) => scoped_path(target, scope, input.project.as_deref())?,
        (None, None) => match last {
            Some(path) => PathBuf::from(path),
            None => scoped_path(target, FileScope::User, None)
                .unwrap_or_else(|_| home_folder().join(target.file_name)),
        },
    };
    std::path::absolute(&path).map_err(|error| write_error(&path, &error))
}

/// Returns whether the target's program reads this file for the user.
pub fn is_user_file(target: &Target, path: &Path) -> bool {
    scoped_path(target, FileScope::User, None).is_ok_and(|own| own == path)
}

/// Creates the folder of a file that a program reads: most have none before their first configuration.
pub fn create_folder(path: &Path) -> Result<(), ApiError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| write_error(path, &error))
}

fn scoped_path(target: &Target, scope: FileScope, project: Option<&str>) -> Result<PathBuf, ApiError> {
    let location = target.locations.iter().find(|location| location.scope == scope).ok_or_else(|| {
        let message = format!("{} reads no {} file", target.name, scope.as_str());
        let scopes: Vec<&str> = target.locations.iter().map(|location| location.scope.as_str()).collect();
        let hint = match scopes.as_slice() {
            [] => "Name the file with --output or --into.".to_owned(),
            scopes => format!("Scopes of {}: {}.", target.name, scopes.join(", ")),
        };
        ApiError::new(ErrorCode::Invalid, message, hint)
    })?;
    if scope != FileScope::User {
        check_project(project)?;
    }
    let here = import_environment(project.map(PathBuf::from));
    here.and_then(|here| location.resolve(&here)).ok_or_else(|| {
        ApiError::new(ErrorCode::File, "the home folder is unknown", "Name the file with --output or --into.")
    })
}

fn check_project(project: Option<&str>) -> Result<(), ApiError> {
    let hint = "Choose the folder of the project.";
    match project {
        None => Err(ApiError::new(ErrorCode::Invalid, "no project is chosen", hint)),
        Some(folder) if !Path::new(folder).is_dir() => {
            Err(ApiError::new(ErrorCode::File, format!("{folder} is not a folder"), hint))
        }
        Some(_) => Ok(()),
    }
}

fn home_folder() -> PathBuf {
    directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned()).unwrap_or_default()
}
