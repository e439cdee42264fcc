//! Review and drift: a review applies only to the reviewed definition.

use serde_json::{Value, json};

use crate::support::{Store, tool_names};

fn tool_list(tools: &[Value]) -> String {
    json!({ "tools": tools }).to_string()
}

fn tool(name: &str, description: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    json!({"name": name, "description": description, "inputSchema": schema})
}

/// A store with a saved list of two reviewed tools, one of them decided as read-only.
fn reviewed_store() -> Store {
    let store = Store::new();
    let tools = [tool("get_note", "Reads one note by its number."), tool("get_card", "Reads a card.")];
    let path = store.file("list.json", &tool_list(&tools));
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store.ok(&["set", "s.get_note", "read-only=yes", "--because", "it only looks"]);
    store.ok(&["review", "accept", "s.get_note", "s.get_card"]);
    store
}

fn read_only_field(store: &Store, tool: &str) -> Value {
    store.json(&["explain", tool, "--json"])["fields"]["readOnlyHint"].clone()
}

fn review_states(store: &Store) -> Vec<(String, String)> {
    let queue = store.json(&["review", "--json"]);
    let item = |item: &Value| {
        (item["card"]["name"].as_str().unwrap().to_owned(), item["group"].as_str().unwrap().to_owned())
    };
    queue["items"].as_array().unwrap().iter().map(item).collect()
}

#[test]
fn accepting_turns_effective_hints_into_decisions_and_can_be_undone() {
    let store = Store::with_demo();
    let before = store.ok(&["export", "hintsmith"]);
    let queue = store.json(&["review", "--json"]);
    let agreeing = queue["agreeing"].as_u64().unwrap();
    assert!(agreeing > 5 && agreeing < queue["total"].as_u64().unwrap(), "{agreeing}");
    store.ok(&["review", "accept", "--agreeing", "--yes"]);
    assert_eq!(store.json(&["review", "--json"])["reviewed"], agreeing);
    let accepted = store.json(&["tools", "--json", "is:reviewed"]);
    for tool in accepted.as_array().unwrap() {
        assert_eq!(tool["hints"]["readOnlyHint"]["layer"], "override", "{tool}");
    }
    assert_eq!(store.json(&["history", "--json"])[0]["summary"], format!("accepted {agreeing} tools"));
    store.ok(&["undo"]);
    assert_eq!(store.json(&["review", "--json"])["reviewed"], 0);
    assert_eq!(store.ok(&["export", "hintsmith"]), before);
}

/// Three tools that claim to be read-only: one tells the truth, and two delete or write.
fn store_with_claims() -> Store {
    let store = Store::new();
    let claims = |name: &str, description: &str| {
        let mut tool = tool(name, description);
        tool["annotations"] = json!({"readOnlyHint": true});
        tool
    };
    let tools = [
        claims("add_card", "Adds a card."),
        claims("delete_card", "Deletes a card."),
        claims("get_card", "Reads a card by its number."),
    ];
    let path = store.file("list.json", &tool_list(&tools));
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store
}

#[test]
fn a_doubtful_claim_to_be_read_only_is_not_safe_and_the_worst_comes_first() {
    let store = store_with_claims();
    let names: Vec<String> = review_states(&store).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["delete_card", "add_card", "get_card"]);
    let found = store.ok(&["review", "list", "is:conflict", "add"]);
    assert!(
        found.contains("s.add_card") && !found.contains("delete_card") && !found.contains("get_card"),
        "{found}"
    );
    assert_eq!(store.run(&["review", "list", "server:none"]).code, 3);
    assert_eq!(tool_names(&store.json(&["tools", "is:safe", "--json"])), ["get_card"]);
    assert_eq!(tool_names(&store.json(&["tools", "is:modifying", "--json"])), ["add_card", "delete_card"]);
    // Who has reviewed it decides.
    store.ok(&["review", "accept", "s.add_card", "--loosen"]);
    assert_eq!(tool_names(&store.json(&["tools", "is:safe", "--json"])), ["add_card", "get_card"]);
}

#[test]
fn many_decisions_make_no_contradiction_unannounced() {
    let store = store_with_claims();
    store.ok(&["set-all", "server:s", "--inferred", "--yes"]);
    let is_destructive = |tool: &str| {
        let explained = store.json(&["explain", tool, "--json"]);
        explained["fields"]["destructiveHint"]["layer"] == "override"
    };
    // Beside the declared "read-only" it would say nothing.
    assert!(!is_destructive("s.delete_card"));
    store.ok(&["set", "s.get_card", "read-only=yes"]);
    let preview = store.run(&["set-all", "get_card", "destructive=yes", "--dry-run"]).stderr;
    assert!(preview.contains("1 tool would be read-only and destructive at once"), "{preview}");
}

#[test]
fn a_loosening_decision_is_suspended_when_the_tool_changes_and_a_tightening_one_stays() {
    let store = reviewed_store();
    store.ok(&["set", "s.get_card", "read-only=no", "destructive=yes"]);
    let changed =
        [tool("get_note", "Reads one note by its number, then sends it away."), tool("get_card", "Reads!")];
    store.file("list.json", &tool_list(&changed));
    let scan = store.run(&["scan"]);
    assert!(scan.stderr.contains("~ get_note: description; waiting for review: "), "{}", scan.stderr);

    let field = read_only_field(&store, "s.get_note");
    assert_eq!((&field["layer"], &field["suspended"]), (&json!("inferred"), &json!(true)));
    let card = read_only_field(&store, "s.get_card");
    assert_eq!(
        (&card["layer"], &card["value"], &card["suspended"]),
        (&json!("override"), &json!(false), &Value::Null)
    );
    let drifted =
        [("get_card".to_owned(), "drifted".to_owned()), ("get_note".to_owned(), "drifted".to_owned())];
    assert_eq!(review_states(&store), drifted);

    // All output reports it.
    let export = store.run(&["export", "hintsmith", "--env", "base"]);
    assert!(export.stderr.contains("s.get_note: your decisions about read-only"), "{}", export.stderr);
    let file: Value = serde_json::from_str(&export.stdout).unwrap();
    assert!(file["servers"]["s"]["tools"].get("get_note").is_none(), "{file}");
    // It was reviewed, though with another definition.
    assert!(file["reviewed"].get("s.get_note").is_some(), "{file}");
    assert!(tool_names(&store.json(&["tools", "--json", "is:suspended"])).contains(&"get_note".to_owned()));
    let diff = store.run(&["diff", "s.get_note"]);
    assert_eq!(diff.code, 1);
    assert!(diff.stdout.contains("number{+, then sends it away+}."), "{}", diff.stdout);

    // A review reactivates it, after a confirmation because it contradicts the new text; undoing the review suspends
    // it again.
    assert_eq!(store.run(&["review", "accept", "s.get_note"]).code, 3);
    store.ok(&["review", "accept", "s.get_note", "--loosen"]);
    assert_eq!(read_only_field(&store, "s.get_note")["layer"], "override");
    store.ok(&["undo"]);
    assert_eq!(read_only_field(&store, "s.get_note")["suspended"], true);
}

#[test]
fn a_restored_definition_reactivates_its_decision() {
    let store = reviewed_store();
    let path = store.path().join("list.json");
    let before = std::fs::read_to_string(&path).unwrap();
    store.file("list.json", &before.replace("Reads one", "Writes one"));
    store.ok(&["scan"]);
    assert_eq!(read_only_field(&store, "s.get_note")["suspended"], true);
    std::fs::write(&path, before).unwrap();
    store.ok(&["scan"]);
    assert_eq!(read_only_field(&store, "s.get_note")["layer"], "override");
    assert_eq!(review_states(&store), []);
}

#[test]
fn a_rule_applies_to_new_tools_but_not_to_changed_ones() {
    let store = reviewed_store();
    store.ok(&["rule", "add", "s.get_*", "idempotent=yes"]);
    let with_new = [
        tool("get_note", "Reads one note by its number."),
        tool("get_card", "Reads a card."),
        tool("get_board", "Reads a board."),
    ];
    store.file("list.json", &tool_list(&with_new));
    store.ok(&["scan"]);
    assert_eq!(review_states(&store), [("get_board".to_owned(), "new".to_owned())]);
    store.ok(&["set", "s.get_board", "read-only=no"]);
    let idempotent = || store.json(&["explain", "s.get_board", "--json"])["fields"]["idempotentHint"].clone();
    assert_eq!(idempotent()["rule"], "s.get_*");
    // Removing it temporarily does not make it new.
    store.file("list.json", &tool_list(&with_new[..2]));
    store.ok(&["scan"]);
    let mut again = with_new.clone();
    again[2] = tool("get_board", "Counts how often it is called.");
    store.file("list.json", &tool_list(&again));
    store.ok(&["scan"]);
    assert_eq!(idempotent()["suspended"], true);
    assert_eq!(store.json(&["rule", "--json"])[0]["suspended"], 1);
}

#[test]
fn decisions_can_be_moved_to_a_renamed_tool() {
    let store = reviewed_store();
    let renamed = [tool("read_note", "Reads one note by its number."), tool("get_card", "Reads a card.")];
    store.file("list.json", &tool_list(&renamed));
    let scan = store.run(&["scan"]);
    assert!(scan.stderr.contains("- get_note: probably renamed to read_note; kept: "), "{}", scan.stderr);
    let gone = store.json(&["review", "--json"])["removed"].clone();
    assert_eq!((&gone[0]["tool"], &gone[0]["renamedTo"]), (&json!("get_note"), &json!("read_note")));
    store.ok(&["review", "move", "s.get_note", "read_note"]);
    assert_eq!(read_only_field(&store, "s.read_note")["reason"], "decided: it only looks");
    assert_eq!(store.json(&["review", "--json"])["removed"], json!([]));
    store.ok(&["undo"]);
    assert_eq!(read_only_field(&store, "s.read_note")["layer"], "inferred");
}

#[test]
fn approval_modes_and_comments_follow_an_accepted_rename() {
    let store = Store::new();
    let old = tool("get_note", "Reads one note by its number.");
    let path = store.file("list.json", &tool_list(std::slice::from_ref(&old)));
    store.ok(&["add", "s", "--yes", "--file", &path]);
    store.ok(&["env", "add", "prod"]);
    store.ok(&["approval", "s.get_note", "block"]);
    store.ok(&["approval", "s.get_note", "never-ask", "--env", "prod"]);
    store.ok(&["comment", "s.get_note", "slow on Mondays"]);
    store.file("list.json", &tool_list(&[tool("read_note", "Reads one note by its number.")]));
    store.ok(&["scan"]);
    let removed = store.json(&["review", "--json"])["removed"].clone();
    assert_eq!((&removed[0]["approvals"], &removed[0]["hasComment"]), (&json!(2), &json!(true)));
    store.ok(&["review", "move", "s.get_note", "read_note"]);
    let approval =
        |environment: &str| store.json(&["approval", "s.read_note", "--env", environment, "--json"]);
    assert_eq!(approval("base")["mode"], "block");
    // Allowed for the earlier definition only: it waits for a review, and the base's mode does not loosen either.
    assert_ne!(approval("prod")["treatment"], "runs", "{}", approval("prod"));
    assert!(store.ok(&["comment", "s.read_note"]).contains("slow on Mondays"));
    assert_eq!(store.json(&["review", "--json"])["removed"], json!([]));
    store.ok(&["undo"]);
    assert_eq!(approval("base")["mode"], Value::Null);
}

#[test]
fn later_declarations_of_the_server_are_reported() {
    let store = reviewed_store();
    let mut note = tool("get_note", "Reads one note by its number.");
    note["annotations"] = json!({"readOnlyHint": false});
    let mut card = tool("get_card", "Reads a card.");
    card["annotations"] = json!({"readOnlyHint": true});
    store.file("list.json", &tool_list(&[note, card]));
    store.ok(&["scan"]);
    assert_eq!(read_only_field(&store, "s.get_note")["superseded"], "contradicted");
    assert_eq!(read_only_field(&store, "s.get_card")["superseded"], "redundant");
    let diff = store.run(&["diff"]);
    assert!(diff.stdout.contains("annotations.readOnlyHint: {+true+}"), "{}", diff.stdout);
    assert!(diff.stdout.contains("risk: "), "{}", diff.stdout);
}

#[test]
fn a_review_can_be_reopened() {
    let store = reviewed_store();
    assert_eq!(review_states(&store), []);
    store.ok(&["review", "reopen", "s.get_card"]);
    let again = store.run(&["review", "reopen", "s.get_card"]);
    assert!(again.code == 3 && again.stderr.contains("s.get_card is not reviewed"), "{}", again.stderr);
    assert_eq!(review_states(&store), [("get_card".to_owned(), "unreviewed".to_owned())]);
    assert_eq!(read_only_field(&store, "s.get_card")["layer"], "override");
}

#[test]
fn notes_follow_an_accepted_rename() {
    let store = reviewed_store();
    store.ok(&["toolset", "build", "daily", "s.get_note"]);
    store.ok(&["note", "add", "s.get_note", "ids", "Ids are numbers."]);
    store.ok(&["note", "add", "s.get_note", "scope", "Daily notes only.", "--toolset", "daily"]);
    let renamed = [tool("read_note", "Reads one note by its number."), tool("get_card", "Reads a card.")];
    store.file("list.json", &tool_list(&renamed));
    store.ok(&["scan"]);
    let removed = || store.json(&["review", "--json"])["removed"].clone();
    assert_eq!((&removed()[0]["notes"], &removed()[0]["renamedTo"]), (&json!(2), &json!("read_note")));
    let notes = |tool: &str| store.ok(&["note", "list", tool, "--json"]);
    let has_both = |text: &str| text.contains("Ids are numbers.") && text.contains("Daily notes only.");

    // Accepted in the review: decisions, notes and the place in toolsets.
    store.ok(&["review", "move", "s.get_note", "read_note"]);
    assert!(has_both(&notes("s.read_note")), "{}", notes("s.read_note"));
    assert_eq!(store.json(&["toolset", "show", "daily", "--json"])["members"][0]["reference"], "s.read_note");
    assert_eq!(removed(), json!([]));
    store.ok(&["undo"]);
    assert_eq!(removed()[0]["notes"], 2);

    // Accepted in the toolset: its notes and those of all toolsets.
    let by_itself = store.run(&["toolset", "replace", "daily", "s.get_card", "s.read_note"]);
    assert!(by_itself.stderr.contains("s.get_card is not a missing tool"), "{}", by_itself.stderr);
    store.ok(&["toolset", "replace", "daily", "s.get_note", "s.read_note"]);
    assert!(has_both(&notes("s.read_note")), "{}", notes("s.read_note"));
    assert_eq!(store.json(&["toolset", "show", "daily", "--json"])["summary"]["missing"], 0);
    // A tool without decisions, of which only notes are kept, can be moved as well.
    store.ok(&["note", "add", "s.get_card", "size", "Cards are small."]);
    store.ok(&["unset", "s.get_card"]);
    let renamed = [tool("read_note", "Reads one note by its number."), tool("fetch_card", "Reads a card.")];
    store.file("list.json", &tool_list(&renamed));
    store.ok(&["scan"]);
    assert_eq!(store.run(&["review", "move", "s.read_note", "fetch_card"]).code, 3, "it still exists");
    store.ok(&["review", "move", "s.get_card", "fetch_card"]);
    assert!(notes("s.fetch_card").contains("Cards are small."));
}
