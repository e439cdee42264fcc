//! The gateway as a program with a fixed policy: `gateway [all] (stdio CMD… | http URL | openapi FILE)`. Prints its URL on one line.

use std::io::Write;
use std::sync::Arc;

use hintsmith_mcp::gateway::{GatewayContext, HttpConfig, HttpServer, Remote, Server, Source, Token, bind};
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{AllowAll, ProxyOutput, ToolPolicy};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::openapi_bench;
use crate::wrap::{AllReadOnly, cancel_on_signal};

/// Publicly known, so do not leave this program running.
pub const TOKEN: &str = "benchmark-benchmark-benchmark";

pub fn run(args: &[&str]) -> std::io::Result<()> {
    let (all, args) = match args {
        ["all", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let source = match args {
        ["stdio", program, arguments @ ..] => {
            Source::Command(Command::new(*program, arguments.iter().copied()))
        }
        ["http", url] => Source::Http(Remote { url: (*url).to_owned(), headers: None }),
        ["openapi", path] => Source::Api(Arc::new(openapi_bench::api_server(path)?)),
        _ => return Err(std::io::Error::other("say stdio CMD…, http URL or openapi FILE")),
    };
    // Single-threaded: a call is a few microseconds of work, less than waking another thread costs.
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(serve(source, all))
}

async fn serve(source: Source, correct_all: bool) -> std::io::Result<()> {
    let policy: Arc<dyn ToolPolicy> =
        if correct_all { Arc::new(AllReadOnly::default()) } else { Arc::new(AllowAll) };
    let (_states, policy) = watch::channel(policy);
    let server = Server { name: "s".to_owned(), source, policy };
    let context = GatewayContext::new(vec![server]).map_err(std::io::Error::other)?.with_output_handler(
        |server, output| match output {
            ProxyOutput::Warning(message) => eprintln!("{server}: {message}"),
            ProxyOutput::StrayLine(line) => {
                eprintln!("{server}: {}", String::from_utf8_lossy(line).escape_debug())
            }
        },
    );
    let token = Token::new(TOKEN).ok_or_else(|| std::io::Error::other("no token"))?;
    let (_tokens, tokens) = watch::channel(vec![token]);
    let listener = bind("127.0.0.1:0", false).await.map_err(std::io::Error::other)?;
    println!("http://{}/mcp", listener.local_addr()?);
    std::io::stdout().flush()?;
    let stop = CancellationToken::new();
    cancel_on_signal(&stop);
    Arc::new(HttpServer::new(Arc::new(context), HttpConfig::new(tokens))).serve(listener, &stop).await
}
