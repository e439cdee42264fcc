//! Installation of Hintsmith in front of a server in a client's configuration, and its removal.

use std::path::{Path, PathBuf};

use hintsmith_core::sources::import::{self, CLAUDE_CODE, ImportClient};
use hintsmith_core::sources::install::{
    self, Entry, EntryChange, EntryPath, EntryState, InstallError, Launcher,
};
use hintsmith_core::sources::source::{Source, SourceValue};
use hintsmith_core::text::config_text::ConfigFormat;
use hintsmith_core::{resolve::wire, sources::redact};

use super::destination::{ExistingFile, replace_file};
use super::import::{find_client, import_environment};
use super::proxy_host::ProxyService;
use crate::boxed;
use crate::catalog::Catalog;
use crate::data_folder;
use crate::dto::{
    ClientEntryView, ClientFileView, ClientFilesInput, InstallChoice, InstallInput, InstallPreview,
    InstallReport,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::servers::ServerRow;

/// A configuration of a client that exists.
struct ClientFile {
    path: PathBuf,
    /// The project that its servers belong to.
    project: Option<String>,
    /// The file lists servers by project.
    is_section: bool,
}

/// A change that is ready to be written.
struct InstallPlan {
    existing: ExistingFile,
    text: String,
    format: ConfigFormat,
    link: Option<PathBuf>,
    stored: Option<String>,
}

impl ProxyService {
    /// The configurations of clients on this machine that list servers, and whether Hintsmith is installed.
    #[boxed]
    pub async fn client_files(&self, input: ClientFilesInput) -> Result<Vec<ClientFileView>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let wanted = input.client.as_deref().map(find_client).transpose()?;
        let mut files = Vec::new();
        for client in import::CLIENTS {
            if wanted.is_some_and(|wanted| wanted.id != client.id) {
                continue;
            }
            for file in find_client_files(client, input.project.as_deref())? {
                files.extend(file_view(client, &file, &catalog));
            }
        }
        Ok(files)
    }

    /// Previews the change to the client's file, with secrets masked.
    #[boxed]
    pub async fn preview_install(&self, input: InstallInput) -> Result<InstallPreview, ApiError> {
        let plan = self.plan_install(&input).await?;
        let before = plan.existing.text.as_deref().unwrap_or_default();
        let redacted = |text: &str| {
            redact::redact_config(text, plan.format, redact::SecretNames::Configured)
                .map_err(|error| install_error(&plan.existing.path, &InstallError::File(error)))
        };
        Ok(InstallPreview {
            path: plan.existing.path.display().to_string(),
            link: plan.link.as_ref().map(|link| link.display().to_string()),
            stored: plan.stored.clone(),
            difference: wire::diff_lines(&redacted(before)?, &redacted(&plan.text)?),
            seen: plan.existing.digest().unwrap_or_default(),
        })
    }

    /// Changes the client's file if it is still the previewed one, keeping a copy next to it.
    #[boxed]
    pub async fn install(&self, choice: InstallChoice) -> Result<InstallReport, ApiError> {
        let InstallPlan { existing, text, .. } = self.plan_install(&choice.input).await?;
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
    async fn plan_install(&self, input: &InstallInput) -> Result<InstallPlan, ApiError> {
        let client = find_client(&input.client)?;
        let catalog = self.context.current_catalog().await?;
        let program = self.context.options.program.display().to_string();
        let data_folder = &self.context.options.data_folder;
        let is_default = data_folder::default_data_folder().as_ref() == Some(data_folder);
        let data_folder = (!is_default).then(|| data_folder.display().to_string());
        let launcher = Launcher { program: &program, data_folder: data_folder.as_deref() };
        let mut missing = None;
        for file in find_client_files(client, input.project.as_deref())? {
            if input.file.as_ref().is_some_and(|path| Path::new(path) != file.path) {
                continue;
            }
            let target = link_target(&file.path)?;
            let existing = ExistingFile::read(target.as_deref().unwrap_or(&file.path))?;
            let Some(text) = &existing.text else { continue };
            let path = file.entry_path(&input.server);
            let fail = |error: &InstallError| install_error(&existing.path, error);
            let entries =
                install::list_entries(text, path.format, path.project).map_err(|error| fail(&error))?;
            let Some(entry) = entries.iter().find(|entry| [&entry.key, &entry.name].contains(&&input.server))
            else {
                missing = Some((existing.path, InstallError::UnknownServer(input.server.clone())));
                continue;
            };
            if let Some(target) = target.as_ref().filter(|_| !input.follow) {
                return Err(link_refused(&file.path, target));
            }
            let stored = match &entry.state {
                EntryState::Address(address) if !input.undo => Some(find_stored(&catalog, entry, address)?),
                _ => None,
            };
            let change = match input.undo {
                true => EntryChange::Restore,
                false => EntryChange::Install { launcher, stored: stored.as_deref() },
            };
            let text = install::change_entry(text, path, change).map_err(|error| fail(&error))?;
            let link = target.is_some().then(|| file.path.clone());
            return Ok(InstallPlan { existing, text, format: path.format, link, stored });
        }
        Err(missing.map_or_else(
            || no_configuration(client, input.project.as_deref()),
            |(path, error)| install_error(&path, &error),
        ))
    }
}

impl ClientFile {
    fn entry_path<'a>(&'a self, server: &'a str) -> EntryPath<'a> {
        let project = self.project.as_deref().filter(|_| self.is_section);
        EntryPath { format: config_format(&self.path), project, server }
    }
}

/// The client's files that exist: those of the user, or those of a project.
fn find_client_files(client: &ImportClient, project: Option<&str>) -> Result<Vec<ClientFile>, ApiError> {
    let folder = project.map(project_folder).transpose()?;
    let locations = import_environment(folder.clone()).map(|here| (client.config_files)(&here));
    let name = folder.as_ref().map(|folder| folder.display().to_string());
    let mut files = Vec::new();
    for place in locations.into_iter().flatten().filter(|place| place.path.is_file()) {
        // Claude Code also keeps servers of single projects in the user's file.
        let is_section = client.id == CLAUDE_CODE.id && place.path.ends_with(".claude.json");
        if place.project.is_some() == name.is_some() || is_section {
            files.push(ClientFile { path: place.path, project: name.clone(), is_section });
        }
    }
    Ok(files)
}

/// The folder of a project as a client names it.
fn project_folder(project: &str) -> Result<PathBuf, ApiError> {
    let folder = std::path::absolute(project).and_then(|folder| {
        // Windows would prefix the path with `\\?\`.
        if cfg!(windows) { Ok(folder) } else { folder.canonicalize() }
    });
    folder.map_err(|error| {
        let message = format!("the project {project} cannot be opened: {error}");
        ApiError::new(ErrorCode::File, message, "Choose the folder of a project.")
    })
}

fn link_target(path: &Path) -> Result<Option<PathBuf>, ApiError> {
    if !path.symlink_metadata().is_ok_and(|there| there.is_symlink()) {
        return Ok(None);
    }
    path.canonicalize().map(Some).map_err(|error| super::destination::write_error(path, &error))
}

fn link_refused(path: &Path, target: &Path) -> ApiError {
    let message = format!("{} is a symbolic link to {}", path.display(), target.display());
    ApiError::new(ErrorCode::File, message, "Use --follow to change the file that the link points to.")
}

fn file_view(client: &ImportClient, file: &ClientFile, catalog: &Catalog) -> Option<ClientFileView> {
    let target = link_target(&file.path).ok().flatten();
    let path = file.entry_path("");
    let read = ExistingFile::read(target.as_deref().unwrap_or(&file.path)).and_then(|existing| {
        let text = existing.text.unwrap_or_default();
        install::list_entries(&text, path.format, path.project)
            .map_err(|error| install_error(&existing.path, &error))
    });
    let (entries, problem) = match read {
        // A file that lists no servers is not an MCP configuration.
        Ok(entries) if entries.is_empty() => return None,
        Ok(entries) => (entries.into_iter().map(|entry| entry_view(entry, catalog)).collect(), None),
        Err(error) => (Vec::new(), Some(error.message)),
    };
    Some(ClientFileView {
        client: client.id.to_owned(),
        client_name: client.name.to_owned(),
        path: file.path.display().to_string(),
        link_target: target.map(|target| target.display().to_string()),
        project: file.project.clone(),
        entries,
        problem,
    })
}

fn entry_view(entry: Entry, catalog: &Catalog) -> ClientEntryView {
    let problem = match &entry.state {
        EntryState::Command | EntryState::Installed => None,
        EntryState::Address(address) => {
            find_stored(catalog, &entry, address).err().map(|error| (error.message, error.hint))
        }
        EntryState::Unsupported(error) => Some((error.to_string(), error_hint(error).to_owned())),
    };
    let (problem, hint) = problem.unzip();
    ClientEntryView {
        installed: entry.state == EntryState::Installed,
        remote: matches!(entry.state, EntryState::Address(_)),
        server: entry.key,
        problem,
        hint,
    }
}

/// The stored server with the address of an entry: with its credentials Hintsmith connects instead of the client.
fn find_stored(catalog: &Catalog, entry: &Entry, address: &str) -> Result<String, ApiError> {
    let shown = |source: Source| match source.seal(|_| None).0 {
        Source::Http { url, .. } => Some(url.redacted()),
        _ => None,
    };
    let url = SourceValue::from(address.trim());
    let wanted = shown(Source::Http { url, headers: Vec::new(), client: None });
    let has_address = |row: &&ServerRow| shown(row.source.clone()) == wanted;
    let found: Vec<&str> = catalog.servers.iter().filter(has_address).map(|row| row.name.as_str()).collect();
    match found[..] {
        [] => {
            let hint = "Add the server with `hintsmith import`, then install Hintsmith again.";
            let error = InstallError::NotStored(entry.key.clone());
            Err(ApiError::new(ErrorCode::NotFound, error.to_string(), hint))
        }
        [only] => Ok(only.to_owned()),
        _ => found.iter().find(|name| **name == entry.name).map(|name| (*name).to_owned()).ok_or_else(|| {
            let names = found.join(", ");
            let message = format!("several servers in Hintsmith have the address of {}: {names}", entry.key);
            let hint = "Give the server the name of one of them in the client's configuration.";
            ApiError::new(ErrorCode::Invalid, message, hint)
        }),
    }
}

fn config_format(path: &Path) -> ConfigFormat {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("toml") => ConfigFormat::Toml,
        Some("yaml" | "yml") => ConfigFormat::Yaml,
        _ => ConfigFormat::Json,
    }
}

fn install_error(path: &Path, error: &InstallError) -> ApiError {
    ApiError::new(ErrorCode::Invalid, format!("{}: {error}", path.display()), error_hint(error))
}

fn error_hint(error: &InstallError) -> &'static str {
    match error {
        InstallError::UnknownServer(_) => "`hintsmith install` lists the servers of every client.",
        InstallError::NoConnection(_) => {
            "Only servers with a command or an address can be reached through Hintsmith."
        }
        InstallError::AlreadyInstalled(_) => "Remove wrap with `hintsmith install --undo`.",
        InstallError::NotInstalled(_) => "`hintsmith install` without --undo adds wrap.",
        _ => "Change the file by hand. Hintsmith did not change it.",
    }
}

fn no_configuration(client: &ImportClient, project: Option<&str>) -> ApiError {
    let place = project.map_or_else(String::new, |project| format!(" in {project}"));
    let hint = match project {
        Some(_) => "Without --project your own configuration is changed.",
        None => "`hintsmith install` lists the configurations that were found.",
    };
    ApiError::new(ErrorCode::NotFound, format!("no configuration of {} was found{place}", client.name), hint)
}
