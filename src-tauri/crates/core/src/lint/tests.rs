//! Tests of the rules' examples, of fixes, and with hostile tools.

use proptest::prelude::*;
use serde_json::json;

use super::profile::BUILTIN;
use super::rules::{self, Example, MOST, Rule};
use super::*;
use crate::decisions::{Decisions, Definition};
use crate::infer::{ServerFacts, Settings, infer};
use crate::overrides::{Decision, Overrides};
use crate::resolve::{Layers, resolve};
use crate::text::is_hidden;

/// An owned copy of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    rule: &'static str,
    tool: String,
    field: String,
    message: String,
    fix: Option<Fix>,
}

/// Lints tools, each given with its server's name. `decided` applies to the first tool.
fn told(tools: &[(&str, Tool)], decided: &Overrides, profile: &Profile) -> Vec<Told> {
    told_after(tools, decided, profile, None)
}

fn told_after(
    tools: &[(&str, Tool)],
    decided: &Overrides,
    profile: &Profile,
    review: Option<ReviewState>,
) -> Vec<Told> {
    let context = Context::of(tools.iter().map(|(server, tool)| (*server, tool)));
    let mut all = Vec::new();
    for (at, (server, tool)) in tools.iter().enumerate() {
        let others = tools.iter().filter(|(other, _)| other == server).map(|(_, tool)| tool);
        let inference = infer(tool, &ServerFacts::from_tools(others), Settings::default());
        let decisions: Decisions = if at == 0 { decided.clone().into() } else { Decisions::default() };
        let layers = Layers {
            name: &tool.name,
            inferred: &inference,
            declared: &tool.declared,
            decisions: &decisions,
            environment: None,
            definition: Definition::unchanged(&tool.fingerprint),
        };
        let resolved = resolve(&layers);
        let review = review.filter(|_| at == 0);
        let known = Known { server, tool, resolved: &resolved, inference: &inference, review };
        all.extend(lint(&context, profile, [known]).into_iter().map(|found| Told {
            rule: found.rule,
            tool: found.tool.to_owned(),
            field: found.field,
            message: found.message,
            fix: found.fix,
        }));
    }
    all
}

fn lone(raw: &str, profile: &Profile) -> Vec<Told> {
    told(&[("notes", Tool::parse(raw.into(), 0))], &Overrides::default(), profile)
}

fn tools(example: &Example) -> Vec<(&'static str, Tool)> {
    let mut tools = vec![("notes", Tool::parse(example.tool.into(), 0))];
    tools.extend(example.others.iter().map(|(server, raw)| (*server, Tool::parse((*raw).into(), 1))));
    tools
}

/// The findings of one rule about the first tool of an example.
fn of_rule(rule: &Rule, example: &Example, decided: &Overrides) -> Vec<Told> {
    let mut profile = Profile::named(example.profile).unwrap();
    profile.set(rule.id, Some(rule.severity)).unwrap();
    let tools = tools(example);
    let mut all_decided = decided_in(example, &tools[0].1);
    for (field, decision) in decided.iter() {
        all_decided.set(field.clone(), Some(decision.clone()));
    }
    let all = told_after(&tools, &all_decided, &profile, example.review);
    all.into_iter().filter(|found| found.rule == rule.id && found.tool == tools[0].1.name).collect()
}

/// The user's decisions of an example.
fn decided_in(example: &Example, tool: &Tool) -> Overrides {
    let mut overrides = Overrides::default();
    for (hint, value, because) in example.decided {
        let earlier = crate::fingerprint::Fingerprint("earlier".to_owned());
        let fingerprint = Some(if example.earlier { earlier } else { tool.fingerprint.clone() });
        let decision =
            Decision { value: Decided::Hint(*value), because: because.map(str::to_owned), fingerprint };
        overrides.set(Field::Hint(*hint), Some(decision));
    }
    overrides
}

fn applied(fix: &Fix, tool: &Tool) -> Overrides {
    let mut overrides = Overrides::default();
    for (field, value) in &fix.decisions {
        let (value, fingerprint) = (value.clone(), Some(tool.fingerprint.clone()));
        overrides.set(field.clone(), Some(Decision { value, because: None, fingerprint }));
    }
    overrides
}

#[test]
fn every_rule_finds_its_bad_examples_and_leaves_the_good_ones_alone() {
    for rule in rules::ALL {
        assert!(!rule.bad.is_empty() && !rule.good.is_empty(), "{} lacks an example", rule.id);
        for example in rule.bad {
            let found = of_rule(rule, example, &Overrides::default());
            assert!(!found.is_empty(), "{} finds nothing in {}", rule.id, example.tool);
        }
        for example in rule.good {
            let found = of_rule(rule, example, &Overrides::default());
            assert!(found.is_empty(), "{} in {}: {found:#?}", rule.id, example.tool);
        }
    }
}

#[test]
fn every_example_is_json_and_every_id_is_its_own() {
    let mut ids: Vec<_> = rules::every().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules::every().count());
    for rule in rules::every() {
        assert!(rule.source.is_empty() || rule.source.starts_with("https://"), "{}", rule.id);
        for example in rule.bad.iter().chain(rule.good) {
            let value: Result<serde_json::Value, _> = serde_json::from_str(example.tool);
            assert!(value.is_ok(), "{}: {}: {value:?}", rule.id, example.tool);
        }
    }
}

#[test]
fn a_fix_mends_what_it_is_offered_for() {
    let mut mended = 0;
    for rule in rules::ALL {
        for example in rule.bad {
            for found in of_rule(rule, example, &Overrides::default()) {
                let Some(fix) = &found.fix else { continue };
                let decided = applied(fix, &tools(example)[0].1);
                assert_eq!(
                    decided.len(),
                    fix.decisions.len(),
                    "{}: a decision does not fit its field",
                    rule.id
                );
                let after = of_rule(rule, example, &decided);
                let again = after.iter().any(|other| other.field == found.field);
                assert!(!again, "{} after its fix: {}: {after:#?}", rule.id, example.tool);
                mended += 1;
            }
        }
    }
    assert!(mended >= 15, "only {mended} examples have a fix");
}

#[test]
fn no_safe_fix_loosens_a_hint() {
    let loosens = |(field, value): &(Field, Decided)| match (field, value) {
        (Field::Hint(hint), Decided::Hint(value)) => *value != hint.careful(),
        _ => false,
    };
    for rule in rules::ALL {
        for example in rule.bad {
            for fix in
                of_rule(rule, example, &Overrides::default()).iter().filter_map(|found| found.fix.as_ref())
            {
                assert!(!(fix.safe && fix.decisions.iter().any(loosens)), "{}: {fix:?}", rule.id);
            }
        }
    }
}

#[test]
fn what_a_person_decided_counts_as_said() {
    let tool = Tool::parse(r#"{"name":"nightly_thing","inputSchema":{"type":"object"}}"#.into(), 0);
    let fix = Fix {
        decisions: vec![
            (Field::Hint(HintName::ReadOnly), Decided::Hint(false)),
            (Field::Hint(HintName::Destructive), Decided::Hint(true)),
            (Field::Title, Decided::Text("Nightly".to_owned())),
        ],
        safe: false,
    };
    assert_eq!(fix.words(), "Set Read-only to No, Destructive to Yes, the title to “Nightly”");
    let decided = applied(&fix, &tool);
    let strict = Profile::named("anthropic-directory-strict").unwrap();
    let rules = |decided: &Overrides| {
        let found = told(&[("notes", tool.clone())], decided, &strict);
        found.into_iter().map(|found| found.rule).collect::<Vec<_>>()
    };
    let before = [
        "missing-annotations",
        "hint-not-explicit",
        "hint-not-explicit",
        "title-missing",
        "description-missing",
    ];
    assert_eq!(rules(&Overrides::default()), before);
    assert_eq!(rules(&decided), ["description-missing"]);
}

#[test]
fn the_fix_for_a_destructive_tool_that_a_person_calls_read_only_is_the_careful_one() {
    let raw = r#"{"name":"x","annotations":{"destructiveHint":true}}"#;
    let tool = Tool::parse(raw.into(), 0);
    let decided = applied(&Fix::hint(HintName::ReadOnly, true, false), &tool);
    let found = told(&[("notes", tool)], &decided, &Profile::default());
    let found = found.iter().find(|found| found.rule == "contradictory-hints").unwrap();
    assert_eq!(found.fix, Some(Fix::hint(HintName::ReadOnly, false, false)));
}

#[test]
fn profiles_judge_the_same_tool_differently() {
    let raw = r#"{"name":"make_code","title":"Make a Code","description":"Makes a code.","inputSchema":{"type":"object"},
        "annotations":{"readOnlyHint":false,"idempotentHint":true}}"#;
    let errors = |name: &str| {
        let profile = Profile::named(name).unwrap();
        let found = lone(raw, &profile);
        let is_error = |found: &&Told| profile.level(found.rule) == Some(Severity::Error);
        found.iter().filter(is_error).map(|found| found.field.clone()).collect::<Vec<_>>()
    };
    let expected: [&[&str]; 5] = [
        &[],
        &["annotations.destructiveHint"],
        &["annotations.destructiveHint"; 2],
        &["annotations.destructiveHint", "annotations.openWorldHint"],
        &[],
    ];
    for (builtin, expected) in BUILTIN.iter().zip(expected) {
        assert_eq!(errors(builtin.name), expected, "{}", builtin.name);
    }
}

/// A profile with every rule on and strict limits.
fn everything() -> Profile {
    let mut profile = Profile::named("openai-submission").unwrap();
    for rule in rules::ALL {
        profile.set(rule.id, Some(rule.severity)).unwrap();
    }
    profile
}

fn is_presentable(found: &Told) -> Result<(), String> {
    let words = found.fix.as_ref().map(Fix::words).unwrap_or_default();
    for text in [&found.field, &found.message, &words] {
        if text.chars().any(is_hidden) || text.len() > 10_000 {
            return Err(format!("{}: {:?}", found.rule, crate::text::truncate_chars(text, 200)));
        }
    }
    Ok(())
}

#[test]
fn hostile_tools_are_linted_in_bounds() {
    let deep = format!("{}1{}", "{\"properties\":{\"a\":".repeat(10_000), "}}".repeat(10_000));
    let many: serde_json::Map<_, _> = (0..20_000).map(|at| (format!("p{at}"), json!({}))).collect();
    let unknown: serde_json::Map<_, _> =
        (0..20_000).map(|at| (format!("a{at}\u{202e}"), json!(true))).collect();
    for raw in [
        String::new(),
        "{".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "\"\\".to_owned(),
        "{}".to_owned(),
        r#"{"name":7,"title":{},"description":[],"annotations":"x","inputSchema":true,"outputSchema":3,"icons":9}"#.to_owned(),
        r#"{"name":null,"annotations":[1],"inputSchema":[],"_meta":false}"#.to_owned(),
        r#"{"name":"\ud800","description":"\udc00\ud800","title":"\ud800","inputSchema":{"$ref":"\ud800"}}"#.to_owned(),
        r#"{"name":"a","name":"b","annotations":{"readOnlyHint":true,"readOnlyHint":"x"}}"#.to_owned(),
        json!({ "name": "\u{202e}\u{200b}\u{1b}[8m", "title": "\u{7}\n\t", "description": "\u{200d}" }).to_string(),
        json!({ "name": "aA".repeat(1_000_000), "title": "aA".repeat(1_000_000) }).to_string(),
        json!({ "name": "x", "description": "do not tell the user ".repeat(100_000) }).to_string(),
        json!({ "name": "x", "description": "\u{200b}a".repeat(500_000) }).to_string(),
        json!({ "name": "x", "annotations": unknown }).to_string(),
        json!({ "name": "x", "inputSchema": { "type": "object", "properties": many } }).to_string(),
        format!(r#"{{"name":"x","inputSchema":{deep},"annotations":{deep}}}"#),
    ] {
        let found = lone(&raw, &everything());
        for rule in rules::ALL {
            let said = found.iter().filter(|found| found.rule == rule.id).count();
            assert!(said <= MOST, "{} says {said} things", rule.id);
        }
        let presentable: Result<(), String> = found.iter().try_for_each(is_presentable);
        assert_eq!(presentable, Ok(()), "{}", crate::text::truncate_chars(&raw, 100));
    }
}

#[test]
fn findings_come_in_the_order_of_the_tools_and_the_rules() {
    let raws = [r#"{"name":"b"}"#, r#"{"name":"a b"}"#, r#"{"name":"b"}"#];
    let tools: Vec<_> = Tool::parse_list(raws.map(Into::into)).into_iter().map(|tool| ("s", tool)).collect();
    let found = told(&tools, &Overrides::default(), &everything());
    let place = |found: &Told| {
        let tool = tools.iter().position(|(_, tool)| tool.name == found.tool);
        (tool, rules::ALL.iter().position(|rule| rule.id == found.rule))
    };
    let places: Vec<_> = found.iter().map(place).collect();
    assert!(places.is_sorted() && places.iter().any(|(tool, _)| *tool == Some(2)), "{places:?}");
    let duplicates = found.iter().filter(|found| found.rule == "name-duplicate");
    assert_eq!(duplicates.map(|found| found.tool.as_str()).collect::<Vec<_>>(), ["b", "b (2)"]);
}

proptest! {
    #[test]
    fn any_tool_is_linted_and_every_fix_fits(
        name in "(get|delete|_|é|\u{202e}|[a-z]{0,4}){0,5}",
        text in "(You must call |ignore previous|<IMPORTANT>|send_mail|[a-z\u{200b}]{1,6} ){0,10}",
        hints in proptest::collection::vec(
            ("(readOnlyHint|destructiveHint|idempotentHint|openWorldHint|title|readOnly|annotations|x)",
             "(true|false|null|7|\"true\"|\"a\"|\\{\"readOnlyHint\":true\\})"), 0..5),
        garbage in any::<String>(),
    ) {
        let hints: Vec<String> = hints.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        let raw = format!(
            r#"{{"name":{},"description":{},"annotations":{{{}}},"inputSchema":{{"properties":{{"a":{{"description":{}}}}}}}}}"#,
            json!(name), json!(text), hints.join(","), json!(garbage)
        );
        let tool = Tool::parse(raw.as_str().into(), 0);
        let mail = Tool::parse(r#"{"name":"send_mail"}"#.into(), 1);
        let all = [("notes", tool.clone()), ("mail", mail)];
        let found = told(&all, &Overrides::default(), &everything());
        prop_assert_eq!(found.clone(), told(&all, &Overrides::default(), &everything()));
        for found in &found {
            prop_assert_eq!(is_presentable(found), Ok(()));
            if let Some(fix) = found.fix.as_ref().filter(|_| found.tool == tool.name) {
                let decided = applied(fix, &tool);
                let after = told(&all, &decided, &everything());
                let same = |other: &Told| (other.rule, &other.field, &other.tool) == (found.rule, &found.field, &found.tool);
                prop_assert!(!after.iter().any(same), "{:?} stays after its fix", found);
            }
        }
        lone(&garbage, &everything());
    }
}
