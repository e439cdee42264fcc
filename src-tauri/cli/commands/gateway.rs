//! `hintsmith gateway`

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use hintsmith_engine::api::behind::Talk;
use hintsmith_engine::api::gateway::{GatewayInput, HttpDoor, Token};
use hintsmith_engine::text::visible_line;
use hintsmith_engine::{Engine, signals};

use crate::args::{DoorArguments, GatewayArguments, YesOrNo};
use crate::{DONE, output};

/// Where the token of a gateway may stand.
const TOKEN: &str = "HINTSMITH_TOKEN";

/// Serves until it is told to end; calls under way come to their end first.
pub async fn run(arguments: GatewayArguments, data: Option<PathBuf>) -> anyhow::Result<u8> {
    let engine = super::open(super::data_folder(data)?, None).await?;
    let talk: Talk = Arc::new(|words: &str| output::talk(&format!("hintsmith: {}", visible_line(words))));
    let GatewayArguments { servers, view, prefix, door } = arguments;
    let input = GatewayInput {
        servers,
        view: view.into(),
        prefix: prefix.map(|prefix| matches!(prefix, YesOrNo::Yes)),
    };
    let stop = signals::told_to_end();
    let ended = match door.http.clone() {
        None => engine.gateway_over_stdio(input, stop, talk).await,
        Some(address) => {
            let opened = HttpDoor {
                address,
                token: token(&engine, &door).await?,
                everywhere: door.open_to_every_network,
                hosts: door.allow_host,
                origins: door.allow_origin,
                health: door.health,
                metrics: door.metrics,
            };
            let ready = |address| output::talk(&format!("Serving at http://{address}/mcp"));
            engine.gateway_over_http(input, opened, stop, talk, ready).await
        }
    };
    engine.close().await?;
    ended?;
    Ok(DONE)
}

/// From the variable, the file that is named, or the one that is kept: then it is shown when it is made, and only then.
async fn token(engine: &Engine, door: &DoorArguments) -> anyhow::Result<Token> {
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
            Some(token) => return Ok(token),
            None => bail!("{place} holds no token: 16 visible characters or more are needed"),
        }
    }
    let kept = engine.gateway_token(door.new_token).await?;
    if kept.is_new {
        output::talk(&format!("The token for clients is {}", kept.token.reveal()));
    }
    output::talk(&format!("It is kept in {}; --new-token makes another.", kept.path.display()));
    Ok(kept.token)
}
