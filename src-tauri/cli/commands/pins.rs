//! `hintsmith pins`, `hintsmith suppress`

use std::collections::BTreeMap;
use std::sync::Arc;

use hintsmith_engine::api::lint::LintOptions;
use hintsmith_engine::dto::{PinDifference, SuppressInput, SuppressionKey};
use hintsmith_engine::text::{escape_hidden, escape_line};
use hintsmith_engine::{ApiError, Engine, ErrorCode, write_file};

use super::lint::{StoreArguments, lint_target};
use super::parse_tool_key;
use crate::args::{PinsCommand, SuppressArguments, usage_error};
use crate::{EXIT_NO, EXIT_SUCCESS, output};

pub async fn run(command: PinsCommand, store: StoreArguments) -> anyhow::Result<u8> {
    match command {
        PinsCommand::Generate { target, output: file, replace } => {
            let by = LintOptions { profile: target.profile.clone(), policy: None };
            let text = lint_target(target, by, store).await?.policy();
            let Some(path) = file else {
                output::print_file(&text);
                return Ok(EXIT_SUCCESS);
            };
            if path.exists() && !replace {
                let message = format!("the file {} already exists", path.display());
                return Err(
                    ApiError::new(ErrorCode::File, message, "Choose a new file, or use --replace.").into()
                );
            }
            write_file(&path, &text)?;
            output::status(&format!("Wrote {}", escape_line(&path.display().to_string())));
            Ok(EXIT_SUCCESS)
        }
        PinsCommand::Check { target, policy } => {
            let by = LintOptions { profile: target.profile.clone(), policy: Some(policy) };
            let linted = lint_target(target, by, store).await?;
            linted.require_pins()?;
            let differences = linted.pin_differences();
            if output::is_json() {
                let rows = differences.iter().map(|found| PinDifference {
                    server: found.server.to_owned(),
                    tool: found.tool.to_owned(),
                    message: found.message(),
                    difference: found.diff_lines(),
                });
                output::print_json(&rows.collect::<Vec<_>>())?;
            } else {
                let mut by_tool: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
                for found in &differences {
                    by_tool.entry((found.server, found.tool)).or_default().extend(found.diff_lines());
                }
                for ((server, tool), lines) in &by_tool {
                    output::print(&escape_line(&format!("{server}.{tool}")));
                    lines.iter().for_each(|line| output::print(&format!("  {}", escape_hidden(line))));
                }
                let tools = output::pluralize(linted.tool_count(), "tool");
                match differences.len() {
                    0 => output::status(&format!("{tools} match the policy")),
                    number => {
                        let differing = by_tool.len();
                        output::status(&format!(
                            "{} in {differing} of {tools}",
                            output::pluralize(number, "difference")
                        ))
                    }
                }
            }
            Ok(if differences.is_empty() { EXIT_SUCCESS } else { EXIT_NO })
        }
        PinsCommand::Stubs { suite, target, policy } => {
            let command = target.transient.command.clone();
            let by = LintOptions { profile: target.profile.clone(), policy };
            let linted = lint_target(target, by, store).await?;
            output::print_file(&linted.stub(suite.into(), &command)?);
            Ok(EXIT_SUCCESS)
        }
    }
}

pub async fn suppress(engine: &Arc<Engine>, arguments: SuppressArguments) -> anyhow::Result<u8> {
    let SuppressArguments { tool, rule, because, remove } = arguments;
    let (Some(tool), Some(rule)) = (tool, rule) else {
        let rows = engine.lint.list_suppressions().await?;
        if output::is_json() {
            output::print_json(&rows)?;
            return Ok(EXIT_SUCCESS);
        }
        let table: Vec<[String; 4]> = rows
            .iter()
            .map(|row| {
                let by = row.suppression.by.as_deref().unwrap_or_default();
                [
                    format!("{}.{}", row.server, row.tool),
                    row.rule.clone(),
                    by.to_owned(),
                    row.suppression.reason.clone(),
                ]
                .map(|cell| escape_line(&cell).into_owned())
            })
            .collect();
        output::print_table(["Tool", "Rule", "By", "Reason"], &table);
        return Ok(EXIT_SUCCESS);
    };
    let key = parse_tool_key(&tool)?;
    let (report, message) = if remove {
        let key = SuppressionKey { server: key.server, tool: key.tool, rule: rule.clone() };
        (engine.lint.remove_suppression(key).await?, format!("{rule} of {tool} is reported again"))
    } else {
        let Some(reason) = because else { usage_error("give a reason with --because TEXT") };
        let input = SuppressInput { server: key.server, tool: key.tool, rule: rule.clone(), reason };
        let report = engine.lint.suppress(input).await?;
        let message = format!("suppressed {rule} of {tool}{}", output::undo_hint(report.entry));
        (report, message)
    };
    output::print_report(&report, || output::status(&escape_line(&message)))?;
    Ok(EXIT_SUCCESS)
}
