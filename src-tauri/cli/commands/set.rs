//! `hintsmith set` and `hintsmith unset`

use std::path::Path;

use hintsmith_engine::api::icons::source_from_file;
use hintsmith_engine::dto::{DecideInput, FieldDecision, ToolKey};
use hintsmith_engine::hint::HintName;
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::parse_tool_key;
use crate::args::SetArguments;
use crate::{EXIT_SUCCESS, output};

const FIELDS_HINT: &str = "The fields are read-only, destructive, idempotent, open-world, title, description, icon and parameter:NAME.";

/// The lint rule that finds hidden characters, also in decided texts.
const HIDDEN_CHARACTERS: &str = "hidden-characters";

/// A parsed `FIELD=VALUE`.
pub enum FieldChange {
    Title(Option<String>),
    Description(Option<String>),
    Icon(Option<String>),
    Hint(HintName, Option<bool>),
    Parameter(String, Option<String>),
}

pub async fn set(engine: &Engine, arguments: SetArguments) -> anyhow::Result<u8> {
    let key = parse_tool_key(&arguments.tool)?;
    // All changes are parsed before any is applied.
    let changes: Vec<FieldChange> =
        arguments.decisions.iter().map(|typed| parse_change(typed)).collect::<Result<_, _>>()?;
    if arguments.dry_run {
        let preview = engine.decisions.preview(decide_input(key, changes, arguments.env, None)).await?;
        if output::is_json() {
            output::print_json(&preview)?;
        } else {
            output::print_difference(&preview.difference);
        }
        return Ok(EXIT_SUCCESS);
    }
    apply_changes(engine, key, changes, arguments.env, arguments.because).await
}

pub async fn unset(
    engine: &Engine,
    tool: String,
    fields: Vec<String>,
    env: Option<String>,
) -> anyhow::Result<u8> {
    let key = parse_tool_key(&tool)?;
    let changes = if fields.is_empty() {
        let hints = HintName::ALL.map(|hint| FieldChange::Hint(hint, None));
        let parameters = engine.tools.detail(key.clone()).await?.parameters.into_iter();
        let decided = parameters.filter(|parameter| parameter.decided.is_some());
        let parameters = decided.map(|parameter| FieldChange::Parameter(parameter.name, None));
        [FieldChange::Title(None), FieldChange::Description(None), FieldChange::Icon(None)]
            .into_iter()
            .chain(hints)
            .chain(parameters)
            .collect()
    } else {
        fields.iter().map(|field| parse_change(&format!("{field}=inherit"))).collect::<Result<_, _>>()?
    };
    apply_changes(engine, key, changes, env, None).await
}

async fn apply_changes(
    engine: &Engine,
    key: ToolKey,
    changes: Vec<FieldChange>,
    environment: Option<String>,
    because: Option<String>,
) -> anyhow::Result<u8> {
    // The printed badges are those of this environment.
    super::select_environment(engine, environment.clone()).await?;
    let detail = engine.decisions.decide(decide_input(key, changes, environment, because)).await?.detail;
    if output::is_json() {
        output::print_json(&super::explain::to_output(detail))?;
        return Ok(EXIT_SUCCESS);
    }
    let card = &detail.card;
    output::status(&format!(
        "{}.{}: {}",
        card.server,
        escape_line(&card.name),
        output::badges_text(&card.badges)
    ));
    for loosened in &detail.loosened {
        output::status(&format!("  note: {}", escape_line(loosened)));
    }
    for finding in detail.findings.iter().filter(|finding| finding.rule == HIDDEN_CHARACTERS) {
        output::status(&format!("  note: {}", output::plain_reason(&finding.message)));
    }
    Ok(EXIT_SUCCESS)
}

fn decide_input(
    ToolKey { server, tool }: ToolKey,
    changes: Vec<FieldChange>,
    environment: Option<String>,
    because: Option<String>,
) -> DecideInput {
    let decisions = changes.into_iter().map(to_field_decision).collect();
    let environment = environment.filter(|name| name != "base");
    DecideInput { server, tool, environment, seen: None, decisions, because }
}

pub fn to_field_decision(change: FieldChange) -> FieldDecision {
    match change {
        FieldChange::Title(value) => FieldDecision::Title { value },
        FieldChange::Description(value) => FieldDecision::Description { value },
        FieldChange::Icon(value) => FieldDecision::Icon { value },
        FieldChange::Hint(hint, value) => FieldDecision::Hint { hint, value },
        FieldChange::Parameter(name, value) => FieldDecision::Parameter { name, value },
    }
}

/// The source of an icon: as written, or of an image file as a `data:` URI. The engine checks and redraws it.
fn read_icon(written: &str) -> Result<String, ApiError> {
    if written.starts_with("data:") || written.contains("://") {
        return Ok(written.to_owned());
    }
    source_from_file(Path::new(written))
}

pub fn parse_change(input: &str) -> Result<FieldChange, ApiError> {
    let (field, value) = input.split_once('=').ok_or_else(|| {
        ApiError::new(ErrorCode::Invalid, format!("{input:?} is not FIELD=VALUE"), FIELDS_HINT)
    })?;
    let text = || (value != "inherit").then(|| value.to_owned());
    if field == "title" {
        return Ok(FieldChange::Title(text()));
    }
    if field == "description" {
        return Ok(FieldChange::Description(text()));
    }
    if field == "icon" {
        return text().map(|source| read_icon(&source)).transpose().map(FieldChange::Icon);
    }
    if let Some(name) = field.strip_prefix("parameter:") {
        return Ok(FieldChange::Parameter(name.to_owned(), text()));
    }
    let hint = HintName::from_cli_name(field).ok_or_else(|| {
        let names = HintName::ALL.map(HintName::cli_name).into_iter().chain(["title", "description", "icon"]);
        ApiError::unknown_name(format!("unknown field {field:?}"), FIELDS_HINT, field, names)
    })?;
    let value = match value.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        "inherit" => None,
        _ => {
            let message = format!("{value:?} is not a valid value for {field}");
            return Err(ApiError::new(ErrorCode::Invalid, message, "Use yes, no or inherit."));
        }
    };
    Ok(FieldChange::Hint(hint, value))
}
