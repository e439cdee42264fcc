//! `hintsmith`: the headless program. A thin door to the engine; data goes to stdout, talk to stderr.

mod args;
mod commands;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Verb};
use hintsmith_engine::signals;

/// Done, a "no" or findings, wrong usage (clap's own), could not.
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
            // What stands between clients and servers is given time to end, and a call is called off.
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
                // Dropping the work ends the servers it has started; they are in groups of their own.
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
    // These need a store only when they are asked about one.
    let store = commands::lint::store_of(&arguments);
    match arguments.verb {
        Verb::Lint(lint) => return commands::lint::run(lint, store).await,
        Verb::Readiness(readiness) => return commands::lint::readiness(readiness, store).await,
        Verb::Pins { verb } => return commands::pins::run(verb, store).await,
        _ => {}
    }
    let data = commands::data_folder(arguments.data)?;
    // These two are for a store that may not open.
    match arguments.verb {
        Verb::Restore { file, list, yes, json } => {
            return commands::care::restore(&data, file, list, yes, json);
        }
        Verb::Doctor { json } => return commands::care::doctor(&data, json),
        _ => {}
    }
    let engine = commands::open(data, arguments.timeout).await?;
    match arguments.verb {
        Verb::Add(add) => commands::add::run(&engine, add).await,
        Verb::Edit(edit) => commands::add::edit(&engine, edit).await,
        Verb::Servers { server: None, json } => commands::servers::list(&engine, json).await,
        Verb::Servers { server: Some(server), json } => commands::servers::show(&engine, server, json).await,
        Verb::Enable { server } => commands::servers::enable(&engine, server, true).await,
        Verb::Disable { server } => commands::servers::enable(&engine, server, false).await,
        Verb::Login { server, print } => commands::servers::login(&engine, server, print).await,
        Verb::Logout { server } => commands::servers::logout(&engine, server).await,
        Verb::Install(install) => commands::install::run(&engine, install).await,
        Verb::Import(import) => commands::import::run(&engine, import).await,
        Verb::Registry { verb } => commands::registry::run(&engine, verb).await,
        Verb::Remove { server } => commands::servers::remove(&engine, server).await,
        Verb::Scan { servers } => commands::scan::run(&engine, servers).await,
        Verb::Tools(tools) => commands::tools::run(&engine, tools).await,
        Verb::Explain { tool, env, json } => {
            commands::choose(&engine, env).await?;
            commands::explain::run(&engine, tool, json).await
        }
        Verb::Set(set) => commands::set::set(&engine, set).await,
        Verb::SetAll(set) => commands::set_all::run(&engine, set).await,
        Verb::Filter { verb, json } => commands::filter::run(&engine, verb, json).await,
        Verb::Preferences { changes, json } => commands::preferences::run(&engine, changes, json).await,
        Verb::Pending { json } => commands::pending::list(&engine, json).await,
        Verb::Discard { yes } => commands::pending::discard(&engine, yes).await,
        Verb::Unset { tool, fields, env } => commands::set::unset(&engine, tool, fields, env).await,
        Verb::Env { verb, json } => commands::env::run(&engine, verb, json).await,
        Verb::Rule { verb, json } => commands::rule::run(&engine, verb, json).await,
        Verb::Toolset { verb, json } => commands::toolset::run(&engine, verb, json).await,
        Verb::Note { verb, json } => commands::note::run(&engine, verb, json).await,
        Verb::Remark(remark) => commands::note::remark(&engine, remark).await,
        Verb::Coverage { json } => commands::toolset::coverage(&engine, json).await,
        Verb::Review { verb, json } => commands::review::run(&engine, verb, json).await,
        Verb::Suppress(suppress) => commands::pins::suppress(&engine, suppress).await,
        Verb::Diff { tools, json } => commands::review::diff(&engine, tools, json).await,
        Verb::History { entry, limit, json } => commands::history::list(&engine, entry, limit, json).await,
        Verb::Calls(calls) => commands::calls::list(&engine, calls).await,
        Verb::Mode(mode) => commands::mode::run(&engine, mode).await,
        Verb::Approvals(approvals) => commands::approvals::run(&engine, approvals).await,
        Verb::Clients { json } => commands::clients::list(&engine, json),
        Verb::Undo { entry } => commands::history::undo(&engine, entry).await,
        Verb::Redo => commands::history::redo(&engine).await,
        Verb::Backup { file } => commands::care::backup(&engine, file).await,
        Verb::Targets { json } => commands::export::targets(&engine, json),
        Verb::Export(export) => commands::export::run(&engine, export).await,
        Verb::Apply(arguments) => commands::apply::run(&engine, arguments).await,
        Verb::Demo => commands::demo::run(&engine).await,
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
