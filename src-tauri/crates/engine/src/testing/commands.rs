//! The commands of the window by name, with JSON for input and answer, and a few more that prepare a store.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::proxy::{CallLog, CallRecord, LoggedOutcome, LoggedVerdict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::{approvals, gateway_port, store_scan, stores};
use crate::api::maintenance;
use crate::api::run::{Runner, UserConsent};
use crate::client_registry::ClientRegistration;
use crate::dto::{CallOrigin, ConnectedClient, ServerKey};
use crate::policy::AgentScope;
use crate::store::calls::{self, CallRow};
use crate::store::servers;
use crate::{ApiError, Engine, clock};

macro_rules! commands {
    ($($command:literal => $service:ident . $method:ident $input:tt)*) => {
        /// Runs the command as `src-tauri/src/commands` does.
        pub async fn run(engine: &Arc<Engine>, command: &str, input: Value) -> Result<Value, ApiError> {
            match command {
                $($command => to_json(commands!(@call engine, command, input, $service . $method $input).await),)*
                _ => run_other(engine, command, input).await,
            }
        }
    };
    (@call $engine:ident, $command:ident, $input:ident, $service:ident . $method:ident (input)) => {
        $engine.$service.$method(parse($command, $input))
    };
    (@call $engine:ident, $command:ident, $input:ident, $service:ident . $method:ident ()) => {
        $engine.$service.$method()
    };
}

commands! {
    "catalog" => tools.catalog_view()
    "search" => tools.search(input)
    "tool" => tools.detail(input)
    "completions" => tools.completions(input)
    "decide" => decisions.decide(input)
    "previewDecisions" => decisions.preview(input)
    "previewBulk" => decisions.preview_bulk(input)
    "decideMany" => decisions.apply_bulk(input)
    "toolHistory" => history.list_for_tool(input)
    "icons" => tools.icons(input)
    "preferences" => preferences.list()
    "setPreference" => preferences.set(input)
    "saveFilter" => filters.save(input)
    "removeFilter" => filters.remove(input)
    "environments" => environments.list()
    "addEnvironment" => environments.add(input)
    "renameEnvironment" => environments.rename(input)
    "removeEnvironment" => environments.remove(input)
    "compareEnvironments" => environments.compare(input)
    "previewPromote" => environments.preview_promotion(input)
    "promote" => environments.promote(input)
    "rules" => rules.list()
    "previewRule" => rules.preview(input)
    "setRule" => rules.set(input)
    "removeRule" => rules.remove(input)
    "toolsetView" => toolsets.view(input)
    "buildToolset" => toolsets.build(input)
    "addToToolset" => toolsets.add_tools(input)
    "removeFromToolset" => toolsets.remove_tools(input)
    "replaceInToolset" => toolsets.replace_tool(input)
    "renameToolset" => toolsets.rename(input)
    "copyToolset" => toolsets.copy(input)
    "describeToolset" => toolsets.describe(input)
    "deleteToolset" => toolsets.delete(input)
    "activateToolset" => toolsets.activate(input)
    "renderToolsetFile" => toolsets.render_file(input)
    "writeToolsetFile" => toolsets.write_file(input)
    "previewToolsetImport" => toolsets.preview_import(input)
    "importToolsets" => toolsets.import(input)
    "coverage" => toolsets.coverage()
    "addNotes" => notes.add(input)
    "editNote" => notes.edit(input)
    "deleteNote" => notes.delete(input)
    "copyNotes" => notes.copy(input)
    "acceptNotes" => notes.accept(input)
    "rejectNotes" => notes.reject(input)
    "previewNotes" => notes.preview(input)
    "noteTemplates" => notes.templates()
    "saveTemplate" => notes.save_template(input)
    "removeTemplate" => notes.remove_template(input)
    "setComment" => notes.set_comment(input)
    "reviewQueue" => reviews.queue()
    "accept" => reviews.accept(input)
    "previewAccept" => reviews.preview_accept(input)
    "reopenReview" => reviews.reopen(input)
    "moveDecisions" => reviews.move_decisions(input)
    "previewMove" => reviews.preview_move(input)
    "history" => history.page(input)
    "undo" => history.undo(input)
    "redo" => history.redo()
    "backUp" => backups.create(input)
    "previewServer" => servers.preview(input)
    "addServer" => servers.add(input)
    "editServer" => servers.edit(input)
    "enableServer" => servers.set_enabled(input)
    "setServerSettings" => servers.set_settings(input)
    "methodTrustLoosening" => servers.method_trust_loosening(input)
    "trustMethods" => servers.set_method_trust(input)
    "trustServer" => servers.set_trusted(input)
    "listOperations" => servers.list_operations(input)
    "operationTerms" => servers.operation_terms(input)
    "scanProblems" => servers.scan_problems(input)
    "serverOutput" => servers.output(input)
    "signOut" => servers.sign_out(input)
    "removeServer" => servers.remove(input)
    "readImport" => imports.read_file(input)
    "importServers" => imports.import(input)
    "clientFiles" => proxies.client_files(input)
    "previewInstall" => proxies.preview_install(input)
    "install" => proxies.install(input)
    "registryPage" => registry.page(input)
    "registrySource" => registry.source(input)
    "registryAddress" => registry.url()
    "setRegistryAddress" => registry.set_url(input)
    "previewExport" => exports.preview(input)
    "previewPatch" => patches.preview(input)
    "compareDeclared" => patches.compare_declared(input)
    "writePatch" => patches.write(input)
    "previewRetire" => patches.preview_retire(input)
    "retire" => patches.retire(input)
    "writeExport" => exports.write(input)
    "pending" => decisions.pending(input)
    "discard" => decisions.discard_pending(input)
    "forgetExport" => decisions.forget_export(input)
    "previewApply" => decisions.preview_apply(input)
    "applyFile" => decisions.apply_file(input)
    "findings" => lint.findings(input)
    "previewFixes" => lint.preview_fixes(input)
    "applyFixes" => lint.apply_fixes(input)
    "suppress" => lint.suppress(input)
    "unsuppress" => lint.remove_suppression(input)
    "markWrong" => corrections.add(input)
    "unmarkWrong" => corrections.remove(input)
    "readiness" => lint.readiness(input)
    "saveFindings" => lint.write_findings(input)
    "setMode" => approvals.set_mode(input)
    "runner" => runs.view(input)
    "checkArguments" => runs.check_arguments(input)
    "saveCall" => runs.save_call(input)
    "removeSavedCall" => runs.remove_saved_call(input)
    "forgetRecentCalls" => runs.clear_recent(input)
    "removeObservation" => runs.remove_observation(input)
    "gateway" => gateway.status()
    "startGateway" => gateway.start()
    "stopGateway" => gateway.stop()
    "setGateway" => gateway.set_settings(input)
    "newGatewayToken" => gateway.renew_token()
    "calls" => calls.list(input)
    "writeCalls" => calls.write(input)
    "clearCalls" => calls.clear()
}

async fn run_other(engine: &Arc<Engine>, command: &str, input: Value) -> Result<Value, ApiError> {
    let data = &engine.context.options.data_folder;
    match command {
        "chooseEnvironment" => to_json(engine.environments.select(parse(command, input), true).await),
        "targets" => to_json(Ok(engine.exports.targets())),
        "approvals" => {
            let mut pending = engine.approvals.pending().await;
            // As soon as they are made, however long the answer took.
            pending.iter_mut().for_each(|view| view.seconds_left = view.seconds_in_all);
            to_json(Ok(pending))
        }
        "answerApproval" => to_json(approvals::answer(engine, parse(command, input)).await),
        "requestApproval" => {
            approvals::request(engine, parse(command, input)).await;
            Ok(Value::Null)
        }
        "runTool" => to_json(engine.runs.run(parse(command, input), WINDOW, &|_| ()).await),
        "callTwice" => to_json(engine.runs.run_twice(parse(command, input), WINDOW, &|_| ()).await),
        "secrets" => to_json(Ok(engine.servers.secret_store_status().await)),
        "findImports" => to_json(engine.imports.find_files(None, None).await),
        "scanServer" => to_json(engine.servers.scan(parse(command, input), |_| ()).await),
        "cancelScan" => {
            engine.servers.cancel_scan(&parse::<ServerKey>(command, input).server);
            Ok(Value::Null)
        }
        "signIn" => {
            // What follows the browser.
            let ServerKey { server } = parse(command, input);
            let name = server.clone();
            let write = move |connection: &rusqlite::Connection| {
                servers::set_signed_in(connection, &name, &clock::now(), "https://login.example.com")
            };
            engine.context.update_store(write).await?;
            to_json(engine.servers.view_by_name(&server).await)
        }
        "gatewayToken" => {
            to_json(engine.gateway.token(false).await.map(|stored| stored.token.reveal().to_owned()))
        }
        "restartServed" => {
            engine.gateway.reconnect_server(&parse::<String>(command, input)).await;
            Ok(Value::Null)
        }
        "backups" => to_json(Ok(maintenance::list_backups(data))),
        "doctor" => to_json(Ok(maintenance::doctor(data))),
        "restore" => {
            engine.close().await?;
            to_json(maintenance::restore(data, parse(command, input)))
        }
        "sendTools" => {
            let SentTools { server, tools, without } = parse(command, input);
            let stored = engine.tools.find_raw(&format!("server:{server}")).await?;
            let mut list: Vec<Value> = stored.iter().map(|raw| serde_json::from_str(raw).unwrap()).collect();
            list.retain(|tool| without.iter().all(|name| tool["name"] != **name));
            for tool in tools {
                match list.iter_mut().find(|other| other["name"] == tool["name"]) {
                    Some(other) => other.as_object_mut().unwrap().extend(tool),
                    None => list.push(tool.into()),
                }
            }
            stores::set_tool_list(engine, &list);
            let list: Vec<String> = list.iter().map(Value::to_string).collect();
            store_scan(engine, &server, &list.iter().map(String::as_str).collect::<Vec<_>>()).await;
            Ok(Value::Null)
        }
        "writeFile" => {
            let WrittenFile { path, text, bytes } = parse(command, input);
            std::fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
            std::fs::write(&path, [text.as_bytes(), &bytes].concat()).unwrap();
            Ok(Value::Null)
        }
        "annotateTool" => {
            let AnnotatedTool { tool, notes } = parse(command, input);
            let arguments = json!({ "toolRef": { "namespacedName": tool }, "notes": notes });
            let reply = engine.agents.call(&AgentScope::default(), "add-tool-annotation", &arguments).await?;
            assert!(!reply.is_error, "{tool}");
            Ok(Value::Null)
        }
        "damageDecisions" => {
            let damage = |connection: &rusqlite::Connection| {
                connection.execute("UPDATE override SET because = 'x'", [])
            };
            engine.context.db.write(damage).await?;
            Ok(Value::Null)
        }
        "logCalls" => {
            let LoggedCalls { calls } = parse(command, input);
            let cards = engine.tools.catalog_view().await?.cards;
            let badges =
                |tool: &str| cards.iter().find(|card| card.name == tool).map(|card| to_text(&card.badges));
            let rows = calls.into_iter().map(|call| {
                let badges = badges(&call.tool);
                CallRow::from_record("demo", call.into_record(badges))
            });
            let rows: Vec<CallRow> = rows.collect();
            engine.context.db.write_unversioned(move |connection| calls::add(connection, &rows)).await?;
            Ok(Value::Null)
        }
        "connectClients" => {
            let ConnectedClients { clients } = parse(command, input);
            let registration = ClientRegistration::new(data, None).unwrap();
            registration.report_clients(clients);
            // Its lock shows a running proxy; the data folder is deleted after the recording.
            std::mem::forget(registration);
            Ok(Value::Null)
        }
        "occupyPort" => {
            gateway_port::occupy();
            Ok(Value::Null)
        }
        "freePort" => {
            gateway_port::free();
            Ok(Value::Null)
        }
        _ => panic!("there is no command {command}"),
    }
}

const WINDOW: Runner = Runner { origin: CallOrigin::Window, consent: UserConsent::Started };

/// What differs in the list of a server at its next scan: members of tools, new tools, tools that are gone.
#[derive(serde::Deserialize)]
struct SentTools {
    server: String,
    #[serde(default)]
    tools: Vec<Map<String, Value>>,
    #[serde(default)]
    without: Vec<String>,
}

/// Notes that an agent adds to a tool of the active toolset.
#[derive(serde::Deserialize)]
struct AnnotatedTool {
    tool: String,
    /// Each with `name` and `note`.
    notes: Vec<Value>,
}

/// A file of another program.
#[derive(serde::Deserialize)]
struct WrittenFile {
    path: String,
    text: String,
    /// What is no text, at its end.
    #[serde(default)]
    bytes: Vec<u8>,
}

/// Calls that passed a proxy, the oldest first.
#[derive(serde::Deserialize)]
struct LoggedCalls {
    calls: Vec<LoggedCall>,
}

#[derive(serde::Deserialize)]
struct LoggedCall {
    client: Option<String>,
    tool: String,
    arguments: Box<RawValue>,
    /// The values of the arguments are logged too.
    values: bool,
    verdict: String,
    reason: Option<String>,
    outcome: String,
    ms: u64,
}

impl LoggedCall {
    fn into_record(self, badges: Option<String>) -> CallRecord {
        let Self { client, tool, arguments, values, verdict, reason, outcome, ms } = self;
        let (log, _) = CallLog::new(1);
        let mut call = log.with_values(values).start_call(&tool, Some(&*arguments), badges.map(Arc::from));
        call = call.with_peers(client, None);
        let verdict = match verdict.as_str() {
            "denied" => LoggedVerdict::Denied(reason.unwrap_or_default()),
            "unknown" => LoggedVerdict::Unknown,
            _ => {
                call = match reason {
                    Some(reason) => call.with_reason(reason.into()),
                    None => call,
                };
                LoggedVerdict::Allowed
            }
        };
        let outcome = match outcome.as_str() {
            "ok" => LoggedOutcome::Ok,
            "toolError" => LoggedOutcome::ToolError,
            _ => LoggedOutcome::Error,
        };
        CallRecord { duration: Duration::from_millis(ms), ..call.finish(verdict, outcome) }
    }
}

/// The clients of a proxy.
#[derive(serde::Deserialize)]
struct ConnectedClients {
    clients: Vec<ConnectedClient>,
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn parse<T: DeserializeOwned>(command: &str, input: Value) -> T {
    let text = input.to_string();
    serde_json::from_value(input).unwrap_or_else(|error| panic!("input of {command}: {error}: {text}"))
}

fn to_json<T: Serialize>(answer: Result<T, ApiError>) -> Result<Value, ApiError> {
    answer.map(|answer| serde_json::to_value(answer).unwrap())
}
