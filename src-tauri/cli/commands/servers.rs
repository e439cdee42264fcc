//! `hintsmith servers`, `enable`, `disable`, `remove`, `login` and `logout`

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::api::servers::sign_in::open_in_browser;
use hintsmith_engine::dto::{EnableServerInput, Era, ServerDetail, ServerKey, ServerState, ServerView};
use hintsmith_engine::text::escape_line;

use super::{add, scan};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let servers = engine.servers.list().await?;
    if output::is_json() {
        output::print_json(&servers)?;
        return Ok(EXIT_SUCCESS);
    }
    super::explain_empty_store(engine).await?;
    let row = |server: &ServerView| {
        let tools = output::pluralize(server.tools, "tool");
        [
            server.name.clone(),
            state_text(server).to_owned(),
            tools,
            server.protocol.clone().unwrap_or_default(),
            escape_line(&server.connection.command.join(" ")).into_owned(),
        ]
    };
    output::print_table(
        ["Server", "State", "Tools", "Protocol", "Connection"],
        &servers.iter().map(row).collect::<Vec<_>>(),
    );
    super::toolset::print_hidden_servers(engine).await?;
    Ok(EXIT_SUCCESS)
}

pub async fn show(engine: &Engine, name: String) -> anyhow::Result<u8> {
    let server = engine.servers.view_by_name(&name).await?;
    let problems = engine.servers.scan_problems(ServerKey { server: name.clone() }).await?;
    let output = engine.servers.output(ServerKey { server: name }).await?;
    if output::is_json() {
        output::print_json(&ServerDetail { server, problems, output })?;
        return Ok(EXIT_SUCCESS);
    }
    output::print(&format!(
        "{}: {}, {}",
        server.name,
        state_text(&server),
        output::pluralize(server.tools, "tool")
    ));
    add::connection_lines(&server.connection).iter().skip(1).for_each(|line| output::print(line));
    let era = match server.era {
        Some(Era::Stateless) => ", stateless",
        Some(Era::Handshake) => ", with sessions",
        None => "",
    };
    let settings = [server.settings.destructive.key(), server.settings.open_world.key()].map(to_kebab_case);
    let facts = [
        ("scanned", server.scanned_at.clone()),
        ("protocol", server.protocol.as_ref().map(|protocol| format!("{}{era}", escape_line(protocol)))),
        ("response time", server.latency_ms.map(|latency| format!("{latency} ms"))),
        ("signed in", server.signed_in.clone()),
        ("list incomplete", server.truncation.clone()),
        ("destructive", Some(settings[0].clone())),
        ("open-world", Some(settings[1].clone())),
        ("trusted", server.trusted.then(|| "yes".to_owned())),
        ("HTTP methods", server.settings.trusts_methods.then(|| "trusted".to_owned())),
        ("failed", server.failure.as_ref().map(|failure| format!("{}. {}", failure.message, failure.hint))),
    ];
    for (what, value) in facts {
        if let Some(value) = value {
            output::print(&format!("  {what}: {}", escape_line(&value)));
        }
    }
    if let Some(operations) = &server.operations {
        output::print(&format!("  operations chosen: {} of {}", operations.chosen, operations.total));
    }
    scan::new_operations_line(&server).iter().for_each(|line| output::print(line));
    problems.iter().for_each(|problem| output::print(&scan::problem_line(&server.name, problem)));
    for line in output {
        output::print(&format!("  | {}", escape_line(&line)));
    }
    Ok(EXIT_SUCCESS)
}

pub async fn enable(engine: &Arc<Engine>, names: Vec<String>, enabled: bool) -> anyhow::Result<u8> {
    // All names are checked before any server is changed.
    for name in &names {
        engine.servers.view_by_name(name).await?;
    }
    let mut servers = Vec::new();
    for server in names {
        servers.push(engine.servers.set_enabled(EnableServerInput { server, enabled }).await?);
    }
    output::print_report(&servers, || servers.iter().for_each(print_enabled))?;
    Ok(EXIT_SUCCESS)
}

fn print_enabled(server: &ServerView) {
    let change = if server.state == ServerState::Off { "disabled" } else { "enabled" };
    output::status(&format!("{change} {}", server.name));
}

pub async fn remove(engine: &Engine, server: String, yes: bool) -> anyhow::Result<u8> {
    let view = engine.servers.view_by_name(&server).await?;
    output::status(&format!(
        "This removes {} with {} and its secrets. Your decisions are kept.",
        view.name,
        output::pluralize(view.tools, "tool")
    ));
    if !add::confirm(yes, "not removed") {
        return Ok(EXIT_NO);
    }
    engine.servers.remove(ServerKey { server }).await?;
    output::print_report(&view, || output::status(&format!("Removed {}.", view.name)))?;
    Ok(EXIT_SUCCESS)
}

/// Signs in, then scans the server.
pub async fn login(
    engine: &Arc<Engine>,
    server: String,
    print: bool,
    issuer: Option<String>,
) -> anyhow::Result<u8> {
    let confirm = |named: String| async move {
        let question = format!(
            "The client secret will be sent to {}. Was the client registered there?",
            escape_line(&named)
        );
        issuer.map_or_else(|| output::ask(&question) == Some(true), |issuer| issuer == named)
    };
    let open = |page: &str| {
        output::status("Sign in on this page. Hintsmith continues automatically:");
        // Goes to stdout, so that a script can use it with `--print`.
        output::print(&escape_line(page));
        if !print && let Err(error) = open_in_browser(page) {
            output::error(&error.into());
        }
    };
    let signed_in = engine.servers.sign_in(ServerKey { server }, confirm, open).await?;
    output::status(&format!("signed in to {}", signed_in.name));
    scan::run(engine, vec![signed_in.name]).await
}

pub async fn logout(engine: &Engine, server: String) -> anyhow::Result<u8> {
    let server = engine.servers.sign_out(ServerKey { server }).await?;
    output::print_report(&server, || output::status(&format!("signed out of {}", server.name)))?;
    Ok(EXIT_SUCCESS)
}

fn state_text(server: &ServerView) -> &'static str {
    match server.state {
        ServerState::Off => "disabled",
        ServerState::Idle => "not scanned",
        ServerState::Connecting => "connecting",
        ServerState::Ready => "ready",
        ServerState::NeedsSignIn => "needs sign-in",
        ServerState::Failed if server.stale => "failed, stale",
        ServerState::Failed => "failed",
    }
}

/// A key of JSON as the command line writes it: `byTool` is `by-tool`.
fn to_kebab_case(key: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_uppercase() {
        true => format!("-{}", letter.to_ascii_lowercase()),
        false => letter.to_string(),
    };
    key.chars().map(letter).collect()
}
