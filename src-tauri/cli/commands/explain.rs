//! `hintsmith explain`

use hintsmith_engine::Engine;
use hintsmith_engine::decisions::StaleDecision;
use hintsmith_engine::dto::{
    ClientView, ExplainedDescription, ExplainedFields, ExplainedHint, ExplainedIcon, ExplainedTitle,
    ExplainedTool, LayerEntry, ReviewView, ShadowedValue, SignalView, ToolDetail,
};
use hintsmith_engine::hint::{HintName, yes_no};
use hintsmith_engine::layer::Layer;
use hintsmith_engine::review::ReviewState;
use hintsmith_engine::text::{escape_hidden, escape_line, truncate_chars};

use super::parse_tool_key;
use crate::{EXIT_SUCCESS, output};

/// Length of the source of an icon, in characters; a data URI is longer.
const MAX_ICON_CHARS: usize = 80;

pub async fn run(engine: &Engine, tool: String) -> anyhow::Result<u8> {
    let detail = engine.tools.detail(parse_tool_key(&tool)?).await?;
    if output::is_json() {
        output::print_json(&to_output(detail))?;
    } else {
        print_detail(&detail);
    }
    Ok(EXIT_SUCCESS)
}

fn print_detail(detail: &ToolDetail) {
    let card = &detail.card;
    output::print(&format!("{}.{}", card.server, escape_line(&card.name)));
    output::print(&output::styled_badges(&card.badges));
    for loosened in &detail.loosened {
        output::print(&format!("decided: {}", escape_line(loosened)));
    }
    let description = &detail.description;
    for line in escape_hidden(description.value.trim()).lines().take(12) {
        output::print(&format!("  {line}"));
    }
    let title = &detail.title;
    print_field("title", &title.value, title.layer, &title.reason, None, &title.stack);
    for hint in &detail.hints {
        let value = yes_no(hint.value);
        print_field(
            hint.hint.cli_name(),
            value,
            hint.layer,
            &hint.reason,
            hint.unused.as_deref(),
            &hint.stack,
        );
        if let Some(rule) = &hint.rule {
            output::print(&format!("    from rule {}", escape_line(rule)));
        }
        if let Some(superseded) = hint.superseded {
            let what = match superseded {
                StaleDecision::Redundant => "the same",
                StaleDecision::Contradicted => "the opposite",
            };
            output::print(&format!("    the server has since declared {what} value"));
        }
        if !hint.elsewhere.is_empty() {
            output::print(&format!("    different value in {}", hint.elsewhere.join(", ")));
        }
    }
    if description.layer > Layer::Declared {
        let sign = description.mark.symbol();
        output::print("");
        output::print_wrapped(&format!("{sign} description: {}", output::plain_reason(&description.reason)));
        let difference = output::word_difference(&description.difference);
        output::print(&format!("    the server's text → yours: {difference}"));
        if let Some(superseded) = description.superseded {
            let what = match superseded {
                StaleDecision::Redundant => "the server now sends the same text",
                StaleDecision::Contradicted => "the server changed the tool since it was decided",
            };
            output::print(&format!("    {what}"));
        }
    }
    let icon = &detail.icon;
    if icon.layer > Layer::Declared {
        let source = truncate_chars(icon.value.as_deref().unwrap_or_default(), MAX_ICON_CHARS);
        output::print(&format!(
            "{} icon: {}, {}",
            icon.mark.symbol(),
            escape_line(&source),
            output::plain_reason(&icon.reason)
        ));
    }
    for parameter in &detail.parameters {
        let sign = parameter.mark.symbol();
        let text = escape_line(parameter.description.trim());
        let text = if text.is_empty() { "no description".into() } else { text };
        output::print(&format!("\n{sign} parameter {}: {text}", escape_line(&parameter.name)));
    }
    for note in &detail.notes {
        let whose = note.toolset.as_ref().map_or(String::new(), |name| format!(" in the toolset {name}"));
        let read = if note.read { "" } else { ", not active" };
        output::print(&format!("\n! note {}{whose}{read}: {}", note.name, escape_line(&note.text)));
    }
    if let Some(comment) = &detail.comment {
        output::print(&format!("\ncomment: {}", escape_line(comment)));
    }
    if !card.toolsets.is_empty() {
        output::print(&format!("\ntoolsets: {}", card.toolsets.join(", ")));
    }
    output::print("\nclient behaviour, with declared hints → with effective hints:");
    let row = |client: &ClientView| {
        let mode = client.mode.as_ref().map_or(String::new(), |mode| format!(", {mode}"));
        let turn = format!("{} → {}", client.declared.action.label(), client.effective.action.label());
        [format!("  {}{mode}", client.name), turn, client.effective.why.clone()]
    };
    output::print_table(["Client", "Action", "Reason"], &detail.clients.iter().map(row).collect::<Vec<_>>());
    for finding in &detail.findings {
        output::print(&format!("finding: {} ({})", output::plain_reason(&finding.message), finding.rule));
    }
    for problem in &detail.problems {
        output::print(&format!("problem: {} {}", escape_line(&problem.field), escape_line(&problem.message)));
    }
    for seen in &detail.observations {
        let before = if seen.outdated { " (before the tool changed)" } else { "" };
        let sentence = escape_line(&seen.sentence).into_owned();
        output::print(&format!("called twice by {}, {}{before}: {sentence}", escape_line(&seen.by), seen.at));
    }
    output::print(&format!("review: {}", review_text(&detail.review)));
    let added = match detail.added_tokens {
        0 => String::new(),
        more => format!(", {more} of them from your notes and descriptions"),
    };
    output::print(&format!("cost: about {} tokens{added}; {}", card.tokens, detail.coverage));
    output::print(&format!("fingerprint: {}", detail.fingerprint));
}

fn review_text(review: &ReviewView) -> String {
    let by = review.by.as_ref().map_or(String::new(), |name| format!(" by {}", escape_line(name)));
    let at = review.at.as_ref().map_or(String::new(), |at| format!(", {at}"));
    match review.state {
        ReviewState::Reviewed => format!("reviewed{by}{at}"),
        ReviewState::Drifted => "changed since the last review".to_owned(),
        state => state.as_str().to_owned(),
    }
}

fn print_field(
    name: &str,
    value: &str,
    layer: Layer,
    reason: &str,
    unused: Option<&str>,
    stack: &[LayerEntry],
) {
    let sign = layer.mark().symbol();
    output::print("");
    output::print_wrapped(&format!(
        "{sign} {name}: {} · {}",
        escape_line(value),
        output::plain_reason(reason)
    ));
    if let Some(why) = unused {
        output::print_wrapped(&format!("    not used: {why}"));
    }
    for entry in
        stack.iter().filter(|entry| !entry.wins && (entry.value.is_some() || !entry.signals.is_empty()))
    {
        let value = entry.value.as_deref().map_or("no value".into(), escape_line);
        let verb = if entry.suspended { "suspended" } else { "shadows" };
        let rule = entry.rule.as_ref().map_or(String::new(), |rule| format!(" ({})", escape_line(rule)));
        output::print_wrapped(&format!(
            "    {verb} {}: {value} · {}{rule}",
            entry.layer.as_str(),
            layer_text(entry)
        ));
    }
}

/// A layer's evidence in one line.
fn layer_text(entry: &LayerEntry) -> String {
    if entry.signals.is_empty() {
        return output::plain_reason(&entry.detail);
    }
    let signal_text = |signal: &SignalView| {
        let value = signal.value.map_or("no conclusion".to_owned(), |value| yes_no(value).to_lowercase());
        format!("{}: {} ({value}, {})", signal.rule, output::plain_reason(&signal.reason), signal.certainty)
    };
    entry.signals.iter().map(signal_text).collect::<Vec<_>>().join("; also ")
}

/// The format of `explain --json`.
pub fn to_output(detail: ToolDetail) -> ExplainedTool {
    let title = &detail.title;
    let description = &detail.description;
    let icon = &detail.icon;
    let hint = |name: HintName| {
        let hint = detail.hints.iter().find(|hint| hint.hint == name).expect("a detail has every hint");
        ExplainedHint {
            value: hint.value,
            layer: hint.layer,
            reason: hint.reason.clone(),
            unused: hint.unused.clone(),
            because: hint.because.clone(),
            rule: hint.rule.clone(),
            suspended: hint.suspended,
            superseded: hint.superseded,
            elsewhere: hint.elsewhere.clone(),
            shadows: shadowed_values(&hint.stack),
        }
    };
    let fields = ExplainedFields {
        title: ExplainedTitle {
            value: title.value.clone(),
            layer: title.layer,
            reason: title.reason.clone(),
            shadows: shadowed_values(&title.stack),
        },
        description: ExplainedDescription {
            value: description.value.clone(),
            layer: description.layer,
            reason: description.reason.clone(),
            because: description.because.clone(),
            superseded: description.superseded,
            declared: description.declared.clone(),
        },
        icon: ExplainedIcon {
            value: icon.value.clone(),
            layer: icon.layer,
            reason: icon.reason.clone(),
            superseded: icon.superseded,
        },
        read_only_hint: hint(HintName::ReadOnly),
        destructive_hint: hint(HintName::Destructive),
        idempotent_hint: hint(HintName::Idempotent),
        open_world_hint: hint(HintName::OpenWorld),
    };
    ExplainedTool {
        fields,
        server: detail.card.server,
        name: detail.card.name,
        fingerprint: detail.fingerprint,
        review: detail.review,
        loosened: detail.loosened,
        parameters: detail.parameters,
        clients: detail.clients,
        findings: detail.findings,
        tokens: detail.card.tokens,
        added_tokens: detail.added_tokens,
        coverage: detail.coverage.to_string(),
        notes: detail.notes,
        model_text: detail.model_text,
        comment: detail.comment,
        toolsets: detail.card.toolsets,
        module: detail.card.module,
        problems: detail.problems,
        observations: detail.observations,
    }
}

fn shadowed_values(stack: &[LayerEntry]) -> Vec<ShadowedValue> {
    let entries = stack.iter().filter(|entry| !entry.wins && entry.value.is_some());
    let to_output = |entry: &LayerEntry| ShadowedValue {
        layer: entry.layer,
        value: entry.value.clone(),
        reason: layer_text(entry),
        rule: entry.rule.clone(),
        suspended: entry.suspended,
    };
    entries.map(to_output).collect()
}
