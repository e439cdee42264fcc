//! `hintsmith demo` and `hintsmith demo-server`

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::demo::http_api::DemoApi;
use hintsmith_engine::demo::{DemoOptions, serve_stdio};
use hintsmith_engine::dto::{NewServer, NewSource};

use super::{add, scan, tools};
use crate::args::WorldArguments;
use crate::{EXIT_SUCCESS, output};

const DEMO_NAME: &str = "demo";

/// Adds the demo server if it does not exist, scans it and lists its tools.
pub async fn run(engine: &Arc<Engine>) -> anyhow::Result<u8> {
    let exists = engine.servers.list().await?.iter().any(|server| server.name == DEMO_NAME);
    let code = if exists {
        scan::run(engine, vec![DEMO_NAME.to_owned()]).await?
    } else {
        // The demo is this program and works in memory only, so no consent is needed.
        let source = NewSource::Demo { tools: None };
        let server = NewServer { name: DEMO_NAME.to_owned(), source, storage: Vec::new() };
        add::add_and_scan(engine, server, &WorldArguments::default(), (true, false)).await?
    };
    if code == EXIT_SUCCESS && !output::is_json() {
        tools::list(engine, &format!("server:{DEMO_NAME}")).await?;
    }
    Ok(code)
}

pub async fn serve(tools: Option<u32>) -> anyhow::Result<u8> {
    serve_stdio(DemoOptions { tools }).await?;
    Ok(EXIT_SUCCESS)
}

/// Serves the HTTP API until the program is ended.
pub async fn serve_api(port: u16) -> anyhow::Result<u8> {
    let api = DemoApi::bind(port).await?;
    let address = api.address;
    output::print(&format!("http://{address}/openapi.json"));
    output::finish()?;
    output::status(&format!(
        "Add it: hintsmith add notes --openapi http://{address}/openapi.json --base-url http://{address}"
    ));
    match api.serve().await {}
}
