//! `hintsmith rule`

use hintsmith_engine::dto::{RuleInput, RuleKey, RuleView};
use hintsmith_engine::hint::{HintName, yes_no};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::set::{Change, parse};
use crate::args::RuleVerb;
use crate::{DONE, output};

pub async fn run(engine: &Engine, verb: Option<RuleVerb>, json: bool) -> anyhow::Result<u8> {
    match verb {
        None => list(engine, json).await,
        Some(RuleVerb::List { json }) => list(engine, json).await,
        Some(RuleVerb::Add { selector, decisions, env, because, dry_run, loosen }) => {
            let mut rules = Vec::new();
            for (hint, value) in hints(&decisions)? {
                let input = RuleInput {
                    selector: selector.clone(),
                    hint,
                    value,
                    because: because.clone(),
                    environment: env.clone(),
                    loosen,
                };
                let effect = engine.preview_rule(input.clone()).await?;
                tell(&effect);
                rules.push((input, effect));
            }
            if dry_run {
                return Ok(DONE);
            }
            // A rule that needs confirmation comes first, so that all rules are saved or none.
            rules.sort_by_key(|(_, effect)| effect.loosens.tools == 0);
            for (input, _) in rules {
                engine.set_rule(input).await?;
            }
            Ok(DONE)
        }
        Some(RuleVerb::Remove { selector, hints: words, env }) => {
            let named =
                |rule: &RuleView| words.is_empty() || words.iter().any(|word| word == rule.hint.cli_name());
            let wanted =
                |rule: &RuleView| rule.selector == selector && rule.environment == env && named(rule);
            let rules = engine.rules().await?.into_iter().filter(wanted);
            let hints: Vec<HintName> = rules.map(|rule| rule.hint).collect();
            if hints.is_empty() {
                let message = format!("there is no such rule: {selector} {}", words.join(" "));
                let hint = "`hintsmith rule` lists the rules there are, with their environments.";
                return Err(ApiError::new(ErrorCode::NotFound, message.trim_end(), hint).into());
            }
            for hint in hints {
                let environment = env.clone();
                engine.remove_rule(RuleKey { selector: selector.clone(), hint, environment }).await?;
                output::talk(&format!("removed: {} {}", escape_line(&selector), hint.cli_name()));
            }
            Ok(DONE)
        }
    }
}

async fn list(engine: &Engine, json: bool) -> anyhow::Result<u8> {
    let rules = engine.rules().await?;
    if json {
        output::json(&rules)?;
        return Ok(DONE);
    }
    let row = |rule: &RuleView| {
        [
            escape_line(&rule.selector).into_owned(),
            format!("{}={}", rule.hint.cli_name(), yes_no(rule.value).to_lowercase()),
            rule.environment.clone().unwrap_or_else(|| "base".to_owned()),
            effect(rule),
        ]
    };
    output::table(&rules.iter().map(row).collect::<Vec<_>>());
    if rules.is_empty() {
        output::talk("There are no rules. `hintsmith rule add 'github.get_*' read-only=yes` makes one.");
    }
    Ok(DONE)
}

fn effect(rule: &RuleView) -> String {
    let mut said = format!(
        "matches {}, decides {}, changes {}",
        output::counted(rule.matches, "tool"),
        rule.decides,
        rule.changes
    );
    if rule.suspended > 0 {
        said.push_str(&format!("; suspended on {} that changed", output::counted(rule.suspended, "tool")));
    }
    if let Some(why) = &rule.redundant {
        said.push_str(&format!("; redundant: {why}"));
    }
    said
}

fn tell(rule: &RuleView) {
    let subject = escape_line(&rule.selector);
    output::talk(&format!(
        "{subject} {}={}: {}",
        rule.hint.cli_name(),
        yes_no(rule.value).to_lowercase(),
        effect(rule)
    ));
    for tool in &rule.examples {
        output::talk(&format!("  {}", escape_line(tool)));
    }
    output::loosened(&rule.loosens);
}

/// Parses `HINT=VALUE` pairs; a rule only decides hints, as yes or no.
fn hints(typed: &[String]) -> anyhow::Result<Vec<(HintName, bool)>> {
    let hint = |typed: &String| match parse(typed)? {
        Change::Hint(hint, Some(value)) => Ok((hint, value)),
        Change::Hint(..) | Change::Title(_) | Change::Parameter(..) => {
            anyhow::bail!("{typed:?} is nothing a rule can decide; say read-only=yes or the like")
        }
    };
    typed.iter().map(hint).collect()
}
