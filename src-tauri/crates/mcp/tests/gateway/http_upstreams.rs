//! Scripted HTTP servers: the requests they get, and how their responses are handled.

use std::sync::Arc;
use std::time::Duration;

use hintsmith_mcp::gateway::{HeaderProvider, Remote, Source};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::http_client::HttpConnection;
use crate::scripted_server::TEST_TIMEOUT;
use crate::support::{
    Client, GatewayOptions, INITIALIZE, INITIALIZED, TOKEN, TestGateway, start_gateway_for,
};

/// An HTTP server whose responses the test writes.
pub struct ScriptedHttpServer {
    listener: TcpListener,
}

/// A received request, to be answered.
pub struct Exchange {
    pub head: String,
    pub body: String,
    stream: BufReader<TcpStream>,
}

impl ScriptedHttpServer {
    pub async fn new() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub fn source(&self) -> Source {
        let headers: HeaderProvider = Arc::new(|_| {
            let ours = [("Authorization", "Bearer ours"), ("Mcp-Session-Id", "forged"), ("Host", "forged")];
            Box::pin(async move { ours.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec() })
        });
        let url = format!("http://{}/mcp", self.listener.local_addr().unwrap());
        Source::Http(Remote { url, headers: Some(headers) })
    }

    pub async fn next_exchange(&self) -> Exchange {
        let (stream, _) =
            timeout(TEST_TIMEOUT, self.listener.accept()).await.expect("somebody asks").unwrap();
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            timeout(TEST_TIMEOUT, stream.read_line(&mut head)).await.expect("a head comes").unwrap();
        }
        let head = head.to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        stream.read_exact(&mut body).await.unwrap();
        Exchange { head, body: String::from_utf8(body).unwrap(), stream }
    }

    /// The next request, whose body contains the text or whose head starts with it.
    pub async fn expect_request(&self, text: &str) -> Exchange {
        let exchange = self.next_exchange().await;
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
        hintsmith_core::text::json::Members::parse(&self.body).unwrap().get("id").unwrap().get().to_owned()
    }

    pub async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    pub async fn respond(mut self, status: &str, headers: &str, body: &str) {
        let length = body.len();
        self.send(&format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        ))
        .await;
    }

    pub async fn respond_result(self, result: &str) {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, self.id());
        self.respond("200 OK", "content-type: application/json\r\n", &body).await;
    }

    /// Waits until the gateway has closed the connection.
    pub async fn wait_until_closed(mut self) {
        let mut rest = Vec::new();
        let read = timeout(TEST_TIMEOUT, self.stream.read_to_end(&mut rest)).await.expect("it is closed");
        // Closed with or without a reset.
        assert!(read.is_err() || rest.is_empty());
    }

    pub async fn start_events(&mut self) {
        self.send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n\r\n").await;
    }
}

async fn connect_client(gateway: &TestGateway, server: &ScriptedHttpServer) -> Client {
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        async move {
            let mut connection = HttpConnection::open(address).await;
            let answer = connection.request(&head, INITIALIZE).await;
            (connection, answer)
        }
    });
    expect_initialize(server).await;
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    assert_eq!(client.post(INITIALIZED).await.status, 202);
    let exchange = server.expect_request("notifications/initialized").await;
    exchange.respond("202 Accepted", "", "").await;
    client
}

async fn expect_initialize(server: &ScriptedHttpServer) {
    let hello = server.expect_request("initialize").await;
    assert!(!hello.head.contains("mcp-session-id: "), "{}", hello.head);
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{}}}}}}"#,
        hello.id()
    );
    hello.respond("200 OK", "content-type: application/json\r\nmcp-session-id: theirs\r\n", &body).await;
}

async fn start_gateway(server: &ScriptedHttpServer) -> TestGateway {
    let timeouts = |timeouts: &mut hintsmith_mcp::gateway::Timeouts| {
        timeouts.backoff = (Duration::from_millis(1), Duration::from_millis(2));
    };
    start_gateway_for(
        vec![("far", server.source())],
        GatewayOptions { timeouts, ..GatewayOptions::default() },
    )
    .await
}

/// Refuses the gateway's `GET` stream.
async fn refuse_get_stream(server: &ScriptedHttpServer) {
    server.expect_request("get /mcp").await.respond("405 Method Not Allowed", "", "").await;
}

#[tokio::test]
async fn messages_pass_unchanged_with_configured_headers_only() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    let message = r#"{"x":1.0, "jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"t","big":12345678901234567890}}"#;
    client.send(message).await;
    let exchange = server.expect_request("tools/call").await;
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
    exchange.respond("200 OK", "content-type: application/json; charset=utf-8\r\n", &body).await;
    // Only line breaks between tokens are replaced by spaces.
    assert_eq!(client.connection.read_response().await.body, "{  \"result\": {\"n\":1e400},   \"id\":\"c\"}");
}

#[tokio::test]
async fn messages_on_a_request_stream_reach_the_stream_of_that_request() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut one = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    let mut two = one.new_connection(&gateway).await;
    let call = |id: u32| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t{id}"}}}}"#)
    };
    one.send(&call(1)).await;
    let mut first = server.expect_request("\"t1\"").await;
    two.send(&call(2)).await;
    let mut second = server.expect_request("\"t2\"").await;
    for (exchange, who) in [(&mut second, 2), (&mut first, 1)] {
        exchange.start_events().await;
        exchange.send(&format!(": x\nevent: message\ndata: {{\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/message\",\"params\":{who}}}\n\n")).await;
        let id = exchange.id();
        exchange
            .send(&format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"who\":{who}}}}}\n\n"))
            .await;
    }
    for (client, who) in [(&mut one, 1), (&mut two, 2)] {
        assert_eq!(client.connection.read_response().await.header("content-type"), Some("text/event-stream"));
        let notice = format!(r#"{{"jsonrpc":"2.0", "method":"notifications/message","params":{who}}}"#);
        assert_eq!(client.connection.next_event().await.unwrap(), notice);
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{who},"result":{{"who":{who}}}}}"#);
        assert_eq!(client.connection.next_event().await.unwrap(), answer);
        assert_eq!(client.connection.next_event().await, None);
    }
}

#[tokio::test]
async fn a_stream_that_ends_before_its_response_is_resumed() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let mut exchange = server.expect_request("ping").await;
    let id = exchange.id();
    exchange.start_events().await;
    exchange.send("retry: 1\nid: e7\ndata:\n\n").await;
    drop(exchange);
    let mut resumed = server.expect_request("get /mcp").await;
    assert!(resumed.head.contains("last-event-id: e7\r\n"), "{}", resumed.head);
    resumed.start_events().await;
    resumed.send(&format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n\n")).await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    // Without an event id the stream cannot be resumed.
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    let mut exchange = server.expect_request("ping").await;
    exchange.start_events().await;
    drop(exchange);
    assert!(
        client
            .connection
            .read_response()
            .await
            .body
            .contains("the stream of the server ended before the response")
    );
}

#[tokio::test]
async fn unsolicited_server_messages_reach_the_client() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    let mut stream = gateway.open_stream(&client).await;
    let mut theirs = server.expect_request("get /mcp").await;
    theirs.start_events().await;
    theirs.send("data: {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}\n\n").await;
    let question: serde_json::Value = serde_json::from_str(&stream.next_event().await.unwrap()).unwrap();
    assert_eq!(question["method"], "roots/list");
    client.post(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"roots":[]}}}}"#, question["id"])).await;
    let answer = server.expect_request("roots").await;
    assert_eq!(answer.body, r#"{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}"#);
}

#[tokio::test]
async fn a_session_ended_by_the_server_is_reopened() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    server.expect_request("ping").await.respond("404 Not Found", "", "").await;
    assert!(client.connection.read_response().await.body.contains("-32603"));
    server.expect_request("delete /mcp").await.respond("404 Not Found", "", "").await;
    expect_initialize(&server).await;
    server.expect_request("notifications/initialized").await.respond("202 Accepted", "", "").await;
    refuse_get_stream(&server).await;
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
    server.expect_request("ping").await.respond_result("{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
}

#[tokio::test]
async fn http_errors_redirects_and_empty_responses_fail_only_the_request() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    for (status, headers, body, expected) in [
        ("401 Unauthorized", "", "", "requires authentication (401 Unauthorized)"),
        ("500 Internal Server Error", "", "", "status 500"),
        ("200 OK", "content-type: text/html\r\n", "<p>", "status 200"),
        ("200 OK", "content-type: application/json\r\n", "", "status 200"),
        ("202 Accepted", "", "", "status 202"),
        ("307 Temporary Redirect", "location: http://127.0.0.2:1/\r\n", "", "is not reachable"),
    ] {
        client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
        server.expect_request("ping").await.respond(status, headers, body).await;
        let answer = client.connection.read_response().await.body;
        assert!(answer.contains(expected) && answer.contains(r#""id":1"#), "{status}: {answer}");
        assert!(!answer.contains("127.0.0"), "{answer}");
    }
}

#[tokio::test]
async fn unauthorized_requests_are_retried_once_with_renewed_headers() {
    let server = ScriptedHttpServer::new().await;
    let headers: HeaderProvider = Arc::new(|is_refused| {
        let given = if is_refused { "new" } else { "old" };
        Box::pin(async move { vec![("authorization".to_owned(), format!("Bearer {given}"))] })
    });
    let Source::Http(remote) = server.source() else { unreachable!("it is behind an address") };
    let source = Source::Http(Remote { headers: Some(headers), ..remote });
    let gateway = start_gateway_for(vec![("far", source)], GatewayOptions::default()).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    for last in ["200 OK", "401 Unauthorized"] {
        client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
        let first = server.expect_request("ping").await;
        assert!(first.head.contains("authorization: bearer old"), "{}", first.head);
        first.respond("401 Unauthorized", "", "").await;
        let second = server.expect_request("ping").await;
        assert!(second.head.contains("authorization: bearer new"), "{}", second.head);
        match last {
            "200 OK" => second.respond_result("{}").await,
            refused => second.respond(refused, "", "").await,
        }
        let answer = client.connection.read_response().await.body;
        assert_eq!(answer.contains("requires authentication"), last != "200 OK", "{answer}");
    }
}

#[tokio::test]
async fn nothing_is_sent_before_initialized_is_accepted() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let asking = tokio::spawn({
        let (head, address) = (gateway.head("POST", ""), gateway.address);
        async move {
            let mut connection = HttpConnection::open(address).await;
            let answer = connection.request(&head, INITIALIZE).await;
            (connection, answer)
        }
    });
    expect_initialize(&server).await;
    let (connection, response) = asking.await.unwrap();
    let mut client = gateway.client_from_response(connection, response);
    client.post(INITIALIZED).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    let first = server.expect_request("notifications/initialized").await;
    // Until it is accepted, no other request is sent.
    assert!(timeout(Duration::from_millis(50), server.listener.accept()).await.is_err());
    first.respond("202 Accepted", "", "").await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let exchange = server.next_exchange().await;
        seen.push(exchange.head.starts_with("get"));
        match exchange.head.starts_with("get") {
            true => exchange.respond("405 Method Not Allowed", "", "").await,
            false => exchange.respond_result("{}").await,
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, [false, true]);
    assert_eq!(client.connection.read_response().await.status, 200);
}

#[tokio::test]
async fn a_call_that_times_out_is_cancelled_and_its_connection_closed() {
    let server = ScriptedHttpServer::new().await;
    let timeouts =
        |timeouts: &mut hintsmith_mcp::gateway::Timeouts| timeouts.call = Duration::from_millis(50);
    let gate = start_gateway_for(
        vec![("far", server.source())],
        GatewayOptions { timeouts, ..GatewayOptions::default() },
    )
    .await;
    let mut client = connect_client(&gate, &server).await;
    refuse_get_stream(&server).await;
    client.send(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}}"#).await;
    let mut hangs = server.expect_request("tools/call").await;
    let cancelled = server.expect_request("notifications/cancelled").await;
    assert!(cancelled.body.contains(&format!("\"requestId\":{},", hangs.id())), "{}", cancelled.body);
    cancelled.respond("202 Accepted", "", "").await;
    let answer = client.connection.read_response().await;
    assert!(
        answer.body.contains(r#""id":7,"error""#) && answer.body.contains("did not respond within"),
        "{answer:?}"
    );
    let mut rest = Vec::new();
    let closed = timeout(TEST_TIMEOUT, hangs.stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "the request is cancelled");
}

#[tokio::test]
async fn a_connection_cut_during_a_call_fails_only_that_call() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    let call =
        |id: u32| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t"}}}}"#);
    for is_begun in [false, true] {
        client.send(&call(1)).await;
        let mut cut = server.expect_request("tools/call").await;
        if is_begun {
            cut.send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
                .await;
        }
        drop(cut);
        let answer = client.connection.read_response().await;
        assert!(answer.body.contains(r#""id":1,"error""#), "{answer:?}");
    }
    client.send(&call(2)).await;
    server.expect_request("tools/call").await.respond_result("{}").await;
    assert_eq!(client.connection.read_response().await.body, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
}

#[tokio::test]
async fn a_call_cancelled_by_the_client_is_cancelled_upstream_and_its_connection_closed() {
    let server = ScriptedHttpServer::new().await;
    let gateway = start_gateway(&server).await;
    let mut client = connect_client(&gateway, &server).await;
    refuse_get_stream(&server).await;
    let mut other = client.new_connection(&gateway).await;
    client.send(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t"}}"#).await;
    let hangs = server.expect_request("tools/call").await;
    let withdrawn = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(other.post(withdrawn).await.status, 202);
    let cancelled = server.expect_request("notifications/cancelled").await;
    assert!(cancelled.body.contains(&format!("\"requestId\":{}}}", hangs.id())), "{}", cancelled.body);
    cancelled.respond("202 Accepted", "", "").await;
    hangs.wait_until_closed().await;
}
