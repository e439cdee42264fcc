//! `hintsmith add` and `hintsmith edit`

mod kept;
mod world;

use std::sync::Arc;

use anyhow::Context;
use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    AddServerInput, ConnectionView, MethodTrustInput, NewServer, NewSource, NewVariable, ServerKey,
    ServerKind, ServerPreview, ServerSettingsInput, ServerState, StorageChoice, TrustInput,
};
use hintsmith_engine::text::{escape_line, escape_value};

use super::scan;
use crate::args::{AddArguments, ConnectionArguments, EditArguments, WorldArguments, YesOrNo, usage_error};
use crate::{EXIT_ERROR, EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Arc<Engine>, arguments: AddArguments) -> anyhow::Result<u8> {
    let AddArguments { name, yes, keep, world, connection } = arguments;
    let storage = storage_choices(&connection.secret, &connection.plain);
    let Some(source) = parse_source(connection)? else {
        usage_error(
            "a source is required: -- COMMAND, --url URL, --openapi FILE, --file FILE or --source DIR",
        )
    };
    add_and_scan(engine, NewServer { name, source, storage }, &world, (yes, keep)).await
}

/// Shows the preview, asks for consent and how the server's world is read, adds the server and scans it. A server that fails is removed again, unless it is
/// to be kept or only needs a sign-in.
pub async fn add_and_scan(
    engine: &Arc<Engine>,
    server: NewServer,
    world: &WorldArguments,
    (yes, keep): (bool, bool),
) -> anyhow::Result<u8> {
    engine.servers.check_new_name(&server.name).await?;
    let preview = engine.servers.preview(server.clone()).await?;
    show_preview(&preview);
    if !confirm(yes, "not added") {
        return Ok(EXIT_NO);
    }
    let answers = world::ask_world(&server.name, &preview, world, yes)?;
    let input = AddServerInput {
        server,
        consent: preview.consent,
        open_world: answers.open_world,
        trusts_methods: answers.trusts_methods,
    };
    let added = engine.servers.add(input).await?;
    let outcome = scan::scan(engine, vec![added.name.clone()]).await;
    if output::is_json() {
        output::print_json(&outcome.reports)?;
    }
    let has_failed = match outcome.reports.first() {
        Some(report) => report.server.state == ServerState::Failed,
        None => true,
    };
    if has_failed && !keep {
        engine.servers.remove(ServerKey { server: added.name.clone() }).await?;
        output::status(&format!(
            "{} was not added. Fix the problem and try again, or add the server as it is with --keep.",
            added.name
        ));
    }
    let is_listed_only =
        preview.connection.kind == ServerKind::OpenApi && preview.connection.base_url.is_none();
    if is_listed_only && !has_failed {
        output::status(&format!(
            "Its operations are listed, not called. To call them, set the URL of the API: hintsmith edit {} --base-url URL",
            added.name,
        ));
    }
    let signs_in = preview.connection.kind == ServerKind::OpenApi && preview.connection.client_id.is_some();
    if signs_in && !has_failed {
        output::status(&format!("Sign in with `hintsmith login {}` to call its operations.", added.name));
    }
    Ok(if outcome.failed { EXIT_ERROR } else { EXIT_SUCCESS })
}

pub async fn edit(engine: &Arc<Engine>, arguments: EditArguments) -> anyhow::Result<u8> {
    let EditArguments { server: name, yes, connection, inference, trust, trust_methods, loosen } = arguments;
    let before = engine.servers.view_by_name(&name).await?;
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
    if let Some(trust) = trust_methods {
        set_method_trust(engine, &name, trust == YesOrNo::Yes, loosen).await?;
    }
    let storage = storage_choices(&connection.secret, &connection.plain);
    let Some(source) = kept::edited_source(connection, &before.connection)? else {
        if output::is_json() {
            output::print_json(&engine.servers.view_by_name(&name).await?)?;
        }
        return Ok(EXIT_SUCCESS);
    };
    let server = NewServer { name: name.clone(), source, storage };
    let preview = engine.servers.preview(server.clone()).await?;
    show_preview(&preview);
    if !confirm(yes, "not changed") {
        return Ok(EXIT_NO);
    }
    let consent = preview.consent;
    engine.servers.edit(AddServerInput { server, consent, open_world: None, trusts_methods: false }).await?;
    scan::run(engine, vec![name]).await
}

/// Trusts the HTTP methods of a server, after the user has seen and confirmed what that loosens.
async fn set_method_trust(
    engine: &Arc<Engine>,
    name: &str,
    trusted: bool,
    loosen: bool,
) -> anyhow::Result<()> {
    let server = name.to_owned();
    let mut loosen = loosen;
    if trusted && !loosen {
        let loosening = engine.servers.method_trust_loosening(ServerKey { server: server.clone() }).await?;
        output::print_loosening(&loosening);
        loosen = loosening.tools > 0 && output::ask("Loosen these tools?") == Some(true);
    }
    engine.servers.set_method_trust(MethodTrustInput { server, trusted, loosen }).await?;
    let change = if trusted { "are trusted" } else { "are no longer trusted" };
    output::status(&format!("the HTTP methods of {name} {change}"));
    Ok(())
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
        operations,
        base_url,
        token_url,
        credential,
        file,
        source_code,
        command,
        ..
    } = arguments;
    // Paths are stored, so they must not depend on the current folder.
    let folder = folder.map(std::path::absolute).transpose()?.map(|folder| folder.display().to_string());
    let client_secret = std::env::var("HINTSMITH_CLIENT_SECRET").ok().filter(|_| client_id.is_some());
    Ok(Some(if let Some(url) = url {
        NewSource::Http { url, headers: parse_variables(header)?, client_id, client_secret }
    } else if let Some(location) = openapi {
        let credentials = parse_variables(credential)?;
        NewSource::OpenApi {
            location,
            operations,
            base_url,
            credentials,
            token_url,
            client_id,
            client_secret,
        }
    } else if let Some(path) = file {
        NewSource::File { path }
    } else if let Some(folder) = source_code {
        NewSource::SourceCode { folder }
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

fn parse_variables(written: Vec<String>) -> anyhow::Result<Vec<NewVariable>> {
    let pairs = written.into_iter().map(|written| {
        let (name, value) = parse_named_value(&written)?;
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
pub fn connection_lines(reach: &ConnectionView) -> Vec<String> {
    let (what, kind) = match reach.kind {
        ServerKind::Demo | ServerKind::Stdio => ("This command will be started:", "variable"),
        ServerKind::Http => ("This server will be contacted:", "header"),
        ServerKind::OpenApi | ServerKind::File => ("This document will be read:", "credential"),
        ServerKind::SourceCode => ("This source code will be read:", "variable"),
    };
    let mut lines = vec![what.to_owned()];
    for (position, part) in reach.command.iter().enumerate() {
        let indent = if position == 0 { "  " } else { "    " };
        lines.push(format!("{indent}{}", escape_value(part)));
    }
    if !reach.operations.is_empty() {
        let terms: Vec<_> = reach.operations.iter().map(|term| escape_value(term)).collect();
        lines.push(format!("  operations: {}", terms.join(", ")));
    }
    if let Some(url) = &reach.base_url {
        lines.push("Its operations will be called at:".to_owned());
        lines.push(format!("  {}", escape_value(url)));
    }
    if let Some(url) = &reach.token_url {
        lines.push("Access tokens will be requested with the client's secret at:".to_owned());
        lines.push(format!("  {}", escape_value(url)));
    }
    if let Some(folder) = &reach.folder {
        lines.push(format!("  working folder: {}", escape_value(folder)));
    }
    for variable in &reach.variables {
        let kept = if variable.secret { "(in the secret store)" } else { "(plain text)" };
        let (name, value) = (escape_value(&variable.name), escape_value(&variable.value));
        lines.push(format!("  {kind} {name}={value}  {kept}"));
    }
    if !reach.pass_environment.is_empty() {
        let names: Vec<_> = reach.pass_environment.iter().map(|name| escape_value(name)).collect();
        lines.push(format!("  passed from the environment: {}", names.join(", ")));
    }
    if let Some(id) = &reach.client_id {
        lines.push(format!("  OAuth client: {}", escape_value(id)));
    }
    lines
}
