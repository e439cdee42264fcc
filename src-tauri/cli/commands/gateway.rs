//! `hintsmith gateway`

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use hintsmith_engine::api::gateway::{
    FileGateway, GatewayInput, HttpListen, Listen, Ready, Token, gateway_with_file,
};
use hintsmith_engine::api::proxy_host::StatusReporter;
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{Engine, signals};

use crate::args::{DoorArguments, GatewayArguments, YesOrNo};
use crate::{DONE, output};

/// Environment variable that may hold the gateway's token.
const TOKEN: &str = "HINTSMITH_TOKEN";

/// Serves until a termination signal; calls in progress finish first.
pub async fn run(
    arguments: GatewayArguments,
    data: Option<PathBuf>,
    timeout: Option<u64>,
) -> anyhow::Result<u8> {
    let talk: StatusReporter =
        Arc::new(|words: &str| output::talk(&format!("hintsmith: {}", escape_line(words))));
    let ready: Ready = Box::new(|address, _| {
        if let Some(address) = address {
            output::talk(&format!("Serving at http://{address}/mcp"));
        }
    });
    let stop = signals::told_to_end();
    let GatewayArguments { servers, view, prefix, file, servers_from, log, door } = arguments;
    let (view, logging) = (view.into(), log.into());
    let prefix = prefix.map(|prefix| matches!(prefix, YesOrNo::Yes));
    if let Some(decisions) = file {
        let input = FileGateway { decisions, servers: servers_from, names: servers, view, prefix, logging };
        gateway_with_file(input, entrance(None, door).await?, stop, talk, ready).await?;
        return Ok(DONE);
    }
    let engine = super::open(super::data_folder(data)?, timeout).await?;
    let input = GatewayInput { servers, view, prefix, logging };
    let ended = match entrance(Some(&engine), door).await {
        Ok(entrance) => engine.gateway(input, entrance, stop, talk, ready).await.map_err(Into::into),
        Err(error) => Err(error),
    };
    engine.close().await?;
    ended?;
    Ok(DONE)
}

async fn entrance(engine: Option<&Engine>, door: DoorArguments) -> anyhow::Result<Listen> {
    let Some(address) = door.listen.clone() else { return Ok(Listen::Stdio) };
    let (token, token_file) = token(engine, &door).await?;
    Ok(Listen::Http(HttpListen {
        address,
        token,
        token_file,
        everywhere: door.open_to_every_network,
        hosts: door.allow_host,
        origins: door.allow_origin,
        health: door.health,
        metrics: door.metrics,
    }))
}

/// The token and its file: from `--token-file`, from the environment variable, or from the data folder. A generated
/// token is printed once.
async fn token(engine: Option<&Engine>, door: &DoorArguments) -> anyhow::Result<(Token, Option<PathBuf>)> {
    let given = match (&door.token_file, std::env::var(TOKEN)) {
        (Some(file), _) => {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            Some((text, file.display().to_string()))
        }
        (None, Ok(text)) if !door.new_token => Some((text, TOKEN.to_owned())),
        (None, _) => None,
    };
    if let Some((text, place)) = given {
        match Token::new(text.trim()) {
            // A pipe can be read only once, so it is not followed.
            Some(token) => return Ok((token, door.token_file.clone().filter(|file| file.is_file()))),
            None => bail!("{place} holds no token: 16 visible characters or more are needed"),
        }
    }
    let Some(engine) = engine else {
        bail!("there is no token: without a store it comes from {TOKEN} or --token-file");
    };
    let kept = engine.gateway_token(door.new_token).await?;
    if kept.is_new {
        output::talk(&format!("The token for clients is {}", kept.token.reveal()));
    }
    output::talk(&format!("It is kept in {}; --new-token makes another.", kept.path.display()));
    Ok((kept.token, Some(kept.path)))
}
