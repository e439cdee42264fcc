//! `hintsmith patch` and `hintsmith retire`

use std::collections::BTreeMap;
use std::sync::Arc;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{
    DeclaredDecision, PatchInput, PatchPreview, PatchState, PatchedTool, RetireInput, SeenSource, ServerKey,
    WritePatchInput,
};
use hintsmith_engine::text::{escape_hidden, escape_line};

use super::scan;
use crate::args::{PatchArguments, RetireArguments};
use crate::{EXIT_ERROR, EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(engine: &Arc<Engine>, arguments: PatchArguments) -> anyhow::Result<u8> {
    let patch = PatchInput {
        server: arguments.server,
        folder: arguments.folder,
        environment: arguments.env,
        inferred: arguments.inferred,
        excluded: arguments.without,
        tests: arguments.tests,
    };
    let preview =
        output::progress::with_progress("Reading the source", engine.patches.preview(patch.clone())).await?;
    let is_written = arguments.write || arguments.branch.is_some();
    if !output::is_json() {
        show_preview(&preview, &patch.server);
    } else if !(is_written || arguments.verify) {
        output::print_json(&preview)?;
    }
    let is_changed = !preview.files.is_empty();
    if arguments.check {
        return Ok(if is_changed { EXIT_NO } else { EXIT_SUCCESS });
    }
    if !is_changed || !is_written {
        if is_changed {
            output::status("Nothing was written; --write writes these changes.");
        }
        return if arguments.verify { verify(engine, &patch.server).await } else { Ok(EXIT_SUCCESS) };
    }
    let question = format!("Write {}?", output::pluralize(preview.files.len(), "file"));
    if !arguments.yes && !output::ask(&question).unwrap_or(false) {
        output::status("nothing was written; use --yes to write without confirmation");
        return Ok(EXIT_NO);
    }
    let server = patch.server.clone();
    let seen = preview.files.into_iter().map(|file| SeenSource { path: file.path, seen: file.seen });
    let written = engine
        .patches
        .write(WritePatchInput {
            patch,
            seen: seen.collect(),
            allow_dirty: arguments.allow_dirty,
            allow_no_vcs: arguments.allow_no_vcs,
            branch: arguments.branch.clone(),
        })
        .await?;
    if output::is_json() && !arguments.verify {
        output::print_json(&written)?;
    }
    for file in &written.files {
        output::status(&format!("Wrote {}", escape_line(file)));
    }
    if let (Some(commit), Some(branch)) = (&written.commit, &arguments.branch) {
        output::status(&format!("Committed {commit} on branch {}", escape_line(branch)));
    }
    if arguments.verify {
        return verify(engine, &server).await;
    }
    output::status(&format!(
        "To see what the server declares now, start it from this source and run `hintsmith scan {server}`."
    ));
    Ok(EXIT_SUCCESS)
}

fn show_preview(preview: &PatchPreview, server: &str) {
    for file in &preview.files {
        output::print_unified_difference(&file.difference);
    }
    if preview.tools.is_empty() {
        output::status(&format!(
            "Nothing is decided about the tools of {server}. Decide with `hintsmith set`, or use --inferred."
        ));
    }
    for tool in &preview.tools {
        let place = match tool.places.first() {
            Some(place) => format!(" ({})", escape_line(place)),
            None => String::new(),
        };
        output::status(&format!("{}{place}: {}", escape_line(&tool.tool), state_text(tool)));
        for change in tool.changes.iter().filter(|_| tool.state == PatchState::Changed) {
            let before = change.before.as_deref().unwrap_or("not declared");
            output::status(&escape_line(&format!(
                "    {}: {before} → {}; {}",
                change.field,
                change.after,
                output::plain_reason(&change.because)
            )));
        }
        for remark in &tool.remarks {
            output::status(&escape_line(&format!("    {remark}")));
        }
    }
    preview.warnings.iter().for_each(|warning| output::status(&format!("warning: {}", escape_line(warning))));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in &preview.tools {
        *counts.entry(state_count(tool.state)).or_default() += 1;
    }
    if !counts.is_empty() {
        let parts: Vec<String> = counts.iter().map(|(state, count)| format!("{count} {state}")).collect();
        let tools = output::pluralize(preview.tools.len(), "tool");
        output::status(&format!("{tools}: {}", parts.join(", ")));
    }
}

fn state_text(tool: &PatchedTool) -> String {
    match tool.state {
        PatchState::Changed => {
            let framework = tool.framework.as_deref().unwrap_or_default();
            format!("{} ({framework})", output::pluralize(tool.changes.len(), "change"))
        }
        PatchState::UpToDate => "up to date".to_owned(),
        PatchState::Excluded => "left out".to_owned(),
        PatchState::Ambiguous => {
            format!(
                "registered in several places, which are not changed: {}",
                escape_line(&tool.places.join(", "))
            )
        }
        PatchState::Generated => "registered under a computed name, which is not changed".to_owned(),
        PatchState::NotFound => "not found in the source".to_owned(),
        PatchState::Refused => "cannot be changed".to_owned(),
    }
}

const fn state_count(state: PatchState) -> &'static str {
    match state {
        PatchState::Changed => "to change",
        PatchState::UpToDate => "up to date",
        PatchState::Excluded => "left out",
        PatchState::Ambiguous => "ambiguous",
        PatchState::Generated => "with a computed name",
        PatchState::NotFound => "not found",
        PatchState::Refused => "not editable",
    }
}

/// Scans the server and shows whether it declares what was decided.
async fn verify(engine: &Arc<Engine>, server: &str) -> anyhow::Result<u8> {
    let outcome = scan::scan(engine, vec![server.to_owned()]).await;
    if outcome.failed {
        return Ok(EXIT_ERROR);
    }
    let found = engine.patches.compare_declared(ServerKey { server: server.to_owned() }).await?;
    output::print_report(&found, || {
        output::print_table(["Tool", "Field", "Decided", "Declared"], &rows(&found.differing));
        let agreeing = output::pluralize(found.agreeing.len(), "decision");
        output::status(&format!(
            "{server} declares {agreeing} as decided, and {} otherwise.",
            found.differing.len()
        ));
        if !found.agreeing.is_empty() {
            output::status(&format!(
                "`hintsmith retire {server}` removes the decisions that it declares itself."
            ));
        }
    })?;
    Ok(if found.differing.is_empty() { EXIT_SUCCESS } else { EXIT_NO })
}

pub async fn retire(engine: &Engine, arguments: RetireArguments) -> anyhow::Result<u8> {
    let RetireArguments { server, dry_run, yes } = arguments;
    let input = RetireInput { server: server.clone() };
    let preview = engine.patches.preview_retire(input.clone()).await?;
    if output::is_json() && dry_run {
        output::print_json(&preview)?;
        return Ok(EXIT_SUCCESS);
    }
    if preview.decisions.is_empty() && !output::is_json() {
        output::status(&format!(
            "{server} declares none of the decided values itself, so nothing can be removed."
        ));
        return Ok(EXIT_SUCCESS);
    }
    if !output::is_json() {
        output::print_table(["Tool", "Field", "Decided", "Declared"], &rows(&preview.decisions));
    }
    if !preview.asked_again.is_empty() {
        output::status(&format!(
            "Permission files and proxies will ask about {} again: they allow only what is decided to be read-only.",
            output::pluralize(preview.asked_again.len(), "tool")
        ));
    }
    if dry_run {
        return Ok(EXIT_SUCCESS);
    }
    let question = format!("Remove {}?", output::pluralize(preview.decisions.len(), "decision"));
    if !yes && !output::ask(&question).unwrap_or(false) {
        output::status("nothing was changed; use --yes to remove them without confirmation");
        return Ok(EXIT_NO);
    }
    let report = engine.patches.retire(input).await?;
    output::print_report(&report, || {
        let removed = output::pluralize(report.changed as usize, "decision");
        output::status(&format!("Removed {removed}{}", output::undo_hint(report.entry)));
    })?;
    Ok(EXIT_SUCCESS)
}

fn rows(decisions: &[DeclaredDecision]) -> Vec<[String; 4]> {
    let row = |one: &DeclaredDecision| {
        let declared = one.declared.as_deref().unwrap_or("nothing");
        [one.tool.as_str(), &one.field, &one.decided, declared].map(|cell| escape_hidden(cell).into_owned())
    };
    decisions.iter().map(row).collect()
}
