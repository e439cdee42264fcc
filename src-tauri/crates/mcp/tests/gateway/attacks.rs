//! Attacks G1 to G9, G13 and G16 to G18: what each gets, and that the server behind never hears of it.

use std::time::Duration;

use crate::http::Wire;
use crate::support::{Gate, INITIALIZE, TOKEN, Wanted, gate, gate_with};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// A request with the usual head, of which one part is another.
async fn with(gate: &Gate, instead: &str, of: &str, body: &str) -> crate::http::Answer {
    let head = gate.head("POST", "");
    assert!(head.contains(of), "{of}");
    Wire::open(gate.address).await.ask(&head.replacen(of, instead, 1), body).await
}

#[tokio::test]
async fn g1_a_foreign_address_is_refused_before_anything_is_read() {
    let gate = gate().await;
    let (host, port) = (format!("host: {}\n", gate.address), gate.address.port());
    for foreign in [
        "host: evil.example\n".to_owned(),
        format!("host: evil.example:{port}\n"),
        format!("host: localhost.evil.com:{port}\n"),
        format!("host: 127.0.0.1.nip.io:{port}\n"),
        format!("host: [::ffff:127.0.0.1]:{port}\n"),
        "host: localhost:1\n".to_owned(),
        String::new(),
        format!("{host}{host}"),
    ] {
        let answer = with(&gate, &foreign, &host, INITIALIZE).await;
        // hyper itself refuses a request without a host or with two of them.
        assert!([400, 403].contains(&answer.status), "{foreign}: {answer:?}");
    }
    let absolute = format!("POST http://{}/mcp HTTP/1.1", gate.address);
    assert_eq!(with(&gate, &absolute, "POST /mcp HTTP/1.1", INITIALIZE).await.status, 403);
    // The body never came, and still the answer does.
    let head = gate.head("POST", "content-length: 1000000").replace(&host, "host: evil.example\n");
    assert_eq!(Wire::open(gate.address).await.ask(&head, "").await.status, 403);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g2_a_foreign_page_is_refused_and_no_answer_has_cors_headers() {
    let gate = gate().await;
    for origin in ["http://evil.example", "null", "HTTP://LOCALHOST", "http://localhost@evil.example", ""] {
        let answer = with(&gate, &format!("origin: {origin}\naccept:"), "accept:", INITIALIZE).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{answer:?}");
    }
    let ours = format!("http://{}", gate.address);
    let twice = format!("origin: {ours}\norigin: {ours}\naccept:");
    assert_eq!(with(&gate, &twice, "accept:", INITIALIZE).await.status, 403);
    gate.puppets[0].nothing_was_started().await;
    let once = format!("origin: {ours}\naccept:");
    assert_eq!(with(&gate, &once, "accept:", PING).await.status, 400, "a page of our own gets further");
}

#[tokio::test]
async fn g3_without_the_token_nothing_is_answered_wherever_else_it_stands() {
    let gate = gate().await;
    let authorization = format!("authorization: Bearer {TOKEN}\n");
    for wrong in [
        String::new(),
        "authorization: Bearer \n".to_owned(),
        "authorization: Bearer 0123456789abcdef0123456789abcdee\n".to_owned(),
        format!("authorization: Bearer {TOKEN}0\n"),
        format!("authorization: Basic {TOKEN}\n"),
        format!("authorization: Digest {TOKEN}\n"),
        format!("authorization: {TOKEN}\n"),
        format!("{authorization}{authorization}"),
        format!("cookie: token={TOKEN}\nx-api-key: {TOKEN}\n"),
    ] {
        let answer = with(&gate, &wrong, &authorization, INITIALIZE).await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("Bearer")), "{wrong}");
    }
    for query in [format!("/mcp?token={TOKEN}"), format!("/mcp?access_token={TOKEN}")] {
        let head = gate.head("POST", "").replace("/mcp", &query).replace(&authorization, "");
        assert_eq!(Wire::open(gate.address).await.ask(&head, INITIALIZE).await.status, 401);
    }
    // A token that was taken back opens nothing from that moment on.
    let (mut client, _puppet) = gate.enter().await;
    gate.tokens.send(Vec::new()).unwrap();
    assert_eq!(client.post(PING).await.status, 401);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g4_what_a_page_can_send_without_asking_first_changes_nothing() {
    let gate = gate().await;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "text/json",
    ] {
        let answer =
            with(&gate, &format!("content-type: {kind}\n"), "content-type: application/json\n", INITIALIZE)
                .await;
        assert_eq!(answer.status, 415, "{kind}");
    }
    let preflight = gate.head("OPTIONS", "access-control-request-method: POST");
    let answer = Wire::open(gate.address).await.ask(&preflight, "").await;
    assert_eq!(answer.status, 405);
    assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{answer:?}");
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g6_there_is_one_path_and_no_other_way_in() {
    let gate = gate().await;
    let mut wire = Wire::open(gate.address).await;
    for path in
        ["/", "/mcp/", "/MCP", "/mcp/servers", "/api/mcp/connect", "/sse", "/health", "/metrics", "//mcp"]
    {
        let head = gate.head("POST", "").replacen("/mcp", path, 1);
        assert_eq!(wire.ask(&head, INITIALIZE).await.status, 404, "{path}");
    }
    for method in ["PUT", "PATCH", "TRACE", "OPTIONS"] {
        let answer = Wire::open(gate.address).await.ask(&gate.head(method, ""), "").await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST, GET, DELETE")), "{method}");
    }
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g6_health_and_metrics_are_there_when_switched_on() {
    let gate = gate_with(Wanted {
        settings: |settings| (settings.has_health, settings.has_metrics) = (true, true),
        ..Wanted::default()
    })
    .await;
    let mut wire = Wire::open(gate.address).await;
    let plain = format!("GET /health HTTP/1.1\nhost: {}", gate.address);
    assert_eq!(wire.ask(&plain, "").await.body, "ok\n");
    assert_eq!(wire.ask(&plain.replace("health", "metrics"), "").await.status, 401);
    let metrics = wire.ask(&gate.head("GET", "").replacen("/mcp", "/metrics", 1), "").await;
    assert!(metrics.body.contains("\nhintsmith_refused_total 1\n"), "{}", metrics.body);
}

#[tokio::test]
async fn g7_what_is_too_large_or_no_message_is_refused() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let session = format!("mcp-session-id: {}", client.session);
    // Said to be large, and large without being said to be.
    for length in ["content-length: 5000000", "content-length: 1000000000"] {
        let head = gate.head("POST", &format!("{session}\n{length}"));
        assert_eq!(Wire::open(gate.address).await.ask(&head, "").await.status, 413);
    }
    let mut wire = Wire::open(gate.address).await;
    let head = gate.head("POST", &format!("{session}\ntransfer-encoding: chunked")).replace('\n', "\r\n");
    wire.send(format!("{head}\r\n\r\n").as_bytes()).await;
    let piece = format!("10000\r\n{}\r\n", " ".repeat(65_536));
    let flood = async {
        for _ in 0..100 {
            // The door may close while we still write.
            if tokio::io::AsyncWriteExt::write_all(&mut wire.stream, piece.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    flood.await;
    assert_eq!(wire.answer().await.status, 413);
    let zipped = gate.head("POST", &format!("{session}\ncontent-encoding: gzip"));
    assert_eq!(Wire::open(gate.address).await.ask(&zipped, "x").await.status, 415);
    let deep = "[".repeat(1_000_000);
    for body in [deep.as_str(), "7", "\"x\"", "{", "{}x", "[1]", "[]", &format!("[{PING},{PING}]")] {
        let mut other = client.again(&gate).await;
        let answer = other.post(body).await;
        assert_eq!(answer.status, 400, "{}", &body[..body.len().min(40)]);
    }
    let deep = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/deep","params":{}{}}}"#,
        deep,
        "]".repeat(1_000_000)
    );
    assert_eq!(client.post(&deep).await.status, 202);
    assert_eq!(puppet.line().await, deep, "brackets do no harm to whoever does not open them");
}

#[tokio::test]
async fn g8_whoever_is_slow_is_not_waited_for() {
    let gate = gate_with(Wanted {
        settings: |settings| {
            settings.bounds.head_time = Duration::from_millis(50);
            settings.bounds.body_time = Duration::from_millis(50);
        },
        ..Wanted::default()
    })
    .await;
    let mut slow_head = Wire::open(gate.address).await;
    slow_head.send(b"POST /mcp HTTP/1.1\r\nhost: x").await;
    assert!(slow_head.is_closed().await);
    let mut slow_body = Wire::open(gate.address).await;
    let answer = slow_body.ask(&gate.head("POST", "content-length: 100"), "").await;
    assert_eq!(answer.status, 408);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g8_idle_connections_keep_nobody_out() {
    let gate =
        gate_with(Wanted { settings: |settings| settings.bounds.connections = 8, ..Wanted::default() }).await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(Wire::open(gate.address).await);
    }
    // Those who were there before go on, and those who come are served.
    client.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.status, 200);
    let mut other = client.again(&gate).await;
    other.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(other.wire.answer().await.status, 200);
    assert!(idle.swap_remove(0).is_closed().await, "the oldest of those without a token had to go");
}

#[tokio::test]
async fn g8_a_client_that_does_not_read_holds_up_nobody_else() {
    let gate = gate_with(Wanted {
        patience: |patience| patience.reading = Duration::from_millis(200),
        ..Wanted::default()
    })
    .await;
    let (sleeper, mut noisy) = gate.enter().await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut asleep = gate.listen(&sleeper).await;
    let long =
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":"{}"}}"#, "x".repeat(1 << 20));
    let flood = tokio::spawn(async move {
        for _ in 0..64 {
            noisy.send(&long).await;
        }
        noisy
    });
    client.begin(PING).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.status, 200);
    flood.await.unwrap();
    let words = || gate.words.lock().unwrap().clone();
    let closed = async {
        while !words().iter().any(|said| said.contains("does not read")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::puppet::PATIENCE, closed).await.expect("the stream is closed");
    // When it wakes up, it finds the beginning of what was said, and the end of the stream.
    let mut read = 0;
    while asleep.event().await.is_some() {
        read += 1;
    }
    assert!(read < 64, "{read}");
}

#[tokio::test]
async fn g13_nothing_of_a_clients_headers_reaches_a_server() {
    let gate = gate().await;
    let (client, mut puppet) = gate.enter().await;
    let head = gate.head(
        "POST",
        &format!("mcp-session-id: {}\ncookie: secret=1\nx-forwarded: secret=2", client.session),
    );
    let asking = tokio::spawn({
        let address = gate.address;
        async move { Wire::open(address).await.ask(&head, PING).await }
    });
    let line = puppet.answers("ping", "{}").await;
    assert!(!line.contains("secret") && !line.contains(TOKEN), "{line}");
    assert_eq!(asking.await.unwrap().status, 200);
}

#[tokio::test]
async fn g17_line_breaks_and_escapes_of_a_client_do_not_reach_the_log() {
    let mut gate = gate_with(Wanted { withheld: &["a\n\u{1b}[31mb"], ..Wanted::default() }).await;
    let (mut client, _puppet) = gate.enter().await;
    client.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\n\u001b[31mb","arguments":{"password":"hunter2"}}}"#).await;
    let record = gate.records.recv().await.unwrap();
    assert_eq!(record.shape, [("password".to_owned(), "a string")]);
    assert!(!format!("{record:?}").contains("hunter2"));
    assert!(!format!("{record:?}").contains('\n') && !format!("{record:?}").contains('\u{1b}'));
    assert!(gate.words.lock().unwrap().iter().all(|words| !words.contains('\u{1b}')));
}

#[tokio::test]
async fn g18_a_version_that_is_not_spoken_is_refused() {
    let gate = gate().await;
    let (client, mut puppet) = gate.enter().await;
    let versioned = |version: &str| {
        gate.head("POST", &format!("mcp-session-id: {}\nmcp-protocol-version: {version}", client.session))
    };
    let mark = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
    for version in ["1999-01-01", "", "latest", "2025-11-25x"] {
        assert_eq!(
            Wire::open(gate.address).await.ask(&versioned(version), PING).await.status,
            400,
            "{version}"
        );
    }
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(
            Wire::open(gate.address).await.ask(&versioned(version), mark).await.status,
            202,
            "{version}"
        );
        puppet.gets_nothing_but("notifications/mark").await;
    }
}
