use super::*;
use crate::export::model::{ExportedServer, ExportedTool, ExportedValue};
use crate::export::target::{Target, TargetWriter};
use crate::export::targets::{TARGETS, find_target};

/// The tools `get`, decided to be read-only, and `put` of the server `s`.
fn model(offers_put: bool) -> ExportModel {
    let tool = |name: &str, is_included| ExportedTool {
        name: name.to_owned(),
        is_included,
        ..ExportedTool::default()
    };
    let mut get = tool("get", true);
    get.hints.read_only = Some(ExportedValue { value: true, is_decided: true, because: None });
    let connection =
        crate::export::model::ServerConnection::Command { command: vec!["s".into()], variables: Vec::new() };
    let server =
        ExportedServer { name: "s".to_owned(), connection, tools: vec![get, tool("put", offers_put)] };
    ExportModel { toolset: None, servers: vec![server] }
}

/// Exports into a file: the new text, the remarks, and what exports have denied in it.
fn export(
    target: &Target,
    offers_put: bool,
    existing: &str,
    written: WrittenDenials,
) -> (String, Vec<String>, WrittenDenials) {
    let TargetWriter::MergeInto { merge, denials: Some(denials) } = target.writer else {
        panic!("{} denies nothing", target.id)
    };
    let (mut model, options) = (model(offers_put), ExportOptions::default());
    let mut report = FidelityReport::default();
    report_kept(&denials.keep(&mut model, options, existing, &written), &mut report);
    let written = denials.written(&model, options, written);
    (merge(&model, options, existing, &mut report).unwrap(), report.caveats, written)
}

/// The tools that a file denies.
fn denied(target: &Target, text: &str) -> Vec<&'static str> {
    let TargetWriter::MergeInto { denials: Some(denials), .. } = target.writer else { unreachable!() };
    let is_denied = (denials.in_file)(text, &WrittenDenials::new());
    ["get", "put"].into_iter().filter(|tool| is_denied(&(denials.rule)("s", tool))).collect()
}

fn targets() -> Vec<&'static Target> {
    let denies =
        |target: &&&Target| matches!(target.writer, TargetWriter::MergeInto { denials: Some(_), .. });
    TARGETS.iter().filter(denies).copied().collect()
}

#[test]
fn a_denial_of_the_user_stays_and_is_reported() {
    for target in targets() {
        // Nobody remembers having written this file.
        let (users, _, _) = export(target, false, "", WrittenDenials::new());
        assert_eq!(denied(target, &users), ["put"], "{}", target.id);
        let (text, remarks, written) = export(target, true, &users, WrittenDenials::new());
        assert_eq!(denied(target, &text), ["put"], "{}: {text}", target.id);
        assert!(
            remarks.iter().any(|remark| remark.contains("stay denied: s.put.")),
            "{}: {remarks:?}",
            target.id
        );
        assert_eq!(written, WrittenDenials::new(), "{}", target.id);
        // It is the user's even while it is also decided.
        let (text, _, written) = export(target, false, &text, written);
        let (text, _, _) = export(target, true, &text, written);
        assert_eq!(denied(target, &text), ["put"], "{}", target.id);
    }
}

#[test]
fn a_denial_of_an_export_ends_with_the_decision() {
    assert!(targets().len() >= 4);
    for target in targets() {
        let (text, remarks, written) = export(target, false, "", WrittenDenials::new());
        assert_eq!((denied(target, &text), written.len()), (vec!["put"], 1), "{}", target.id);
        assert!(!remarks.iter().any(|remark| remark.contains("stay denied")), "{}: {remarks:?}", target.id);
        let (text, _, written) = export(target, true, &text, written);
        assert_eq!((denied(target, &text), written.len()), (vec![], 0), "{}: {text}", target.id);
    }
}

#[test]
fn denials_of_servers_that_an_export_leaves_out_are_remembered() {
    let claude_code = find_target("claude-code").unwrap();
    let other = WrittenDenials::from(["mcp__other__x".to_owned()]);
    let (_, _, written) = export(claude_code, false, "", other);
    assert_eq!(written.into_iter().collect::<Vec<_>>(), ["mcp__other__x", "mcp__s__put"]);
}

#[test]
fn a_pattern_that_denies_in_opencode_is_not_overridden_by_a_rule_behind_it() {
    let opencode = find_target("opencode").unwrap();
    let existing = r#"{"permission": {"*": "allow", "s_p?t": "deny", "s_g*": "deny", "s_get": "ask"}}"#;
    assert_eq!(denied(opencode, existing), ["put"]);
    let (text, _, written) = export(opencode, true, existing, WrittenDenials::new());
    assert_eq!(denied(opencode, &text), ["put"], "{text}");
    // What an export denied in addition hides no pattern.
    let (text, _, _) = export(opencode, true, &text, written);
    assert_eq!(denied(opencode, &text), ["put"], "{text}");
}
