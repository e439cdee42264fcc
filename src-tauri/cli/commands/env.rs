//! `hintsmith env`

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    EnvironmentKey, EnvironmentPair, EnvironmentView, FieldDifference, NewEnvironment, PromoteChange,
    PromoteInput, RenameEnvironment,
};
use hintsmith_engine::text::escape_line;

use crate::args::EnvironmentCommand;
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<EnvironmentCommand>) -> anyhow::Result<u8> {
    match command {
        None => return list(engine).await,
        Some(EnvironmentCommand::List) => return list(engine).await,
        Some(EnvironmentCommand::Add { name }) => {
            let report =
                engine.environments.add(NewEnvironment { name: name.clone(), copy_of: None }).await?;
            let message = format!("added the environment {name}; it has no decisions yet");
            output::print_report(&report, || output::status(&message))?;
        }
        Some(EnvironmentCommand::Copy { from, name }) => {
            let input = NewEnvironment { name: name.clone(), copy_of: Some(from.clone()) };
            let report = engine.environments.add(input).await?;
            let message = format!("added the environment {name} with the decisions of {from}");
            output::print_report(&report, || output::status(&message))?;
        }
        Some(EnvironmentCommand::Rename { name, to }) => {
            let input = RenameEnvironment { name: name.clone(), to: to.clone() };
            let report = engine.environments.rename(input).await?;
            let message = format!("renamed the environment {name} to {to}");
            output::print_report(&report, || output::status(&message))?;
        }
        Some(EnvironmentCommand::Remove { name }) => {
            let report = engine.environments.remove(EnvironmentKey { name: name.clone() }).await?;
            let decisions = output::pluralize(report.changed.saturating_sub(1), "decision");
            let message =
                format!("removed the environment {name} and {decisions}; `hintsmith undo` restores them");
            output::print_report(&report, || output::status(&message))?;
        }
        Some(EnvironmentCommand::Compare { from, to }) => {
            return compare(engine, environment_pair(from, to)).await;
        }
        Some(EnvironmentCommand::Promote { from, to, loosen, yes }) => {
            return promote(engine, environment_pair(from, to), loosen, yes).await;
        }
    }
    Ok(EXIT_SUCCESS)
}

fn environment_pair(from: String, to: String) -> EnvironmentPair {
    EnvironmentPair { from: Some(from), to: Some(to) }
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let environments = engine.environments.list().await?.environments;
    if output::is_json() {
        output::print_json(&environments)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |view: &EnvironmentView| {
        [
            view.name.clone(),
            output::pluralize(view.decisions, "decision"),
            output::pluralize(view.rules, "rule"),
        ]
    };
    output::print_table(
        ["Environment", "Decisions", "Rules"],
        &environments.iter().map(row).collect::<Vec<_>>(),
    );
    if environments.is_empty() {
        output::status("No environments yet. Create one with `hintsmith env add NAME`.");
    }
    Ok(EXIT_SUCCESS)
}

/// Exit code 1 if they differ, like `diff`.
async fn compare(engine: &Engine, pair: EnvironmentPair) -> anyhow::Result<u8> {
    let comparison = engine.environments.compare(pair).await?;
    let code = if comparison.differences.is_empty() { EXIT_SUCCESS } else { EXIT_NO };
    if output::is_json() {
        output::print_json(&comparison)?;
        return Ok(code);
    }
    let row = |difference: &FieldDifference| {
        let is_equal = difference.from.value == difference.to.value;
        [
            format!("{}.{}", difference.server, escape_line(&difference.tool)),
            difference.field.clone(),
            escape_line(&difference.from.value).into_owned(),
            escape_line(&difference.to.value).into_owned(),
            if is_equal { "equal" } else { "differs" }.to_owned(),
            output::plain_reason(&difference.to.reason),
        ]
    };
    let rows = comparison.differences.iter().chain(&comparison.equal);
    output::print_table(
        ["Tool", "Field", "First", "Second", "", "Reason"],
        &rows.map(row).collect::<Vec<_>>(),
    );
    let equal = output::pluralize(comparison.equal.len(), "equal decision");
    output::status(&format!("{}, {equal}", output::pluralize(comparison.differences.len(), "difference")));
    Ok(code)
}

async fn promote(engine: &Engine, pair: EnvironmentPair, loosen: bool, yes: bool) -> anyhow::Result<u8> {
    let preview = engine.environments.preview_promotion(pair.clone()).await?;
    if output::is_json() && !yes {
        output::print_json(&preview)?;
        return Ok(if preview.changes.is_empty() { EXIT_SUCCESS } else { EXIT_NO });
    }
    let row = |change: &PromoteChange| {
        let before = change.before.as_deref().unwrap_or("not decided");
        let values = format!("{} → {}", escape_line(before), escape_line(&change.after));
        let loosens = if change.loosens { "loosens" } else { "" };
        [escape_line(&change.subject).into_owned(), change.field.clone(), values, loosens.to_owned()]
    };
    if !output::is_json() {
        output::print_table(
            ["Tool", "Field", "Change", ""],
            &preview.changes.iter().map(row).collect::<Vec<_>>(),
        );
        output::print_loosening(&preview.loosens);
    }
    if preview.changes.is_empty() {
        output::status("Nothing to promote: the target has the same decisions.");
        return Ok(EXIT_SUCCESS);
    }
    let question = format!("Promote {}?", output::pluralize(preview.changes.len(), "change"));
    if !(yes || output::ask(&question).unwrap_or(false)) {
        output::status("nothing was changed; use --yes to promote without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.environments.promote(PromoteInput { pair, seen: preview.seen, loosen }).await?;
    output::print_report(&report, || {
        output::status(&format!("Promoted {}.", output::pluralize(report.changed, "decision")));
    })?;
    Ok(EXIT_SUCCESS)
}
