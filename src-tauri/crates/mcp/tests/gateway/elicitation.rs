//! Approval through the client: both protocols, over HTTP and stdio, with one server and several. A server never
//! receives a call that was not allowed.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hintsmith_mcp::gateway::{Server, Source, serve_stdio};
use hintsmith_mcp::proxy::{Approver, LoggedOutcome, LoggedVerdict, ToolPolicy};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::eliciting_approver::{DENIALS, ElicitingApprover, accept_form};
use crate::http_client::HttpConnection;
use crate::scripted_server::{ScriptedProcess, ScriptedServer, TEST_TIMEOUT};
use crate::stateless::{DISCOVERED, request, request_head, send_request};
use crate::support::{
    Client, GatewayOptions, INITIALIZE, INITIALIZED, TestGateway, WithholdingPolicy, build_context,
    start_gateway_with,
};

const TOOLS: &str =
    r#"{"resultType":"complete","tools":[{"name":"ask"},{"name":"ask-too"},{"name":"other"}]}"#;
const ARGUMENTS: &str = r#"{ "n":1.0,"s":"\u0061" }"#;
const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

fn options_with(servers: &'static [&'static str], approver: &Arc<ElicitingApprover>) -> GatewayOptions {
    GatewayOptions {
        servers,
        approver: Some(Arc::clone(approver) as Arc<dyn Approver>),
        ..GatewayOptions::default()
    }
}

fn initialize_with_elicitation() -> String {
    INITIALIZE.replace(r#"{"sampling":{}}"#, r#"{"elicitation":{"form":{}}}"#)
}

fn call(id: &str, tool: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{ARGUMENTS}{more}}}}}"#
    )
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

fn approval(id: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, accept_form("allow once"))
}

/// Connects a handshake-protocol client over HTTP, and its servers.
async fn connect_client(gateway: &TestGateway) -> (Client, Vec<ScriptedProcess>) {
    let (address, head) = (gateway.address, gateway.head("POST", ""));
    let asking = tokio::spawn(async move {
        let mut connection = HttpConnection::open(address).await;
        let answer = connection.request(&head, &initialize_with_elicitation()).await;
        (connection, answer)
    });
    let mut processes = Vec::new();
    for server in &gateway.servers {
        let mut process = server.next_process().await;
        process.initialize().await;
        processes.push(process);
    }
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    for process in &mut processes {
        assert_eq!(process.read_line().await, INITIALIZED);
    }
    if processes.len() > 1 {
        client.send(r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#).await;
        for process in &mut processes {
            process.respond("tools/list", TOOLS).await;
        }
        client.connection.read_response().await;
    }
    (client, processes)
}

/// Makes a call, and reads the elicitation on its stream.
async fn call_and_read_question(gateway: &TestGateway, client: &Client, text: &str) -> (Client, Value) {
    let mut asking = client.new_connection(gateway).await;
    asking.send(text).await;
    let answer = asking.connection.read_response().await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"), "{answer:?}");
    let question = parse(&asking.connection.next_event().await.unwrap());
    assert_eq!(question["method"], "elicitation/create", "{question}");
    (asking, question)
}

async fn assert_nothing_else_reached(client: &mut Client, processes: &mut [ScriptedProcess]) {
    assert_eq!(client.post(MARK).await.status, 202);
    for process in processes {
        assert_eq!(process.read_line().await, MARK);
    }
}

#[tokio::test]
async fn http_handshake_clients_are_asked_on_the_stream_of_the_call() {
    for (servers, tool) in [(&["one"] as &[&str], "ask"), (&["one", "two"], "two_ask")] {
        let approver = Arc::new(ElicitingApprover::default());
        let mut gateway = start_gateway_with(options_with(servers, &approver)).await;
        let (mut client, mut processes) = connect_client(&gateway).await;
        for no in DENIALS {
            let (mut asking, question) =
                call_and_read_question(&gateway, &client, &call("\"c\"", tool, "")).await;
            assert_eq!(question["params"]["message"], format!("ask {ARGUMENTS}"));
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{},{no}}}"#, question["id"]);
            assert_eq!(client.post(&answer).await.status, 202);
            let refused = parse(&asking.connection.next_event().await.unwrap());
            assert_eq!((&refused["id"], &refused["error"]["code"]), (&"c".into(), &403.into()), "{no}");
            assert!(matches!(gateway.next_record().await.verdict, LoggedVerdict::Denied(_)), "{no}");
        }
        assert_nothing_else_reached(&mut client, &mut processes).await;

        let (mut asking, question) =
            call_and_read_question(&gateway, &client, &call("\"c\"", tool, "")).await;
        let id = &question["id"];
        assert_eq!(client.post(&approval(id)).await.status, 202);
        let process = processes.last_mut().unwrap();
        let (number, line) = process.expect_request("tools/call").await;
        assert_eq!(line, call(&number.to_string(), "ask", ""));
        // A repeated answer is ignored.
        assert_eq!(client.post(&approval(id)).await.status, 202);
        assert_nothing_else_reached(&mut client, &mut processes).await;
        let process = processes.last_mut().unwrap();
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{{"content":[]}}}}"#)).await;
        let answer = asking.connection.next_event().await.unwrap();
        assert_eq!(answer, r#"{"jsonrpc":"2.0","id":"c","result":{"content":[]}}"#);
        let record = gateway.next_record().await;
        assert_eq!(record.reason.as_deref(), Some("allowed by the client's user"));
        assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Allowed, LoggedOutcome::Ok));
        assert_eq!(record.server.as_deref(), servers.last().copied());
    }
}

#[tokio::test]
async fn server_elicitations_use_their_own_ids_and_round_trip() {
    let approver = Arc::new(ElicitingApprover::default());
    let gateway = start_gateway_with(options_with(&["one"], &approver)).await;
    let (mut client, mut processes) = connect_client(&gateway).await;
    let process = &mut processes[0];
    let (mut asking, ours) = call_and_read_question(&gateway, &client, &call("1", "ask", "")).await;
    // The server guesses the gateway's number while another call is pending.
    let mut other = client.new_connection(&gateway).await;
    other.send(&call("2", "other", "")).await;
    let (number, _) = process.expect_request("tools/call").await;
    let theirs = format!(
        r#"{{"jsonrpc":"2.0","id":{},"method":"elicitation/create","params":{{"message":"Who?"}}}}"#,
        ours["id"]
    );
    process.send(&theirs).await;
    other.connection.read_response().await;
    let question = parse(&other.connection.next_event().await.unwrap());
    assert_eq!(question["params"]["message"], "The MCP server “one” asks (not Hintsmith):\n\nWho?");
    assert_ne!(question["id"], ours["id"]);
    assert_eq!(client.post(&approval(&question["id"])).await.status, 202);
    assert_eq!(process.read_line().await, approval(&ours["id"]), "the server gets its own id back");
    // That answered the server's request; this answers the gateway's.
    assert_eq!(client.post(&approval(&ours["id"])).await.status, 202);
    let (allowed, _) = process.expect_request("tools/call").await;
    for (id, connection) in [(number, &mut other.connection), (allowed, &mut asking.connection)] {
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
        assert!(connection.next_event().await.unwrap().contains("result"));
    }
}

#[tokio::test]
async fn a_timeout_or_a_disconnected_client_denies_the_call() {
    let approver =
        Arc::new(ElicitingApprover { timeout: Duration::from_millis(1), ..ElicitingApprover::default() });
    let gateway = start_gateway_with(options_with(&["one"], &approver)).await;
    let (mut client, mut processes) = connect_client(&gateway).await;
    let (mut asking, question) = call_and_read_question(&gateway, &client, &call("1", "ask", "")).await;
    assert_eq!(parse(&asking.connection.next_event().await.unwrap())["params"]["requestId"], question["id"]);
    let denied = parse(&asking.connection.next_event().await.unwrap());
    assert!(denied["error"]["message"].as_str().unwrap().contains("did not answer within"), "{denied}");
    assert_eq!(client.post(&approval(&question["id"])).await.status, 202);
    assert_nothing_else_reached(&mut client, &mut processes).await;

    let approver = Arc::new(ElicitingApprover::default());
    let mut gateway = start_gateway_with(options_with(&["one"], &approver)).await;
    let (mut client, mut processes) = connect_client(&gateway).await;
    let (asking, question) = call_and_read_question(&gateway, &client, &call("1", "ask", "")).await;
    drop(asking);
    assert_eq!(
        gateway.next_record().await.verdict,
        LoggedVerdict::Denied("the client disconnected before its user answered".to_owned())
    );
    assert_eq!(client.post(&approval(&question["id"])).await.status, 202);
    // Cancelling the call cancels the elicitation.
    let (mut asking, question) = call_and_read_question(&gateway, &client, &call("1", "ask", "")).await;
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(parse(&asking.connection.next_event().await.unwrap())["params"]["requestId"], question["id"]);
    assert_eq!(gateway.next_record().await.verdict, LoggedVerdict::Undecided);
    assert_eq!(client.post(&approval(&question["id"])).await.status, 202);
    assert_nothing_else_reached(&mut client, &mut processes).await;
}

/// A stdio client and its servers.
struct StdioClient {
    writer: DuplexStream,
    reader: BufReader<DuplexStream>,
    servers: Vec<ScriptedServer>,
    _stop: tokio_util::sync::DropGuard,
}

impl StdioClient {
    async fn start(names: &[&str], approver: &Arc<ElicitingApprover>) -> Self {
        let (mut scripted_servers, mut servers) = (Vec::new(), Vec::new());
        for name in names {
            let server = ScriptedServer::new().await;
            let policy = watch::channel(Arc::new(WithholdingPolicy(&[])) as Arc<dyn ToolPolicy>).1;
            let source = Source::Command(server.command());
            servers.push(Server { name: (*name).to_owned(), source, policy });
            scripted_servers.push(server);
        }
        let (context, _, _) = build_context(servers, &options_with(&[], approver));
        let ((writer, input), (output, reader)) = (duplex(64 << 10), duplex(64 << 10));
        let stop = CancellationToken::new();
        let shutdown = stop.clone();
        tokio::spawn(async move { serve_stdio(&context, (input, output), &shutdown).await });
        Self { writer, reader: BufReader::new(reader), servers: scripted_servers, _stop: stop.drop_guard() }
    }

    async fn send(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn read_line(&mut self) -> String {
        let mut line = String::new();
        timeout(TEST_TIMEOUT, self.reader.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }

    async fn request(&mut self, line: &str) -> Value {
        self.send(line).await;
        parse(&self.read_line().await)
    }
}

#[tokio::test]
async fn stdio_handshake_clients_are_asked_with_a_request() {
    for (names, tool) in [(&["one"] as &[&str], "ask"), (&["one", "two"], "one_ask")] {
        let approver = Arc::new(ElicitingApprover::default());
        let mut client = StdioClient::start(names, &approver).await;
        client.send(&initialize_with_elicitation()).await;
        let mut processes = Vec::new();
        for server in &client.servers {
            let mut process = server.next_process().await;
            process.initialize().await;
            processes.push(process);
        }
        client.read_line().await;
        client.send(r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#).await;
        for process in &mut processes {
            process.respond("tools/list", TOOLS).await;
        }
        client.read_line().await;
        for no in DENIALS {
            let question = client.request(&call("1", tool, "")).await;
            let refused =
                client.request(&format!(r#"{{"jsonrpc":"2.0","id":{},{no}}}"#, question["id"])).await;
            assert_eq!((&refused["id"], &refused["error"]["code"]), (&1.into(), &403.into()), "{no}");
        }
        let question = client.request(&call("1", tool, "")).await;
        client.send(&approval(&question["id"])).await;
        let (number, line) = processes[0].expect_request("tools/call").await;
        assert_eq!(line, call(&number.to_string(), "ask", ""));
        client.send(&approval(&question["id"])).await;
        client.send(MARK).await;
        assert_eq!(processes[0].read_line().await, MARK);
    }
}

/// A gateway whose servers speak 2026-07-28.
async fn start_stateless_servers(
    servers: &'static [&'static str],
    approver: &Arc<ElicitingApprover>,
) -> (TestGateway, Vec<ScriptedProcess>) {
    let gateway = start_gateway_with(options_with(servers, approver)).await;
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("0", "tools/list", ""))
            .await;
    let mut processes = Vec::new();
    for server in &gateway.servers {
        let mut process = server.next_process().await;
        process.respond("server/discover", DISCOVERED).await;
        if servers.len() > 1 {
            process.expect_request("subscriptions/listen").await;
        }
        processes.push(process);
    }
    for process in &mut processes {
        process.respond("tools/list", TOOLS).await;
    }
    connection.read_response().await;
    (gateway, processes)
}

const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

/// A stateless call with additional params.
fn stateless_call(id: &str, tool: &str, more: &str) -> String {
    call(id, tool, &format!("{META}{more}"))
}

fn input_response(state: &Value, answer: &str) -> String {
    format!(r#","inputResponses":{{"hintsmith-approval":{answer}}},"requestState":{state}"#)
}

fn request_state(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    let asked = &result["inputRequests"]["hintsmith-approval"];
    assert_eq!(asked["method"], "elicitation/create");
    assert_eq!(asked["params"]["requestedSchema"]["required"], serde_json::json!(["answer"]));
    result["requestState"].clone()
}

async fn post_call(gateway: &TestGateway, tool: &str, text: &str) -> Value {
    let mut connection = send_request(gateway, &request_head(gateway, "tools/call", Some(tool)), text).await;
    parse(&connection.read_response().await.body)
}

#[tokio::test]
async fn http_stateless_clients_are_asked_in_the_result_and_retry() {
    for (servers, prefix) in [(&["one"] as &'static [&'static str], ""), (&["one", "two"], "two_")] {
        let approver = Arc::new(ElicitingApprover::default());
        let (mut gateway, mut processes) = start_stateless_servers(servers, &approver).await;
        let (ask, too) = (format!("{prefix}ask"), format!("{prefix}ask-too"));
        let state = request_state(&post_call(&gateway, &ask, &stateless_call("1", &ask, "")).await);
        let record = gateway.next_record().await;
        assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Undecided, LoggedOutcome::Ok));
        assert_eq!(record.reason.as_deref(), Some("the client asks its user"));
        let yes = accept_form("allow once");
        // Another tool, other arguments, a forged token and another definition: asked again.
        request_state(
            &post_call(&gateway, &too, &stateless_call("2", &too, &input_response(&state, &yes))).await,
        );
        let other = stateless_call("2", &ask, &input_response(&state, &yes)).replace("1.0", "2.0");
        request_state(&post_call(&gateway, &ask, &other).await);
        let mut forged = state.as_str().unwrap().to_owned();
        let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
        forged.replace_range(forged.len() - 1.., &last.to_string());
        request_state(
            &post_call(&gateway, &ask, &stateless_call("2", &ask, &input_response(&forged.into(), &yes)))
                .await,
        );
        approver.version.store(1, Ordering::Relaxed);
        request_state(
            &post_call(&gateway, &ask, &stateless_call("2", &ask, &input_response(&state, &yes))).await,
        );
        approver.version.store(0, Ordering::Relaxed);

        let text = stateless_call("\"c\"", &ask, &input_response(&state, &yes));
        let mut connection =
            send_request(&gateway, &request_head(&gateway, "tools/call", Some(&ask)), &text).await;
        let process = processes.last_mut().unwrap();
        let (number, line) = process.expect_request("tools/call").await;
        assert_eq!(line, stateless_call(&number.to_string(), "ask", ""));
        process.send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{{"content":[]}}}}"#)).await;
        assert_eq!(
            connection.read_response().await.body,
            r#"{"jsonrpc":"2.0","id":"c","result":{"content":[]}}"#
        );
        // The token has been used.
        request_state(
            &post_call(&gateway, &ask, &stateless_call("3", &ask, &input_response(&state, &yes))).await,
        );
        for no in DENIALS.iter().filter_map(|no| no.strip_prefix(r#""result":"#)) {
            let state = request_state(&post_call(&gateway, &ask, &stateless_call("4", &ask, "")).await);
            let refused =
                post_call(&gateway, &ask, &stateless_call("5", &ask, &input_response(&state, no))).await;
            assert_eq!(refused["error"]["code"], 403, "{no}");
        }
        // Nothing else has reached the server.
        let other = format!("{prefix}other");
        let text = stateless_call("6", &other, "");
        let _wire = send_request(&gateway, &request_head(&gateway, "tools/call", Some(&other)), &text).await;
        let (number, line) = processes.last_mut().unwrap().expect_request("tools/call").await;
        assert_eq!(line, stateless_call(&number.to_string(), "other", ""));
    }
}

#[tokio::test]
async fn a_call_can_need_approval_and_server_input() {
    let approver = Arc::new(ElicitingApprover::default());
    let (gateway, mut processes) = start_stateless_servers(&["one"], &approver).await;
    let yes = accept_form("allow once");
    let state = request_state(&post_call(&gateway, "ask", &stateless_call("1", "ask", "")).await);
    let text = stateless_call("2", "ask", &input_response(&state, &yes));
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/call", Some("ask")), &text).await;
    let (number, _) = processes[0].expect_request("tools/call").await;
    let more = r#"{"resultType":"input_required","inputRequests":{"who":{}},"requestState":"theirs"}"#;
    processes[0].send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{more}}}"#)).await;
    assert_eq!(
        connection.read_response().await.body,
        format!(r#"{{"jsonrpc":"2.0","id":2,"result":{more}}}"#)
    );
    // The retry with the server's state is a call like any other and needs approval.
    let theirs = r#","inputResponses":{"who":{"n":1.50}},"requestState":"theirs""#;
    let state = request_state(&post_call(&gateway, "ask", &stateless_call("3", "ask", theirs)).await);
    let text = stateless_call("4", "ask", &input_response(&state, &yes));
    let _wire = send_request(&gateway, &request_head(&gateway, "tools/call", Some("ask")), &text).await;
    let (number, line) = processes[0].expect_request("tools/call").await;
    assert_eq!(line, stateless_call(&number.to_string(), "ask", theirs));
}

#[tokio::test]
async fn approval_tokens_expire_and_need_a_client_with_elicitation() {
    let approver = Arc::new(ElicitingApprover { timeout: Duration::ZERO, ..ElicitingApprover::default() });
    let (gateway, mut processes) = start_stateless_servers(&["one"], &approver).await;
    let state = request_state(&post_call(&gateway, "ask", &stateless_call("1", "ask", "")).await);
    request_state(
        &post_call(
            &gateway,
            "ask",
            &stateless_call("2", "ask", &input_response(&state, &accept_form("allow once"))),
        )
        .await,
    );
    let without = stateless_call("3", "ask", &input_response(&state, &accept_form("allow once")))
        .replace(r#""elicitation""#, r#""x""#);
    assert_eq!(post_call(&gateway, "ask", &without).await["error"]["message"], "nobody is there");
    let _wire = send_request(
        &gateway,
        &request_head(&gateway, "tools/call", Some("other")),
        &stateless_call("4", "other", ""),
    )
    .await;
    assert!(processes[0].expect_request("tools/call").await.1.contains("other"));
}

#[tokio::test]
async fn stdio_stateless_clients_are_asked_in_the_result() {
    let approver = Arc::new(ElicitingApprover { for_session: true, ..ElicitingApprover::default() });
    let mut client = StdioClient::start(&["one"], &approver).await;
    client.send(&request("0", "tools/list", "")).await;
    let mut process = client.servers[0].next_process().await;
    // A server that only speaks the handshake protocol.
    let (id, _) = process.expect_request("server/discover").await;
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    process.initialize().await;
    assert_eq!(process.read_line().await, INITIALIZED);
    process.respond("tools/list", TOOLS).await;
    client.read_line().await;
    let state = request_state(&client.request(&stateless_call("1", "ask", "")).await);
    let refused =
        client.request(&stateless_call("2", "ask", &input_response(&state, r#"{"action":"decline"}"#))).await;
    assert_eq!(refused["error"]["message"], "the client's user denied the call");
    let state = request_state(&client.request(&stateless_call("3", "ask", "")).await);
    client
        .send(&stateless_call("4", "ask", &input_response(&state, &accept_form("allow for this session"))))
        .await;
    let (number, line) = process.expect_request("tools/call").await;
    assert_eq!(line, stateless_call(&number.to_string(), "ask", ""));
}
