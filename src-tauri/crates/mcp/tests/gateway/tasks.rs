//! Task requests with several servers go to the task's owner.

use serde_json::Value;

use crate::stateless::{request, request_head, send_request};
use crate::support::{GatewayOptions, start_gateway_with};

const WITH_TASKS: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{},"other/extension":{}}}}"#;

#[tokio::test]
async fn task_requests_go_to_the_server_that_created_the_task() {
    let gateway =
        start_gateway_with(GatewayOptions { servers: &["a", "b"], ..GatewayOptions::default() }).await;
    let mut connection = send_request(
        &gateway,
        &request_head(&gateway, "server/discover", None),
        &request("1", "server/discover", ""),
    )
    .await;
    let (mut a, mut b) = (gateway.servers[0].next_process().await, gateway.servers[1].next_process().await);
    for process in [&mut a, &mut b] {
        process.respond("server/discover", WITH_TASKS).await;
        process.expect_request("subscriptions/listen").await;
    }
    let discovered: Value = serde_json::from_str(&connection.read_response().await.body).unwrap();
    // Only routed extensions are announced.
    let extensions = serde_json::json!({"io.modelcontextprotocol/tasks": {}});
    assert_eq!(discovered["result"]["capabilities"]["extensions"], extensions);

    let mut is_listed = false;
    for (tool, is_first) in [("b_t", true), ("a_t", false)] {
        let message = request("2", "tools/call", &format!(r#""name":"{tool}","#));
        let mut connection =
            send_request(&gateway, &request_head(&gateway, "tools/call", Some(tool)), &message).await;
        if !is_listed {
            for process in [&mut a, &mut b] {
                process.respond("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
            }
            is_listed = true;
        }
        let process = if is_first { &mut b } else { &mut a };
        // The second server uses the same task id as the first.
        process.respond("tools/call", r#"{"resultType":"task","taskId":"x","status":"working"}"#).await;
        assert!(connection.read_response().await.body.contains(r#""taskId":"x""#));
    }
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let mut connection = send_request(
            &gateway,
            &request_head(&gateway, method, Some("x")),
            &request("3", method, r#""taskId":"x","#),
        )
        .await;
        b.respond(method, r#"{"resultType":"complete","of":"b"}"#).await;
        assert!(connection.read_response().await.body.contains(r#""of":"b""#));
    }
    // The owner of an unknown task cannot be determined.
    let mut connection = send_request(
        &gateway,
        &request_head(&gateway, "tasks/get", Some("y")),
        &request("4", "tasks/get", r#""taskId":"y","#),
    )
    .await;
    let answer: Value = serde_json::from_str(&connection.read_response().await.body).unwrap();
    assert_eq!(answer["error"]["code"], -32602);
}
