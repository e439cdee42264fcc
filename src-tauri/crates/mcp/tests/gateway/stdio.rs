//! The gateway over stdio.

use std::sync::Arc;

use hintsmith_mcp::gateway::{Server, Source, serve_stdio};
use hintsmith_mcp::proxy::ToolPolicy;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::scripted_server::{PATIENCE, Puppets};
use crate::support::{Decided, INITIALIZE, INITIALIZED, Wanted, offer};

struct Pipes {
    puppets: Vec<Puppets>,
    writer: Option<DuplexStream>,
    reader: BufReader<DuplexStream>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

async fn pipes(names: &'static [&'static str]) -> Pipes {
    let (mut puppets, mut servers) = (Vec::new(), Vec::new());
    for name in names {
        let played = Puppets::new().await;
        let served = watch::channel(Arc::new(Decided(&["delete"])) as Arc<dyn ToolPolicy>).1;
        servers.push(Server { name: (*name).to_owned(), source: Source::Command(played.command()), served });
        puppets.push(played);
    }
    let (offer, _, _) = offer(servers, &Wanted::default());
    let ((writer, input), (output, reader)) = (duplex(64 << 10), duplex(64 << 10));
    let stop = CancellationToken::new();
    let told = stop.clone();
    let task = tokio::spawn(async move { serve_stdio(&offer, (input, output), &told).await });
    Pipes { puppets, writer: Some(writer), reader: BufReader::new(reader), stop, task }
}

impl Pipes {
    async fn send(&mut self, line: &str) {
        self.writer.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        timeout(PATIENCE, self.reader.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }
}

#[tokio::test]
async fn a_client_on_a_pipe_has_several_servers_and_nothing_is_left_when_it_goes() {
    let mut pipes = pipes(&["a", "b"]).await;
    // Sent without waiting for the response to `initialize`.
    for line in [INITIALIZE, INITIALIZED, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#] {
        pipes.send(line).await;
    }
    let (mut a, mut b) = (pipes.puppets[0].next().await, pipes.puppets[1].next().await);
    for puppet in [&mut a, &mut b] {
        puppet.shake_hands().await;
    }
    assert!(pipes.line().await.contains(r#""id":"init""#));
    for puppet in [&mut a, &mut b] {
        assert_eq!(puppet.line().await, INITIALIZED);
        puppet.answers("tools/list", r#"{"tools":[{"name":"t"},{"name":"delete"}]}"#).await;
    }
    assert_eq!(
        pipes.line().await,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a_t"},{"name":"b_t"}]}}"#
    );
    pipes.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b_t"}}"#).await;
    pipes.send(r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"b_delete"}}"#).await;
    let (id, _) = b.asked("tools/call").await;
    assert!(pipes.line().await.contains("Unknown tool: b_delete"));
    // Requests name their server, because the client sees all servers as one.
    b.send(r#"{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{"messages":[],"includeContext":"thisServer"}}"#).await;
    let sampling: serde_json::Value = serde_json::from_str(&pipes.line().await).unwrap();
    assert_eq!(sampling["params"]["systemPrompt"], "The MCP server “b” asks (not Hintsmith):");
    assert_eq!(sampling["params"]["includeContext"], "none");
    b.send(r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#).await;
    let question: serde_json::Value = serde_json::from_str(&pipes.line().await).unwrap();
    assert_eq!(question["params"]["message"], "The MCP server “b” asks (not Hintsmith):");
    pipes
        .send(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"action":"accept"}}}}"#, question["id"]))
        .await;
    assert_eq!(b.line().await, r#"{"jsonrpc":"2.0","id":"q","result":{"action":"accept"}}"#);
    // The client closes its side; pending requests are still answered.
    pipes.writer = None;
    b.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"late":1}}}}"#)).await;
    assert_eq!(pipes.line().await, r#"{"jsonrpc":"2.0","id":2,"result":{"late":1}}"#);
    pipes.task.await.unwrap();
    a.is_gone().await;
    b.is_gone().await;
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_not_passed() {
    let mut pipes = pipes(&["a"]).await;
    pipes.send(INITIALIZE).await;
    let mut a = pipes.puppets[0].next().await;
    a.shake_hands().await;
    pipes.line().await;
    for (line, code) in [
        ("nonsense", -32700),
        ("[{}]", -32600),
        ("{}", -32600),
        (r#"{"id":1,"method":"ping","params":NaN}"#, -32700),
    ] {
        pipes.send(line).await;
        let answer: serde_json::Value = serde_json::from_str(&pipes.line().await).unwrap();
        assert_eq!(answer["error"]["code"], code, "{line}");
    }
    pipes.send(r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#).await;
    a.gets_nothing_but("notifications/mark").await;
    pipes.stop.cancel();
    pipes.task.await.unwrap();
    a.is_gone().await;
}

#[tokio::test]
async fn a_client_of_the_newer_protocol_begins_with_any_request() {
    let mut pipes = pipes(&["a"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    pipes
        .send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}"#))
        .await;
    let mut a = pipes.puppets[0].next().await;
    a.answers("server/discover", r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#).await;
    let (id, line) = a.asked("tools/call").await;
    assert!(line.contains(meta), "{line}");
    pipes.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(
        a.line().await,
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#)
    );
    pipes.stop.cancel();
    pipes.task.await.unwrap();
    a.is_gone().await;
}

#[tokio::test]
async fn a_client_that_knows_both_protocols_shakes_hands_in_front_of_an_older_server() {
    let mut pipes = pipes(&["a"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    pipes
        .send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{meta}}}}}"#))
        .await;
    let mut probed = pipes.puppets[0].next().await;
    let (id, _) = probed.asked("server/discover").await;
    probed.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    probed.shake_hands().await;
    let discovered: serde_json::Value = serde_json::from_str(&pipes.line().await).unwrap();
    assert_eq!(discovered["result"]["supportedVersions"][0], "2025-11-25");
    // The client initializes, and the server gets its capabilities.
    pipes.send(INITIALIZE).await;
    let mut a = pipes.puppets[0].next().await;
    let asked = a.greet(r#"{"tools":{}}"#).await;
    assert!(asked.contains(r#""sampling":{}"#), "{asked}");
    assert!(pipes.line().await.contains(r#""id":"init""#));
    probed.is_gone().await;
    pipes.send(INITIALIZED).await;
    assert_eq!(a.line().await, INITIALIZED);
    a.send(r#"{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{}}"#).await;
    assert!(pipes.line().await.contains("sampling/createMessage"));
    pipes.stop.cancel();
    pipes.task.await.unwrap();
    a.is_gone().await;
}

#[tokio::test]
async fn a_stream_that_is_withdrawn_over_a_pipe_says_nothing_more() {
    let mut pipes = pipes(&["a", "b"]).await;
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let ask = |id: &str, method: &str, more: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}{meta}}}}}"#)
    };
    pipes.send(&ask("\"s\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#)).await;
    let (mut a, mut b) = (pipes.puppets[0].next().await, pipes.puppets[1].next().await);
    let mut streams = Vec::new();
    for puppet in [&mut a, &mut b] {
        puppet
            .answers("server/discover", r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#)
            .await;
        streams.push(puppet.asked("subscriptions/listen").await.0);
    }
    assert!(pipes.line().await.contains("acknowledged"));
    let changed = |id: &serde_json::Value| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    a.send(&changed(&streams[0])).await;
    assert_eq!(pipes.line().await, changed(&"s".into()));
    pipes.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}"#).await;
    pipes.send(&ask("1", "server/discover", "")).await;
    assert!(pipes.line().await.contains(r#""id":1"#));
    b.send(&changed(&streams[1])).await;
    pipes.send(&ask("2", "tools/list", "")).await;
    for puppet in [&mut a, &mut b] {
        puppet.answers("tools/list", r#"{"tools":[]}"#).await;
    }
    assert!(pipes.line().await.contains(r#""id":2"#));
    pipes.stop.cancel();
    pipes.task.await.unwrap();
}
