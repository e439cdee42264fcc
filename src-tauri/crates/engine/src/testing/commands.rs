//! The commands of the window by name, with JSON for input and answer, and a few more that prepare a store.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::proxy::{CallLog, CallRecord, LoggedOutcome, LoggedVerdict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{gateway_port, store_scan};
use crate::api::maintenance;
use crate::client_registry::ClientRegistration;
use crate::dto::{ConnectedClient, ServerKey};
use crate::store::calls::{self, CallRow};
use crate::store::servers;
use crate::{ApiError, Engine, clock};

macro_rules! commands {
    ($($command:literal => $method:ident $input:tt)*) => {
        /// Runs the command as `src-tauri/src/commands` does.
        pub async fn run(engine: &Arc<Engine>, command: &str, input: Value) -> Result<Value, ApiError> {
            match command {
                $($command => to_json(commands!(@call engine, command, input, $method $input).await),)*
                _ => run_other(engine, command, input).await,
            }
        }
    };
    (@call $engine:ident, $command:ident, $input:ident, $method:ident (input)) => {
        $engine.$method(parse($command, $input))
    };
    (@call $engine:ident, $command:ident, $input:ident, $method:ident ()) => { $engine.$method() };
}

commands! {
    "catalog" => catalog_view()
    "search" => search(input)
    "tool" => tool_detail(input)
    "completions" => completions(input)
    "decide" => decide(input)
    "previewBulk" => preview_bulk_change(input)
    "decideMany" => apply_bulk_change(input)
    "toolHistory" => tool_history(input)
    "icons" => tool_icons(input)
    "preferences" => preferences()
    "setPreference" => set_preference(input)
    "saveFilter" => save_filter(input)
    "removeFilter" => remove_filter(input)
    "environments" => environments()
    "addEnvironment" => add_environment(input)
    "renameEnvironment" => rename_environment(input)
    "removeEnvironment" => remove_environment(input)
    "compareEnvironments" => compare_environments(input)
    "previewPromote" => preview_promotion(input)
    "promote" => promote_environment(input)
    "rules" => list_rules()
    "previewRule" => preview_rule(input)
    "setRule" => set_rule(input)
    "removeRule" => remove_rule(input)
    "toolsetView" => toolset_view(input)
    "buildToolset" => build_toolset(input)
    "addToToolset" => add_to_toolset(input)
    "removeFromToolset" => remove_from_toolset(input)
    "renameToolset" => rename_toolset(input)
    "copyToolset" => copy_toolset(input)
    "describeToolset" => describe_toolset(input)
    "deleteToolset" => delete_toolset(input)
    "activateToolset" => activate_toolset(input)
    "renderToolsetFile" => render_toolset_file(input)
    "writeToolsetFile" => write_toolset_file(input)
    "previewToolsetImport" => preview_toolset_import(input)
    "importToolsets" => import_toolsets(input)
    "coverage" => coverage()
    "addNotes" => add_notes(input)
    "editNote" => edit_note(input)
    "deleteNote" => delete_note(input)
    "copyNotes" => copy_notes(input)
    "acceptNotes" => accept_notes(input)
    "rejectNotes" => reject_notes(input)
    "previewNotes" => preview_notes(input)
    "noteTemplates" => list_note_templates()
    "saveTemplate" => save_template(input)
    "removeTemplate" => remove_template(input)
    "setComment" => set_comment(input)
    "reviewQueue" => review_queue()
    "accept" => accept_tools(input)
    "acceptAgreeing" => accept_agreeing_tools()
    "reopenReview" => reopen_review(input)
    "moveDecisions" => move_decisions(input)
    "history" => history(input)
    "undo" => undo(input)
    "redo" => redo()
    "backUp" => back_up(input)
    "previewServer" => preview_server(input)
    "addServer" => add_server(input)
    "editServer" => edit_server(input)
    "enableServer" => set_server_enabled(input)
    "setServerSettings" => set_server_settings(input)
    "trustServer" => set_server_trusted(input)
    "serverOutput" => server_output(input)
    "signOut" => sign_out(input)
    "removeServer" => remove_server(input)
    "readImport" => read_import_file(input)
    "importServers" => import_servers(input)
    "registryPage" => registry_page(input)
    "registrySource" => registry_source(input)
    "registryAddress" => registry_url()
    "setRegistryAddress" => set_registry_url(input)
    "previewExport" => preview_export(input)
    "writeExport" => write_export(input)
    "pending" => pending_changes()
    "discard" => discard_pending_changes()
    "previewApply" => preview_apply(input)
    "applyFile" => apply_file(input)
    "findings" => findings(input)
    "previewFixes" => preview_fixes(input)
    "applyFixes" => apply_fixes(input)
    "suppress" => suppress_finding(input)
    "unsuppress" => remove_suppression(input)
    "readiness" => readiness(input)
    "saveFindings" => write_findings(input)
    "answerApproval" => answer_approval(input)
    "setMode" => set_approval_mode(input)
    "runner" => runner_view(input)
    "checkArguments" => check_arguments(input)
    "saveCall" => save_call(input)
    "removeSavedCall" => remove_saved_call(input)
    "forgetRecentCalls" => clear_recent_calls(input)
    "removeObservation" => remove_observation(input)
    "gateway" => gateway_status()
    "startGateway" => start_gateway()
    "stopGateway" => stop_gateway()
    "setGateway" => set_gateway_settings(input)
    "newGatewayToken" => renew_gateway_token()
    "calls" => list_calls(input)
    "writeCalls" => write_calls(input)
    "clearCalls" => clear_calls()
}

async fn run_other(engine: &Arc<Engine>, command: &str, input: Value) -> Result<Value, ApiError> {
    let data = &engine.options.data_folder;
    match command {
        "chooseEnvironment" => to_json(engine.select_environment(parse(command, input), true).await),
        "targets" => to_json(Ok(engine.export_targets())),
        "approvals" => to_json(Ok(engine.pending_approvals())),
        "secrets" => to_json(Ok(engine.secret_store_status().await)),
        "findImports" => to_json(engine.find_import_files(None, None).await),
        "scanServer" => to_json(engine.scan_server(parse(command, input), |_| ()).await),
        "cancelScan" => {
            engine.cancel_scan(&parse::<ServerKey>(command, input).server);
            Ok(Value::Null)
        }
        "signIn" => {
            // What follows the browser.
            let ServerKey { server } = parse(command, input);
            let name = server.clone();
            let write = move |connection: &rusqlite::Connection| {
                servers::set_signed_in(connection, &name, &clock::now(), "https://login.example.com")
            };
            engine.update_store(write).await?;
            to_json(engine.server_by_name(&server).await)
        }
        "gatewayToken" => {
            to_json(engine.gateway_token(false).await.map(|stored| stored.token.reveal().to_owned()))
        }
        "restartServed" => {
            engine.reconnect_server(&parse::<String>(command, input)).await;
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
            let stored = engine.find_raw_tools(&format!("server:{server}")).await?;
            let mut list: Vec<Value> = stored.iter().map(|raw| serde_json::from_str(raw).unwrap()).collect();
            list.retain(|tool| without.iter().all(|name| tool["name"] != **name));
            for tool in tools {
                match list.iter_mut().find(|other| other["name"] == tool["name"]) {
                    Some(other) => other.as_object_mut().unwrap().extend(tool),
                    None => list.push(tool.into()),
                }
            }
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
        "damageDecisions" => {
            let damage = |connection: &rusqlite::Connection| {
                connection.execute("UPDATE override SET because = 'x'", [])
            };
            engine.db.write(damage).await?;
            Ok(Value::Null)
        }
        "logCalls" => {
            let LoggedCalls { calls } = parse(command, input);
            let cards = engine.catalog_view().await?.cards;
            let badges =
                |tool: &str| cards.iter().find(|card| card.name == tool).map(|card| to_text(&card.badges));
            let rows = calls.into_iter().map(|call| {
                let badges = badges(&call.tool);
                CallRow::from_record("demo", call.into_record(badges))
            });
            let rows: Vec<CallRow> = rows.collect();
            engine.db.write_unversioned(move |connection| calls::add(connection, &rows)).await?;
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

/// What differs in the list of a server at its next scan: members of tools, new tools, tools that are gone.
#[derive(serde::Deserialize)]
struct SentTools {
    server: String,
    #[serde(default)]
    tools: Vec<Map<String, Value>>,
    #[serde(default)]
    without: Vec<String>,
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
