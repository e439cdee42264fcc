//! A gateway configured by files alone, without a store, so that any number of replicas serve the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::import::{CLAUDE_CODE, ImportError, reference};
use hintsmith_core::secret_text::SecretText;
use hintsmith_core::serve::ServerPolicy;
use hintsmith_core::source::{Source, SourceValue, Variable};
use hintsmith_core::yaml;
use hintsmith_mcp::environment::EnvironmentPolicy;
use hintsmith_mcp::gateway::Server;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::ToolPolicy;
use hintsmith_mcp::sign_in::OAuthClient;
use hintsmith_mcp::upstream::{HttpEndpoint, Upstream};
use tokio::sync::watch;

use super::{Listen, Ready, offer, served, upstreams};
use crate::api::apply;
use crate::api::proxy_host::{CallLogOptions, ProxyOptions, StatusReporter, finish_storing};
use crate::api::wrap::check;
use crate::approval::gate::{self, ApprovalGate, CurrentPolicies};
use crate::connection_target::{self, ShownCommand};
use crate::dto::Through;
use crate::error::{ApiError, ErrorCode};
use crate::policy::PolicySnapshot;

/// Maximum number of values in a YAML file. A file with more is not a server configuration.
const MOST_VALUES: usize = 1_000_000;

/// Files and options of a gateway without a store.
#[derive(Debug, Clone)]
pub struct FileGateway {
    /// A `hintsmith.json` with the decisions.
    pub decisions: PathBuf,
    /// File whose `mcpServers` lists the servers. None: the same file.
    pub servers: Option<PathBuf>,
    /// Empty: all of them.
    pub names: Vec<String>,
    pub view: ProxyOptions,
    pub prefix: Option<bool>,
    pub logging: CallLogOptions,
}

/// Serves until `stop` resolves. Tools are not learned, and calls are logged only as JSON Lines.
pub async fn gateway_with_file(
    input: FileGateway,
    entrance: Listen,
    stop: impl Future<Output = ()>,
    talk: StatusReporter,
    ready: Ready,
) -> Result<(), ApiError> {
    let document = apply::read(&input.decisions.display().to_string())?.1;
    check(&document, &input.view)?;
    let from = input.servers.as_deref().unwrap_or(&input.decisions);
    let now = CurrentPolicies::default();
    let approver = ApprovalGate::without_store(&now, input.view.asking, Through::Gateway)?;
    let mut states = Vec::new();
    let mut servers = Vec::new();
    for FileServer { name, upstream, command } in found(from, &input.names)? {
        if let Some(command) = command {
            talk(&format!("{name} is started as {}", command.join(" ")));
        }
        let (state, served) =
            watch::channel(shown(&document, &name, &input.view, &now) as Arc<dyn ToolPolicy>);
        states.push(state);
        servers.push(Server { name, source: upstreams::source(upstream), policy: served });
    }
    let (log, writing) = input.logging.begin()?;
    let mut offer = offer(servers, &talk)?.with_call_log(log).with_approver(approver);
    if let Some(prefix) = input.prefix {
        offer = offer.with_prefix(prefix);
    }
    let writing = tokio::spawn(async move { writing.run("hintsmith", None).await });
    let ended = served(Arc::new(offer), entrance, stop, ready).await;
    finish_storing(writing, &talk).await;
    ended
}

/// Builds the policy of a server from a document alone, and registers it for the approval gate.
pub(in crate::api) fn shown(
    document: &HintsmithDocument,
    server: &str,
    view: &ProxyOptions,
    now: &CurrentPolicies,
) -> Arc<PolicySnapshot> {
    let environment = view.environment.as_deref();
    let equipped = document.layer(environment).and_then(|layer| layer.active_toolset.as_deref());
    let toolset = view.toolset.as_deref().or(equipped);
    let mut serving = ServerPolicy::from_document(document, server, environment, toolset);
    serving.changed_tools = view.changed;
    serving.approval.settings.allow_read_only = view.asking.allows_read_only;
    serving.approval.settings.deny_destructive = view.asking.denies_destructive;
    let shown = Arc::new(PolicySnapshot::new(serving, None, None));
    gate::set_policy(now, server, &shown);
    shown
}

/// A server from a configuration file.
struct FileServer {
    name: String,
    upstream: Upstream,
    /// The command for logging: variables are not expanded, and secrets are masked.
    command: Option<Vec<String>>,
}

fn found(path: &Path, names: &[String]) -> Result<Vec<FileServer>, ApiError> {
    let refused = |why: String, hint: &str| {
        ApiError::new(ErrorCode::Invalid, format!("{} {why}", path.display()), hint)
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| refused(format!("cannot be read: {error}"), "Check its name."))?;
    let hint =
        "Say under `mcpServers` how each server is reached, or name a file that does with --servers-from.";
    let text = match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml" | "yml") => yaml::parse::<serde_json::Value>(&text, MOST_VALUES)
            .map(|value| value.to_string())
            .map_err(|error| refused(format!("is not YAML: {error}"), "Check its syntax."))?,
        _ => text,
    };
    let servers = (CLAUDE_CODE.parse)(&text).map_err(|error| match error {
        ImportError::MissingSection { .. } => refused("names no servers".to_owned(), hint),
        error => refused(error.to_string(), hint),
    })?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    if let Some(missing) = names.iter().find(|name| servers.iter().all(|found| found.name != **name)) {
        return Err(refused(format!("has no server {missing}"), hint));
    }
    let mut upstreams = Vec::new();
    for found in servers.into_iter().filter(|found| wanted(&found.name) && !found.disabled) {
        let source =
            found.source.map_err(|why| refused(format!("has a server {}: {why}", found.name), ""))?;
        let sealed = source.clone().seal(|_| None).0;
        let command = connection_target::shown_command(&sealed, Path::new("")).map(ShownCommand::argv);
        let upstream = upstream(source)
            .map_err(|why| refused(format!("has a server {} that {why}", found.name), "Set the variable."))?;
        upstreams.push(FileServer { name: found.name, upstream, command });
    }
    Ok(upstreams)
}

/// Expands every `${VARIABLE}` from the environment, so that a shared file need not contain secrets.
fn upstream(source: Source) -> Result<Upstream, String> {
    let text = |held: &SourceValue| filled(&held.redacted());
    let pairs = |variables: &[Variable]| -> Result<Vec<(String, SecretText)>, String> {
        variables.iter().map(|variable| Ok((variable.name.clone(), text(&variable.value)?))).collect()
    };
    match source {
        Source::Stdio { command, folder, environment, pass_environment } => {
            let mut parts = command.iter().map(text).collect::<Result<Vec<_>, _>>()?.into_iter();
            let program = parts.next().unwrap_or_default().expose().to_owned();
            let environment = pairs(&environment)?;
            let inherited = EnvironmentPolicy::AllowList { extra: pass_environment };
            let arguments = parts.collect();
            Ok(Upstream::Command(Command {
                program,
                arguments,
                environment,
                environment_policy: inherited,
                working_dir: folder,
            }))
        }
        Source::Http { url, headers, .. } => {
            let (url, headers) = (text(&url)?, pairs(&headers)?);
            Ok(Upstream::Http(HttpEndpoint {
                url,
                headers,
                credentials: None,
                oauth_client: OAuthClient::default(),
            }))
        }
        _ => Err("is neither a command nor an address".to_owned()),
    }
}

fn filled(text: &str) -> Result<SecretText, String> {
    reference::expand(text, |name| std::env::var(name).ok())
        .map(SecretText::from)
        .map_err(|name| format!("wants the variable {name}"))
}
