//! `hintsmith pins`, `hintsmith suppress`

use std::collections::BTreeMap;
use std::sync::Arc;

use hintsmith_engine::api::lint::LintOptions;
use hintsmith_engine::dto::{SuppressInput, SuppressionKey};
use hintsmith_engine::text::{escape_hidden, escape_line};
use hintsmith_engine::{ApiError, Engine, ErrorCode, write_file};
use serde_json::json;

use super::lint::{Store, look};
use super::tool_key;
use crate::args::{PinsVerb, SuppressArguments, wrong_usage};
use crate::{DONE, NO, output};

pub async fn run(verb: PinsVerb, store: Store) -> anyhow::Result<u8> {
    match verb {
        PinsVerb::Generate { looked_at, output: file, replace } => {
            let by = LintOptions { profile: looked_at.profile.clone(), policy: None };
            let text = look(looked_at, by, store).await?.policy();
            let Some(path) = file else {
                output::file(&text);
                return Ok(DONE);
            };
            if path.exists() && !replace {
                let message = format!("{} is there already", path.display());
                return Err(
                    ApiError::new(ErrorCode::File, message, "Name a new file, or say --replace.").into()
                );
            }
            write_file(&path, &text)?;
            output::talk(&format!("Wrote {}", escape_line(&path.display().to_string())));
            Ok(DONE)
        }
        PinsVerb::Check { looked_at, policy, json } => {
            let by = LintOptions { profile: looked_at.profile.clone(), policy: Some(policy) };
            let linted = look(looked_at, by, store).await?;
            let differences = linted.differences();
            if json {
                let told = differences.iter().map(
                    |found| json!({ "server": found.server, "tool": found.tool, "message": found.message(), "difference": found.diff_lines() }),
                );
                output::json(&told.collect::<Vec<_>>())?;
            } else {
                let mut tools: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
                for found in &differences {
                    tools.entry((found.server, found.tool)).or_default().extend(found.diff_lines());
                }
                for ((server, tool), lines) in &tools {
                    output::line(&escape_line(&format!("{server}.{tool}")));
                    lines.iter().for_each(|line| output::line(&format!("  {}", escape_hidden(line))));
                }
                let tools = output::counted(linted.tools(), "tool");
                match differences.len() {
                    0 => output::talk(&format!("{tools} as the policy says")),
                    number => output::talk(&format!("{} in {tools}", output::counted(number, "difference"))),
                }
            }
            Ok(if differences.is_empty() { DONE } else { NO })
        }
        PinsVerb::Stubs { suite, looked_at, policy } => {
            let command = looked_at.given.command.clone();
            let by = LintOptions { profile: looked_at.profile.clone(), policy };
            let linted = look(looked_at, by, store).await?;
            output::file(&linted.stub(suite.into(), &command)?);
            Ok(DONE)
        }
    }
}

pub async fn suppress(engine: &Arc<Engine>, arguments: SuppressArguments) -> anyhow::Result<u8> {
    let SuppressArguments { tool, rule, because, remove, json } = arguments;
    let (Some(tool), Some(rule)) = (tool, rule) else {
        let rows = engine.suppressions().await?;
        if json {
            output::json(&rows)?;
            return Ok(DONE);
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
        output::table(&table);
        return Ok(DONE);
    };
    let key = tool_key(&tool)?;
    let told = if remove {
        engine.unsuppress(SuppressionKey { server: key.server, tool: key.tool, rule: rule.clone() }).await?;
        format!("{rule} of {tool} counts again")
    } else {
        let Some(reason) = because else { wrong_usage("say why it does not count: --because TEXT") };
        engine
            .suppress(SuppressInput { server: key.server, tool: key.tool, rule: rule.clone(), reason })
            .await?;
        format!("{rule} of {tool} does not count any more; `hintsmith undo` takes it back")
    };
    output::talk(&escape_line(&told));
    Ok(DONE)
}
