//! `hintsmith wrap`

use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_engine::api::proxy_host::StatusReporter;
use hintsmith_engine::api::wrap::{WrapInput, run_wrap_from_file};
use hintsmith_engine::signals;
use hintsmith_engine::text::escape_line;

use crate::args::WrapArguments;
use crate::{EXIT_SUCCESS, output};

/// Exits with the server's exit code. On a termination signal, calls in progress finish first.
pub async fn run(
    arguments: WrapArguments,
    data: Option<PathBuf>,
    timeout: Option<u64>,
) -> anyhow::Result<u8> {
    let WrapArguments { server, proxy: view, file, agent_tools, call_log: log, command } = arguments;
    let input = WrapInput { server, command, options: view.into(), call_log: log.into(), agent_tools };
    let status: StatusReporter =
        Arc::new(|message: &str| output::status(&format!("hintsmith: {}", escape_line(message))));
    let stop = signals::shutdown();
    let code = match file {
        Some(file) => run_wrap_from_file(&file, input, stop, status).await?,
        None => {
            let engine = super::open_engine(super::data_folder(data)?, timeout).await?;
            let result = engine.proxies.run_wrap(input, stop, status).await;
            engine.close().await?;
            result?
        }
    };
    Ok(code.map_or(EXIT_SUCCESS, |code| u8::try_from(code).unwrap_or(u8::MAX)))
}
