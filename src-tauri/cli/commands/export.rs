//! `hintsmith export` and `hintsmith targets`

use std::io::Write;

use hintsmith_engine::Engine;
use hintsmith_engine::api::view::{ExportInput, TargetView};
use hintsmith_engine::text::visible_line;

use crate::{DONE, output};

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

pub async fn run(
    engine: &Engine,
    target: String,
    file: Option<String>,
    environment: Option<String>,
) -> anyhow::Result<u8> {
    let remarks = match file {
        None => {
            let (text, remarks) = engine.export_text(&target, environment.as_deref()).await?;
            std::io::stdout().write_all(text.as_bytes())?;
            remarks
        }
        Some(_) => {
            let report = engine.write_export(ExportInput { target, environment, path: file }).await?;
            output::talk(&format!(
                "Wrote {} to {}",
                output::counted(report.carried, "decision"),
                report.path
            ));
            report.remarks
        }
    };
    for remark in remarks {
        output::talk(&format!("note: {}", visible_line(&remark)));
    }
    Ok(DONE)
}
