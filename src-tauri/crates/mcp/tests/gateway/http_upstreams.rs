//! Scripted HTTP servers: the requests they get, and how their responses are handled.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::gateway::{Headers, Remote, Source};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::http_client::Wire;
use crate::scripted_server::PATIENCE;
use crate::support::{Client, Gate, INITIALIZE, INITIALIZED, TOKEN, Wanted, gate_of};

/// An HTTP server whose responses the test writes.
pub struct Played {
    listener: TcpListener,
}

/// A received request, to be answered.
pub struct Exchange {
    pub head: String,
    pub body: String,
    stream: BufReader<TcpStream>,
}

impl Played {
    pub async fn new() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub fn source(&self) -> Source {
        let headers: Headers = Arc::new(|_| {
            let ours = [("Authorization", "Bearer ours"), ("Mcp-Session-Id", "forged"), ("Host", "forged")];
            Box::pin(async move { ours.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec() })
        });
        let url = format!("http://{}/mcp", self.listener.local_addr().unwrap());
        Source::Http(Remote { url, headers: Some(headers) })
    }

    pub async fn next(&self) -> Exchange {
        let (stream, _) = timeout(PATIENCE, self.listener.accept()).await.expect("somebody asks").unwrap();
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            timeout(PATIENCE, stream.read_line(&mut head)).await.expect("a head comes").unwrap();
        }
        let head = head.to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        stream.read_exact(&mut body).await.unwrap();
        Exchange { head, body: String::from_utf8(body).unwrap(), stream }
    }

    /// The next request, whose body contains the text or whose head starts with it.
    pub async fn asked(&self, text: &str) -> Exchange {
        let exchange = self.next().await;
        assert!(
            exchange.body.contains(text) || exchange.head.starts_with(text),
            "{} {}",
            exchange.head,
            exchange.body
        );
        exchange
    }
}

impl Exchange {
    pub fn id(&self) -> String {
        hintsmith_core::json::Members::parse(&self.body).unwrap().get("id").unwrap().get().to_owned()
    }

    pub async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    pub async fn answer(mut self, status: &str, headers: &str, body: &str) {
        let length = body.len();
        self.send(&format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        ))
        .await;
    }

    pub async fn result(self, result: &str) {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, self.id());
        self.answer("200 OK", "content-type: application/json\r\n", &body).await;
    }

    /// Waits until the gateway has closed the connection.
    pub async fn hung_up(mut self) {
        let mut rest = Vec::new();
        let read = timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await.expect("it is closed");
        // Closed with or without a reset.
        assert!(read.is_err() || rest.is_empty());
    }

    pub async fn events(&mut self) {
        self.send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n\r\n").await;
    }
}

async fn entered(gate: &Gate, played: &Played) -> Client {
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        async move {
            let mut wire = Wire::open(address).await;
            let answer = wire.ask(&head, INITIALIZE).await;
            (wire, answer)
        }
    });
    greeted(played).await;
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    let exchange = played.asked("notifications/initialized").await;
    exchange.answer("202 Accepted", "", "").await;
    client
}

async fn greeted(played: &Played) {
    let hello = played.asked("initialize").await;
    assert!(!hello.head.contains("mcp-session-id: "), "{}", hello.head);
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{}}}}}}"#,
        hello.id()
    );
    hello.answer("200 OK", "content-type: application/json\r\nmcp-session-id: theirs\r\n", &body).await;
}

async fn gate(played: &Played) -> Gate {
    let patience = |patience: &mut hintsmith_mcp::gateway::Timeouts| {
        patience.again = (Duration::from_millis(1), Duration::from_millis(2));
    };
    gate_of(vec![("far", played.source())], Wanted { patience, ..Wanted::default() }).await
}

/// Refuses the gateway's `GET` stream.
async fn no_stream(played: &Played) {
    played.asked("get /mcp").await.answer("405 Method Not Allowed", "", "").await;
}

#[tokio::test]
async fn a_message_passes_as_it_is_with_our_headers_and_none_of_the_clients() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    let message = r#"{"x":1.0, "jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","big":12345678901234567890}}"#;
    client.begin(message).await;
    let exchange = played.asked("tools/call").await;
    assert_eq!(exchange.body, message.replace("\"c\"", &exchange.id()));
    for expected in [
        "mcp-session-id: theirs\r\n",
        "mcp-protocol-version: 2025-06-18\r\n",
        "authorization: bearer ours\r\n",
    ] {
        assert_eq!(exchange.head.matches(expected).count(), 1, "{expected} {}", exchange.head);
    }
    assert!(!exchange.head.contains(TOKEN) && !exchange.head.contains("forged"), "{}", exchange.head);
    let body = format!("{{\n \"result\": {{\"n\":1e400}},\r\n \"id\":{}}}", exchange.id());
    exchange.answer("200 OK", "content-type: application/json; charset=utf-8\r\n", &body).await;
    // Only line breaks between tokens are replaced by spaces.
    assert_eq!(client.wire.answer().await.body, "{  \"result\": {\"n\":1e400},   \"id\":\"c\"}");
}

#[tokio::test]
async fn what_comes_on_the_stream_of_a_request_goes_to_the_stream_of_that_request() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut one = entered(&gate, &played).await;
    no_stream(&played).await;
    let mut two = one.again(&gate).await;
    let call = |id: u32| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t{id}"}}}}"#)
    };
    one.begin(&call(1)).await;
    let mut first = played.asked("\"t1\"").await;
    two.begin(&call(2)).await;
    let mut second = played.asked("\"t2\"").await;
    for (exchange, who) in [(&mut second, 2), (&mut first, 1)] {
        exchange.events().await;
        exchange.send(&format!(": x\nevent: message\ndata: {{\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/message\",\"params\":{who}}}\n\n")).await;
        let id = exchange.id();
        exchange
            .send(&format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"who\":{who}}}}}\n\n"))
            .await;
    }
    for (client, who) in [(&mut one, 1), (&mut two, 2)] {
        assert_eq!(client.wire.answer().await.header("content-type"), Some("text/event-stream"));
        let notice = format!(r#"{{"jsonrpc":"2.0", "method":"notifications/message","params":{who}}}"#);
        assert_eq!(client.wire.event().await.unwrap(), notice);
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{who},"result":{{"who":{who}}}}}"#);
        assert_eq!(client.wire.event().await.unwrap(), answer);
        assert_eq!(client.wire.event().await, None);
    }
}

#[tokio::test]
async fn a_stream_that_ends_before_its_answer_is_taken_up_again() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let mut exchange = played.asked("ping").await;
    let id = exchange.id();
    exchange.events().await;
    exchange.send("retry: 1\nid: e7\ndata:\n\n").await;
    drop(exchange);
    let mut again = played.asked("get /mcp").await;
    assert!(again.head.contains("last-event-id: e7\r\n"), "{}", again.head);
    again.events().await;
    again.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n\n")).await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    // Without an event id the stream cannot be resumed.
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    let mut exchange = played.asked("ping").await;
    exchange.events().await;
    drop(exchange);
    assert!(client.wire.answer().await.body.contains("the server's stream ended before it answered"));
}

#[tokio::test]
async fn what_a_server_says_by_itself_reaches_the_client() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    let mut stream = gate.listen(&client).await;
    let mut theirs = played.asked("get /mcp").await;
    theirs.events().await;
    theirs.send("data: {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}\n\n").await;
    let question: serde_json::Value = serde_json::from_str(&stream.event().await.unwrap()).unwrap();
    assert_eq!(question["method"], "roots/list");
    client.post(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"roots":[]}}}}"#, question["id"])).await;
    let answer = played.asked("roots").await;
    assert_eq!(answer.body, r#"{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}"#);
}

#[tokio::test]
async fn a_session_that_the_server_ended_is_begun_anew() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    played.asked("ping").await.answer("404 Not Found", "", "").await;
    assert!(client.wire.answer().await.body.contains("-32603"));
    played.asked("delete /mcp").await.answer("404 Not Found", "", "").await;
    greeted(&played).await;
    played.asked("notifications/initialized").await.answer("202 Accepted", "", "").await;
    no_stream(&played).await;
    client.begin(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    played.asked("ping").await.result("{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
}

#[tokio::test]
async fn a_server_that_refuses_sends_us_away_or_says_nothing_fails_the_request_alone() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    for (status, headers, body, expected) in [
        ("401 Unauthorized", "", "", "wants to know who we are (401 Unauthorized)"),
        ("500 Internal Server Error", "", "", "status 500"),
        ("200 OK", "content-type: text/html\r\n", "<p>", "status 200"),
        ("200 OK", "content-type: application/json\r\n", "", "status 200"),
        ("202 Accepted", "", "", "status 202"),
        ("307 Temporary Redirect", "location: http://127.0.0.2:1/\r\n", "", "cannot be reached"),
    ] {
        client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
        played.asked("ping").await.answer(status, headers, body).await;
        let answer = client.wire.answer().await.body;
        assert!(answer.contains(expected) && answer.contains(r#""id":1"#), "{status}: {answer}");
        assert!(!answer.contains("127.0.0"), "{answer}");
    }
}

#[tokio::test]
async fn what_is_refused_is_sent_again_once_with_what_is_new() {
    let played = Played::new().await;
    let headers: Headers = Arc::new(|is_refused| {
        let given = if is_refused { "new" } else { "old" };
        Box::pin(async move { vec![("authorization".to_owned(), format!("Bearer {given}"))] })
    });
    let Source::Http(remote) = played.source() else { unreachable!("it is behind an address") };
    let source = Source::Http(Remote { headers: Some(headers), ..remote });
    let gate = gate_of(vec![("far", source)], Wanted::default()).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    for last in ["200 OK", "401 Unauthorized"] {
        client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
        let first = played.asked("ping").await;
        assert!(first.head.contains("authorization: bearer old"), "{}", first.head);
        first.answer("401 Unauthorized", "", "").await;
        let second = played.asked("ping").await;
        assert!(second.head.contains("authorization: bearer new"), "{}", second.head);
        match last {
            "200 OK" => second.result("{}").await,
            refused => second.answer(refused, "", "").await,
        }
        let answer = client.wire.answer().await.body;
        assert_eq!(answer.contains("wants to know who we are"), last != "200 OK", "{answer}");
    }
}

#[tokio::test]
async fn nothing_reaches_a_server_before_it_knows_that_we_are_ready() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let asking = tokio::spawn({
        let (head, address) = (gate.head("POST", ""), gate.address);
        async move {
            let mut wire = Wire::open(address).await;
            let answer = wire.ask(&head, INITIALIZE).await;
            (wire, answer)
        }
    });
    greeted(&played).await;
    let (wire, welcome) = asking.await.unwrap();
    let mut client = gate.client(wire, welcome);
    client.post(INITIALIZED).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let first = played.asked("notifications/initialized").await;
    // Until it is accepted, no other request is sent.
    assert!(timeout(Duration::from_millis(50), played.listener.accept()).await.is_err());
    first.answer("202 Accepted", "", "").await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let exchange = played.next().await;
        seen.push(exchange.head.starts_with("get"));
        match exchange.head.starts_with("get") {
            true => exchange.answer("405 Method Not Allowed", "", "").await,
            false => exchange.result("{}").await,
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, [false, true]);
    assert_eq!(client.wire.answer().await.status, 200);
}

#[tokio::test]
async fn a_call_that_is_never_answered_is_called_off_and_its_connection_closed() {
    let played = Played::new().await;
    let patience =
        |patience: &mut hintsmith_mcp::gateway::Timeouts| patience.call = Duration::from_millis(50);
    let gate = gate_of(vec![("far", played.source())], Wanted { patience, ..Wanted::default() }).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    client.begin(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}}"#).await;
    let mut hangs = played.asked("tools/call").await;
    let cancelled = played.asked("notifications/cancelled").await;
    assert!(cancelled.body.contains(&format!("\"requestId\":{},", hangs.id())), "{}", cancelled.body);
    cancelled.answer("202 Accepted", "", "").await;
    let answer = client.wire.answer().await;
    assert!(
        answer.body.contains(r#""id":7,"error""#) && answer.body.contains("did not answer in"),
        "{answer:?}"
    );
    let mut rest = Vec::new();
    let closed = timeout(PATIENCE, hangs.stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "nobody waits for it any more");
}

#[tokio::test]
async fn a_server_that_is_cut_off_in_mid_call_fails_it_at_once_and_the_next_call_passes() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    let call =
        |id: u32| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t"}}}}"#);
    for is_begun in [false, true] {
        client.begin(&call(1)).await;
        let mut cut = played.asked("tools/call").await;
        if is_begun {
            cut.send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
                .await;
        }
        drop(cut);
        let answer = client.wire.answer().await;
        assert!(answer.body.contains(r#""id":1,"error""#), "{answer:?}");
    }
    client.begin(&call(2)).await;
    played.asked("tools/call").await.result("{}").await;
    assert_eq!(client.wire.answer().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
}

#[tokio::test]
async fn a_call_that_the_client_withdraws_is_called_off_and_its_connection_closed() {
    let played = Played::new().await;
    let gate = gate(&played).await;
    let mut client = entered(&gate, &played).await;
    no_stream(&played).await;
    let mut other = client.again(&gate).await;
    client.begin(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}}"#).await;
    let hangs = played.asked("tools/call").await;
    let withdrawn = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(other.post(withdrawn).await.status, 202);
    let cancelled = played.asked("notifications/cancelled").await;
    assert!(cancelled.body.contains(&format!("\"requestId\":{}}}", hangs.id())), "{}", cancelled.body);
    cancelled.answer("202 Accepted", "", "").await;
    hangs.hung_up().await;
}
