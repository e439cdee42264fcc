//! Resolution of a stored source into what is started, contacted or read; and its redacted form for display.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use hintsmith_core::sources::source::{ApiAccess, Location, SignInClient, Source, SourceValue, Variable};
use hintsmith_core::sources::variable_danger::variable_danger;
use hintsmith_mcp::api_server::sign_in::ApiAccount;
use hintsmith_mcp::endpoint::{Endpoint, HttpEndpoint};
use hintsmith_mcp::environment::EnvironmentPolicy;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::sign_in::{CredentialBackend, OAuthClient};

use crate::dto::{ConnectionView, ServerKind, VariableView};
use crate::error::ApiError;
use crate::secrets::{SecretId, SecretText, Vault};
use crate::store::servers::ServerRow;

/// The name of the secret that holds the OAuth tokens of a server.
pub const SIGN_IN_SECRET: &str = "sign-in";

/// The server or document that a server's tools are listed from.
pub enum ConnectionTarget {
    Endpoint(Endpoint),
    OpenApi(OpenApiTarget),
    /// A saved list.
    SavedList(PathBuf),
    /// The folder with the source of a server.
    SourceCode(PathBuf),
}

/// An OpenAPI document, and how its operations are called.
pub struct OpenApiTarget {
    pub document: DocumentLocation,
    pub operations: Vec<String>,
    /// None: the operations are only listed.
    pub api: Option<ApiTarget>,
}

pub struct ApiTarget {
    pub base_url: String,
    /// Credentials by the name of their security scheme.
    pub credentials: Vec<(String, SecretText)>,
    pub token_url: Option<String>,
    /// The client that the user signs in with.
    pub account: Option<ApiAccount>,
}

/// The location of a document.
#[derive(Clone)]
pub enum DocumentLocation {
    Path(PathBuf),
    Url(SecretText),
}

/// Fetches the secrets of a stored server and resolves its source. `program` is the executable that provides
/// `demo-server`.
pub async fn resolve_target(
    row: &ServerRow,
    program: &Path,
    vault: &Arc<Vault>,
) -> Result<ConnectionTarget, ApiError> {
    let account = OAuthAccount { issuer: row.issuer.clone(), is_signed_in: row.signed_in.is_some() };
    resolve_source(&row.name, &row.source, account, program, Some(vault)).await
}

/// The OAuth state of a server.
#[derive(Default)]
pub struct OAuthAccount {
    pub issuer: Option<String>,
    /// The user has signed in, so tokens are stored.
    pub is_signed_in: bool,
}

/// [`resolve_target`] for a source that need not be stored: without a vault none of its values may be secret.
pub async fn resolve_source(
    server: &str,
    source: &Source,
    account: OAuthAccount,
    program: &Path,
    vault: Option<&Arc<Vault>>,
) -> Result<ConnectionTarget, ApiError> {
    let reveal = async |held: &SourceValue| -> Result<SecretText, ApiError> {
        let SourceValue::Sealed { secret, .. } = held else { return Ok(held.redacted().into()) };
        let Some(vault) = vault else { return Err(ApiError::no_secret(server, secret)) };
        let stored = vault.get(&SecretId::new(server, secret)).await?;
        let text = stored.ok_or_else(|| ApiError::no_secret(server, secret))?;
        held.reveal(|_| Ok(text.expose().to_owned())).map(SecretText::from)
    };
    let values = async |variables: &[Variable]| -> Result<Vec<(String, SecretText)>, ApiError> {
        let mut values = Vec::new();
        for variable in variables {
            values.push((variable.name.clone(), reveal(&variable.value).await?));
        }
        Ok(values)
    };
    Ok(match source {
        Source::Demo { .. } => ConnectionTarget::Endpoint(demo(source, program).into()),
        Source::Stdio { command, folder, environment, pass_environment } => {
            let mut arguments = Vec::new();
            for part in command.iter().skip(1) {
                arguments.push(reveal(part).await?);
            }
            // The program itself is never a secret.
            let program = command.first().map(SourceValue::redacted).unwrap_or_default();
            let environment = values(environment).await?;
            let inherited = EnvironmentPolicy::AllowList { extra: pass_environment.clone() };
            let folder = folder.clone();
            ConnectionTarget::Endpoint(
                Command {
                    program,
                    arguments,
                    environment,
                    environment_policy: inherited,
                    working_dir: folder,
                }
                .into(),
            )
        }
        Source::Http { url, headers, client } => {
            let mut oauth = OAuthClient { issuer: account.issuer, ..OAuthClient::default() };
            if let Some(client) = client {
                oauth.id = Some(client.id.clone());
                oauth.secret = match &client.secret {
                    Some(secret) => Some(reveal(secret).await?.expose().to_owned()),
                    None => None,
                };
            }
            // Do not make the user unlock a keychain for a server without sign-in. An Authorization header given by the
            // user replaces sign-in.
            let signed_in = account.is_signed_in && !gives_token(source);
            let credentials = vault.filter(|_| signed_in).map(|vault| credentials(vault, server));
            let (url, headers) = (reveal(url).await?, values(headers).await?);
            ConnectionTarget::Endpoint(Endpoint::Http(HttpEndpoint {
                url,
                headers,
                credentials,
                oauth_client: oauth,
            }))
        }
        Source::OpenApi { at, operations, api } => {
            let document = match at {
                Location::Path(path) => DocumentLocation::Path(path.clone()),
                Location::Url(url) => DocumentLocation::Url(reveal(url).await?),
            };
            let api = match api {
                Some(ApiAccess { base_url, credentials: given, token_url, client }) => Some(ApiTarget {
                    base_url: base_url.clone(),
                    credentials: values(given).await?,
                    token_url: token_url.clone(),
                    account: match (client, vault) {
                        (Some(SignInClient { id, secret }), Some(vault)) => Some(ApiAccount {
                            client_id: id.clone(),
                            client_secret: match secret {
                                Some(secret) => Some(reveal(secret).await?),
                                None => None,
                            },
                            credentials: credentials(vault, server),
                        }),
                        _ => None,
                    },
                }),
                None => None,
            };
            ConnectionTarget::OpenApi(OpenApiTarget { document, operations: operations.clone(), api })
        }
        Source::File { path } => ConnectionTarget::SavedList(path.clone()),
        Source::SourceCode { folder } => ConnectionTarget::SourceCode(folder.clone()),
    })
}

/// Returns whether the server's token is given as an `Authorization` header.
pub fn gives_token(source: &Source) -> bool {
    let Source::Http { headers, .. } = source else { return false };
    headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"))
}

/// The OAuth tokens of one server, stored in the vault.
pub fn credentials(vault: &Arc<Vault>, server: &str) -> Arc<dyn CredentialBackend> {
    Arc::new(StoredCredentials { vault: Arc::clone(vault), server: server.to_owned() })
}

fn demo(source: &Source, program: &Path) -> Command {
    Command::new(program.display().to_string(), demo_arguments(source))
}

fn demo_arguments(source: &Source) -> Vec<String> {
    let mut arguments = vec!["demo-server".to_owned()];
    if let Source::Demo { tools: Some(count) } = source {
        arguments.extend(["--tools".to_owned(), count.to_string()]);
    }
    arguments
}

/// A command with secrets redacted: for display, never for starting it.
pub struct ShownCommand {
    pub program: String,
    pub arguments: Vec<String>,
    pub folder: Option<PathBuf>,
    /// The `PATH` that is declared for the server.
    pub path: Option<String>,
}

impl ShownCommand {
    pub fn argv(self) -> Vec<String> {
        [vec![self.program], self.arguments].concat()
    }
}

/// The command that would be started, of a source whose secrets are cut out.
pub fn shown_command(source: &Source, program: &Path) -> Option<ShownCommand> {
    match source {
        Source::Demo { .. } => {
            let (program, arguments) = (program.display().to_string(), demo_arguments(source));
            Some(ShownCommand { program, arguments, folder: None, path: None })
        }
        Source::Stdio { command, folder, environment, .. } => {
            let mut parts = command.iter().map(SourceValue::redacted);
            let program = parts.next().unwrap_or_default();
            let path = environment.iter().find(|variable| variable.name == "PATH");
            let path = path.map(|variable| variable.value.redacted());
            Some(ShownCommand { program, arguments: parts.collect(), folder: folder.clone(), path })
        }
        _ => None,
    }
}

/// The redacted source, for display.
pub fn view(source: &Source, program: &Path) -> ConnectionView {
    let seen = |variables: &[Variable]| variables.iter().map(variable).collect::<Vec<_>>();
    let (kind, command, variables, client_id) = match source {
        Source::Demo { .. } => (ServerKind::Demo, argv(source, program), Vec::new(), None),
        Source::Stdio { environment, .. } => {
            (ServerKind::Stdio, argv(source, program), seen(environment), None)
        }
        Source::Http { url, headers, client } => {
            let client_id = client.as_ref().map(|client| client.id.clone());
            (ServerKind::Http, vec![url.redacted()], seen(headers), client_id)
        }
        Source::OpenApi { at, api, .. } => {
            let location = match at {
                Location::Path(path) => path.display().to_string(),
                Location::Url(url) => url.redacted(),
            };
            let credentials = api.as_ref().map_or(&[][..], |api| &api.credentials);
            let client = api.as_ref().and_then(|api| api.client.as_ref());
            let client_id = client.map(|client| client.id.clone());
            (ServerKind::OpenApi, vec![location], seen(credentials), client_id)
        }
        Source::File { path } => (ServerKind::File, vec![path.display().to_string()], Vec::new(), None),
        Source::SourceCode { folder } => {
            (ServerKind::SourceCode, vec![folder.display().to_string()], Vec::new(), None)
        }
    };
    let folder = match source {
        Source::Stdio { folder, .. } => folder.as_ref().map(|folder| folder.display().to_string()),
        _ => None,
    };
    let pass_environment = match source {
        Source::Stdio { pass_environment, .. } => pass_environment.clone(),
        _ => Vec::new(),
    };
    let (operations, api) = match source {
        Source::OpenApi { operations, api, .. } => (operations.clone(), api.as_ref()),
        _ => (Vec::new(), None),
    };
    ConnectionView {
        kind,
        command,
        folder,
        variables,
        pass_environment,
        client_id,
        operations,
        base_url: api.map(|api| api.base_url.clone()),
        token_url: api.and_then(|api| api.token_url.clone()),
    }
}

fn argv(source: &Source, program: &Path) -> Vec<String> {
    shown_command(source, program).map(ShownCommand::argv).unwrap_or_default()
}

fn variable(variable: &Variable) -> VariableView {
    VariableView {
        name: variable.name.clone(),
        value: variable.value.redacted(),
        secret: matches!(variable.value, SourceValue::Sealed { .. }),
        danger: variable_danger(&variable.name).map(str::to_owned),
    }
}

struct StoredCredentials {
    vault: Arc<Vault>,
    server: String,
}

impl StoredCredentials {
    fn id(&self) -> SecretId {
        SecretId::new(&self.server, SIGN_IN_SECRET)
    }
}

#[async_trait]
impl CredentialBackend for StoredCredentials {
    async fn load(&self) -> Result<Option<String>, String> {
        match self.vault.get(&self.id()).await {
            Ok(kept) => Ok(kept.map(|text| text.expose().to_owned())),
            // Where no secret store is available, no tokens were stored; a server that needs them will report it.
            Err(error) if error.is_store_unavailable() => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    async fn save(&self, text: String) -> Result<(), String> {
        self.vault.set(self.id(), SecretText::from(text)).await.map_err(|error| error.to_string())
    }

    async fn clear(&self) -> Result<(), String> {
        self.vault.delete(self.id()).await.map_err(|error| error.to_string())
    }
}
