//! `gateway`: several servers as one, to many clients, with what is decided in between.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use hintsmith_mcp::gateway::Token;
use hintsmith_mcp::gateway::{self, Door, Headers, Offer, Remote, Server, Settings, Source};
use hintsmith_mcp::proxy::{self, CallLog, Said};
use hintsmith_mcp::upstream::{Address, Upstream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::behind::{Behind, CALLS, Lists, PATIENCE, Talk, View};
use crate::error::{ApiError, ErrorCode};
use crate::reach::{self, Reach};
use crate::{Engine, folder};

/// What is served.
#[derive(Debug, Clone, Default)]
pub struct GatewayInput {
    /// None: every server that is turned on.
    pub servers: Vec<String>,
    pub view: View,
    /// Whether tools are named `SERVER_TOOL`. None: when there are several servers.
    pub prefix: Option<bool>,
}

/// How clients come in over HTTP.
#[derive(Debug, Clone)]
pub struct HttpDoor {
    /// `127.0.0.1:PORT`; port 0 takes any.
    pub address: String,
    /// An address that is open to every network is taken.
    pub everywhere: bool,
    /// Names under which it may be asked for, besides its own address.
    pub hosts: Vec<String>,
    /// Pages that may ask.
    pub origins: Vec<String>,
    pub token: Token,
    pub health: bool,
    pub metrics: bool,
}

/// The token that opens the gateway, and whether it was made just now.
pub struct KeptToken {
    pub token: Token,
    pub is_new: bool,
    pub path: PathBuf,
}

impl Engine {
    /// Serves the client that started us.
    pub async fn gateway_over_stdio(
        self: &Arc<Self>,
        input: GatewayInput,
        stop: impl Future<Output = ()>,
        talk: Talk,
    ) -> Result<(), ApiError> {
        let serve = async |offer: Arc<Offer>, token: CancellationToken| {
            gateway::serve_stdio(&offer, proxy::standard(), &token).await;
            Ok(())
        };
        self.serve(input, stop, talk, serve).await
    }

    /// Serves whoever has the token. `ready` is told where.
    pub async fn gateway_over_http(
        self: &Arc<Self>,
        input: GatewayInput,
        door: HttpDoor,
        stop: impl Future<Output = ()>,
        talk: Talk,
        ready: impl FnOnce(SocketAddr),
    ) -> Result<(), ApiError> {
        let failed = |error: &dyn std::fmt::Display, hint: &str| {
            ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
        };
        let listener = gateway::bind(&door.address, door.everywhere).await.map_err(|error| {
            failed(&error, "Choose 127.0.0.1 and a free port, or say that every network may ask.")
        })?;
        let address = listener.local_addr().map_err(|error| failed(&error, ""))?;
        let (_tokens, tokens) = watch::channel(vec![door.token]);
        let settings = Settings {
            hosts: door.hosts,
            origins: door.origins,
            has_health: door.health,
            has_metrics: door.metrics,
            ..Settings::new(tokens)
        };
        let serve = async |offer: Arc<Offer>, token: CancellationToken| {
            ready(address);
            let door = Arc::new(Door::new(offer, settings));
            door.serve(listener, &token).await.map_err(|error| failed(&error, ""))
        };
        self.serve(input, stop, talk, serve).await
    }

    async fn serve(
        self: &Arc<Self>,
        input: GatewayInput,
        stop: impl Future<Output = ()>,
        talk: Talk,
        serve: impl AsyncFnOnce(Arc<Offer>, CancellationToken) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let (servers, behind, lists) = self.offered(&input, &talk).await?;
        let (log, calls) = CallLog::new(CALLS);
        let learning = lists.into_iter().map(|(server, lists)| {
            let (engine, talk) = (Arc::clone(self), Arc::clone(&talk));
            tokio::spawn(async move { engine.learn(&server, None, lists, &talk).await })
        });
        let mut aside: Vec<_> = learning.collect();
        let engine = Arc::clone(self);
        aside.push(tokio::spawn(async move { engine.write_down("", calls).await }));
        let said = Arc::clone(&talk);
        let mut offer = Offer::new(servers).map_err(|error| {
            let hint = "`hintsmith servers` lists the servers there are; `hintsmith add` adds one.";
            ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
        })?;
        if let Some(prefix) = input.prefix {
            offer = offer.prefix(prefix);
        }
        let offer = offer.log(log).limits(self.limits().await).talk(move |server, words| {
            let words = match words {
                Said::Stray(line) => String::from_utf8_lossy(line),
                Said::Words(words) => words.into(),
            };
            said(&if server.is_empty() { words.into_owned() } else { format!("{server}: {words}") });
        });
        let token = CancellationToken::new();
        let told = async {
            stop.await;
            token.cancel();
            std::future::pending().await
        };
        let ended = tokio::select! {
            ended = serve(Arc::new(offer), token.clone()) => ended,
            never = self.follow(behind, &talk) => match never {},
            never = told => never,
        };
        for task in aside {
            let _ = tokio::time::timeout(PATIENCE, task).await;
        }
        ended
    }

    /// The servers as they are reached, each with what its clients are shown. One that cannot be served does not keep
    /// the others from it, unless it was asked for by name.
    async fn offered(
        &self,
        input: &GatewayInput,
        talk: &Talk,
    ) -> Result<(Vec<Server>, Vec<Behind>, Vec<(String, Lists)>), ApiError> {
        let names = if input.servers.is_empty() {
            let rows = self.server_rows().await?;
            rows.into_iter().filter(|row| row.enabled).map(|row| row.name).collect()
        } else {
            input.servers.clone()
        };
        let (mut servers, mut behind, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            let source = match self.reached(&name).await {
                Ok(source) => source,
                Err(error) if input.servers.is_empty() => {
                    talk(&format!("{name} is left out: {}", error.message));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let (one, served, list) = self.behind(&name, &input.view).await?;
            servers.push(Server { name: name.clone(), source, served });
            behind.push(one);
            lists.push((name, list));
        }
        Ok((servers, behind, lists))
    }

    /// How a server that a person has agreed to is reached.
    async fn reached(&self, name: &str) -> Result<Source, ApiError> {
        let row = self.readable(name).await?;
        let nobody = |what: &str| {
            let hint = "Only servers that are started by a command or asked at an address can be served.";
            ApiError::new(ErrorCode::Invalid, format!("{name} is {what}, which nobody answers for"), hint)
        };
        match reach::reach(&row, &self.options.program, &self.vault).await? {
            Reach::Connect(Upstream::Command(command)) => Ok(Source::Command(command)),
            Reach::Connect(Upstream::Http(Address { credentials: Some(_), .. })) => {
                let hint =
                    "Give its token as a header: `hintsmith edit SERVER --header 'Authorization=Bearer …'`.";
                Err(ApiError::new(
                    ErrorCode::Invalid,
                    format!("{name} wants a sign-in, which the gateway cannot renew yet"),
                    hint,
                ))
            }
            Reach::Connect(Upstream::Http(Address { url, headers, .. })) => {
                let headers: Headers = Arc::new(move || {
                    let headers = headers.clone();
                    Box::pin(async move { headers })
                });
                Ok(Source::Http(Remote { url, headers: Some(headers) }))
            }
            Reach::Document(_) => Err(nobody("an OpenAPI document")),
            Reach::List(_) => Err(nobody("a saved list")),
        }
    }

    /// The token in the data folder; made where there is none, or where a new one is wanted.
    pub async fn gateway_token(&self, renew: bool) -> Result<KeptToken, ApiError> {
        let path = self.options.data.join("gateway-token");
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!("{} cannot be used: {error}", path.display());
            ApiError::new(ErrorCode::File, message, "Give a token with HINTSMITH_TOKEN or --token-file.")
        };
        if !renew && path.exists() {
            let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
            let token = Token::new(text.trim())
                .ok_or_else(|| failed(&"it holds no token of 16 characters or more"))?;
            return Ok(KeptToken { token, is_new: false, path });
        }
        let token = Token::random().map_err(|error| failed(&error))?;
        write_secret(&path, token.reveal()).map_err(|error| failed(&error))?;
        Ok(KeptToken { token, is_new: true, path })
    }
}

/// Beside it first, then moved into place: a gateway that starts meanwhile finds a whole token.
fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut file = folder::private().create_new(true).open(&beside)?;
    writeln!(file, "{text}")?;
    file.sync_all()?;
    std::fs::rename(beside, path)
}
