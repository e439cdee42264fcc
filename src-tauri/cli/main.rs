//! `hintsmith`: the command-line program, a thin layer over the engine. Data goes to stdout, status messages to
//! stderr.

mod args;
mod commands;
mod completion;
mod output;

use std::future::ready;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use args::{Arguments, Command};
use commands::NotToolKey;
use hintsmith_engine::api::caller::check_restore;
use hintsmith_engine::{ApiError, Engine, ErrorCode, signals};

/// Exit codes: success, check failed or declined, invalid arguments or input (as clap exits with), error.
const EXIT_SUCCESS: u8 = 0;
const EXIT_NO: u8 = 1;
const EXIT_USAGE: u8 = 2;
const EXIT_ERROR: u8 = 3;
/// Exit code that a shell reports for a program ended by Ctrl-C.
const EXIT_INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = Arguments::parse_process();
    output::init(arguments.output_options());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let result = runtime.map_err(anyhow::Error::from).and_then(|runtime| {
        runtime.block_on(async {
            // These handle termination signals themselves: proxies finish calls in progress, and a run is cancelled.
            match arguments.command {
                Command::Wrap(wrap) => {
                    return commands::wrap::run(wrap, arguments.data, arguments.timeout).await;
                }
                Command::Gateway(gateway) => {
                    return commands::gateway::run(gateway, arguments.data, arguments.timeout).await;
                }
                Command::Run(run) => return commands::run::run(run, arguments.data, arguments.timeout).await,
                _ => {}
            }
            tokio::select! {
                result = run(arguments) => result,
                // Dropping the future ends the servers it started, which are in process groups of their own.
                () = signals::shutdown() => Ok(EXIT_INTERRUPTED),
            }
        })
    });
    let result = result.and_then(|code| {
        output::finish().context("could not write to stdout")?;
        Ok(code)
    });
    output::details(&format!("Finished in {:.2} s.", started.elapsed().as_secs_f64()));
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            output::error(&error);
            let is_usage_error =
                error.downcast_ref::<ApiError>().is_some_and(|error| error.code == ErrorCode::Invalid);
            ExitCode::from(if is_usage_error { EXIT_USAGE } else { EXIT_ERROR })
        }
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<u8> {
    // These two need no store.
    if let Command::DemoServer { tools, http_api } = arguments.command {
        return match http_api {
            Some(port) => commands::demo::serve_api(port).await,
            None => commands::demo::serve(tools).await,
        };
    }
    if let Command::Infer(infer) = &arguments.command
        && let Some(file) = &infer.file
    {
        return commands::infer::run(file, infer);
    }
    match arguments.command {
        Command::Completions { shell } => return commands::completions::print_script(shell),
        Command::Complete { shell, line } => {
            return commands::completions::print_candidates(shell, &line, arguments.data).await;
        }
        Command::ManPages { folder } => return commands::completions::write_man_pages(&folder),
        Command::Help { subject } => return commands::help::run(&subject),
        _ => {}
    }
    // These need a store only for some arguments.
    let store = commands::lint::store_arguments(&arguments);
    match arguments.command {
        Command::Lint(lint) => return commands::lint::run(lint, store).await,
        Command::Readiness(readiness) => return commands::lint::readiness(readiness, store).await,
        Command::Pins { command } => return commands::pins::run(command, store).await,
        _ => {}
    }
    let data = commands::data_folder(arguments.data)?;
    // These two work on a store that may not open.
    match arguments.command {
        Command::Restore { file, list, yes } => {
            // A backup may contain looser decisions.
            if !list {
                check_restore(&commands::current_caller(), &data)?;
            }
            return commands::maintenance::restore(&data, file, list, yes);
        }
        Command::Doctor => return commands::maintenance::doctor(&data),
        _ => {}
    }
    let engine = commands::open_engine(data, arguments.timeout).await?;
    if arguments.command.can_change_policy() {
        engine.check_caller(&commands::current_caller()).await?;
    }
    let code = match dispatch(&engine, arguments.command).await {
        Ok(code) => code,
        Err(error) => match error.downcast_ref::<NotToolKey>() {
            Some(not_tool) => return Err(not_tool.to_api_error(&engine).await.into()),
            None => return Err(error),
        },
    };
    // A change must be in force in every running proxy before the command returns.
    if let Some(warning) = engine.sync_own_changes().await {
        output::status(&format!("hintsmith: {warning}"));
    }
    Ok(code)
}

/// Boxes the command's future: otherwise the futures of all commands become parts of one type, and of its drop glue.
fn dispatch(
    engine: &Arc<Engine>,
    command: Command,
) -> Pin<Box<dyn Future<Output = anyhow::Result<u8>> + '_>> {
    match command {
        Command::Add(add) => Box::pin(commands::add::run(engine, add)),
        Command::Edit(edit) => Box::pin(commands::add::edit(engine, edit)),
        Command::Servers { server: None } => Box::pin(commands::servers::list(engine)),
        Command::Servers { server: Some(server) } => Box::pin(commands::servers::show(engine, server)),
        Command::Enable { servers } => Box::pin(commands::servers::enable(engine, servers, true)),
        Command::Disable { servers } => Box::pin(commands::servers::enable(engine, servers, false)),
        Command::Login { server, print, issuer } => {
            Box::pin(commands::servers::login(engine, server, print, issuer))
        }
        Command::Logout { server } => Box::pin(commands::servers::logout(engine, server)),
        Command::Install(install) => Box::pin(commands::install::run(engine, install)),
        Command::Import(import) => Box::pin(commands::import::run(engine, import)),
        Command::Registry { command } => Box::pin(commands::registry::run(engine, command)),
        Command::Remove { server, yes } => Box::pin(commands::servers::remove(engine, server, yes)),
        Command::Operations { document, operations } => {
            Box::pin(commands::operations::run(engine, document, operations))
        }
        Command::Scan { servers } => Box::pin(commands::scan::run(engine, servers)),
        Command::Tools(tools) => Box::pin(commands::tools::run(engine, tools)),
        Command::Explain { tool, env } => Box::pin(async move {
            commands::select_environment(engine, env).await?;
            commands::explain::run(engine, tool).await
        }),
        Command::Infer(infer) => Box::pin(commands::infer::learn(engine, infer)),
        Command::MarkWrong(mark) => Box::pin(commands::infer::mark_wrong(engine, mark)),
        Command::Set(set) => Box::pin(commands::set::set(engine, set)),
        Command::SetAll(set) => Box::pin(commands::set_all::run(engine, set)),
        Command::Filter { command } => Box::pin(commands::filter::run(engine, command)),
        Command::Preferences { changes } => Box::pin(commands::preferences::run(engine, changes)),
        Command::Patch(arguments) => Box::pin(commands::patch::run(engine, arguments)),
        Command::Retire(arguments) => Box::pin(commands::patch::retire(engine, arguments)),
        Command::Pending(arguments) => Box::pin(commands::pending::list(engine, arguments)),
        Command::Discard(arguments) => Box::pin(commands::pending::discard(engine, arguments)),
        Command::Unset { tool, fields, env } => Box::pin(commands::set::unset(engine, tool, fields, env)),
        Command::Env { command } => Box::pin(commands::env::run(engine, command)),
        Command::Rule { command } => Box::pin(commands::rule::run(engine, command)),
        Command::Toolset { command } => Box::pin(commands::toolset::run(engine, command)),
        Command::Note { command } => Box::pin(commands::note::run(engine, command)),
        Command::Comment(comment) => Box::pin(commands::note::comment(engine, comment)),
        Command::Coverage => Box::pin(commands::toolset::coverage(engine)),
        Command::Review { command } => Box::pin(commands::review::run(engine, command)),
        Command::Suppress(suppress) => Box::pin(commands::pins::suppress(engine, suppress)),
        Command::Diff { tools } => Box::pin(commands::review::diff(engine, tools)),
        Command::History { entry, limit, search } => {
            Box::pin(commands::history::list(engine, entry, limit, search))
        }
        Command::Calls(calls) => Box::pin(commands::calls::list(engine, calls)),
        Command::Approval(approval) => Box::pin(commands::approval::run(engine, approval)),
        Command::Approvals(approvals) => Box::pin(commands::approvals::run(engine, approvals)),
        Command::Clients => Box::pin(ready(commands::clients::list(engine))),
        Command::Undo { entry } => Box::pin(commands::history::undo(engine, entry)),
        Command::Redo => Box::pin(commands::history::redo(engine)),
        Command::Backup { file } => Box::pin(commands::maintenance::backup(engine, file)),
        Command::Targets => Box::pin(ready(commands::export::list_targets(engine))),
        Command::Export(export) => Box::pin(commands::export::run(engine, export)),
        Command::Apply(arguments) => Box::pin(commands::apply::run(engine, arguments)),
        Command::Demo => Box::pin(commands::demo::run(engine)),
        Command::DemoServer { .. }
        | Command::Completions { .. }
        | Command::Complete { .. }
        | Command::ManPages { .. }
        | Command::Help { .. }
        | Command::Lint(_)
        | Command::Readiness(_)
        | Command::Pins { .. }
        | Command::Wrap(_)
        | Command::Gateway(_)
        | Command::Run(_)
        | Command::Restore { .. }
        | Command::Doctor => {
            unreachable!("handled before the store is opened")
        }
    }
}
