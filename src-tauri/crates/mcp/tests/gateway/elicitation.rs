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

use crate::asks::{AsksClients, NO, form};
use crate::http_client::Wire;
use crate::scripted_server::{PATIENCE, Puppet, Puppets};
use crate::stateless::{DISCOVERED, begin, head, request};
use crate::support::{Client, Decided, Gate, INITIALIZE, INITIALIZED, Wanted, gate_with, offer};

const TOOLS: &str =
    r#"{"resultType":"complete","tools":[{"name":"ask"},{"name":"ask-too"},{"name":"other"}]}"#;
const ARGUMENTS: &str = r#"{ "n":1.0,"s":"\u0061" }"#;
const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;

fn wanted(servers: &'static [&'static str], approver: &Arc<AsksClients>) -> Wanted {
    Wanted { servers, approver: Some(Arc::clone(approver) as Arc<dyn Approver>), ..Wanted::default() }
}

fn greeting() -> String {
    INITIALIZE.replace(r#"{"sampling":{}}"#, r#"{"elicitation":{"form":{}}}"#)
}

fn call(id: &str, tool: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{ARGUMENTS}{more}}}}}"#
    )
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

fn yes(id: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, form("allow once"))
}

/// Connects a handshake-protocol client over HTTP, and its servers.
async fn entered(gate: &Gate) -> (Client, Vec<Puppet>) {
    let (address, head) = (gate.address, gate.head("POST", ""));
    let asking = tokio::spawn(async move {
        let mut wire = Wire::open(address).await;
        let answer = wire.ask(&head, &greeting()).await;
        (wire, answer)
    });
    let mut puppets = Vec::new();
    for played in &gate.puppets {
        let mut puppet = played.next().await;
        puppet.shake_hands().await;
        puppets.push(puppet);
    }
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    for puppet in &mut puppets {
        assert_eq!(puppet.line().await, INITIALIZED);
    }
    if puppets.len() > 1 {
        client.begin(r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#).await;
        for puppet in &mut puppets {
            puppet.answers("tools/list", TOOLS).await;
        }
        client.wire.answer().await;
    }
    (client, puppets)
}

/// Makes a call, and reads the elicitation on its stream.
async fn asked(gate: &Gate, client: &Client, text: &str) -> (Client, Value) {
    let mut asking = client.again(gate).await;
    asking.begin(text).await;
    let answer = asking.wire.answer().await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"), "{answer:?}");
    let question = value(&asking.wire.event().await.unwrap());
    assert_eq!(question["method"], "elicitation/create", "{question}");
    (asking, question)
}

async fn nothing_else_reached(client: &mut Client, puppets: &mut [Puppet]) {
    assert_eq!(client.post(MARK).await.status, 202);
    for puppet in puppets {
        assert_eq!(puppet.line().await, MARK);
    }
}

#[tokio::test]
async fn over_http_a_client_of_the_older_protocol_is_asked_on_the_stream_of_its_call() {
    for (servers, tool) in [(&["one"] as &[&str], "ask"), (&["one", "two"], "two_ask")] {
        let approver = Arc::new(AsksClients::default());
        let mut gate = gate_with(wanted(servers, &approver)).await;
        let (mut client, mut puppets) = entered(&gate).await;
        for no in NO {
            let (mut asking, question) = asked(&gate, &client, &call("\"c\"", tool, "")).await;
            assert_eq!(question["params"]["message"], format!("ask {ARGUMENTS}"));
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{},{no}}}"#, question["id"]);
            assert_eq!(client.post(&answer).await.status, 202);
            let refused = value(&asking.wire.event().await.unwrap());
            assert_eq!((&refused["id"], &refused["error"]["code"]), (&"c".into(), &403.into()), "{no}");
            assert!(matches!(gate.record().await.verdict, LoggedVerdict::Denied(_)), "{no}");
        }
        nothing_else_reached(&mut client, &mut puppets).await;

        let (mut asking, question) = asked(&gate, &client, &call("\"c\"", tool, "")).await;
        let id = &question["id"];
        assert_eq!(client.post(&yes(id)).await.status, 202);
        let puppet = puppets.last_mut().unwrap();
        let (number, line) = puppet.asked("tools/call").await;
        assert_eq!(line, call(&number.to_string(), "ask", ""));
        // A repeated answer is ignored.
        assert_eq!(client.post(&yes(id)).await.status, 202);
        nothing_else_reached(&mut client, &mut puppets).await;
        let puppet = puppets.last_mut().unwrap();
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{{"content":[]}}}}"#)).await;
        let answer = asking.wire.event().await.unwrap();
        assert_eq!(answer, r#"{"jsonrpc":"2.0","id":"c","result":{"content":[]}}"#);
        let record = gate.record().await;
        assert_eq!(record.why.as_deref(), Some("allowed by the client's user"));
        assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Allowed, LoggedOutcome::Ok));
        assert_eq!(record.server.as_deref(), servers.last().copied());
    }
}

#[tokio::test]
async fn a_servers_own_question_has_another_number_and_reaches_the_client_and_back() {
    let approver = Arc::new(AsksClients::default());
    let gate = gate_with(wanted(&["one"], &approver)).await;
    let (mut client, mut puppets) = entered(&gate).await;
    let puppet = &mut puppets[0];
    let (mut asking, ours) = asked(&gate, &client, &call("1", "ask", "")).await;
    // The server guesses the gateway's number while another call is pending.
    let mut other = client.again(&gate).await;
    other.begin(&call("2", "other", "")).await;
    let (number, _) = puppet.asked("tools/call").await;
    let theirs = format!(
        r#"{{"jsonrpc":"2.0","id":{},"method":"elicitation/create","params":{{"message":"Who?"}}}}"#,
        ours["id"]
    );
    puppet.send(&theirs).await;
    other.wire.answer().await;
    let question = value(&other.wire.event().await.unwrap());
    assert_eq!(question["params"]["message"], "The MCP server “one” asks (not Hintsmith):\n\nWho?");
    assert_ne!(question["id"], ours["id"]);
    assert_eq!(client.post(&yes(&question["id"])).await.status, 202);
    assert_eq!(puppet.line().await, yes(&ours["id"]), "the server gets its own id back");
    // That answered the server's request; this answers the gateway's.
    assert_eq!(client.post(&yes(&ours["id"])).await.status, 202);
    let (allowed, _) = puppet.asked("tools/call").await;
    for (id, wire) in [(number, &mut other.wire), (allowed, &mut asking.wire)] {
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
        assert!(wire.event().await.unwrap().contains("result"));
    }
}

#[tokio::test]
async fn no_answer_in_time_and_a_client_that_goes_away_are_a_no() {
    let approver = Arc::new(AsksClients { patience: Duration::from_millis(1), ..AsksClients::default() });
    let gate = gate_with(wanted(&["one"], &approver)).await;
    let (mut client, mut puppets) = entered(&gate).await;
    let (mut asking, question) = asked(&gate, &client, &call("1", "ask", "")).await;
    assert_eq!(value(&asking.wire.event().await.unwrap())["params"]["requestId"], question["id"]);
    let told = value(&asking.wire.event().await.unwrap());
    assert!(told["error"]["message"].as_str().unwrap().contains("did not answer within"), "{told}");
    assert_eq!(client.post(&yes(&question["id"])).await.status, 202);
    nothing_else_reached(&mut client, &mut puppets).await;

    let approver = Arc::new(AsksClients::default());
    let mut gate = gate_with(wanted(&["one"], &approver)).await;
    let (mut client, mut puppets) = entered(&gate).await;
    let (asking, question) = asked(&gate, &client, &call("1", "ask", "")).await;
    drop(asking);
    assert_eq!(
        gate.record().await.verdict,
        LoggedVerdict::Denied("the client went away before its user answered".to_owned())
    );
    assert_eq!(client.post(&yes(&question["id"])).await.status, 202);
    // Cancelling the call cancels the elicitation.
    let (mut asking, question) = asked(&gate, &client, &call("1", "ask", "")).await;
    client.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(value(&asking.wire.event().await.unwrap())["params"]["requestId"], question["id"]);
    assert_eq!(gate.record().await.verdict, LoggedVerdict::Undecided);
    assert_eq!(client.post(&yes(&question["id"])).await.status, 202);
    nothing_else_reached(&mut client, &mut puppets).await;
}

/// A stdio client and its servers.
struct Pipe {
    writer: DuplexStream,
    reader: BufReader<DuplexStream>,
    puppets: Vec<Puppets>,
    _stop: tokio_util::sync::DropGuard,
}

impl Pipe {
    async fn of(names: &[&str], approver: &Arc<AsksClients>) -> Self {
        let (mut puppets, mut servers) = (Vec::new(), Vec::new());
        for name in names {
            let played = Puppets::new().await;
            let served = watch::channel(Arc::new(Decided(&[])) as Arc<dyn ToolPolicy>).1;
            let source = Source::Command(played.command());
            servers.push(Server { name: (*name).to_owned(), source, served });
            puppets.push(played);
        }
        let (offer, _, _) = offer(servers, &wanted(&[], approver));
        let ((writer, input), (output, reader)) = (duplex(64 << 10), duplex(64 << 10));
        let stop = CancellationToken::new();
        let told = stop.clone();
        tokio::spawn(async move { serve_stdio(&offer, (input, output), &told).await });
        Self { writer, reader: BufReader::new(reader), puppets, _stop: stop.drop_guard() }
    }

    async fn send(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        timeout(PATIENCE, self.reader.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }

    async fn ask(&mut self, line: &str) -> Value {
        self.send(line).await;
        value(&self.line().await)
    }
}

#[tokio::test]
async fn over_a_pipe_a_client_of_the_older_protocol_is_asked_beside_its_call() {
    for (names, tool) in [(&["one"] as &[&str], "ask"), (&["one", "two"], "one_ask")] {
        let approver = Arc::new(AsksClients::default());
        let mut pipe = Pipe::of(names, &approver).await;
        pipe.send(&greeting()).await;
        let mut puppets = Vec::new();
        for played in &pipe.puppets {
            let mut puppet = played.next().await;
            puppet.shake_hands().await;
            puppets.push(puppet);
        }
        pipe.line().await;
        pipe.send(r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#).await;
        for puppet in &mut puppets {
            puppet.answers("tools/list", TOOLS).await;
        }
        pipe.line().await;
        for no in NO {
            let question = pipe.ask(&call("1", tool, "")).await;
            let refused = pipe.ask(&format!(r#"{{"jsonrpc":"2.0","id":{},{no}}}"#, question["id"])).await;
            assert_eq!((&refused["id"], &refused["error"]["code"]), (&1.into(), &403.into()), "{no}");
        }
        let question = pipe.ask(&call("1", tool, "")).await;
        pipe.send(&yes(&question["id"])).await;
        let (number, line) = puppets[0].asked("tools/call").await;
        assert_eq!(line, call(&number.to_string(), "ask", ""));
        pipe.send(&yes(&question["id"])).await;
        pipe.send(MARK).await;
        assert_eq!(puppets[0].line().await, MARK);
    }
}

/// A gateway whose servers speak 2026-07-28.
async fn modern(servers: &'static [&'static str], approver: &Arc<AsksClients>) -> (Gate, Vec<Puppet>) {
    let gate = gate_with(wanted(servers, approver)).await;
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("0", "tools/list", "")).await;
    let mut puppets = Vec::new();
    for played in &gate.puppets {
        let mut puppet = played.next().await;
        puppet.answers("server/discover", DISCOVERED).await;
        if servers.len() > 1 {
            puppet.asked("subscriptions/listen").await;
        }
        puppets.push(puppet);
    }
    for puppet in &mut puppets {
        puppet.answers("tools/list", TOOLS).await;
    }
    wire.answer().await;
    (gate, puppets)
}

const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

/// A stateless call with additional params.
fn stateless(id: &str, tool: &str, more: &str) -> String {
    call(id, tool, &format!("{META}{more}"))
}

fn told(state: &Value, answer: &str) -> String {
    format!(r#","inputResponses":{{"hintsmith-approval":{answer}}},"requestState":{state}"#)
}

fn ticket(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    let asked = &result["inputRequests"]["hintsmith-approval"];
    assert_eq!(asked["method"], "elicitation/create");
    assert_eq!(asked["params"]["requestedSchema"]["required"], serde_json::json!(["answer"]));
    result["requestState"].clone()
}

async fn posted(gate: &Gate, tool: &str, text: &str) -> Value {
    let mut wire = begin(gate, &head(gate, "tools/call", Some(tool)), text).await;
    value(&wire.answer().await.body)
}

#[tokio::test]
async fn over_http_a_client_of_the_newer_protocol_is_asked_in_the_answer_and_calls_again() {
    for (servers, prefix) in [(&["one"] as &'static [&'static str], ""), (&["one", "two"], "two_")] {
        let approver = Arc::new(AsksClients::default());
        let (mut gate, mut puppets) = modern(servers, &approver).await;
        let (ask, too) = (format!("{prefix}ask"), format!("{prefix}ask-too"));
        let state = ticket(&posted(&gate, &ask, &stateless("1", &ask, "")).await);
        let record = gate.record().await;
        assert_eq!((record.verdict, record.outcome), (LoggedVerdict::Undecided, LoggedOutcome::Ok));
        assert_eq!(record.why.as_deref(), Some("the client's user is asked"));
        let yes = form("allow once");
        // Another tool, other arguments, a forged token and another definition: asked again.
        ticket(&posted(&gate, &too, &stateless("2", &too, &told(&state, &yes))).await);
        let other = stateless("2", &ask, &told(&state, &yes)).replace("1.0", "2.0");
        ticket(&posted(&gate, &ask, &other).await);
        let mut forged = state.as_str().unwrap().to_owned();
        let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
        forged.replace_range(forged.len() - 1.., &last.to_string());
        ticket(&posted(&gate, &ask, &stateless("2", &ask, &told(&forged.into(), &yes))).await);
        approver.version.store(1, Ordering::Relaxed);
        ticket(&posted(&gate, &ask, &stateless("2", &ask, &told(&state, &yes))).await);
        approver.version.store(0, Ordering::Relaxed);

        let text = stateless("\"c\"", &ask, &told(&state, &yes));
        let mut wire = begin(&gate, &head(&gate, "tools/call", Some(&ask)), &text).await;
        let puppet = puppets.last_mut().unwrap();
        let (number, line) = puppet.asked("tools/call").await;
        assert_eq!(line, stateless(&number.to_string(), "ask", ""));
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{{"content":[]}}}}"#)).await;
        assert_eq!(wire.answer().await.body, r#"{"jsonrpc":"2.0","id":"c","result":{"content":[]}}"#);
        // The token has been used.
        ticket(&posted(&gate, &ask, &stateless("3", &ask, &told(&state, &yes))).await);
        for no in NO.iter().filter_map(|no| no.strip_prefix(r#""result":"#)) {
            let state = ticket(&posted(&gate, &ask, &stateless("4", &ask, "")).await);
            let refused = posted(&gate, &ask, &stateless("5", &ask, &told(&state, no))).await;
            assert_eq!(refused["error"]["code"], 403, "{no}");
        }
        // Nothing else has reached the server.
        let other = format!("{prefix}other");
        let text = stateless("6", &other, "");
        let _wire = begin(&gate, &head(&gate, "tools/call", Some(&other)), &text).await;
        let (number, line) = puppets.last_mut().unwrap().asked("tools/call").await;
        assert_eq!(line, stateless(&number.to_string(), "other", ""));
    }
}

#[tokio::test]
async fn a_call_that_needs_an_approval_and_more_for_its_server_gets_both() {
    let approver = Arc::new(AsksClients::default());
    let (gate, mut puppets) = modern(&["one"], &approver).await;
    let yes = form("allow once");
    let state = ticket(&posted(&gate, "ask", &stateless("1", "ask", "")).await);
    let text = stateless("2", "ask", &told(&state, &yes));
    let mut wire = begin(&gate, &head(&gate, "tools/call", Some("ask")), &text).await;
    let (number, _) = puppets[0].asked("tools/call").await;
    let more = r#"{"resultType":"input_required","inputRequests":{"who":{}},"requestState":"theirs"}"#;
    puppets[0].send(&format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{more}}}"#)).await;
    assert_eq!(wire.answer().await.body, format!(r#"{{"jsonrpc":"2.0","id":2,"result":{more}}}"#));
    // The retry with the server's state is a call like any other and needs approval.
    let theirs = r#","inputResponses":{"who":{"n":1.50}},"requestState":"theirs""#;
    let state = ticket(&posted(&gate, "ask", &stateless("3", "ask", theirs)).await);
    let text = stateless("4", "ask", &told(&state, &yes));
    let _wire = begin(&gate, &head(&gate, "tools/call", Some("ask")), &text).await;
    let (number, line) = puppets[0].asked("tools/call").await;
    assert_eq!(line, stateless(&number.to_string(), "ask", theirs));
}

#[tokio::test]
async fn a_ticket_is_over_in_time_and_a_client_that_cannot_show_a_form_gets_none() {
    let approver = Arc::new(AsksClients { patience: Duration::ZERO, ..AsksClients::default() });
    let (gate, mut puppets) = modern(&["one"], &approver).await;
    let state = ticket(&posted(&gate, "ask", &stateless("1", "ask", "")).await);
    ticket(&posted(&gate, "ask", &stateless("2", "ask", &told(&state, &form("allow once")))).await);
    let without =
        stateless("3", "ask", &told(&state, &form("allow once"))).replace(r#""elicitation""#, r#""x""#);
    assert_eq!(posted(&gate, "ask", &without).await["error"]["message"], "nobody is there");
    let _wire = begin(&gate, &head(&gate, "tools/call", Some("other")), &stateless("4", "other", "")).await;
    assert!(puppets[0].asked("tools/call").await.1.contains("other"));
}

#[tokio::test]
async fn over_a_pipe_a_client_of_the_newer_protocol_is_asked_in_the_answer_too() {
    let approver = Arc::new(AsksClients { for_session: true, ..AsksClients::default() });
    let mut pipe = Pipe::of(&["one"], &approver).await;
    pipe.send(&request("0", "tools/list", "")).await;
    let mut puppet = pipe.puppets[0].next().await;
    // A server that only speaks the handshake protocol.
    let (id, _) = puppet.asked("server/discover").await;
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"x"}}}}"#)).await;
    puppet.shake_hands().await;
    assert_eq!(puppet.line().await, INITIALIZED);
    puppet.answers("tools/list", TOOLS).await;
    pipe.line().await;
    let state = ticket(&pipe.ask(&stateless("1", "ask", "")).await);
    let refused = pipe.ask(&stateless("2", "ask", &told(&state, r#"{"action":"decline"}"#))).await;
    assert_eq!(refused["error"]["message"], "the client's user said no");
    let state = ticket(&pipe.ask(&stateless("3", "ask", "")).await);
    pipe.send(&stateless("4", "ask", &told(&state, &form("allow for this session")))).await;
    let (number, line) = puppet.asked("tools/call").await;
    assert_eq!(line, stateless(&number.to_string(), "ask", ""));
}
