//! `hintsmith gateway`

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use hintsmith_engine::api::gateway::{
    FileGateway, GatewayInput, HttpListen, Listen, MAX_TOKEN_FILE_BYTES, ReadyCallback, Token,
    check_listen_address, run_gateway_from_file,
};
use hintsmith_engine::api::proxy_host::StatusReporter;
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{Engine, files, signals};

use crate::args::{GatewayArguments, HttpArguments, YesOrNo};
use crate::{EXIT_SUCCESS, output};

/// Environment variable that may hold the gateway's token.
const TOKEN_VARIABLE: &str = "HINTSMITH_TOKEN";

/// Serves until a termination signal; calls in progress finish first.
pub async fn run(
    arguments: GatewayArguments,
    data: Option<PathBuf>,
    timeout: Option<u64>,
) -> anyhow::Result<u8> {
    let status: StatusReporter =
        Arc::new(|message: &str| output::status(&format!("hintsmith: {}", escape_line(message))));
    let ready: ReadyCallback = Box::new(|address, _| {
        if let Some(address) = address {
            output::status(&format!("Serving at http://{address}/mcp"));
        }
    });
    let stop = signals::shutdown();
    let GatewayArguments { servers, proxy: view, prefix, file, servers_from, call_log: log, http } =
        arguments;
    let (view, logging) = (view.into(), log.into());
    let prefix = prefix.map(|prefix| matches!(prefix, YesOrNo::Yes));
    if let Some(decisions) = file {
        let input = FileGateway {
            decisions,
            servers_file: servers_from,
            server_names: servers,
            options: view,
            prefix,
            call_log: logging,
        };
        run_gateway_from_file(input, build_listen(None, http).await?, stop, status, ready).await?;
        return Ok(EXIT_SUCCESS);
    }
    let engine = super::open_engine(super::data_folder(data)?, timeout).await?;
    // Before a token is generated for it.
    for server in &servers {
        engine.servers.view_by_name(server).await?;
    }
    let input = GatewayInput { servers, options: view, prefix, call_log: logging };
    let result = match build_listen(Some(&engine), http).await {
        Ok(listen) => {
            engine.proxies.run_gateway(input, listen, stop, status, ready).await.map_err(Into::into)
        }
        Err(error) => Err(error),
    };
    engine.close().await?;
    result?;
    Ok(EXIT_SUCCESS)
}

async fn build_listen(engine: Option<&Engine>, arguments: HttpArguments) -> anyhow::Result<Listen> {
    let Some(address) = arguments.listen.clone() else { return Ok(Listen::Stdio) };
    check_listen_address(&address, arguments.open_to_every_network)?;
    let (token, token_file) = resolve_token(engine, &arguments).await?;
    Ok(Listen::Http(HttpListen {
        address,
        token,
        token_file,
        allow_public: arguments.open_to_every_network,
        allowed_hosts: arguments.allow_host,
        allowed_origins: arguments.allow_origin,
        has_health: arguments.health,
        has_metrics: arguments.metrics,
    }))
}

/// The token and its file: from `--token-file`, from the environment variable, or from the data folder. A generated
/// token is printed once.
async fn resolve_token(
    engine: Option<&Engine>,
    arguments: &HttpArguments,
) -> anyhow::Result<(Token, Option<PathBuf>)> {
    let given = match (&arguments.token_file, std::env::var(TOKEN_VARIABLE)) {
        (Some(file), _) => {
            let text = files::read_text(file, MAX_TOKEN_FILE_BYTES)
                .with_context(|| format!("could not read {}", file.display()))?;
            Some((text, file.display().to_string()))
        }
        (None, Ok(text)) if !arguments.new_token => Some((text, TOKEN_VARIABLE.to_owned())),
        (None, _) => None,
    };
    if let Some((text, source)) = given {
        match Token::new(text.trim()) {
            // A pipe can be read only once, so it is not followed.
            Some(token) => return Ok((token, arguments.token_file.clone().filter(|file| file.is_file()))),
            None => bail!("{source} does not contain a token of at least 16 visible characters"),
        }
    }
    let Some(engine) = engine else {
        bail!("there is no token: with --file, set {TOKEN_VARIABLE} or --token-file");
    };
    let stored = engine.gateway.token(arguments.new_token).await?;
    if stored.is_new {
        output::status(&format!("Token for clients: {}", stored.token.reveal()));
    }
    output::status(&format!(
        "The token is stored in {}. Use --new-token to replace it.",
        stored.path.display()
    ));
    Ok((stored.token, Some(stored.path)))
}
