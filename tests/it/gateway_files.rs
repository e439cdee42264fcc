//! The gateway from files alone, the JSON Lines call log, and connected clients.

use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::gateway::Gateway;
use crate::support::{ROOT, Store, wait_for};
use crate::wrap::StdioClient;

fn read_json_lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn one_file_configures_decisions_and_servers_without_a_store() {
    let store = Store::new();
    let server = json!({"command": "node", "args": [format!("{ROOT}/tests/servers/spy.mjs"), "${HEARD}"]});
    let document = json!({
        "hintsmith": 1,
        "servers": {"spy": {"tools": {"get_note": {"annotations": {"title": "From a file", "openWorldHint": true}}}}},
        "mcpServers": {"spy": server},
    });
    let file = store.file("hintsmith.json", &document.to_string());
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let log = store.path().join("calls.jsonl").to_str().unwrap().to_owned();
    let run = store.run(&["gateway", "--file", &file]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("a server spy that requires the environment variable HEARD"),
        "{}",
        run.stderr
    );

    let mut command = store.command(&["gateway", "--file", &file, "--log", &log, "--log-values"]);
    command.env("HEARD", &heard);
    let mut client = StdioClient::spawn(command);
    client.initialize();
    let list = client.list_tools();
    assert!(list.contains(r#""title":"From a file","openWorldHint":true}"#), "{list}");
    assert_eq!(client.call_tool("get_note")["result"]["content"][0]["type"], "video");
    let (code, stderr) = client.close();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("starting spy: node"), "{stderr}");
    assert!(!store.data_dir().exists());
    let call = &read_json_lines(&log)[0];
    assert_eq!(
        (&call["server"], &call["tool"], &call["client"]),
        (&json!("spy"), &json!("get_note"), &json!("a"))
    );
    assert_eq!(call["arguments"], json!([{"name": "id", "kind": "a string", "value": "\"a secret\""}]));
    let open = json!({"kind": "openWorld", "mark": "decided"});
    assert!(call["badges"].as_array().unwrap().contains(&open), "{call}");
    assert_eq!(
        (&call["verdict"], &call["outcome"], &call["id"]),
        (&json!("allowed"), &json!("ok"), &Value::Null)
    );

    // Applying the file to a store adds decisions, but never servers.
    store.ok(&["apply", &file, "--yes"]);
    assert_eq!(store.json(&["servers", "--json"]), json!([]));
    // Exporting over the file keeps its `mcpServers`.
    store.ok(&["export", "hintsmith", "-o", &file]);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(written["mcpServers"], document["mcpServers"]);
    // HTTP needs a token, and without a store there is no file to generate one in.
    let run = store.run(&["gateway", "--file", &file, "--listen", "127.0.0.1:0"]);
    assert!(run.code == 3 && run.stderr.contains("HINTSMITH_TOKEN or --token-file"), "{}", run.stderr);
}

#[test]
fn replicas_of_one_file_serve_one_client_in_turn() {
    let store = Store::new();
    let server = |name: &str| json!({"command": "node", "args": [format!("{ROOT}/tests/servers/spy.mjs"), "${HEARD}"], "env": {"NAME": name}});
    let decided = json!({
        "hintsmith": 4,
        "servers": {"one": {"tools": {"get_note": {"annotations": {"title": "From a file"}}}}},
        "toolsets": {"daily": {"tools": [{"tool": "one.get_note"}, {"tool": "two.delete_note"}]}},
        "equipped": "daily",
    });
    let file = store.file("hintsmith.json", &decided.to_string());
    let reached = json!({"mcpServers": {"one": server("one"), "two": server("two")}});
    let reached = store.file("servers.json", &reached.to_string());
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let replica = || {
        let options =
            ["gateway", "--file", &file, "--servers-from", &reached, "--listen", "127.0.0.1:0", "--health"];
        let mut command = store.command(&options);
        command.env("HEARD", &heard);
        Gateway::start_with_token(command)
    };
    let replicas = [replica(), replica()];
    let ask = |replica: &Gateway, method: &str, name: Option<&str>| -> Value {
        let params = name.map_or(json!({}), |name| json!({"name": name}));
        replica.request_stateless(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
    };
    for round in 0..4 {
        let list = ask(&replicas[round % 2], "tools/list", None);
        let tools = list["result"]["tools"].as_array().unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["one_get_note", "two_delete_note"], "{list}");
        assert_eq!(tools[0]["title"], "From a file");
        let other = &replicas[(round + 1) % 2];
        let called = ask(other, "tools/call", Some("one_get_note"));
        assert_eq!(called["result"]["content"][0]["type"], "video", "{called}");
        let hidden = ask(other, "tools/call", Some("two_get_note"));
        assert_eq!(hidden["error"]["message"], "Unknown tool: two_get_note", "{hidden}");
    }
}

#[test]
fn the_container_examples_work() {
    let read = |name: &str| std::fs::read_to_string(format!("{ROOT}/{name}")).unwrap();
    let store = Store::new();
    let kubernetes = read("deploy/kubernetes.yaml");
    let document = kubernetes.split("hintsmith.json: |\n").nth(1).unwrap().split("---").next().unwrap();
    let file = store.file("hintsmith.json", document);
    let entry = read("Dockerfile")
        .lines()
        .find_map(|line| line.strip_prefix("ENTRYPOINT ").map(str::to_owned))
        .unwrap();
    let entry: Vec<String> = serde_json::from_str(&entry).unwrap();
    let more =
        kubernetes.lines().find_map(|line| line.trim().strip_prefix("args: ").map(str::to_owned)).unwrap();
    let more: Vec<String> = serde_json::from_str(&more).unwrap();
    let localize = |word: &String| match word.as_str() {
        "/etc/hintsmith/hintsmith.json" => file.clone(),
        "0.0.0.0:7411" => "0.0.0.0:0".to_owned(),
        _ => word.clone(),
    };
    let words: Vec<String> = entry[1..].iter().chain(&more).map(localize).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = store.command(&words);
    command.env("NOTES_TOKEN", "a token of the notes");
    let gateway = Gateway::start_with_token(command);
    let port = gateway.address.rsplit(':').next().unwrap();
    let probe = |host: &str| {
        let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream
            .write_all(
                format!("GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
            )
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!((probe("hintsmith"), probe("10.1.2.3:7411")), ("200".to_owned(), "403".to_owned()));
}

#[test]
fn connected_clients_are_listed_and_calls_are_filtered_by_outcome() {
    let store = Store::new();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let log = store.path().join("calls.jsonl").to_str().unwrap().to_owned();
    let server = ["node", &format!("{ROOT}/tests/servers/spy.mjs"), &heard];
    let wrap = ["wrap", "--server", "spy", "--log", &log, "--"];
    let mut client = StdioClient::spawn(store.command(&[wrap.as_slice(), server.as_slice()].concat()));
    client.initialize();
    client.list_tools();
    client.call_tool("get_note");
    let seen = wait_for(|| {
        let clients = store.json(&["clients", "--json"]);
        (clients[0]["calls"] == 1).then_some(clients[0].clone())
    });
    let expected = json!({"name": "a", "version": "1", "transport": "stdio", "server": "spy"});
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&seen[key], value, "{seen}");
    }
    store.ok(&["toolset", "build", "few", "spy.delete_note", "--activate"]);
    assert!(client.receive().contains("list_changed"));
    client.call_tool("get_note");
    client.call_tool("end");
    client.close();
    assert_eq!(store.json(&["clients", "--json"]), json!([]));

    let tools_and_verdicts = |options: &[&str]| -> Vec<(String, String)> {
        let calls = store.json(&[&["calls", "--json"], options].concat());
        let text = |call: &Value, key: &str| call[key].as_str().unwrap().to_owned();
        calls.as_array().unwrap().iter().map(|call| (text(call, "tool"), text(call, "verdict"))).collect()
    };
    let pair = |tool: &str, verdict: &str| (tool.to_owned(), verdict.to_owned());
    let (first, hidden, end) =
        (pair("get_note", "allowed"), pair("get_note", "unknown"), pair("end", "unknown"));
    assert_eq!(tools_and_verdicts(&[]), [end.clone(), hidden.clone(), first.clone()]);
    assert_eq!(tools_and_verdicts(&["--denied"]), [end.clone(), hidden]);
    assert_eq!(tools_and_verdicts(&["--failed"]), []);
    assert_eq!(tools_and_verdicts(&["spy.END"]), [end]);
    assert_eq!(read_json_lines(&log).len(), 3);
    assert!(!store.data_contains("a secret") && !std::fs::read_to_string(&log).unwrap().contains("a secret"));
    store.ok(&["calls", "--clear"]);
    assert_eq!(tools_and_verdicts(&[]), []);
}

#[test]
fn approval_modes_are_in_the_file_and_apply_without_a_store() {
    let store = Store::new();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let script = format!("{ROOT}/tests/servers/spy.mjs");
    store.ok(&["add", "spy", "--yes", "--", "node", &script, &heard]);
    store.ok(&["approval", "spy.delete_note", "block"]);
    store.ok(&["toolset", "build", "careful", "spy.get_note", "spy.delete_note"]);
    store.ok(&["approval", "@careful", "block", "--whole"]);
    let file = store.path().join("hintsmith.json").to_str().unwrap().to_owned();
    store.ok(&["export", "hintsmith", "-o", &file]);
    let calls = |options: &[&str], tool: &str| {
        std::fs::write(&heard, "").unwrap();
        let arguments =
            [&["wrap", "--server", "spy", "--file", &file], options, &["--", "node", &script, &heard]]
                .concat();
        let mut client = StdioClient::spawn(store.command(&arguments));
        client.initialize();
        client.list_tools();
        let answer = client.call_tool(tool);
        client.close();
        let reached = std::fs::read_to_string(&heard).unwrap().contains("tools/call");
        assert_eq!(reached, answer["result"].is_object(), "{answer}");
        answer
    };
    assert!(calls(&[], "delete_note")["error"]["message"].as_str().unwrap().contains("blocked"));
    assert!(calls(&[], "get_note")["result"].is_object());
    assert!(calls(&["--toolset", "careful"], "get_note")["error"].is_object());
    // A store that applies the file has the same modes.
    let other = Store::new();
    other.ok(&["add", "spy", "--yes", "--", "node", &script, &heard]);
    other.ok(&["apply", &file, "--yes"]);
    assert!(other.ok(&["approval", "spy.delete_note"]).contains("block"));
    let [written, again] = [&store, &other].map(|store| store.ok(&["export", "hintsmith"]));
    assert_eq!(written, again);
}
