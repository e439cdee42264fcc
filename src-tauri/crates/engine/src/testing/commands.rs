//! The commands of the window by name, with JSON for input and answer, and a few more that prepare a store.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{approvals, store_scan, stores};
use crate::api::maintenance;
use crate::api::run::Runner;
use crate::dto::Through;
use crate::{ApiError, Engine};

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
        "approvals" => {
            let mut pending = engine.pending_approvals();
            // As soon as they are made, however long the answer took.
            pending.iter_mut().for_each(|view| view.seconds_left = view.seconds_in_all);
            to_json(Ok(pending))
        }
        "answerApproval" => to_json(approvals::answer(engine, parse(command, input)).await),
        "requestApproval" => {
            approvals::request(engine, parse(command, input)).await;
            Ok(Value::Null)
        }
        "runTool" => to_json(engine.run_tool(parse(command, input), WINDOW, &|_| ()).await),
        "callTwice" => to_json(engine.run_tool_twice(parse(command, input), WINDOW, &|_| ()).await),
        "secrets" => to_json(Ok(engine.secret_store_status().await)),
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
        "damageDecisions" => {
            let damage = |connection: &rusqlite::Connection| {
                connection.execute("UPDATE override SET because = 'x'", [])
            };
            engine.db.write(damage).await?;
            Ok(Value::Null)
        }
        _ => panic!("there is no command {command}"),
    }
}

const WINDOW: Runner = Runner { origin: Through::Window, is_confirmed: false };

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

fn parse<T: DeserializeOwned>(command: &str, input: Value) -> T {
    let text = input.to_string();
    serde_json::from_value(input).unwrap_or_else(|error| panic!("input of {command}: {error}: {text}"))
}

fn to_json<T: Serialize>(answer: Result<T, ApiError>) -> Result<Value, ApiError> {
    answer.map(|answer| serde_json::to_value(answer).unwrap())
}
