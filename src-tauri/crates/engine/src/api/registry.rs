//! Browsing of an MCP registry. Entries are data: nothing is started from them before the user has seen the command.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::resolve::badge::declared_badges;
use hintsmith_core::sources::registry::{
    self, EntryStatus, InstallOption, ListedTool, RegistryEntry, ServerQuery,
};
use hintsmith_core::sources::source::{Location, Source, SourceValue, Variable};
use hintsmith_mcp::fetch;

use crate::boxed;
use crate::catalog::Catalog;
use crate::connection_target;
use crate::context::Context;
use crate::dto::{
    InstallOptionView, ListedToolView, NewSource, NewVariable, OptionInputView, RegistryAddressInput,
    RegistryChoice, RegistryEntryView, RegistryInput, RegistryPage, RegistrySource, StorageChoice,
    saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::preferences;

const PUBLIC_REGISTRY_URL: &str = "https://registry.modelcontextprotocol.io";
const PREFERENCE_KEY: &str = "registry";
const PAGE_ENTRIES: u32 = 30;
const MAX_PAGE_BYTES: usize = 16 << 20;

/// The MCP registry.
pub struct RegistryService {
    pub(crate) context: Arc<Context>,
}

impl RegistryService {
    /// Base URL of the configured registry.
    #[boxed]
    pub async fn url(&self) -> Result<String, ApiError> {
        let set = self.context.db.read(|connection| preferences::get(connection, PREFERENCE_KEY)).await?;
        Ok(set.unwrap_or_else(|| PUBLIC_REGISTRY_URL.to_owned()))
    }

    /// Sets the registry, or resets it to the public one.
    #[boxed]
    pub async fn set_url(&self, input: RegistryAddressInput) -> Result<String, ApiError> {
        let url =
            input.url.map(|url| url.trim().trim_end_matches('/').to_owned()).filter(|url| !url.is_empty());
        if let Some(url) =
            url.as_deref().filter(|url| !url.starts_with("https://") && !url.starts_with("http://"))
        {
            let hint = format!("Give a complete URL, for example {PUBLIC_REGISTRY_URL}");
            return Err(ApiError::new(
                ErrorCode::Invalid,
                format!("{url:?} is not an http or https URL"),
                hint,
            ));
        }
        let set = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, PREFERENCE_KEY, url.as_deref())?;
            change_set.finish("changed the registry")
        };
        self.context.apply_changes(set).await?;
        self.url().await
    }

    /// One page of a registry's servers.
    #[boxed]
    pub async fn page(&self, input: RegistryInput) -> Result<RegistryPage, ApiError> {
        let registry = self.url().await?;
        let search = input.query.trim();
        let path = registry::servers_path(ServerQuery {
            search,
            cursor: input.cursor.as_deref(),
            limit: Some(PAGE_ENTRIES),
        });
        let text = fetch_text(&registry, &path).await?;
        let page = registry::parse_page(&text).map_err(|error| parse_error(&registry, &error))?;
        let catalog = self.context.current_catalog().await?;
        let entries = page.entries.iter().map(|entry| entry_view(entry, &catalog)).collect();
        Ok(RegistryPage { registry, entries, next: page.next_cursor, problems: page.problems })
    }

    /// The latest version of a registry entry.
    #[boxed]
    pub async fn entry(&self, name: &str) -> Result<RegistryEntryView, ApiError> {
        let (_, entry) = self.fetch_entry(name).await?;
        Ok(entry_view(&entry, &*self.context.current_catalog().await?))
    }

    /// Builds the source for an install option from the user's answers. Adds nothing.
    #[boxed]
    pub async fn source(&self, input: RegistryChoice) -> Result<RegistrySource, ApiError> {
        let (registry, entry) = self.fetch_entry(&input.name).await?;
        let option = entry.install_options.get(input.option as usize).ok_or_else(|| {
            let message = format!("{registry} has changed the install options of {}", input.name);
            ApiError::new(ErrorCode::NotFound, message, "Search the registry again.")
        })?;
        let answer = |name: &str| {
            let given = input.answers.iter().find(|answer| answer.name == name);
            given.map(|answer| answer.value.clone()).filter(|value| !value.is_empty())
        };
        let built = option.build_source(answer).map_err(|error| {
            ApiError::new(
                ErrorCode::Invalid,
                error.to_string(),
                "Fill in the value, or choose another install option.",
            )
        })?;
        let storage = built.secret_values.into_iter().map(|value| StorageChoice { value, secret: true });
        Ok(RegistrySource { source: new_source(built.source), storage: storage.collect() })
    }

    async fn fetch_entry(&self, name: &str) -> Result<(String, RegistryEntry), ApiError> {
        let registry = self.url().await?;
        let text = fetch_text(&registry, &registry::server_path(name, None)).await?;
        let entry = registry::parse_entry(&text).map_err(|error| parse_error(&registry, &error))?;
        Ok((registry, entry))
    }
}

async fn fetch_text(registry: &str, path: &str) -> Result<String, ApiError> {
    fetch::fetch_text(&format!("{registry}{path}"), MAX_PAGE_BYTES).await.map_err(|error| {
        let hint = "Check the address of the registry and your network, then try again.";
        ApiError::new(ErrorCode::Server, error.to_string(), hint)
    })
}

fn parse_error(registry: &str, error: &impl ToString) -> ApiError {
    let message = format!("the response of {registry} cannot be read: {}", error.to_string());
    ApiError::new(ErrorCode::Server, message, "Check that the address belongs to an MCP registry.")
}

fn entry_view(entry: &RegistryEntry, catalog: &Catalog) -> RegistryEntryView {
    RegistryEntryView {
        name: entry.name.clone(),
        suggested: entry.suggest_name(|name| catalog.server(name).is_some()),
        title: entry.title.clone(),
        description: entry.description.clone(),
        version: entry.version.clone(),
        status: match entry.status {
            EntryStatus::Active => None,
            EntryStatus::Deprecated => Some("deprecated".to_owned()),
            EntryStatus::Deleted => Some("deleted".to_owned()),
        },
        status_message: entry.status_message.clone(),
        options: entry.install_options.iter().map(install_option_view).collect(),
        tools: entry.tools.tools.iter().cloned().map(listed_tool_view).collect(),
        tool_count: saturating_u32(entry.tools.total),
    }
}

fn listed_tool_view(tool: ListedTool) -> ListedToolView {
    let ListedTool { name, title, description, declared } = tool;
    ListedToolView { name, title, description, badges: declared_badges(&declared) }
}

fn install_option_view(option: &InstallOption) -> InstallOptionView {
    let inputs = option.inputs.iter().map(|input| OptionInputView {
        name: input.name.clone(),
        description: input.description.clone(),
        secret: input.secret,
        required: input.required,
        default: input.default.clone(),
        choices: input.choices.clone(),
    });
    InstallOptionView {
        label: option.label.clone(),
        command: option
            .preview()
            .map(|source| connection_target::view(&source, Path::new("")).command)
            .unwrap_or_default(),
        inputs: inputs.collect(),
        notes: option.notes.clone(),
        problem: option.unsupported_reason().map(str::to_owned),
    }
}

/// Converts a source into the form in which the user enters it.
fn new_source(source: Source) -> NewSource {
    let variables = |variables: Vec<Variable>| {
        let variable = |Variable { name, value }: Variable| NewVariable {
            value: Some(value.redacted()),
            name,
            secret: None,
        };
        variables.into_iter().map(variable).collect()
    };
    match source {
        Source::Demo { tools } => NewSource::Demo { tools },
        Source::Stdio { command, folder, environment, pass_environment } => NewSource::Command {
            command: command.iter().map(SourceValue::redacted).collect(),
            folder: folder.map(|folder| folder.display().to_string()),
            environment: variables(environment),
            pass_environment,
        },
        Source::Http { url, headers, .. } => NewSource::Http {
            url: url.redacted(),
            headers: variables(headers),
            client_id: None,
            client_secret: None,
        },
        Source::OpenApi { at, .. } => {
            let location = match at {
                Location::Url(url) => url.redacted(),
                Location::Path(path) => path.display().to_string(),
            };
            NewSource::OpenApi {
                location,
                operations: Vec::new(),
                base_url: None,
                credentials: Vec::new(),
                token_url: None,
                client_id: None,
                client_secret: None,
            }
        }
        Source::File { path } => NewSource::File { path: path.display().to_string() },
        Source::SourceCode { folder } => NewSource::SourceCode { folder: folder.display().to_string() },
    }
}
