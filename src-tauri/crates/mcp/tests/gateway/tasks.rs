//! Task requests with several servers go to the task's owner.

use serde_json::Value;

use crate::stateless::{begin, head, request};
use crate::support::{Wanted, gate_with};

const WITH_TASKS: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{},"other/extension":{}}}}"#;

#[tokio::test]
async fn a_task_is_asked_for_where_it_began_and_no_other_server_can_take_it_over() {
    let gate = gate_with(Wanted { servers: &["a", "b"], ..Wanted::default() }).await;
    let mut wire =
        begin(&gate, &head(&gate, "server/discover", None), &request("1", "server/discover", "")).await;
    let (mut a, mut b) = (gate.puppets[0].next().await, gate.puppets[1].next().await);
    for puppet in [&mut a, &mut b] {
        puppet.answers("server/discover", WITH_TASKS).await;
        puppet.asked("subscriptions/listen").await;
    }
    let discovered: Value = serde_json::from_str(&wire.answer().await.body).unwrap();
    // Only routed extensions are announced.
    let extensions = serde_json::json!({"io.modelcontextprotocol/tasks": {}});
    assert_eq!(discovered["result"]["capabilities"]["extensions"], extensions);

    let mut is_listed = false;
    for (tool, is_first) in [("b_t", true), ("a_t", false)] {
        let message = request("2", "tools/call", &format!(r#""name":"{tool}","#));
        let mut wire = begin(&gate, &head(&gate, "tools/call", Some(tool)), &message).await;
        if !is_listed {
            for puppet in [&mut a, &mut b] {
                puppet.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
            }
            is_listed = true;
        }
        let puppet = if is_first { &mut b } else { &mut a };
        // The second server uses the same task id as the first.
        puppet.answers("tools/call", r#"{"resultType":"task","taskId":"x","status":"working"}"#).await;
        assert!(wire.answer().await.body.contains(r#""taskId":"x""#));
    }
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let mut wire =
            begin(&gate, &head(&gate, method, Some("x")), &request("3", method, r#""taskId":"x","#)).await;
        b.answers(method, r#"{"resultType":"complete","of":"b"}"#).await;
        assert!(wire.answer().await.body.contains(r#""of":"b""#));
    }
    // The owner of an unknown task cannot be determined.
    let mut wire =
        begin(&gate, &head(&gate, "tasks/get", Some("y")), &request("4", "tasks/get", r#""taskId":"y","#))
            .await;
    let answer: Value = serde_json::from_str(&wire.answer().await.body).unwrap();
    assert_eq!(answer["error"]["code"], -32602);
}
