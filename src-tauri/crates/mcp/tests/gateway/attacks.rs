//! Attacks on the HTTP server: the response to each, and a check that it never reaches the MCP server.
//!
//! Table of all attacks and their tests. The scripted server records what reaches it, and each test ends with the only
//! line that may. Tests of `wrap` are in `tests/wrap`, those without HTTP in other crates.
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

use crate::http_client::HttpConnection;
use crate::support::{GatewayOptions, INITIALIZE, TOKEN, TestGateway, start_gateway, start_gateway_with};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// Sends a request with the usual head, in which one part is replaced.
async fn request_replacing(
    gateway: &TestGateway,
    replacement: &str,
    original: &str,
    body: &str,
) -> crate::http_client::HttpResponse {
    let head = gateway.head("POST", "");
    assert!(head.contains(original), "{original}");
    HttpConnection::open(gateway.address).await.request(&head.replacen(original, replacement, 1), body).await
}

#[tokio::test]
async fn g1_foreign_hosts_are_refused_before_the_body_is_read() {
    let gateway = start_gateway().await;
    let (host, port) = (format!("host: {}\n", gateway.address), gateway.address.port());
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
        let answer = request_replacing(&gateway, &foreign, &host, INITIALIZE).await;
        // hyper itself refuses a request with no `Host` or more than one.
        assert!([400, 403].contains(&answer.status), "{foreign}: {answer:?}");
    }
    // HTTP versions older and newer than the supported one.
    let old = format!("POST /mcp HTTP/1.0\nauthorization: Bearer {TOKEN}\ncontent-type: application/json");
    assert_eq!(HttpConnection::open(gateway.address).await.request(&old, INITIALIZE).await.status, 403);
    let mut connection = HttpConnection::open(gateway.address).await;
    connection.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(connection.is_closed().await);
    let absolute = format!("POST http://{}/mcp HTTP/1.1", gateway.address);
    assert_eq!(request_replacing(&gateway, &absolute, "POST /mcp HTTP/1.1", INITIALIZE).await.status, 403);
    // Refused although the body is never sent.
    let head = gateway.head("POST", "content-length: 1000000").replace(&host, "host: evil.example\n");
    assert_eq!(HttpConnection::open(gateway.address).await.request(&head, "").await.status, 403);
    gateway.servers[0].assert_none_started().await;
}

#[tokio::test]
async fn g2_foreign_origins_are_refused_and_no_response_has_cors_headers() {
    let gateway = start_gateway().await;
    for origin in [
        "http://evil.example",
        "null",
        "HTTP://LOCALHOST",
        "http://localhost@evil.example",
        "http://localhost.",
        "",
    ] {
        let answer =
            request_replacing(&gateway, &format!("origin: {origin}\naccept:"), "accept:", INITIALIZE).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{answer:?}");
    }
    let ours = format!("http://{}", gateway.address);
    let twice = format!("origin: {ours}\norigin: {ours}\naccept:");
    assert_eq!(request_replacing(&gateway, &twice, "accept:", INITIALIZE).await.status, 403);
    gateway.servers[0].assert_none_started().await;
    let once = format!("origin: {ours}\naccept:");
    assert_eq!(
        request_replacing(&gateway, &once, "accept:", PING).await.status,
        400,
        "a page of our own gets further"
    );
}

#[tokio::test]
async fn g3_a_token_is_accepted_only_in_the_authorization_header() {
    let gateway = start_gateway().await;
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
        let answer = request_replacing(&gateway, &wrong, &authorization, INITIALIZE).await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("Bearer")), "{wrong}");
    }
    for query in [format!("/mcp?token={TOKEN}"), format!("/mcp?access_token={TOKEN}")] {
        let head = gateway.head("POST", "").replace("/mcp", &query).replace(&authorization, "");
        assert_eq!(HttpConnection::open(gateway.address).await.request(&head, INITIALIZE).await.status, 401);
    }
    // A revoked token is refused from that moment on.
    gateway.tokens.send(Vec::new()).unwrap();
    let mut connection = HttpConnection::open(gateway.address).await;
    assert_eq!(connection.request(&gateway.head("POST", ""), INITIALIZE).await.status, 401);
    gateway.servers[0].assert_none_started().await;
}

#[tokio::test]
async fn g3_every_request_of_a_connection_needs_the_token() {
    let gateway = start_gateway().await;
    let (mut client, mut process) = gateway.connect().await;
    let session = format!("mcp-session-id: {}", client.session);
    let mark = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
    let first = gateway.head("POST", &session);
    let second = first.replace(&format!("authorization: Bearer {TOKEN}\n"), "");
    let written = |head: &str| {
        let head = head.replace('\n', "\r\n");
        format!("{head}\r\ncontent-length: {}\r\n\r\n{mark}", mark.len())
    };
    // Both at once, as a browser or a load balancer may send them.
    client.connection.send(format!("{}{}", written(&first), written(&second)).as_bytes()).await;
    assert_eq!(client.connection.read_response().await.status, 202);
    assert_eq!(client.connection.read_response().await.status, 401);
    process.expect_only("notifications/mark").await;
    client.new_connection(&gateway).await.post(&mark.replace("mark", "end")).await;
    process.expect_only("notifications/end").await;
}

#[tokio::test]
async fn g4_requests_without_cors_preflight_are_refused() {
    let gateway = start_gateway().await;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "text/json",
    ] {
        let answer = request_replacing(
            &gateway,
            &format!("content-type: {kind}\n"),
            "content-type: application/json\n",
            INITIALIZE,
        )
        .await;
        assert_eq!(answer.status, 415, "{kind}");
    }
    let preflight = gateway.head("OPTIONS", "access-control-request-method: POST");
    let answer = HttpConnection::open(gateway.address).await.request(&preflight, "").await;
    assert_eq!(answer.status, 405);
    assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{answer:?}");
    gateway.servers[0].assert_none_started().await;
}

#[tokio::test]
async fn g6_only_the_mcp_path_exists() {
    let gateway = start_gateway().await;
    let mut connection = HttpConnection::open(gateway.address).await;
    for path in
        ["/", "/mcp/", "/MCP", "/mcp/servers", "/api/mcp/connect", "/sse", "/health", "/metrics", "//mcp"]
    {
        let head = gateway.head("POST", "").replacen("/mcp", path, 1);
        assert_eq!(connection.request(&head, INITIALIZE).await.status, 404, "{path}");
    }
    for method in ["PUT", "PATCH", "TRACE", "OPTIONS"] {
        let answer = HttpConnection::open(gateway.address).await.request(&gateway.head(method, ""), "").await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST, GET, DELETE")), "{method}");
    }
    gateway.servers[0].assert_none_started().await;
}

#[tokio::test]
async fn g6_health_and_metrics_exist_when_enabled() {
    let gateway = start_gateway_with(GatewayOptions {
        config: |config| (config.has_health, config.has_metrics) = (true, true),
        ..GatewayOptions::default()
    })
    .await;
    let mut connection = HttpConnection::open(gateway.address).await;
    let plain = format!("GET /health HTTP/1.1\nhost: {}", gateway.address);
    assert_eq!(connection.request(&plain, "").await.body, "ok\n");
    assert_eq!(connection.request(&plain.replace("health", "metrics"), "").await.status, 401);
    let metrics = connection.request(&gateway.head("GET", "").replacen("/mcp", "/metrics", 1), "").await;
    assert!(metrics.body.contains("\nhintsmith_refused_total 1\n"), "{}", metrics.body);
}

#[tokio::test]
async fn g13_client_headers_do_not_reach_servers() {
    let gateway = start_gateway().await;
    let (client, mut process) = gateway.connect().await;
    let head = gateway.head(
        "POST",
        &format!("mcp-session-id: {}\ncookie: secret=1\nx-forwarded: secret=2", client.session),
    );
    let asking = tokio::spawn({
        let address = gateway.address;
        async move { HttpConnection::open(address).await.request(&head, PING).await }
    });
    let line = process.respond("ping", "{}").await;
    assert!(!line.contains("secret") && !line.contains(TOKEN), "{line}");
    assert_eq!(asking.await.unwrap().status, 200);
}

#[tokio::test]
async fn g17_line_breaks_and_escapes_of_a_client_do_not_reach_the_log() {
    let mut gateway =
        start_gateway_with(GatewayOptions { withheld: &["a\n\u{1b}[31mb"], ..GatewayOptions::default() })
            .await;
    let (mut client, _process) = gateway.connect().await;
    client.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\n\u001b[31mb","arguments":{"password":"hunter2"}}}"#).await;
    let record = gateway.next_record().await;
    let argument = &record.arguments[0];
    assert_eq!((argument.name.as_str(), argument.kind, &argument.value), ("password", "a string", &None));
    assert!(!format!("{record:?}").contains("hunter2"));
    assert!(!format!("{record:?}").contains('\n') && !format!("{record:?}").contains('\u{1b}'));
    assert!(gateway.messages.lock().unwrap().iter().all(|messages| !messages.contains('\u{1b}')));
}

#[tokio::test]
async fn g18_unsupported_versions_are_refused() {
    let gateway = start_gateway().await;
    let (client, mut process) = gateway.connect().await;
    let versioned = |version: &str| {
        gateway.head("POST", &format!("mcp-session-id: {}\nmcp-protocol-version: {version}", client.session))
    };
    let mark = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
    for version in ["1999-01-01", "", "latest", "2025-11-25x"] {
        assert_eq!(
            HttpConnection::open(gateway.address).await.request(&versioned(version), PING).await.status,
            400,
            "{version}"
        );
    }
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(
            HttpConnection::open(gateway.address).await.request(&versioned(version), mark).await.status,
            202,
            "{version}"
        );
        process.expect_only("notifications/mark").await;
    }
}
