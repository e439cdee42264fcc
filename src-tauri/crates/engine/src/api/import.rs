//! Import of servers from the configurations of other MCP clients.
//!
//! Secrets stay in the engine: previews mask them, and the caller hands back only which entries it wants.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hintsmith_core::model::server_name;
use hintsmith_core::sources::import::{
    self, ConfigFile, ImportClient, ImportEnvironment, ImportError, ImportedServer, Os,
};

use super::servers::ServerService;
use super::servers::source_input::seal_as_chosen;
use crate::boxed;
use crate::catalog::Catalog;
use crate::context::Context;
use crate::dto::{
    ImportChoice, ImportEntry, ImportFile, ImportFileInput, ImportProblem, ImportReport, ImportServersInput,
};
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::servers::ServerRow;

/// Maximum size of a configuration file in bytes.
const MAX_CONFIG_BYTES: u64 = 8 << 20;

/// Servers in the configuration files of clients.
pub struct ImportService {
    pub(crate) context: Arc<Context>,
    pub(crate) servers: Arc<ServerService>,
}

impl ImportService {
    /// Id and display name of every client whose configuration can be read.
    pub fn clients(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        import::CLIENTS.iter().map(|client| (client.id, client.name))
    }

    /// Finds the configurations of other clients on this machine that list servers, including unreadable ones. `from`
    /// limits the search to one client; `project` is a folder whose project configurations are searched too.
    #[boxed]
    pub async fn find_files(
        &self,
        from: Option<&str>,
        project: Option<PathBuf>,
    ) -> Result<Vec<ImportFile>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let wanted = from.map(find_client).transpose()?;
        let Some(surroundings) = import_environment(project) else { return Ok(Vec::new()) };
        let locations = import::CLIENTS.into_iter().flat_map(|client| {
            (client.config_files)(&surroundings).into_iter().map(move |place| (client, place))
        });
        let mut files = Vec::new();
        // Shown before anything is added, so names are assigned as if everything was.
        let mut taken = server_names(&catalog);
        for (client, place) in locations {
            if wanted.is_some_and(|wanted| wanted.id != client.id) || !place.path.is_file() {
                continue;
            }
            match read_servers(client, &place).await {
                // A file without a server section is not an MCP configuration.
                Err(ConfigError::Import(ImportError::MissingSection { .. })) => {}
                read => files.push(self.import_file_view(client, &place.path, read, &catalog, &mut taken)),
            }
        }
        Ok(files)
    }

    /// Reads one configuration file at any path.
    #[boxed]
    pub async fn read_file(&self, input: ImportFileInput) -> Result<ImportFile, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let path = std::path::absolute(&input.path).unwrap_or_else(|_| PathBuf::from(&input.path));
        let client = resolve_client(&path, input.client.as_deref()).await?;
        let found = read_servers(client, &config_location(client, &path)).await;
        let mut taken = server_names(&catalog);
        taken.extend(input.taken);
        Ok(self.import_file_view(client, &path, found, &catalog, &mut taken))
    }

    /// Adds the chosen entries. An entry that fails does not prevent the others.
    #[boxed]
    pub async fn import(&self, input: ImportServersInput) -> Result<ImportReport, ApiError> {
        let mut report = ImportReport { added: Vec::new(), problems: Vec::new() };
        for choice in input.choices {
            let name = choice.name.clone();
            match self.import_server(choice).await {
                Ok(server) => report.added.push(server),
                Err(ApiError { message, hint, .. }) => {
                    report.problems.push(ImportProblem { name, message, hint });
                }
            }
        }
        Ok(report)
    }

    async fn import_server(&self, choice: ImportChoice) -> Result<crate::dto::ServerView, ApiError> {
        let path = PathBuf::from(&choice.path);
        let client = resolve_client(&path, Some(&choice.client)).await?;
        let found = read_servers(client, &config_location(client, &path))
            .await
            .map_err(|why| why.into_api_error(&path))?;
        let catalog = self.context.current_catalog().await?;
        let not_found = || {
            let message = format!("{} is no longer in {}", choice.name, path.display());
            ApiError::new(ErrorCode::NotFound, message, "Import the file again.")
        };
        let agreed = |found: &ImportedServer| {
            let sealed = found.source.clone().map(|source| source.seal(|_| None).0);
            found.name == choice.entry && sealed.is_ok_and(|source| source.consent_hash() == choice.consent)
        };
        let found = found.into_iter().find(agreed).ok_or_else(not_found)?;
        // The name that was shown, unless a server that was added since has it.
        let name = assign_name(&choice.name, &mut server_names(&catalog));
        let source = found.source.map_err(|why| ApiError::new(ErrorCode::Invalid, why, ""))?;
        // Where a value is stored does not change what runs, so the consent still covers it.
        let (source, secrets) = seal_as_chosen(source, &choice.storage)?;
        let consent = source.consent_hash();
        self.servers.add_source(name, source, secrets, consent).await
    }

    fn import_file_view(
        &self,
        client: &ImportClient,
        path: &Path,
        read: Result<Vec<ImportedServer>, ConfigError>,
        catalog: &Catalog,
        taken: &mut HashSet<String>,
    ) -> ImportFile {
        let (entries, problem) = match read {
            Ok(found) => {
                let view = |found| self.import_entry_view(found, catalog, taken);
                (found.into_iter().map(view).collect(), None)
            }
            Err(why) => (Vec::new(), Some(why.to_string())),
        };
        ImportFile {
            client: client.id.to_owned(),
            client_name: client.name.to_owned(),
            path: path.display().to_string(),
            entries,
            problem,
        }
    }

    fn import_entry_view(
        &self,
        found: ImportedServer,
        catalog: &Catalog,
        taken: &mut HashSet<String>,
    ) -> ImportEntry {
        let ImportedServer { name: entry, source, disabled, mut notes } = found;
        let (source, problem) = match source {
            Ok(source) => (Some(source.seal(|_| None).0), None),
            Err(why) => (None, Some(why)),
        };
        let known = source.as_ref().and_then(|source| {
            // A value stored as plain text here may be treated as a secret in the other file.
            let is_same = |row: &&ServerRow| stored_consent(row) == source.consent_hash();
            let same = catalog.servers.iter().find(is_same);
            same.map(|row| row.name.clone())
        });
        // An entry that cannot be added takes no name from one that can.
        let can_be_added = source.is_some() && known.is_none();
        let name = if can_be_added { assign_name(&entry, taken) } else { entry.clone() };
        if name != entry {
            notes.insert(0, format!("the name `{entry}` is taken; it will be added as `{name}`"));
        }
        let preview = source.map(|source| self.servers.preview_source(&source));
        ImportEntry { entry, name, preview, problem, notes, disabled, known }
    }
}

fn server_names(catalog: &Catalog) -> HashSet<String> {
    catalog.servers.iter().map(|row| row.name.clone()).collect()
}

/// The nearest valid name that is not taken, which is taken then.
fn assign_name(wanted: &str, taken: &mut HashSet<String>) -> String {
    let name = server_name::to_valid_name(wanted, |name| taken.contains(name));
    taken.insert(name.clone());
    name
}

/// The consent hash of a stored server with its secrets classified by the current rules.
fn stored_consent(row: &ServerRow) -> String {
    row.source.clone().seal(|_| None).0.consent_hash()
}

#[derive(Debug, thiserror::Error)]
enum ConfigError {
    #[error("it {0}")]
    Import(ImportError),
    #[error("the file cannot be read: {0}")]
    Io(std::io::Error),
}

impl ConfigError {
    fn into_api_error(self, path: &Path) -> ApiError {
        let message = format!("{}: {self}", path.display());
        ApiError::new(ErrorCode::File, message, "Fix the file, or choose another one.")
    }
}

async fn read_text(path: &Path) -> Result<String, ConfigError> {
    files::read_text_async(path.to_owned(), MAX_CONFIG_BYTES).await.map_err(ConfigError::Io)
}

async fn read_servers(client: &ImportClient, file: &ConfigFile) -> Result<Vec<ImportedServer>, ConfigError> {
    let found = (client.parse)(&read_text(&file.path).await?).map_err(ConfigError::Import)?;
    Ok(match &file.project {
        Some(project) => found.into_iter().map(|found| found.with_project_folder(project)).collect(),
        None => found,
    })
}

pub(super) fn find_client(id: &str) -> Result<&'static ImportClient, ApiError> {
    import::find_client(id).ok_or_else(|| {
        let ids = || import::CLIENTS.iter().map(|client| client.id);
        let hint = format!("Supported are {}.", ids().collect::<Vec<_>>().join(", "));
        ApiError::unknown_name(format!("there is no client named {id}"), hint, id, ids())
    })
}

async fn resolve_client(path: &Path, id: Option<&str>) -> Result<&'static ImportClient, ApiError> {
    match id {
        Some(id) => find_client(id),
        None => {
            let text = read_text(path).await.map_err(|why| why.into_api_error(path))?;
            import::detect_client(path, &text)
                .map_err(|error| ConfigError::Import(error).into_api_error(path))
        }
    }
}

/// The location of a file. If the client keeps project configurations under that name, the file belongs to the
/// enclosing project.
fn config_location(client: &ImportClient, path: &Path) -> ConfigFile {
    for project in path.ancestors().skip(1).take(3) {
        let locations =
            import_environment(Some(project.to_owned())).map(|found| (client.config_files)(&found));
        if let Some(place) = locations.into_iter().flatten().find(|place| place.path == path) {
            return place;
        }
    }
    path.to_owned().into()
}

/// Platform and folders that determine where clients keep their configurations.
pub(super) fn import_environment(project: Option<PathBuf>) -> Option<ImportEnvironment> {
    let dirs = directories::BaseDirs::new()?;
    let os = match std::env::consts::OS {
        "macos" => Os::MacOs,
        "windows" => Os::Windows,
        _ => Os::Linux,
    };
    let home = dirs.home_dir().to_owned();
    let config = std::env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from);
    let app_data = std::env::var_os("APPDATA").map(PathBuf::from);
    Some(ImportEnvironment { os, home, config_home: config, app_data, project })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::testing::PipeFile;

    #[tokio::test]
    async fn a_configuration_is_read_only_up_to_its_limit() {
        let file = PipeFile::with_spaces(MAX_CONFIG_BYTES + 1);
        let error = read_text(&file.path()).await.unwrap_err();
        assert_eq!(error.to_string(), "the file cannot be read: it is larger than 8 MiB");
    }
}
