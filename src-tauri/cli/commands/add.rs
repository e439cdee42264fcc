//! `hintsmith add` and `hintsmith edit`

use std::sync::Arc;

use anyhow::Context;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    AddServerInput, ConnectionView, NewServer, NewSource, NewVariable, ServerKind, ServerPreview,
    ServerSettingsInput, StorageChoice, TrustInput,
};
use hintsmith_engine::text::{escape_line, escape_value};

use super::scan;
use crate::args::{AddArguments, ConnectionArguments, EditArguments, YesOrNo, usage_error};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Arc<Engine>, arguments: AddArguments) -> anyhow::Result<u8> {
    let AddArguments { name, yes, connection } = arguments;
    let storage = storage_choices(&connection.secret, &connection.plain);
    let Some(source) = parse_source(connection)? else {
        usage_error("a source is required: -- COMMAND, --url URL, --openapi FILE or --file FILE")
    };
    add_and_scan(engine, NewServer { name, source, storage }, yes).await
}

/// Shows the preview, asks for consent, adds the server and scans it.
pub async fn add_and_scan(engine: &Arc<Engine>, server: NewServer, yes: bool) -> anyhow::Result<u8> {
    let preview = engine.servers.preview(server.clone()).await?;
    show_preview(&preview);
    if !confirm(yes, "not added") {
        return Ok(EXIT_NO);
    }
    let added = engine.servers.add(AddServerInput { server, consent: preview.consent }).await?;
    scan::run(engine, vec![added.name]).await
}

pub async fn edit(engine: &Arc<Engine>, arguments: EditArguments) -> anyhow::Result<u8> {
    let EditArguments { server: name, yes, connection, inference, trust } = arguments;
    let servers = engine.servers.list().await?;
    let before = servers.iter().find(|server| server.name == name);
    let before = before.ok_or_else(|| hintsmith_engine::ApiError::no_server(&name))?;
    let settings = inference.apply_to(before.settings);
    if settings != before.settings {
        engine.servers.set_settings(ServerSettingsInput { server: name.clone(), settings }).await?;
        output::status(&format!("{name}: changed the inference settings"));
    }
    if let Some(trust) = trust {
        let trusted = trust == YesOrNo::Yes;
        engine.servers.set_trusted(TrustInput { server: name.clone(), trusted }).await?;
        output::status(&format!("{name} is {}", if trusted { "trusted" } else { "no longer trusted" }));
    }
    let storage = storage_choices(&connection.secret, &connection.plain);
    let Some(source) = parse_source(connection)? else { return Ok(EXIT_SUCCESS) };
    let server = NewServer { name: name.clone(), source, storage };
    let preview = engine.servers.preview(server.clone()).await?;
    show_preview(&preview);
    if !confirm(yes, "not changed") {
        return Ok(EXIT_NO);
    }
    engine.servers.edit(AddServerInput { server, consent: preview.consent }).await?;
    scan::run(engine, vec![name]).await
}

/// Asks for confirmation, unless `--yes` was given. Prints `otherwise` if the user declines.
pub fn confirm(yes: bool, otherwise: &str) -> bool {
    if yes {
        return true;
    }
    match output::ask("Continue?") {
        Some(true) => true,
        Some(false) => {
            output::status(otherwise);
            false
        }
        None => {
            output::status(&format!(
                "{otherwise}: confirmation requires a terminal; use --yes to continue without one"
            ));
            false
        }
    }
}

/// Explicit storage choices from `--secret` and `--plain`.
pub fn storage_choices(secret: &[String], plain: &[String]) -> Vec<StorageChoice> {
    let choices = |values: &[String], secret| -> Vec<StorageChoice> {
        values.iter().map(|value| StorageChoice { value: value.clone(), secret }).collect()
    };
    [choices(secret, true), choices(plain, false)].concat()
}

/// The source from the arguments; none if no connection was given.
pub fn parse_source(arguments: ConnectionArguments) -> anyhow::Result<Option<NewSource>> {
    let ConnectionArguments {
        folder,
        env_var,
        pass_env_var,
        url,
        header,
        client_id,
        openapi,
        file,
        command,
        ..
    } = arguments;
    // Paths are stored, so they must not depend on the current folder.
    let folder = folder.map(std::path::absolute).transpose()?.map(|folder| folder.display().to_string());
    Ok(Some(if let Some(url) = url {
        let client_secret = std::env::var("HINTSMITH_CLIENT_SECRET").ok();
        NewSource::Http { url, headers: parse_variables(header)?, client_id, client_secret }
    } else if let Some(location) = openapi {
        NewSource::OpenApi { location }
    } else if let Some(path) = file {
        NewSource::File { path }
    } else if !command.is_empty() {
        NewSource::Command {
            command,
            folder,
            environment: parse_variables(env_var)?,
            pass_environment: pass_env_var,
        }
    } else {
        return Ok(None);
    }))
}

fn parse_variables(texts: Vec<String>) -> anyhow::Result<Vec<NewVariable>> {
    let pairs = texts.into_iter().map(|text| {
        let (name, value) = parse_named_value(&text)?;
        Ok(NewVariable { name, value: Some(value), secret: None })
    });
    pairs.collect()
}

/// Parses `NAME=VALUE`, or `NAME` alone for the value of that environment variable, which keeps it out of the shell
/// history.
pub fn parse_named_value(text: &str) -> anyhow::Result<(String, String)> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => {
            let value = std::env::var(text);
            let value = value
                .with_context(|| format!("the environment variable {text} is not set; write {text}=VALUE"))?;
            Ok((text.to_owned(), value))
        }
    }
}

pub fn show_preview(preview: &ServerPreview) {
    for line in connection_lines(&preview.connection) {
        output::status(&line);
    }
    if let Some(program) = &preview.program {
        output::status(&format!("  program: {}", escape_value(program)));
    }
    for warning in &preview.warnings {
        output::status(&format!("  ! {}", escape_line(warning)));
    }
}

/// The connection of a server, one line per value.
pub fn connection_lines(connection: &ConnectionView) -> Vec<String> {
    let (heading, kind) = match connection.kind {
        ServerKind::Demo | ServerKind::Stdio => ("This command will be started:", "variable"),
        ServerKind::Http => ("This server will be contacted:", "header"),
        ServerKind::OpenApi | ServerKind::File => ("This document will be read:", ""),
    };
    let mut lines = vec![heading.to_owned()];
    for (position, part) in connection.command.iter().enumerate() {
        let indent = if position == 0 { "  " } else { "    " };
        lines.push(format!("{indent}{}", escape_value(part)));
    }
    if let Some(folder) = &connection.folder {
        lines.push(format!("  working folder: {}", escape_value(folder)));
    }
    for variable in &connection.variables {
        let storage = if variable.secret { "(in the secret store)" } else { "(plain text)" };
        let (name, value) = (escape_value(&variable.name), escape_value(&variable.value));
        lines.push(format!("  {kind} {name}={value}  {storage}"));
    }
    if !connection.pass_environment.is_empty() {
        let names: Vec<_> = connection.pass_environment.iter().map(|name| escape_value(name)).collect();
        lines.push(format!("  passed from the environment: {}", names.join(", ")));
    }
    if let Some(id) = &connection.client_id {
        lines.push(format!("  OAuth client: {}", escape_value(id)));
    }
    lines
}
