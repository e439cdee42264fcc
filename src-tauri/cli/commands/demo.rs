//! `hintsmith demo` and `hintsmith demo-server`

use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::demo::{DemoOptions, serve_stdio};
use hintsmith_engine::dto::{NewServer, NewSource};

use super::{add, scan, tools};
use crate::DONE;

const NAME: &str = "demo";

/// Adds the demo server if it does not exist, scans it and lists its tools.
pub async fn run(engine: &Arc<Engine>) -> anyhow::Result<u8> {
    let there = engine.servers().await?.iter().any(|server| server.name == NAME);
    let code = if there {
        scan::run(engine, vec![NAME.to_owned()]).await?
    } else {
        // The demo is this program and works in memory only, so no consent is needed.
        let source = NewSource::Demo { tools: None };
        let server = NewServer { name: NAME.to_owned(), source, storage: Vec::new() };
        add::add(engine, server, true).await?
    };
    if code == DONE {
        tools::list(engine, &format!("server:{NAME}")).await?;
    }
    Ok(code)
}

pub async fn serve(tools: Option<u32>) -> anyhow::Result<u8> {
    serve_stdio(DemoOptions { tools }).await?;
    Ok(DONE)
}
