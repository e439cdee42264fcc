//! `hintsmith export` and `hintsmith targets`

use std::collections::BTreeMap;

use hintsmith_engine::Engine;
use hintsmith_engine::dto::{ExportInput, FidelityReport, FieldOutcome, TargetView};
use hintsmith_engine::text::{escape_hidden, escape_line};
use serde_json::{Map, Value, json};

use crate::args::ExportArguments;
use crate::{DONE, NO, output};

pub fn targets(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let targets = engine.targets();
    if json {
        output::json(&targets)?;
    } else {
        let row =
            |target: &TargetView| [target.id.clone(), target.file_name.clone(), target.description.clone()];
        output::table(&targets.iter().map(row).collect::<Vec<_>>());
    }
    Ok(DONE)
}

pub async fn run(engine: &Engine, arguments: ExportArguments) -> anyhow::Result<u8> {
    let path = arguments.output.or(arguments.into);
    let mut input = ExportInput {
        target: arguments.target,
        environment: arguments.env,
        toolset: arguments.toolset,
        reviewed_only: arguments.reviewed_only,
        notes: !arguments.without_notes,
        deny_destructive: arguments.deny_destructive,
        path: path.clone(),
        seen: Vec::new(),
    };
    if arguments.check {
        return check(engine, input).await;
    }
    if path.is_none() {
        let (files, report) = engine.export_files(input).await?;
        if arguments.json {
            let files: Map<String, Value> =
                files.into_iter().map(|file| (file.name, file.text.into())).collect();
            output::json(&json!({"files": files, "report": report}))?;
            return Ok(DONE);
        }
        // A single file is the output itself; several are separated by headers on stderr.
        let several = files.len() > 1;
        for file in &files {
            if several {
                output::talk(&format!("--- {}", file.name));
            }
            output::file(&file.text);
        }
        tell(&report);
        return Ok(DONE);
    }
    if arguments.replace {
        let preview = engine.preview_export(input.clone()).await?;
        input.seen = preview.files.into_iter().filter_map(|file| file.seen).collect();
    }
    let written = engine.write_export(input).await?;
    if arguments.json {
        output::json(&written)?;
        return Ok(DONE);
    }
    for path in &written.paths {
        output::talk(&format!("Wrote {}", escape_line(path)));
    }
    for path in &written.kept {
        output::talk(&format!("What was there is kept as {}", escape_line(path)));
    }
    tell(&written.report);
    Ok(DONE)
}

/// For CI: checks that the files on disk are up to date.
async fn check(engine: &Engine, input: ExportInput) -> anyhow::Result<u8> {
    let preview = engine.preview_export(input).await?;
    let stale: Vec<_> = preview.files.iter().filter(|file| !file.current).collect();
    for file in &stale {
        output::talk(&format!("{} is out of date", escape_line(&file.path)));
        for line in &file.difference {
            if let Some(sign) = line.sign.symbol() {
                output::line(escape_hidden(&format!("{sign} {}", line.text)).as_ref());
            }
        }
    }
    Ok(if stale.is_empty() { DONE } else { NO })
}

/// Prints changed and dropped fields grouped by reason; `--json` lists the individual tools.
fn tell(report: &FidelityReport) {
    let mut told: BTreeMap<(&str, &str, &str), Vec<&str>> = BTreeMap::new();
    for tool in &report.tools {
        let changed = tool.changed.iter().map(|told| ("changed", told));
        let dropped = tool.dropped.iter().map(|told| ("left out", told));
        for (what, FieldOutcome { field, why }) in changed.chain(dropped) {
            told.entry((what, field, why)).or_default().push(&tool.tool);
        }
    }
    for ((what, field, why), tools) in told {
        let whose = match tools.as_slice() {
            [one] => (*one).to_owned(),
            many => output::counted(many.len(), "tool"),
        };
        output::talk(&escape_line(&format!("{what}: {field} of {whose}: {why}")));
    }
    report.remarks.iter().for_each(|remark| output::talk(&format!("note: {}", escape_line(remark))));
    if !report.tools.is_empty() {
        let carried = report.tools.iter().map(|tool| tool.carried.len()).sum::<usize>();
        output::talk(&format!("{} carried", output::counted(carried, "field")));
    }
}
