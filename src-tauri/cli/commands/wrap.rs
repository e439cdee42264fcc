//! `hintsmith wrap`

use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_engine::api::proxy_host::StatusReporter;
use hintsmith_engine::api::wrap::{WrapInput, wrap_with_file};
use hintsmith_engine::signals;
use hintsmith_engine::text::escape_line;

use crate::args::WrapArguments;
use crate::{DONE, output};

/// Exits with the server's exit code. On a termination signal, calls in progress finish first.
pub async fn run(
    arguments: WrapArguments,
    data: Option<PathBuf>,
    timeout: Option<u64>,
) -> anyhow::Result<u8> {
    let WrapArguments { server, view, file, agent_tools, log, command } = arguments;
    let input = WrapInput { server, command, view: view.into(), logging: log.into(), agent_tools };
    let talk: StatusReporter =
        Arc::new(|words: &str| output::talk(&format!("hintsmith: {}", escape_line(words))));
    let stop = signals::told_to_end();
    let code = match file {
        Some(file) => wrap_with_file(&file, input, stop, talk).await?,
        None => {
            let engine = super::open(super::data_folder(data)?, timeout).await?;
            let ended = engine.wrap(input, stop, talk).await;
            engine.close().await?;
            ended?
        }
    };
    Ok(code.map_or(DONE, |code| u8::try_from(code).unwrap_or(u8::MAX)))
}
