//! `hintsmith export` and `hintsmith targets`

use std::io::Write;

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{ExportInput, Report, TargetView, Told};
use hintsmith_engine::text::{visible, visible_line};

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
        // One file is the output itself; several are told apart.
        let several = files.len() > 1;
        for file in &files {
            if several {
                output::talk(&format!("--- {}", file.name));
            }
            std::io::stdout().write_all(file.text.as_bytes())?;
        }
        tell(&report, arguments.json)?;
        return Ok(DONE);
    }
    if arguments.replace {
        let preview = engine.preview_export(input.clone()).await?;
        input.seen = preview.files.into_iter().filter_map(|file| file.seen).collect();
    }
    let written = engine.write_export(input).await?;
    for path in &written.paths {
        output::talk(&format!("Wrote {}", visible_line(path)));
    }
    for path in &written.kept {
        output::talk(&format!("What was there is kept as {}", visible_line(path)));
    }
    tell(&written.report, arguments.json)?;
    Ok(DONE)
}

/// For CI: whether what is on the disk is what would be written.
async fn check(engine: &Engine, input: ExportInput) -> anyhow::Result<u8> {
    let preview = engine.preview_export(input).await?;
    let stale: Vec<_> = preview.files.iter().filter(|file| !file.current).collect();
    for file in &stale {
        output::talk(&format!("{} is out of date", visible_line(&file.path)));
        for line in &file.difference {
            if let Some(sign) = line.sign.letter() {
                output::line(visible(&format!("{sign} {}", line.text)).as_ref());
            }
        }
    }
    Ok(if stale.is_empty() { DONE } else { NO })
}

/// What was dropped and changed; what was carried is only counted.
fn tell(report: &Report, json: bool) -> anyhow::Result<()> {
    if json {
        return output::json(report);
    }
    for tool in &report.tools {
        let told = |what: &str, told: &Told| {
            let text = format!("{}: {} {what}: {}", tool.tool, told.field, told.why);
            output::talk(&visible_line(&text));
        };
        tool.changed.iter().for_each(|changed| told("changed", changed));
        tool.dropped.iter().for_each(|dropped| told("left out", dropped));
    }
    report.remarks.iter().for_each(|remark| output::talk(&format!("note: {}", visible_line(remark))));
    let count = |of: fn(&hintsmith_engine::api::view::ToolReport) -> usize| {
        report.tools.iter().map(of).sum::<usize>()
    };
    let (carried, dropped) = (count(|tool| tool.carried.len()), count(|tool| tool.dropped.len()));
    if !report.tools.is_empty() {
        output::talk(&format!("{} carried, {} left out", output::counted(carried, "field"), dropped));
    }
    Ok(())
}
