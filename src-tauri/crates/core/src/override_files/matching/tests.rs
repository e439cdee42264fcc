//! Files of each format as people write them, matched with a small catalog.

use serde_json::json;

use super::*;
use crate::override_files::{formats, parse};

fn tool(name: &str, description: &str) -> Tool {
    let raw = json!({
        "name": name, "description": description, "annotations": {"readOnlyHint": false, "title": "Own title"},
        "inputSchema": {"type": "object", "properties": {"owner": {"type": "string"}}},
        "_meta": {"dev.hintsmith/http": {"method": "GET", "path": format!("/{name}")}},
    });
    Tool::parse(raw.to_string().into(), 0)
}

/// The decisions, the toolset and what is skipped, as lines.
fn import(text: &str, chosen: Option<&str>) -> Vec<String> {
    let list = tool("list_issues", "Lists issues.");
    let delete = tool("delete_repo", "Deletes a repository.");
    let team = tool("get_team", "Gets a team.");
    let nested = tool("beta__get", "");
    let servers = [
        KnownServer { name: "github", tools: vec![&list, &delete] },
        KnownServer { name: "Linear_1", tools: vec![&team] },
        KnownServer { name: "alpha", tools: vec![&nested] },
        KnownServer { name: "alpha__beta", tools: vec![&team] },
    ];
    let file = parse(text, None).unwrap();
    let matched = match_overrides(&file, &servers, chosen);
    let mut lines = Vec::new();
    for (server, tools) in &matched.layer.servers {
        for (tool, decided) in tools {
            for (field, decision) in decided.overrides.iter() {
                lines.push(format!("{server}.{tool} {}={}", field.cli_name(), decision.value));
            }
        }
    }
    for (scope, decided) in &matched.layer.approvals {
        assert_eq!(
            decided.fingerprint.is_some(),
            decided.mode.is_loosening() && matches!(scope, ApprovalScope::Tool(_)),
            "{scope}"
        );
        lines.push(format!("{scope} {}", decided.mode.as_str()));
    }
    if let Some(toolset) = &matched.toolset {
        let tools: Vec<String> = toolset.tools.iter().map(ToString::to_string).collect();
        lines.push(format!("toolset {}", tools.join(" ")));
    }
    for SkippedValue { subject, field, why } in &matched.skipped {
        lines.push(format!("skipped {subject} {field}: {why}"));
    }
    lines
}

#[test]
fn toolhive_overrides_are_decisions_and_filters_a_toolset() {
    let text = "
name: mine
aggregation:
  tools:
    - workload: github
      filter: [issues, delete_repo, gone]
      overrides:
        list_issues:
          name: issues
          description: Lists issues.
          annotations: {title: List, readOnlyHint: true, idempotentHint: 1, icon: x}
    - workload: linear-1
      excludeAll: true
    - workload: githb
";
    assert_eq!(
        import(text, None),
        [
            "github.list_issues title=List",
            "github.list_issues read-only=Yes",
            "toolset github.delete_repo github.list_issues",
            "skipped github.list_issues idempotentHint: it is neither true nor false",
            "skipped github.list_issues icon: there is no decision for it",
            "skipped github.list_issues name: tools keep the names of their server",
            "skipped github.gone : the server has no such tool",
            "skipped githb : no server has this name; choose one with --server. Did you mean github?",
        ]
    );
    let resources = "
kind: MCPToolConfig
metadata: {name: github-tools}
spec: {toolsFilter: [list_issues]}
---
kind: Service
---
kind: MCPToolConfig
metadata: {name: linear-1}
spec: {toolsOverride: {get_team: {description: One team}}}
";
    assert_eq!(
        import(resources, None),
        ["Linear_1.get_team description=One team", "toolset Linear_1.get_team github.list_issues"]
    );
    let command_line = r#"{"toolsOverride": {"get_team": {"description": "One team"}}}"#;
    assert_eq!(import(command_line, Some("Linear_1")), ["Linear_1.get_team description=One team"]);
    assert_eq!(
        import(command_line, None),
        ["skipped server : the file does not name its server; choose one with --server"]
    );
}

#[test]
fn fastmcp_transforms_are_decisions_and_tags_a_selection() {
    let text = r#"{"mcpServers": {
        "github": {"include_tags": ["daily"], "tools": {
            "list_issues": {"title": "List", "tags": ["daily"], "arguments": {
                "owner": {"description": "Who owns it", "hide": true}, "ower": {"description": "x"}}},
            "delete_repo": {"description": "", "enabled": null}}},
        "Linear_1": {"exclude_tags": ["old"], "tools": {"get_team": {"tags": ["old"]}}}}}"#;
    assert_eq!(
        import(text, None),
        [
            "github.list_issues title=List",
            "github.list_issues parameter:owner=Who owns it",
            "toolset github.list_issues",
            "skipped github.list_issues parameter owner hide: there is no decision for it",
            "skipped github.list_issues tags: there are no tags; use a toolset",
            "skipped Linear_1.get_team tags: there are no tags; use a toolset",
            "skipped github.list_issues parameter:ower: the tool has no such parameter. Did you mean owner?",
        ]
    );
}

#[test]
fn patterns_of_mcp_hub_select_the_tools_that_match() {
    let text = "
[servers.github]
command = 'x'
[servers.github.tools]
include = ['*_issues', 'nothing_*']
exclude = ['list_*']
[servers.github.tools.overrides.list_issues]
read_only = true
external = false
sends_external_data = true
destructive = 'no'
";
    assert_eq!(
        import(text, None),
        [
            "github.list_issues read-only=Yes",
            "github.list_issues open-world=Yes",
            "toolset ",
            "skipped github.list_issues destructive: it is neither true nor false",
            "skipped github.nothing_* : no tool matches it",
            "skipped github.list_issues open-world: the file has two values for it",
        ]
    );
}

#[test]
fn the_tools_of_a_metamcp_namespace_are_read_from_either_form() {
    let list = r#"{"success": true, "data": [
        {"serverName": "github", "name": "list_issues", "status": "ACTIVE", "overrideName": "issues",
         "overrideTitle": "Own title", "overrideDescription": null, "overrideAnnotations": {"readOnlyHint": true}},
        {"serverName": "github", "name": "delete_repo", "status": "INACTIVE",
         "overrideAnnotations": {"annotations": {"readOnlyHint": true}}}]}"#;
    assert_eq!(
        import(list, None),
        [
            "github.list_issues read-only=Yes",
            "toolset github.list_issues",
            "skipped github.list_issues overrideName: tools keep the names of their server",
            "skipped github.delete_repo annotations: there is no decision for it",
        ]
    );
    let map = r#"{"github": {"list_issues": {"overrideTitle": "List"}}, "gone": {}}"#;
    assert_eq!(
        import(map, None),
        ["github.list_issues title=List", "skipped gone : no server has this name; choose one with --server",]
    );
}

#[test]
fn values_of_contextforge_that_the_server_declares_are_no_decisions() {
    let answer = r#"[
        {"originalName": "get_team", "gatewaySlug": "linear-1", "title": "Own title", "enabled": true, "id": "1",
         "description": "Gets a team.", "annotations": {"readOnlyHint": true, "destructiveHint": null}},
        {"original_name": "list_issues", "gateway_slug": "github", "enabled": false, "description": "Finds issues.",
         "annotations": {"title": "Own title", "readOnlyHint": false}},
        {"originalName": "rest", "gatewaySlug": null}]"#;
    assert_eq!(
        import(answer, None),
        [
            "Linear_1.get_team read-only=Yes",
            "github.list_issues description=Finds issues.",
            "toolset Linear_1.get_team github.delete_repo",
            "skipped rest : it is a tool of no gateway",
        ]
    );
}

#[test]
fn rules_of_claude_code_are_approval_modes_and_the_strictest_counts() {
    let text = r#"{"permissions": {
        "allow": ["mcp__github__list_issues", "mcp__github__delete_repo", "Bash(ls)", "mcp__Linear_1",
                  "mcp__alpha__beta__get", "mcp__alpha__beta__get_team", "mcp__githb__x", "mcp__github__lst_issues"],
        "ask": ["mcp__github__delete_repo", "mcp__alpha__beta__*", "mcp__*", "mcp__Linear_1__get_team(a:b)"],
        "deny": ["Read(.env)", "mcp__github__delete_*"], "defaultMode": "plan"}}"#;
    assert_eq!(
        import(text, None),
        [
            "Linear_1.* never-ask",
            "alpha__beta.* always-ask",
            "alpha.beta__get never-ask",
            "alpha__beta.get_team always-ask",
            "github.delete_repo block",
            "github.list_issues never-ask",
            "skipped mcp__* ask: a pattern must name a server",
            "skipped mcp__Linear_1__get_team(a:b) ask: there is no decision about the arguments of a call",
            "skipped permissions : 2 of its rules are not about tools of MCP servers",
            "skipped permissions defaultMode: there is no decision for it",
            "skipped githb__x : no server has this name. Did you mean github?",
            "skipped github.lst_issues : the server has no such tool. Did you mean list_issues?",
        ]
    );
}

#[test]
fn modes_and_lists_of_codex_are_read() {
    let text = "
[mcp_servers.github]
command = 'x'
enabled_tools = ['list_issues']
disabled_tools = ['delete_repo']
default_tools_approval_mode = 'writes'
[mcp_servers.github.tools.delete_repo]
approval_mode = 'approve'
[mcp_servers.github.tools.list_issues]
approval_mode = 'approve'
limit = 3
[mcp_servers.Linear_1]
enabled = false
[mcp_servers.Linear_1.tools.get_team]
approval_mode = 'often'
";
    assert_eq!(
        import(text, None),
        [
            "github.* by-hints",
            "github.delete_repo block",
            "github.list_issues never-ask",
            "toolset Linear_1.get_team github.list_issues",
            "skipped github.list_issues limit: there is no decision for it",
            "skipped Linear_1.get_team approval_mode: it is none of auto, writes, prompt and approve",
            "skipped Linear_1 enabled: disable the server with `hintsmith disable`",
        ]
    );
}

#[test]
fn of_the_rules_of_gemini_the_highest_priority_counts() {
    let text = "
[[rule]]
mcpName = 'github'
decision = 'deny'
priority = 300
[[rule]]
mcpName = 'github'
toolName = ['list_issues', 'delete_repo']
decision = 'ask_user'
priority = 100
[[rule]]
mcpName = 'github'
toolName = 'list_issues'
decision = 'allow'
priority = 400
[[rule]]
toolName = 'run_shell_command'
decision = 'allow'
[[rule]]
mcpName = 'Linear_1'
toolName = 'get_team'
argsPattern = 'x'
decision = 'allow'
";
    assert_eq!(
        import(text, None),
        [
            "github.* block",
            "github.delete_repo block",
            "github.list_issues never-ask",
            "skipped rule 4 : it names no MCP server",
            "skipped rule 5 argsPattern: there is no decision with a condition",
        ]
    );
    let settings = r#"{"mcpServers": {"github": {"trust": true, "includeTools": ["list_issues(a)"],
        "excludeTools": ["delete_repo"]}}}"#;
    assert_eq!(
        import(settings, None),
        ["github.* never-ask", "github.delete_repo block", "toolset github.list_issues"]
    );
}

#[test]
fn requests_of_an_openapi_document_are_found_by_method_and_path() {
    let text = r#"{"openapi": "3.1.0", "paths": {
        "/list_issues": {"get": {"x-speakeasy-mcp": {"title": "List", "scopes": ["read"]}}, "parameters": []},
        "/delete_repo": {"get": {"x-speakeasy-mcp": {"disabled": true}}},
        "/get_team": {"get": {"x-speakeasy-mcp": {"title": "Team"}}},
        "/gone": {"post": {"x-speakeasy-mcp": {"readOnlyHint": true}}}}}"#;
    assert_eq!(
        import(text, None),
        [
            "github.list_issues title=List",
            "toolset github.list_issues",
            "skipped GET /list_issues scopes: there is no decision for it",
            "skipped GET /get_team : several tools send it; choose a server with --server",
            "skipped POST /gone : no tool sends this request",
        ]
    );
}

#[test]
fn a_chosen_server_replaces_the_only_name_of_a_file() {
    let file = |name: &str| {
        let tools = json!({"get_team": {"title": "Team"}});
        json!({"mcpServers": {name: {"tools": tools}}}).to_string()
    };
    assert_eq!(import(&file("work"), Some("Linear_1")), ["Linear_1.get_team title=Team"]);
    let several = r#"{"mcpServers": {"github": {"tools": {"list_issues": {"title": "List"}}},
        "Linear_1": {"tools": {"get_team": {"title": "Team"}}}}}"#;
    assert_eq!(
        import(several, Some("Linear_1")),
        ["Linear_1.get_team title=Team", "skipped github : it is not the chosen server"]
    );
    let rules = r#"{"permissions": {"ask": ["mcp__work__get_team"]}}"#;
    assert_eq!(import(rules, Some("Linear_1")), ["Linear_1.get_team always-ask"]);
    let rules = r#"{"permissions": {"ask": ["mcp__Linear_1__get_team", "mcp__github__list_issues"]}}"#;
    assert_eq!(
        import(rules, Some("Linear_1")),
        ["Linear_1.get_team always-ask", "skipped github__list_issues : it is not about the chosen server",]
    );
}

#[test]
fn a_hostile_number_of_patterns_and_names_is_bounded() {
    let patterns: Vec<String> = (0..1_500).map(|number| format!("mcp__github__{number}*")).collect();
    let names: Vec<String> = (0..1_500).map(|number| format!("mcp__github__x{number}")).collect();
    let long = format!("mcp__{}", "a__".repeat(100_000));
    let rules: Vec<String> = patterns.into_iter().chain(names).chain([long]).collect();
    let lines = import(&json!({"permissions": {"allow": rules}}).to_string(), None);
    assert_eq!(lines.len(), 3_001);
    assert!(lines.iter().any(|line| line.contains("only 1000 patterns")), "{}", lines[1_200]);
    assert!(lines[3_000].ends_with("the name is too long"), "{}", lines[3_000]);
}

#[test]
fn every_format_has_a_plain_id() {
    for format in formats::FORMATS {
        assert!(format.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", format.id);
        assert_eq!(formats::find_format(format.id).map(|found| found.id), Some(format.id));
    }
}
