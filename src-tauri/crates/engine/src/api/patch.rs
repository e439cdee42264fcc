//! Decisions written into the source of a server, so that its author can declare them for everybody.

mod declared;
mod git;
mod plan;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::boxed;
use crate::context::Context;
use crate::db;
use crate::dto::{
    PatchInput, PatchPreview, SeenSource, WorkTree, WritePatchInput, WrittenPatch, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::files::{Access, write_atomically};
use git::GitWorkTree;
use plan::PatchPlan;

/// Patches of the source of servers.
pub struct PatchService {
    pub(crate) context: Arc<Context>,
}

impl PatchService {
    /// What would be written into a source. Reads the folder and changes nothing.
    #[boxed]
    pub async fn preview(&self, input: PatchInput) -> Result<PatchPreview, ApiError> {
        let (folder, plan) = self.plan(input).await?;
        let tree = db::spawn_blocking({
            let folder = folder.clone();
            move || GitWorkTree::of(&folder)
        })
        .await?;
        let work_tree = tree.map(|tree| WorkTree {
            root: tree.root.display().to_string(),
            branch: tree.branch,
            is_dirty: tree.is_dirty,
        });
        let folder = folder.display().to_string();
        let files = plan.files.iter().map(plan::SourceChange::to_view).collect();
        Ok(PatchPreview { folder, files, tools: plan.tools, warnings: plan.warnings, work_tree })
    }

    /// Writes what the user was shown; fails if a file or a decision has changed since.
    #[boxed]
    pub async fn write(&self, input: WritePatchInput) -> Result<WrittenPatch, ApiError> {
        let WritePatchInput { patch, seen, allow_dirty, allow_no_vcs, branch } = input;
        let server = patch.server.clone();
        let (folder, plan) = self.plan(patch).await?;
        check_seen(&plan, &seen)?;
        db::spawn_blocking(move || {
            let tree = GitWorkTree::of(&folder);
            check_work_tree(tree.as_ref(), &folder, allow_dirty, allow_no_vcs || branch.is_some())?;
            if let Some(branch) = &branch {
                git::check_branch(&folder, branch)?;
            }
            let mut files: Vec<PathBuf> = Vec::new();
            for change in &plan.files {
                files.push(change.write(&folder)?);
            }
            let description = plan.describe(&server);
            let commit = match (branch, tree) {
                (Some(branch), Some(tree)) => {
                    let message = format!("Declare tool annotations\n\n{description}");
                    Some(tree.commit(&branch, &files, &message)?)
                }
                _ => None,
            };
            Ok(WrittenPatch {
                files: files.iter().map(|file| file.display().to_string()).collect(),
                tools: saturating_u32(plan.changed_tools().count()),
                commit,
                description,
            })
        })
        .await?
    }

    async fn plan(&self, input: PatchInput) -> Result<(PathBuf, PatchPlan), ApiError> {
        self.context.check_environment(input.environment.as_deref()).await?;
        let catalog = self.context.current_catalog().await?;
        catalog.require_server(&input.server)?;
        let folder = existing_folder(&input.folder)?;
        let at = folder.clone();
        let plan = db::spawn_blocking(move || PatchPlan::new(&catalog, &input, &at)).await??;
        Ok((folder, plan))
    }
}

impl plan::SourceChange {
    /// Replaces the file, if it still has the text that the change was made from.
    fn write(&self, folder: &Path) -> Result<PathBuf, ApiError> {
        let path = folder.join(&self.path);
        let failed = |error: std::io::Error| {
            let hint = "Files written before this one are changed. `git diff` shows them.";
            ApiError::new(ErrorCode::File, format!("{} could not be written: {error}", path.display()), hint)
        };
        let now = match std::fs::read(&path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if now.as_deref() != self.before.as_deref().map(str::as_bytes) {
            return Err(changed_meanwhile(&self.path));
        }
        if let Some(parent) = path.parent().filter(|_| now.is_none()) {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        write_atomically(&path, self.after.as_bytes(), Access::Preserve).map_err(failed)?;
        Ok(path)
    }
}

fn check_seen(plan: &PatchPlan, seen: &[SeenSource]) -> Result<(), ApiError> {
    let is_seen = |change: &plan::SourceChange| {
        let view = change.to_view();
        seen.iter().any(|seen| seen.path == view.path && seen.seen == view.seen)
    };
    match plan.files.iter().find(|change| !is_seen(change)) {
        Some(change) => Err(changed_meanwhile(&change.path)),
        None if plan.files.len() < seen.len() => Err(changed_meanwhile("a decision")),
        None => Ok(()),
    }
}

fn changed_meanwhile(what: &str) -> ApiError {
    let hint = "Look at the preview again.";
    ApiError::new(ErrorCode::Conflict, format!("{what} has changed since it was shown"), hint)
}

fn check_work_tree(
    tree: Option<&GitWorkTree>,
    folder: &Path,
    allow_dirty: bool,
    allow_no_vcs: bool,
) -> Result<(), ApiError> {
    match tree {
        None if !allow_no_vcs => {
            let hint = "Choose a Git checkout, or use --allow-no-vcs to write without a way back.";
            let message =
                format!("{} is not in a Git repository, which could take the change back", folder.display());
            Err(ApiError::new(ErrorCode::Conflict, message, hint))
        }
        Some(tree) if tree.is_dirty && !allow_dirty => {
            let hint = "Commit or stash the changes first, or use --allow-dirty.";
            let message = format!("{} has changes that are not committed", tree.root.display());
            Err(ApiError::new(ErrorCode::Conflict, message, hint))
        }
        _ => Ok(()),
    }
}

/// The absolute path of a folder that the user named.
pub(crate) fn existing_folder(folder: &str) -> Result<PathBuf, ApiError> {
    let path = std::path::absolute(folder.trim()).ok().filter(|path| path.is_dir());
    path.ok_or_else(|| {
        let hint = "Give the folder with the source of the server, such as a Git checkout.";
        ApiError::new(ErrorCode::File, format!("the folder {folder} does not exist"), hint)
    })
}
