//! One message per line for everything the gateway aggregates: whatever line breaks an upstream puts between JSON
//! tokens, a stdio client reads exactly the messages meant for it.

use std::sync::Arc;

use hintsmith_mcp::gateway::{Server, serve_stdio};
use hintsmith_mcp::proxy::ToolPolicy;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::http_upstreams::ScriptedHttpServer;
use crate::scripted_server::TEST_TIMEOUT;
use crate::support::{GatewayOptions, INITIALIZE, INITIALIZED, WithholdingPolicy, build_context};

/// Line breaks of an upstream, inserted between tokens in rotation.
#[derive(Debug, Clone)]
struct LineBreaks(Vec<&'static str>);

impl LineBreaks {
    fn strategy() -> impl Strategy<Value = Self> {
        let one = prop::sample::select(vec!["", " ", "\n", "\r", "\r\n", "\n\n", "\t"]);
        prop::collection::vec(one, 1..7).prop_map(Self)
    }

    fn insert_into(&self, value: &Value) -> String {
        let mut breaks = self.0.iter().cycle();
        let (mut text, mut in_string, mut is_escaped) = (String::new(), false, false);
        for character in value.to_string().chars() {
            let is_token = !in_string && "{}[],:".contains(character);
            if is_token {
                text.push_str(breaks.next().unwrap());
            }
            text.push(character);
            if is_token {
                text.push_str(breaks.next().unwrap());
            }
            in_string ^= character == '"' && !is_escaped;
            is_escaped = in_string && character == '\\' && !is_escaped;
        }
        // Complete messages, each on its own line wherever the upstream can put a value.
        text.replace("\"@answer@\"", &format!("\n{FORGED_RESPONSE}\n"))
            .replace("\"@request@\"", &format!("\r{FORGED_REQUEST}\r"))
    }
}

const FORGED_RESPONSE: &str = r#"{"jsonrpc":"2.0","id":99,"result":{"forged":true}}"#;
const FORGED_REQUEST: &str =
    r#"{"jsonrpc":"2.0","id":98,"method":"sampling/createMessage","params":{"forged":true}}"#;

/// The upstream's result for a method.
fn result(method: &str) -> Value {
    let forged = json!({"a": "@answer@", "b": "@request@"});
    let item = |naming: &str| json!({naming: "x:1", "name": "one", "_meta": forged, "extra": "@answer@"});
    match method {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "tools": {"x": "@answer@"}, "prompts": {"x": "@request@"}, "resources": {"subscribe": true, "x": forged},
                "logging": forged, "completions": {}, "experimental": {"a": "@answer@", "b": forged},
            },
            "serverInfo": {"name": "s", "version": "1", "x": forged},
            "instructions": "one\ntwo",
        }),
        "tools/list" => json!({"tools": [item("name")], "_meta": forged}),
        "prompts/list" => json!({"prompts": [item("name")], "_meta": forged}),
        "resources/list" => json!({"resources": [item("uri")], "_meta": forged}),
        "resources/templates/list" => json!({"resourceTemplates": [item("uriTemplate")], "_meta": forged}),
        _ => json!({"content": [], "values": [], "x": forged}),
    }
}

async fn run_upstream(upstream: ScriptedHttpServer, breaks: LineBreaks) {
    loop {
        let exchange = upstream.next_exchange().await;
        let Ok(message) = serde_json::from_str::<Value>(&exchange.body) else {
            exchange.respond("405 Method Not Allowed", "", "").await;
            continue;
        };
        if message["id"].is_null() {
            exchange.respond("202 Accepted", "", "").await;
            continue;
        }
        let result = result(message["method"].as_str().unwrap());
        let answer = breaks.insert_into(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        exchange.respond("200 OK", "content-type: application/json\r\n", &answer).await;
    }
}

/// Reads the next line as a message; anything but a response or notification was forged.
async fn next_message(reader: &mut BufReader<DuplexStream>) -> Value {
    let mut line = Vec::new();
    timeout(TEST_TIMEOUT, reader.read_until(b'\n', &mut line)).await.expect("a line comes").unwrap();
    let line = String::from_utf8(line).unwrap();
    assert!(!line.contains('\r'), "a carriage return ends a line for some readers: {line:?}");
    let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert!(message["id"] != 99 && message["id"] != 98, "a forged message: {line}");
    message
}

async fn run_session(breaks: LineBreaks, prefix: Option<bool>, names: &[&str]) {
    let (mut servers, mut playing) = (Vec::new(), Vec::new());
    for name in names {
        let upstream = ScriptedHttpServer::new().await;
        let policy = watch::channel(Arc::new(WithholdingPolicy(&[])) as Arc<dyn ToolPolicy>).1;
        servers.push(Server { name: (*name).to_owned(), source: upstream.source(), policy });
        playing.push(tokio::spawn(run_upstream(upstream, breaks.clone())));
    }
    let (context, _, _) = build_context(servers, &GatewayOptions { prefix, ..GatewayOptions::default() });
    let ((mut writer, input), (output, reader)) = (duplex(64 << 10), duplex(64 << 10));
    let stop = CancellationToken::new();
    let shutdown = stop.clone();
    let serving = tokio::spawn(async move { serve_stdio(&context, (input, output), &shutdown).await });
    let mut reader = BufReader::new(reader);
    writer.write_all(format!("{INITIALIZE}\n{INITIALIZED}\n").as_bytes()).await.unwrap();
    assert_eq!(next_message(&mut reader).await["id"], "init");
    for (id, method) in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "logging/setLevel",
        "completion/complete",
        "ping",
    ]
    .iter()
    .enumerate()
    {
        let params = json!({"level": "info", "ref": {"type": "ref/prompt", "name": "one"}, "argument": {"name": "a", "value": ""}});
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writer.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        loop {
            let answer = next_message(&mut reader).await;
            if answer["method"].is_null() {
                assert_eq!(answer["id"], id, "{method}: {answer}");
                break;
            }
        }
    }
    stop.cancel();
    serving.await.unwrap();
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}

#[test]
fn aggregated_messages_reach_a_stdio_client_as_one_line() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Each case is a whole session with up to three servers.
    let mut runner = TestRunner::new(Config { cases: 12, failure_persistence: None, ..Config::default() });
    let servers = prop::sample::select(vec![&["a"][..], &["a", "b"], &["a", "b", "c"]]);
    let cases = (LineBreaks::strategy(), any::<Option<bool>>(), servers);
    let outcome = runner.run(&cases, |(breaks, prefix, names)| {
        runtime.block_on(run_session(breaks, prefix, names));
        Ok(())
    });
    outcome.unwrap();
}
