//! A gateway configured by files alone, without a store, so that any number of replicas serve the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hintsmith_core::sources::import::{CLAUDE_CODE, ImportError, reference};
use hintsmith_core::sources::secret_text::SecretText;
use hintsmith_core::sources::source::{Source, SourceValue, Variable};
use hintsmith_core::text::yaml;
use hintsmith_mcp::endpoint::{Endpoint, HttpEndpoint};
use hintsmith_mcp::environment::EnvironmentPolicy;
use hintsmith_mcp::gateway::Server;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::ToolPolicy;
use hintsmith_mcp::sign_in::OAuthClient;
use tokio::sync::watch;

use super::{Listen, ReadyCallback, build_context, serve, upstreams};
use crate::api::apply;
use crate::api::proxy_host::document::{check_document, policy_snapshot};
use crate::api::proxy_host::{CallLogOptions, ProxyOptions, StatusReporter, finish_storing};
use crate::approval::gate::{ApprovalGate, CurrentPolicies};
use crate::connection_target::{self, ShownCommand};
use crate::dto::CallOrigin;
use crate::error::{ApiError, ErrorCode};
use crate::files;

/// Maximum number of values in a YAML file. A file with more is not a server configuration.
const MAX_YAML_VALUES: usize = 1_000_000;

/// Files and options of a gateway without a store.
#[derive(Debug, Clone)]
pub struct FileGateway {
    /// A `hintsmith.json` with the decisions.
    pub decisions: PathBuf,
    /// File whose `mcpServers` lists the servers. None: the same file.
    pub servers_file: Option<PathBuf>,
    /// Empty: all of them.
    pub server_names: Vec<String>,
    pub options: ProxyOptions,
    pub prefix: Option<bool>,
    pub call_log: CallLogOptions,
}

/// Serves until `stop` resolves. Tools are not learned, and calls are logged only as JSON Lines.
pub async fn run_gateway_from_file(
    input: FileGateway,
    listen: Listen,
    stop: impl Future<Output = ()>,
    status: StatusReporter,
    ready: ReadyCallback,
) -> Result<(), ApiError> {
    let document = apply::read_document(&input.decisions.display().to_string())?.1;
    check_document(&document, &input.options)?;
    let from = input.servers_file.as_deref().unwrap_or(&input.decisions);
    let now = CurrentPolicies::default();
    let approver = ApprovalGate::without_store(&now, input.options.approval, CallOrigin::Gateway)?;
    let mut states = Vec::new();
    let mut servers = Vec::new();
    for FileServer { name, endpoint, display_command: command } in read_servers(from, &input.server_names)? {
        if let Some(command) = command {
            status(&format!("starting {name}: {}", command.join(" ")));
        }
        let (state, served) =
            watch::channel(policy_snapshot(&document, &name, &input.options, &now) as Arc<dyn ToolPolicy>);
        states.push(state);
        servers.push(Server { name, source: upstreams::gateway_source(endpoint), policy: served });
    }
    let (log, writer) = input.call_log.open()?;
    let mut context = build_context(servers, &status)?.with_call_log(log).with_approver(approver);
    if let Some(prefix) = input.prefix {
        context = context.with_prefix(prefix);
    }
    let writer = tokio::spawn({
        let status = Arc::clone(&status);
        async move { writer.run("hintsmith", None, &status).await }
    });
    let ended = serve(Arc::new(context), listen, stop, ready).await;
    finish_storing(writer, &status).await;
    ended
}

/// A server from a configuration file.
struct FileServer {
    name: String,
    endpoint: Endpoint,
    /// The command for logging: variables are not expanded, and secrets are masked.
    display_command: Option<Vec<String>>,
}

fn read_servers(path: &Path, names: &[String]) -> Result<Vec<FileServer>, ApiError> {
    let refused = |why: String, hint: &str| {
        ApiError::new(ErrorCode::Invalid, format!("{} {why}", path.display()), hint)
    };
    let text = files::read_text(path, apply::MAX_FILE_BYTES)
        .map_err(|error| refused(format!("cannot be read: {error}"), "Check the path of the file."))?;
    let hint = "Define each server under `mcpServers`, or give a file that does with --servers-from.";
    let text = match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml" | "yml") => yaml::parse::<serde_json::Value>(&text, MAX_YAML_VALUES)
            .map(|value| value.to_string())
            .map_err(|error| refused(format!("is not YAML: {error}"), "Check the syntax of the file."))?,
        _ => text,
    };
    let defined = (CLAUDE_CODE.parse)(&text).map_err(|error| match error {
        ImportError::MissingSection { .. } => refused("has no `mcpServers`".to_owned(), hint),
        error => refused(error.to_string(), hint),
    })?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    if let Some(missing) = names.iter().find(|name| defined.iter().all(|found| found.name != **name)) {
        return Err(refused(format!("has no server {missing}"), hint));
    }
    let mut servers = Vec::new();
    for found in defined.into_iter().filter(|found| wanted(&found.name) && !found.disabled) {
        let source = found.source.map_err(|why| {
            refused(format!("has an invalid server {}: {why}", found.name), "Correct the server in the file.")
        })?;
        let sealed = source.clone().seal(|_| None).0;
        let command = connection_target::shown_command(&sealed, Path::new("")).map(ShownCommand::argv);
        let endpoint = resolve_endpoint(source).map_err(|why| {
            let hint = "Correct the server, or set the variable.";
            refused(format!("has a server {} that {why}", found.name), hint)
        })?;
        servers.push(FileServer { name: found.name, endpoint, display_command: command });
    }
    Ok(servers)
}

/// Expands every `${VARIABLE}` from the environment, so that a shared file need not contain secrets.
fn resolve_endpoint(source: Source) -> Result<Endpoint, String> {
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
            Ok(Endpoint::Command(Command {
                program,
                arguments,
                environment,
                environment_policy: inherited,
                working_dir: folder,
            }))
        }
        Source::Http { url, headers, .. } => {
            let (url, headers) = (text(&url)?, pairs(&headers)?);
            Ok(Endpoint::Http(HttpEndpoint {
                url,
                headers,
                credentials: None,
                oauth_client: OAuthClient::default(),
            }))
        }
        _ => Err("has neither a command nor a URL".to_owned()),
    }
}

fn filled(text: &str) -> Result<SecretText, String> {
    reference::expand(text, |name| std::env::var(name).ok())
        .map(SecretText::from)
        .map_err(|name| format!("requires the environment variable {name}"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::testing::PipeFile;

    #[test]
    fn a_server_file_is_read_only_up_to_its_limit() {
        let file = PipeFile::with_spaces(apply::MAX_FILE_BYTES + 1);
        let error = read_servers(&file.path(), &[]).err().unwrap();
        assert!(error.message.ends_with("cannot be read: it is larger than 64 MiB"), "{error}");
    }
}
