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
    let engine = commands::open(arguments.data, arguments.timeout).await?;
    match arguments.verb {
        Verb::Add(add) => commands::add::run(&engine, add).await,
        Verb::Edit(edit) => commands::add::edit(&engine, edit).await,
        Verb::Servers { server: None, json } => commands::servers::list(&engine, json).await,
        Verb::Servers { server: Some(server), json } => commands::servers::show(&engine, server, json).await,
        Verb::Enable { server } => commands::servers::enable(&engine, server, true).await,
        Verb::Disable { server } => commands::servers::enable(&engine, server, false).await,
        Verb::Login { server, print } => commands::servers::login(&engine, server, print).await,
        Verb::Logout { server } => commands::servers::logout(&engine, server).await,
        Verb::Import(import) => commands::import::run(&engine, import).await,
        Verb::Registry { verb } => commands::registry::run(&engine, verb).await,
        Verb::Remove { server } => commands::servers::remove(&engine, server).await,
        Verb::Scan { servers } => commands::scan::run(&engine, servers).await,
        Verb::Tools(tools) => commands::tools::run(&engine, tools).await,
        Verb::Explain { tool, json } => commands::explain::run(&engine, tool, json).await,
        Verb::Set(set) => commands::set::set(&engine, set).await,
        Verb::Unset { tool, fields } => commands::set::unset(&engine, tool, fields).await,
        Verb::Targets { json } => commands::export::targets(&engine, json),
        Verb::Export { target, output } => commands::export::run(&engine, target, output).await,
        Verb::Apply { file, yes } => commands::apply::run(&engine, file, yes).await,
        Verb::Demo => commands::demo::run(&engine).await,
        Verb::DemoServer { .. } | Verb::Infer(_) => unreachable!("handled before the store is opened"),
    }
}
