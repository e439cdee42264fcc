//! Attacks on the HTTP server: the response to each, and a check that it never reaches the MCP server.
//!
//! Table of all attacks and their tests. The scripted server records what reaches it, and each test ends with the only
//! line that may. Tests of `wrap` are in `tests/proxy`, those without HTTP in other crates.
//!
//! | attack | tests |
//! |---|---|
//! | G1 `Host` | `g1_…` here; every spelling in `http/origin_guard.rs` |
//! | G2 `Origin` | `g2_…` here; every spelling in `http/origin_guard.rs` |
//! | G3 token | `g3_…` here; revoked: `isolation.rs`; file mode 0600: `tests/it/gateway.rs` |
//! | G4 pages | `g4_…` here |
//! | G5 wildcard | `http/bind.rs`; `tests/it/gateway.rs` |
//! | G6 routes | `g6_…` here |
//! | G7 sizes | `g7_…` in `limits.rs`; wrap: `backpressure.rs`, `fidelity.rs` |
//! | G8 slowness | `g8_…` in `limits.rs`, `isolation.rs`, `withheld_tools.rs`; wrap: `backpressure.rs` |
//! | G9 sessions | `sessions.rs` |
//! | G10 withheld tools | `g10_…` in `withheld_tools.rs`, `passthrough.rs`; wrap: `withheld_tools.rs`, `process.rs` |
//! | G11 approval | `g11_…` in `withheld_tools.rs`; wrap: `approval.rs` |
//! | G12 paths of exports | `core/src/export/targets/parts.rs`; `tests/it/export.rs` |
//! | G13 headers | `g13_…` here; `http_upstreams.rs` |
//! | G14 sign-in page | `tests/it/sign_in.rs` |
//! | G15 redirects | `http_upstreams.rs`; `tests/it/http_servers.rs`; icons: `engine/src/icons.rs` |
//! | G16 forged responses | `passthrough.rs`, `aggregation.rs`, `g16_…` in `isolation.rs`; wrap: `fidelity.rs` |
//! | G17 logs | `g17_…` here |
//! | G18 versions | `g18_…` here and in `stateless.rs` |

use crate::http_client::Wire;
use crate::support::{Gate, INITIALIZE, TOKEN, Wanted, gate, gate_with};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// Sends a request with the usual head, in which one part is replaced.
async fn with(gate: &Gate, instead: &str, of: &str, body: &str) -> crate::http_client::Answer {
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
        // hyper itself refuses a request with no `Host` or more than one.
        assert!([400, 403].contains(&answer.status), "{foreign}: {answer:?}");
    }
    // HTTP versions older and newer than the supported one.
    let old = format!("POST /mcp HTTP/1.0\nauthorization: Bearer {TOKEN}\ncontent-type: application/json");
    assert_eq!(Wire::open(gate.address).await.ask(&old, INITIALIZE).await.status, 403);
    let mut wire = Wire::open(gate.address).await;
    wire.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(wire.is_closed().await);
    let absolute = format!("POST http://{}/mcp HTTP/1.1", gate.address);
    assert_eq!(with(&gate, &absolute, "POST /mcp HTTP/1.1", INITIALIZE).await.status, 403);
    // Refused although the body is never sent.
    let head = gate.head("POST", "content-length: 1000000").replace(&host, "host: evil.example\n");
    assert_eq!(Wire::open(gate.address).await.ask(&head, "").await.status, 403);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g2_a_foreign_page_is_refused_and_no_answer_has_cors_headers() {
    let gate = gate().await;
    for origin in [
        "http://evil.example",
        "null",
        "HTTP://LOCALHOST",
        "http://localhost@evil.example",
        "http://localhost.",
        "",
    ] {
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
    // A revoked token is refused from that moment on.
    gate.tokens.send(Vec::new()).unwrap();
    let mut wire = Wire::open(gate.address).await;
    assert_eq!(wire.ask(&gate.head("POST", ""), INITIALIZE).await.status, 401);
    gate.puppets[0].nothing_was_started().await;
}

#[tokio::test]
async fn g3_a_connection_that_showed_its_token_is_asked_for_it_again() {
    let gate = gate().await;
    let (mut client, mut puppet) = gate.enter().await;
    let session = format!("mcp-session-id: {}", client.session);
    let mark = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
    let first = gate.head("POST", &session);
    let second = first.replace(&format!("authorization: Bearer {TOKEN}\n"), "");
    let written = |head: &str| {
        let head = head.replace('\n', "\r\n");
        format!("{head}\r\ncontent-length: {}\r\n\r\n{mark}", mark.len())
    };
    // Both at once, as a browser or a load balancer may send them.
    client.wire.send(format!("{}{}", written(&first), written(&second)).as_bytes()).await;
    assert_eq!(client.wire.answer().await.status, 202);
    assert_eq!(client.wire.answer().await.status, 401);
    puppet.gets_nothing_but("notifications/mark").await;
    client.again(&gate).await.post(&mark.replace("mark", "end")).await;
    puppet.gets_nothing_but("notifications/end").await;
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
    let record = gate.record().await;
    let argument = &record.arguments[0];
    assert_eq!((argument.name.as_str(), argument.kind, &argument.value), ("password", "a string", &None));
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
