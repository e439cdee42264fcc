//! `hintsmith`: the command-line program, a thin layer over the engine. Data goes to stdout, status messages to
//! stderr.

mod args;
mod commands;
mod output;

use std::future::ready;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use args::{Arguments, Verb};
use hintsmith_engine::{Engine, signals};

/// Exit codes: success, check failed or declined, error. clap exits with 2 on a usage error.
const DONE: u8 = 0;
const NO: u8 = 1;
const COULD_NOT: u8 = 3;
/// What a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let result = runtime.map_err(anyhow::Error::from).and_then(|runtime| {
        runtime.block_on(async {
            // These handle termination signals themselves: proxies finish calls in progress, and a run is cancelled.
            match arguments.verb {
                Verb::Wrap(wrap) => {
                    return commands::wrap::run(wrap, arguments.data, arguments.timeout).await;
                }
                Verb::Gateway(gateway) => {
                    return commands::gateway::run(gateway, arguments.data, arguments.timeout).await;
                }
                Verb::Run(run) => return commands::run::run(run, arguments.data, arguments.timeout).await,
                _ => {}
            }
            tokio::select! {
                result = run(arguments) => result,
                // Dropping the future ends the servers it started, which are in process groups of their own.
                () = signals::told_to_end() => Ok(INTERRUPTED),
            }
        })
    });
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            output::error(&error);
            ExitCode::from(COULD_NOT)
        }
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<u8> {
    // These two need no store.
    if let Verb::DemoServer { tools } = arguments.verb {
        return commands::demo::serve(tools).await;
    }
    if let Verb::Infer(infer) = &arguments.verb {
        return commands::infer::run(infer);
    }
    // These need a store only for some arguments.
    let store = commands::lint::store_of(&arguments);
    match arguments.verb {
        Verb::Lint(lint) => return commands::lint::run(lint, store).await,
        Verb::Readiness(readiness) => return commands::lint::readiness(readiness, store).await,
        Verb::Pins { verb } => return commands::pins::run(verb, store).await,
        _ => {}
    }
    let data = commands::data_folder(arguments.data)?;
    // These two work on a store that may not open.
    match arguments.verb {
        Verb::Restore { file, list, yes, json } => {
            // A backup may contain looser decisions.
            if !list {
                commands::caller().check(&data)?;
            }
            return commands::maintenance::restore(&data, file, list, yes, json);
        }
        Verb::Doctor { json } => return commands::maintenance::doctor(&data, json),
        _ => {}
    }
    let engine = commands::open(data, arguments.timeout).await?;
    if arguments.verb.changes_policy() {
        engine.check_caller(&commands::caller()).await?;
    }
    let code = dispatch(&engine, arguments.verb).await?;
    // A change must be in force in every running proxy before the command returns.
    if let Some(warning) = engine.settle_changes().await {
        output::talk(&format!("hintsmith: {warning}"));
    }
    Ok(code)
}

/// Boxes the command's future: otherwise the futures of all commands become parts of one type, and of its drop glue.
fn dispatch(engine: &Arc<Engine>, verb: Verb) -> Pin<Box<dyn Future<Output = anyhow::Result<u8>> + '_>> {
    match verb {
        Verb::Add(add) => Box::pin(commands::add::run(engine, add)),
        Verb::Edit(edit) => Box::pin(commands::add::edit(engine, edit)),
        Verb::Servers { server: None, json } => Box::pin(commands::servers::list(engine, json)),
        Verb::Servers { server: Some(server), json } => {
            Box::pin(commands::servers::show(engine, server, json))
        }
        Verb::Enable { server } => Box::pin(commands::servers::enable(engine, server, true)),
        Verb::Disable { server } => Box::pin(commands::servers::enable(engine, server, false)),
        Verb::Login { server, print, issuer } => {
            Box::pin(commands::servers::login(engine, server, print, issuer))
        }
        Verb::Logout { server } => Box::pin(commands::servers::logout(engine, server)),
        Verb::Install(install) => Box::pin(commands::install::run(engine, install)),
        Verb::Import(import) => Box::pin(commands::import::run(engine, import)),
        Verb::Registry { verb } => Box::pin(commands::registry::run(engine, verb)),
        Verb::Remove { server } => Box::pin(commands::servers::remove(engine, server)),
        Verb::Scan { servers } => Box::pin(commands::scan::run(engine, servers)),
        Verb::Tools(tools) => Box::pin(commands::tools::run(engine, tools)),
        Verb::Explain { tool, env, json } => Box::pin(async move {
            commands::choose(engine, env).await?;
            commands::explain::run(engine, tool, json).await
        }),
        Verb::Set(set) => Box::pin(commands::set::set(engine, set)),
        Verb::SetAll(set) => Box::pin(commands::set_all::run(engine, set)),
        Verb::Filter { verb, json } => Box::pin(commands::filter::run(engine, verb, json)),
        Verb::Preferences { changes, json } => Box::pin(commands::preferences::run(engine, changes, json)),
        Verb::Pending { json } => Box::pin(commands::pending::list(engine, json)),
        Verb::Discard { yes } => Box::pin(commands::pending::discard(engine, yes)),
        Verb::Unset { tool, fields, env } => Box::pin(commands::set::unset(engine, tool, fields, env)),
        Verb::Env { verb, json } => Box::pin(commands::env::run(engine, verb, json)),
        Verb::Rule { verb, json } => Box::pin(commands::rule::run(engine, verb, json)),
        Verb::Toolset { verb, json } => Box::pin(commands::toolset::run(engine, verb, json)),
        Verb::Note { verb, json } => Box::pin(commands::note::run(engine, verb, json)),
        Verb::Remark(remark) => Box::pin(commands::note::remark(engine, remark)),
        Verb::Coverage { json } => Box::pin(commands::toolset::coverage(engine, json)),
        Verb::Review { verb, json } => Box::pin(commands::review::run(engine, verb, json)),
        Verb::Suppress(suppress) => Box::pin(commands::pins::suppress(engine, suppress)),
        Verb::Diff { tools, json } => Box::pin(commands::review::diff(engine, tools, json)),
        Verb::History { entry, limit, json } => Box::pin(commands::history::list(engine, entry, limit, json)),
        Verb::Calls(calls) => Box::pin(commands::calls::list(engine, calls)),
        Verb::Mode(mode) => Box::pin(commands::mode::run(engine, mode)),
        Verb::Approvals(approvals) => Box::pin(commands::approvals::run(engine, approvals)),
        Verb::Clients { json } => Box::pin(ready(commands::clients::list(engine, json))),
        Verb::Undo { entry } => Box::pin(commands::history::undo(engine, entry)),
        Verb::Redo => Box::pin(commands::history::redo(engine)),
        Verb::Backup { file } => Box::pin(commands::maintenance::backup(engine, file)),
        Verb::Targets { json } => Box::pin(ready(commands::export::targets(engine, json))),
        Verb::Export(export) => Box::pin(commands::export::run(engine, export)),
        Verb::Apply(arguments) => Box::pin(commands::apply::run(engine, arguments)),
        Verb::Demo => Box::pin(commands::demo::run(engine)),
        Verb::DemoServer { .. }
        | Verb::Infer(_)
        | Verb::Lint(_)
        | Verb::Readiness(_)
        | Verb::Pins { .. }
        | Verb::Wrap(_)
        | Verb::Gateway(_)
        | Verb::Run(_)
        | Verb::Restore { .. }
        | Verb::Doctor { .. } => {
            unreachable!("handled before the store is opened")
        }
    }
}
