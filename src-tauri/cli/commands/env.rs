//! `hintsmith env`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    EnvironmentKey, EnvironmentPair, EnvironmentView, FieldDifference, NewEnvironment, PromoteChange,
    PromoteInput, RenameEnvironment,
};
use hintsmith_engine::text::escape_line;

use crate::args::EnvironmentVerb;
use crate::{DONE, NO, output};

pub async fn run(engine: &Engine, verb: Option<EnvironmentVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => return list(engine, json).await,
        Some(EnvironmentVerb::List { json }) => return list(engine, json).await,
        Some(EnvironmentVerb::Add { name }) => {
            engine.add_environment(NewEnvironment { name: name.clone(), copy_of: None }).await?;
            output::talk(&format!("{name} is there; nothing is decided in it yet"));
        }
        Some(EnvironmentVerb::Copy { from, name }) => {
            let input = NewEnvironment { name: name.clone(), copy_of: Some(from.clone()) };
            engine.add_environment(input).await?;
            output::talk(&format!("{name} is there, with what is decided in {from}"));
        }
        Some(EnvironmentVerb::Rename { name, to }) => {
            engine.rename_environment(RenameEnvironment { name: name.clone(), to: to.clone() }).await?;
            output::talk(&format!("{name} is now called {to}"));
        }
        Some(EnvironmentVerb::Remove { name }) => {
            let report = engine.remove_environment(EnvironmentKey { name: name.clone() }).await?;
            let decisions = output::counted(report.changed.saturating_sub(1), "decision");
            output::talk(&format!("{name} and {decisions} are gone; `hintsmith undo` brings them back"));
        }
        Some(EnvironmentVerb::Compare { from, to, json }) => {
            return compare(engine, pair(from, to), json).await;
        }
        Some(EnvironmentVerb::Promote { from, to, yes }) => {
            return promote(engine, pair(from, to), yes).await;
        }
    }
    Ok(DONE)
}

fn pair(from: String, to: String) -> EnvironmentPair {
    EnvironmentPair { from: Some(from), to: Some(to) }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let environments = engine.environments().await?.environments;
    if json {
        output::json(&environments)?;
        return Ok(DONE);
    }
    let row = |view: &EnvironmentView| {
        [view.name.clone(), output::counted(view.decisions, "decision"), output::counted(view.rules, "rule")]
    };
    output::table(&environments.iter().map(row).collect::<Vec<_>>());
    if environments.is_empty() {
        output::talk("There is only the base. `hintsmith env add NAME` makes an environment on top of it.");
    }
    Ok(DONE)
}

/// Exit code 1 if they differ, like `diff`.
async fn compare(engine: &Engine, pair: EnvironmentPair, json: bool) -> anyhow::Result<u8> {
    let comparison = engine.compare_environments(pair).await?;
    let code = if comparison.differences.is_empty() { DONE } else { NO };
    if json {
        output::json(&comparison)?;
        return Ok(code);
    }
    let row = |difference: &FieldDifference| {
        [
            format!("{}.{}", difference.server, escape_line(&difference.tool)),
            difference.field.clone(),
            escape_line(&difference.from.value).into_owned(),
            escape_line(&difference.to.value).into_owned(),
            output::plain(&difference.to.reason),
        ]
    };
    output::table(&comparison.differences.iter().map(row).collect::<Vec<_>>());
    output::talk(&output::counted(comparison.differences.len(), "difference"));
    Ok(code)
}

async fn promote(engine: &Engine, pair: EnvironmentPair, yes: bool) -> anyhow::Result<u8> {
    let preview = engine.preview_promote(pair.clone()).await?;
    let row = |change: &PromoteChange| {
        let before = change.before.as_deref().unwrap_or("not decided");
        let values = format!("{} → {}", escape_line(before), escape_line(&change.after));
        let loosens = if change.loosens { "loosens" } else { "" };
        [escape_line(&change.subject).into_owned(), change.field.clone(), values, loosens.to_owned()]
    };
    output::table(&preview.changes.iter().map(row).collect::<Vec<_>>());
    if preview.changes.is_empty() {
        output::talk("Nothing to promote: it is all decided there already.");
        return Ok(DONE);
    }
    let question = format!("Promote {}?", output::counted(preview.changes.len(), "change"));
    if !(yes || output::ask(&question).unwrap_or(false)) {
        output::talk("nothing was changed; say --yes to promote without a question");
        return Ok(NO);
    }
    let report = engine.promote(PromoteInput { pair, seen: preview.seen }).await?;
    output::talk(&format!("Promoted {}.", output::counted(report.changed, "decision")));
    Ok(DONE)
}
