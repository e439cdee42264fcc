//! The parts of a connection that `edit` keeps: all that are not given, unless the server gets another source.

use hintsmith_engine::dto::{ConnectionView, NewSource, NewVariable, ServerKind, VariableView};

use super::{parse_source, parse_variables};
use crate::args::{ConnectionArguments, usage_error};

/// The source from the arguments, with the parts of the connection before that they do not replace. None if they change
/// nothing.
pub fn edited_source(
    arguments: ConnectionArguments,
    before: &ConnectionView,
) -> anyhow::Result<Option<NewSource>> {
    let has_other_source = arguments.url.is_some()
        || arguments.file.is_some()
        || arguments.source_code.is_some()
        || !arguments.command.is_empty();
    let is_document = before.kind == ServerKind::OpenApi;
    if has_other_source || (arguments.openapi.is_some() && !is_document) {
        return parse_source(arguments);
    }
    let ConnectionArguments {
        folder,
        env_var,
        pass_env_var,
        header,
        client_id,
        openapi,
        operations,
        base_url,
        credential,
        token_url,
        ..
    } = arguments;
    let command_parts = folder.is_some() || !env_var.is_empty() || !pass_env_var.is_empty();
    let document_parts = openapi.is_some()
        || !operations.is_empty()
        || base_url.is_some()
        || !credential.is_empty()
        || token_url.is_some();
    let client_parts = client_id.is_some();
    let given = [
        (
            command_parts,
            ServerKind::Stdio,
            "--folder, --env-var and --pass-env-var are for servers with a command",
        ),
        (!header.is_empty(), ServerKind::Http, "--header is for servers with a URL"),
        (document_parts, ServerKind::OpenApi, "this option is for servers of an OpenAPI document"),
    ];
    for (is_given, kind, problem) in given {
        if is_given && before.kind != kind {
            usage_error(problem);
        }
    }
    if client_parts && !matches!(before.kind, ServerKind::Http | ServerKind::OpenApi) {
        usage_error("--client-id is for servers with a URL or an OpenAPI document");
    }
    if !command_parts && !document_parts && !client_parts && header.is_empty() {
        return Ok(None);
    }
    let address = before.command.first().cloned().unwrap_or_default();
    let client_secret = std::env::var("HINTSMITH_CLIENT_SECRET").ok();
    let client_id = client_id.or_else(|| before.client_id.clone());
    Ok(Some(match before.kind {
        ServerKind::Http => NewSource::Http {
            url: address,
            headers: kept_variables(&before.variables, header)?,
            client_id,
            client_secret,
        },
        ServerKind::OpenApi => NewSource::OpenApi {
            location: openapi.unwrap_or(address),
            operations: if operations.is_empty() { before.operations.clone() } else { operations },
            base_url: base_url.or_else(|| before.base_url.clone()),
            credentials: kept_variables(&before.variables, credential)?,
            token_url: token_url.or_else(|| before.token_url.clone()),
            client_id,
            client_secret,
        },
        _ => NewSource::Command {
            command: before.command.clone(),
            folder: match folder {
                Some(folder) => Some(std::path::absolute(folder)?.display().to_string()),
                None => before.folder.clone(),
            },
            environment: kept_variables(&before.variables, env_var)?,
            pass_environment: before.pass_environment.iter().cloned().chain(pass_env_var).collect(),
        },
    }))
}

/// The variables before, and the given ones in place of those with their names.
fn kept_variables(before: &[VariableView], given: Vec<String>) -> anyhow::Result<Vec<NewVariable>> {
    let given = parse_variables(given)?;
    let is_replaced = |name: &str| given.iter().any(|variable| variable.name == name);
    let kept = before.iter().filter(|variable| !is_replaced(&variable.name));
    let kept = kept.map(|VariableView { name, value, secret, .. }| NewVariable {
        name: name.clone(),
        value: (!secret).then(|| value.clone()),
        secret: Some(*secret),
    });
    Ok(kept.chain(given.iter().cloned()).collect())
}
