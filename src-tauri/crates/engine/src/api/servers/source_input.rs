//! Source of a new or edited server: validates what the user entered, restores stored secrets from their masked text,
//! and separates the secrets.

use std::path::{Path, PathBuf};

use hintsmith_core::sources::openapi::security::parse_token_url;
use hintsmith_core::sources::openapi::server::ServerUrl;
use hintsmith_core::sources::source::{
    ApiAccess, Location, NamedSecret, REDACTED, SignInClient, Source, SourceValue, ValueStorage, Variable,
};
use hintsmith_mcp::environment;

use crate::api::patch::existing_folder;
use crate::connection_target;
use crate::dto::{NewSource, NewVariable, StorageChoice};
use crate::error::{ApiError, ErrorCode};

/// Builds a source from user input and separates its secrets. Values left open keep their stored value.
pub fn seal_new_source(
    new: NewSource,
    storage: &[StorageChoice],
    before: Option<&Source>,
) -> Result<(Source, Vec<NamedSecret>), ApiError> {
    let variables: &[NewVariable] = match &new {
        NewSource::Command { environment: variables, .. }
        | NewSource::CommandLine { environment: variables, .. }
        | NewSource::Http { headers: variables, .. } => variables,
        // The credentials of an API are always secret.
        NewSource::Demo { .. }
        | NewSource::OpenApi { .. }
        | NewSource::File { .. }
        | NewSource::SourceCode { .. } => &[],
    };
    let chosen = variables.iter().filter_map(|variable| {
        Some(StorageChoice { value: variable.name.trim().to_owned(), secret: variable.secret? })
    });
    let storage: Vec<StorageChoice> = storage.iter().cloned().chain(chosen).collect();
    seal_as_chosen(build_source(new, before)?, &storage)
}

/// Separates the secrets of a source, honouring the user's storage choices.
pub fn seal_as_chosen(
    source: Source,
    storage: &[StorageChoice],
) -> Result<(Source, Vec<NamedSecret>), ApiError> {
    let values = source.values();
    for StorageChoice { value, secret } in storage {
        let Some((_, _, current)) = values.iter().find(|(name, ..)| name == value) else {
            let names: Vec<&str> = values.iter().map(|(name, ..)| name.as_str()).collect();
            let hint = format!("The values are: {}.", names.join(", "));
            return Err(ApiError::new(
                ErrorCode::Invalid,
                format!("there is no value named {value:?}"),
                hint,
            ));
        };
        // A stored secret cannot be read back out of the vault as plain text.
        if !secret && *current == ValueStorage::Secret {
            let message = format!("{value} is in the secret store");
            let hint = "Enter the value again to store it as plain text.";
            return Err(ApiError::new(ErrorCode::Invalid, message, hint));
        }
    }
    let choice = |name: &str| {
        let chosen = storage.iter().find(|choice| choice.value == name)?;
        Some(if chosen.secret { ValueStorage::Secret } else { ValueStorage::Plain })
    };
    Ok(source.seal(choice))
}

/// Builds a source with secrets in plain text; secrets that were stored before stay sealed.
pub fn build_source(new: NewSource, before: Option<&Source>) -> Result<Source, ApiError> {
    let stored: &[Variable] = match before {
        Some(Source::Stdio { environment, .. }) => environment,
        Some(Source::Http { headers, .. }) => headers,
        _ => &[],
    };
    Ok(match new {
        NewSource::Demo { tools } => Source::Demo { tools },
        NewSource::CommandLine { line, folder, environment, pass_environment } => {
            let command = shlex::split(&line).ok_or_else(|| {
                let hint = "Close the quote, or put a backslash before it.";
                ApiError::new(ErrorCode::Invalid, "the command line has an unclosed quote", hint)
            })?;
            build_stdio_source(
                command,
                folder,
                build_variables(environment, stored)?,
                check_passed_variables(pass_environment)?,
                before,
            )?
        }
        NewSource::Command { command, folder, environment, pass_environment } => build_stdio_source(
            command,
            folder,
            build_variables(environment, stored)?,
            check_passed_variables(pass_environment)?,
            before,
        )?,
        NewSource::Http { url, headers, client_id, client_secret } => {
            let (old_url, old_client) = match before {
                Some(Source::Http { url, client, .. }) => (Some(url), client.as_ref()),
                _ => (None, None),
            };
            let url = restore_sealed(check_url(&url)?, old_url)?;
            let client = build_client(client_id, client_secret, old_client);
            Source::Http { url, headers: build_variables(headers, stored)?, client }
        }
        NewSource::OpenApi {
            location,
            operations,
            base_url,
            credentials,
            token_url,
            client_id,
            client_secret,
        } => {
            let (old, old_api) = match before {
                Some(Source::OpenApi { at: Location::Url(url), api, .. }) => (Some(url), api.as_ref()),
                Some(Source::OpenApi { at: Location::Path(_), api, .. }) => (None, api.as_ref()),
                _ => (None, None),
            };
            let token_url = token_url.filter(|url| !url.trim().is_empty());
            let client = build_client(client_id, client_secret, old_api.and_then(|api| api.client.as_ref()));
            let api = match base_url.filter(|url| !url.trim().is_empty()) {
                Some(base_url) => Some(ApiAccess {
                    base_url: check_base_url(&base_url)?,
                    credentials: build_credentials(credentials, old_api.map_or(&[], |api| &api.credentials))?,
                    token_url: token_url.as_deref().map(check_token_url).transpose()?,
                    client,
                }),
                None if credentials.is_empty() && token_url.is_none() && client.is_none() => None,
                None => {
                    let hint = "Give the URL that the operations are called at.";
                    let message = "credentials, a client and a token URL need a base URL as well";
                    return Err(ApiError::new(ErrorCode::Invalid, message, hint));
                }
            };
            let at = match location.contains("://") {
                true => Location::Url(restore_sealed(check_url(&location)?, old)?),
                false => Location::Path(existing_file(&location)?),
            };
            Source::OpenApi { at, operations: check_operations(operations)?, api }
        }
        NewSource::File { path } => Source::File { path: existing_file(&path)? },
        NewSource::SourceCode { folder } => Source::SourceCode { folder: existing_folder(&folder)? },
    })
}

/// The OAuth client. A stored secret stays with its id.
fn build_client(
    id: Option<String>,
    secret: Option<String>,
    before: Option<&SignInClient>,
) -> Option<SignInClient> {
    let id = id.filter(|id| !id.trim().is_empty())?;
    let stored = before.filter(|client| client.id == id).and_then(|client| client.secret.clone());
    let given = secret.filter(|secret| !secret.is_empty()).map(SourceValue::from);
    Some(SignInClient { id, secret: given.or(stored) })
}

fn build_stdio_source(
    command: Vec<String>,
    folder: Option<String>,
    environment: Vec<Variable>,
    pass_environment: Vec<String>,
    before: Option<&Source>,
) -> Result<Source, ApiError> {
    if command.first().is_none_or(|program| program.is_empty()) {
        let hint = "Give the program and its arguments, for example: npx -y some-mcp-server";
        return Err(ApiError::new(ErrorCode::Invalid, "the command is missing", hint));
    }
    if command.iter().any(|part| part.contains('\0')) {
        return Err(ApiError::new(
            ErrorCode::Invalid,
            "the command contains a NUL character",
            "Remove the character.",
        ));
    }
    let folder = folder.filter(|folder| !folder.trim().is_empty()).map(PathBuf::from);
    if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
        let message = format!("the working folder {} does not exist", folder.display());
        return Err(ApiError::new(
            ErrorCode::Invalid,
            message,
            "Choose an existing folder, or leave the field empty.",
        ));
    }
    let old: &[SourceValue] = match before {
        Some(Source::Stdio { command, .. }) => command,
        _ => &[],
    };
    let command = command.into_iter().map(|part| restore_sealed(part, old)).collect::<Result<_, _>>()?;
    Ok(Source::Stdio { command, folder, environment, pass_environment })
}

/// Checks the names of passed variables, sorted and without duplicates, so that equal choices give an equal source.
fn check_passed_variables(names: Vec<String>) -> Result<Vec<String>, ApiError> {
    let mut passed: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    passed.retain(|name| !name.is_empty());
    passed.sort();
    passed.dedup();
    for name in &passed {
        let problem = if environment::is_own_variable(name) {
            "is a variable of Hintsmith and is never passed on"
        } else if name.contains(['=', '\0', '\n', '\r']) {
            "is not a valid name for a variable"
        } else {
            continue;
        };
        let hint = "Give the names of variables, without values.";
        return Err(ApiError::new(ErrorCode::Invalid, format!("{name:?} {problem}"), hint));
    }
    Ok(passed)
}

/// Restores a sealed value from its masked text: text that was shown with dots and comes back unchanged stands for
/// the stored secret, at whatever position.
fn restore_sealed<'a>(
    text: String,
    before: impl IntoIterator<Item = &'a SourceValue>,
) -> Result<SourceValue, ApiError> {
    let mut sealed = before.into_iter().filter(|value| matches!(value, SourceValue::Sealed { .. }));
    if let Some(value) = sealed.find(|value| value.redacted() == text) {
        return Ok(value.clone());
    }
    if text.contains(REDACTED) {
        // The rest of the text may be another secret, so it is not part of the message.
        let message = "a value contains masking dots but no stored secret";
        return Err(ApiError::new(ErrorCode::Invalid, message, "Replace the dots with the secret."));
    }
    Ok(text.into())
}

fn build_variables(new: Vec<NewVariable>, stored: &[Variable]) -> Result<Vec<Variable>, ApiError> {
    let mut variables: Vec<Variable> = Vec::new();
    for NewVariable { name, value, .. } in new {
        let name = name.trim().to_owned();
        let invalid = |what: String, hint: &str| Err(ApiError::new(ErrorCode::Invalid, what, hint));
        if name.is_empty() || name.contains(['=', '\0', '\n', '\r']) {
            return invalid(
                format!("{name:?} is not a valid name for a variable"),
                "Use letters, digits, - and _.",
            );
        }
        if variables.iter().any(|variable| variable.name == name) {
            return invalid(format!("{name} is set twice"), "Remove one of the two values.");
        }
        let value = match value {
            Some(value) if value.contains(['\0', '\n', '\r']) => {
                return invalid(
                    format!("the value of {name} has more than one line"),
                    "Write the value on one line.",
                );
            }
            Some(value) => value.into(),
            None => match stored.iter().find(|variable| variable.name == name) {
                Some(variable) => variable.value.clone(),
                None => return invalid(format!("{name} has no value"), "Enter a value, or remove the name."),
            },
        };
        variables.push(Variable { name, value });
    }
    Ok(variables)
}

fn build_credentials(new: Vec<NewVariable>, stored: &[Variable]) -> Result<Vec<Variable>, ApiError> {
    let hint = "Name a security scheme of the document, and give its credential.";
    for NewVariable { name, value, .. } in &new {
        if name.trim().is_empty() {
            return Err(ApiError::new(ErrorCode::Invalid, "a credential has no name", hint));
        }
        if value.as_deref().is_some_and(|value| value.trim().is_empty()) {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                format!("the credential {name} has no value"),
                hint,
            ));
        }
    }
    build_variables(new, stored)
}

fn check_url(url: &str) -> Result<String, ApiError> {
    let url = url.trim();
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let plain = !url.contains(|c: char| c.is_whitespace() || c.is_control());
    if !plain || host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        let hint = "Give a complete URL, for example https://mcp.example.com/mcp";
        let shown = Source::Http { url: url.into(), headers: Vec::new(), client: None }.seal(|_| None).0;
        let shown = connection_target::view(&shown, Path::new("")).command.concat();
        return Err(ApiError::new(
            ErrorCode::Invalid,
            format!("{shown:?} is not an http or https URL"),
            hint,
        ));
    }
    Ok(url.to_owned())
}

/// The terms that choose operations, without empty ones.
fn check_operations(terms: Vec<String>) -> Result<Vec<String>, ApiError> {
    let terms: Vec<String> = terms.iter().map(|term| term.trim().to_owned()).collect();
    if let Some(term) = terms.iter().find(|term| term.contains(['\0', '\n', '\r'])) {
        let hint = "Write a term such as tag:pets, GET /pets/* or the name of a tool.";
        return Err(ApiError::new(
            ErrorCode::Invalid,
            format!("{term:?} is not a choice of operations"),
            hint,
        ));
    }
    // All operations, as without terms.
    if terms == ["*"] {
        return Ok(Vec::new());
    }
    Ok(terms.into_iter().filter(|term| !term.is_empty()).collect())
}

/// The normalized base URL of an API.
fn check_base_url(url: &str) -> Result<String, ApiError> {
    match ServerUrl::parse(url.trim()) {
        Ok(url) => Ok(url.as_str().to_owned()),
        Err(problem) => {
            // The text may contain a password, so it is not part of the message.
            let hint = "Give a URL such as https://api.example.com/v1; credentials are given on their own.";
            Err(ApiError::new(ErrorCode::Invalid, format!("the base URL {problem}"), hint))
        }
    }
}

/// The URL that a client's secret is sent to.
fn check_token_url(url: &str) -> Result<String, ApiError> {
    parse_token_url(url).ok_or_else(|| {
        let hint =
            "Give a URL such as https://login.example.com/oauth/token, without a user name or password.";
        ApiError::new(ErrorCode::Invalid, "the token URL is not valid", hint)
    })
}

fn existing_file(path: &str) -> Result<PathBuf, ApiError> {
    let absolute = std::path::absolute(path.trim()).ok().filter(|path| path.is_file());
    absolute.ok_or_else(|| {
        ApiError::new(
            ErrorCode::File,
            format!("the file {path} does not exist"),
            "Give the path of an existing file.",
        )
    })
}
