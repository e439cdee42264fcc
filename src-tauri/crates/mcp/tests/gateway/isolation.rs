//! Clients that share a server: none can reach, block or outlive another.

use std::time::Duration;

use hintsmith_mcp::gateway::Token;

use crate::stateless::{
    DISCOVERED, META, request, request_head, send_call, send_request, start_stateless_server,
};
use crate::support::{GatewayOptions, TOKEN, start_gateway_with};

#[tokio::test]
async fn g16_ambiguous_progress_tokens_do_not_reach_the_server() {
    let (gateway, mut process, _) = start_stateless_server().await;
    let rest = META.strip_prefix(r#""_meta":{"#).unwrap();
    for meta in [
        format!(r#""_meta":{{"progressToken":1,"progressToken":2,{rest}}}"#),
        format!(r#""_meta":{{"progressToken":1,"ProgressToken":2,{rest}}}"#),
        format!(r#""_meta":{{"PROGRESSTOKEN":2,{rest}}}"#),
        format!(r#""_meta":{{"progressToken":1}},"_meta":{{{rest}}}"#),
    ] {
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}"#);
        let answer = send_request(&gateway, &request_head(&gateway, "tools/call", Some("t")), &message)
            .await
            .read_response()
            .await;
        assert!(answer.body.contains("Invalid Request"), "{meta}: {answer:?}");
    }
    // Written with an escape, all parsers read the same key, so it is replaced.
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","_meta":{{"progress\u0054oken":"p",{rest}}}}}}}"#
    );
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/call", Some("t")), &message).await;
    let (id, line) = process.expect_request("tools/call").await;
    assert!(line.contains(&format!(r#""progress\u0054oken":{id}"#)), "{line}");
    process.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(connection.read_response().await.status, 200);
}

#[tokio::test]
async fn g16_a_server_cannot_write_to_the_stream_of_another_servers_request() {
    let gateway =
        start_gateway_with(GatewayOptions { servers: &["one", "two"], ..GatewayOptions::default() }).await;
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/list", None), &request("1", "tools/list", ""))
            .await;
    let (mut one, mut two) =
        (gateway.servers[0].next_process().await, gateway.servers[1].next_process().await);
    for process in [&mut one, &mut two] {
        process.respond("server/discover", DISCOVERED).await;
        process.expect_request("subscriptions/listen").await;
    }
    for process in [&mut one, &mut two] {
        process.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    }
    connection.read_response().await;
    let token = META.replace(r#""_meta":{"#, r#""_meta":{"progressToken":"p","#);
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"one_t",{token}}}}}}}"#);
    let mut connection =
        send_request(&gateway, &request_head(&gateway, "tools/call", Some("one_t")), &message).await;
    let (id, _) = one.expect_request("tools/call").await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":9}}}}"#)).await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#)).await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"forged":true}}}}"#)).await;
    // Once this second request is answered, the gateway has read everything above.
    let message = request("3", "tools/call", r#""name":"two_t","#);
    let mut other =
        send_request(&gateway, &request_head(&gateway, "tools/call", Some("two_t")), &message).await;
    two.respond("tools/call", "{}").await;
    other.read_response().await;
    one.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"true":1}}}}"#)).await;
    let answer = connection.read_response().await;
    assert_eq!(answer.header("content-type"), Some("application/json"), "nothing came before the answer");
    assert!(answer.body.contains(r#""true":1"#), "{answer:?}");
    assert_eq!(gateway.context.metrics.unmatched_responses.get(), 1);
}

#[tokio::test]
async fn g8_a_client_that_does_not_read_does_not_block_clients_of_the_same_server() {
    let (gateway, mut process, _) = start_stateless_server().await;
    let meta = META.replace(r#""_meta":{"#, r#""_meta":{"progressToken":"p","#);
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}}}"#);
    let asleep = send_request(&gateway, &request_head(&gateway, "tools/call", Some("t")), &message).await;
    let (id, _) = process.expect_request("tools/call").await;
    // More than the sockets buffer, and less than the limit of one client's queue.
    let long = "x".repeat(1 << 20);
    for _ in 0..16 {
        process.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":1,"message":"{long}"}}}}"#)).await;
    }
    let mut awake = send_call(&gateway, "2", "").await;
    process.respond("tools/call", r#"{"mine":true}"#).await;
    assert!(awake.read_response().await.body.contains("mine"));
    drop(asleep);
}

#[tokio::test]
async fn g3_revoking_a_token_ends_its_sessions_and_connections() {
    let gateway = start_gateway_with(GatewayOptions::default()).await;
    let (mut client, mut process) = gateway.connect().await;
    let mut stream = gateway.open_stream(&client).await;
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    gateway.tokens.send(vec![Token::new(TOKEN).unwrap(), Token::new(OTHER).unwrap()]).unwrap();
    // Adding a token ends nothing.
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    process.respond("ping", "{}").await;
    assert_eq!(client.connection.read_response().await.status, 200);
    gateway.tokens.send(vec![Token::new(OTHER).unwrap()]).unwrap();
    assert!(stream.is_closed().await, "what is said to the server's client is not said to them any more");
    assert!(client.connection.is_closed().await);
    process.wait_until_exited().await;
    assert_eq!(gateway.http.session_count(), 0);
    let mut connection = crate::http_client::HttpConnection::open(gateway.address).await;
    assert_eq!(connection.request(&gateway.head("POST", ""), crate::support::INITIALIZE).await.status, 401);
}

#[tokio::test]
async fn an_unanswered_list_request_is_cancelled() {
    let gateway = start_gateway_with(GatewayOptions {
        servers: &["one", "two"],
        timeouts: |timeouts| {
            // Long enough for the other server to answer on a busy machine; the test takes that long.
            timeouts.request = Duration::from_secs(2);
            timeouts.call = Duration::from_secs(4);
        },
        ..GatewayOptions::default()
    })
    .await;
    let (mut client, mut processes) = gateway.connect_all(|_| r#"{"tools":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    let (id, _) = processes[0].expect_request("tools/list").await;
    processes[1].respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert!(client.connection.read_response().await.body.contains("two_t"));
    let line = processes[0].read_line().await;
    assert!(
        line.contains("notifications/cancelled") && line.contains(&format!("\"requestId\":{id},")),
        "{line}"
    );
}
