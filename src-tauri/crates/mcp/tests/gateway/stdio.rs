//! The gateway over stdio.

use std::sync::Arc;

use hintsmith_mcp::gateway::{Server, Source, serve_stdio};
use hintsmith_mcp::proxy::ToolPolicy;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::scripted_server::{ScriptedServer, TEST_TIMEOUT};
use crate::support::{GatewayOptions, INITIALIZE, INITIALIZED, WithholdingPolicy, build_context};

struct StdioClient {
    servers: Vec<ScriptedServer>,
    writer: Option<DuplexStream>,
    reader: BufReader<DuplexStream>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

async fn start_stdio(names: &'static [&'static str]) -> StdioClient {
    let (mut scripted_servers, mut servers) = (Vec::new(), Vec::new());
    for name in names {
        let server = ScriptedServer::new().await;
        let policy = watch::channel(Arc::new(WithholdingPolicy(&["delete"])) as Arc<dyn ToolPolicy>).1;
        servers.push(Server { name: (*name).to_owned(), source: Source::Command(server.command()), policy });
        scripted_servers.push(server);
    }
    let (context, _, _) = build_context(servers, &GatewayOptions::default());
    let ((writer, input), (output, reader)) = (duplex(64 << 10), duplex(64 << 10));
    let stop = CancellationToken::new();
    let shutdown = stop.clone();
    let task = tokio::spawn(async move { serve_stdio(&context, (input, output), &shutdown).await });
    StdioClient {
        servers: scripted_servers,
        writer: Some(writer),
        reader: BufReader::new(reader),
        stop,
        task,
    }
}

impl StdioClient {
    async fn send(&mut self, line: &str) {
        self.writer.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn read_line(&mut self) -> String {
        let mut line = String::new();
        timeout(TEST_TIMEOUT, self.reader.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }
}

#[tokio::test]
async fn a_stdio_client_uses_several_servers_and_leaves_no_process() {
    let mut client = start_stdio(&["a", "b"]).await;
    // Sent without waiting for the response to `initialize`.
    for line in [INITIALIZE, INITIALIZED, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#] {
        client.send(line).await;
    }
    let (mut a, mut b) = (client.servers[0].next_process().await, client.servers[1].next_process().await);
    for process in [&mut a, &mut b] {
        process.initialize().await;
    }
    assert!(client.read_line().await.contains(r#""id":"init""#));
    for process in [&mut a, &mut b] {
        assert_eq!(process.read_line().await, INITIALIZED);
        process.respond("tools/list", r#"{"tools":[{"name":"t"},{"name":"delete"}]}"#).await;
    }
    assert_eq!(
        client.read_line().await,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_t"},{"name":"b_t"}]}}"#
    );
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b_t"}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"b_delete"}}"#).await;
    let (id, _) = b.expect_request("tools/call").await;
    assert!(client.read_line().await.contains("Unknown tool: b_delete"));
    // Requests name their server, because the client sees all servers as one.
    b.send(r#"{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{"messages":[],"includeContext":"thisServer"}}"#).await;
    let sampling: serde_json::Value = serde_json::from_str(&client.read_line().await).unwrap();
    assert_eq!(sampling["params"]["systemPrompt"], "The MCP server “b” asks (not Hintsmith):");
    assert_eq!(sampling["params"]["includeContext"], "none");
    b.send(r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#).await;
    let question: serde_json::Value = serde_json::from_str(&client.read_line().await).unwrap();
    assert_eq!(question["params"]["message"], "The MCP server “b” asks (not Hintsmith):");
    client
        .send(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"action":"accept"}}}}"#, question["id"]))
        .await;
    assert_eq!(b.read_line().await, r#"{"jsonrpc":"2.0","id":"q","result":{"action":"accept"}}"#);
    // The client closes its side; pending requests are still answered.
    client.writer = None;
    b.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"late":1}}}}"#)).await;
    assert_eq!(client.read_line().await, r#"{"jsonrpc":"2.0","id":2,"result":{"late":1}}"#);
    client.task.await.unwrap();
    a.wait_until_exited().await;
    b.wait_until_exited().await;
}

#[tokio::test]
async fn invalid_messages_are_refused_and_not_forwarded() {
    let mut client = start_stdio(&["a"]).await;
    client.send(INITIALIZE).await;
    let mut a = client.servers[0].next_process().await;
    a.initialize().await;
    client.read_line().await;
    for (line, code) in [
        ("nonsense", -32700),
        ("[{}]", -32600),
        ("{}", -32600),
        (r#"{"id":1,"method":"ping","params":NaN}"#, -32700),
    ] {
        client.send(line).await;
        let answer: serde_json::Value = serde_json::from_str(&client.read_line().await).unwrap();
        assert_eq!(answer["error"]["code"], code, "{line}");
    }
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    a.expect_only("notifications/mark").await;
    client.stop.cancel();
    client.task.await.unwrap();
    a.wait_until_exited().await;
}

#[tokio::test]
async fn a_stateless_client_may_start_with_any_request() {
    let mut client = start_stdio(&["a"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    client
        .send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}"#))
        .await;
    let mut a = client.servers[0].next_process().await;
    a.respond("server/discover", r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#).await;
    let (id, line) = a.expect_request("tools/call").await;
    assert!(line.contains(meta), "{line}");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(
        a.read_line().await,
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)
    );
    client.stop.cancel();
    client.task.await.unwrap();
    a.wait_until_exited().await;
}

#[tokio::test]
async fn a_client_of_both_protocols_initializes_before_an_older_server() {
    let mut client = start_stdio(&["a"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    client
        .send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{meta}}}}}"#))
        .await;
    let mut probed = client.servers[0].next_process().await;
    let (id, _) = probed.expect_request("server/discover").await;
    probed.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    probed.initialize().await;
    let discovered: serde_json::Value = serde_json::from_str(&client.read_line().await).unwrap();
    assert_eq!(discovered["result"]["supportedVersions"][0], "2025-11-25");
    // The client initializes, and the server gets its capabilities.
    client.send(INITIALIZE).await;
    let mut a = client.servers[0].next_process().await;
    let asked = a.initialize_with(r#"{"tools":{}}"#).await;
    assert!(asked.contains(r#""sampling":{}"#), "{asked}");
    assert!(client.read_line().await.contains(r#""id":"init""#));
    probed.wait_until_exited().await;
    client.send(INITIALIZED).await;
    assert_eq!(a.read_line().await, INITIALIZED);
    a.send(r#"{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{}}"#).await;
    assert!(client.read_line().await.contains("sampling/createMessage"));
    client.stop.cancel();
    client.task.await.unwrap();
    a.wait_until_exited().await;
}

#[tokio::test]
async fn a_cancelled_subscription_sends_nothing_more() {
    let mut client = start_stdio(&["a", "b"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let ask = |id: &str, method: &str, more: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}{meta}}}}}"#)
    };
    client.send(&ask("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#)).await;
    let (mut a, mut b) = (client.servers[0].next_process().await, client.servers[1].next_process().await);
    let mut streams = Vec::new();
    for process in [&mut a, &mut b] {
        process
            .respond("server/discover", r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#)
            .await;
        streams.push(process.expect_request("subscriptions/listen").await.0);
    }
    assert!(client.read_line().await.contains("acknowledged"));
    let changed = |id: &serde_json::Value| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    a.send(&changed(&streams[0])).await;
    assert_eq!(client.read_line().await, changed(&"s".into()));
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}"#).await;
    client.send(&ask("1", "server/discover", "")).await;
    assert!(client.read_line().await.contains(r#""id":1"#));
    b.send(&changed(&streams[1])).await;
    client.send(&ask("2", "tools/list", "")).await;
    for process in [&mut a, &mut b] {
        process.respond("tools/list", r#"{"tools":[]}"#).await;
    }
    assert!(client.read_line().await.contains(r#""id":2"#));
    client.stop.cancel();
    client.task.await.unwrap();
}
