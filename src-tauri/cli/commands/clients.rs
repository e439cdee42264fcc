//! `hintsmith clients`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ConnectedClient, ProxyTransport};
use hintsmith_engine::text::escape_line;

use crate::{EXIT_SUCCESS, output};

pub fn list(engine: &Engine) -> anyhow::Result<u8> {
    let clients = engine.proxies.connected_clients();
    if output::is_json() {
        output::print_json(&clients)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |client: &ConnectedClient| {
        let name = client.name.as_deref().unwrap_or("unnamed client");
        let through = match (&client.server, client.transport) {
            (Some(server), _) => format!("wrap of {server}"),
            (None, ProxyTransport::Http) => "HTTP".to_owned(),
            (None, ProxyTransport::Stdio) => "stdio".to_owned(),
        };
        [
            escape_line(name).into_owned(),
            escape_line(client.version.as_deref().unwrap_or_default()).into_owned(),
            through,
            format!("since {}", client.since),
            output::pluralize(client.calls, "call"),
        ]
    };
    output::print_table(
        ["Client", "Version", "Connection", "Since", "Calls"],
        &clients.iter().map(row).collect::<Vec<_>>(),
    );
    if clients.is_empty() {
        output::status(
            "No clients are connected. `hintsmith install` puts `wrap` before a server in a client's configuration.",
        );
    }
    Ok(EXIT_SUCCESS)
}
