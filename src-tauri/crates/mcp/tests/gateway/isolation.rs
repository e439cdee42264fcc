//! Clients that share a server: none can reach, block or outlive another.

use std::time::Duration;

use hintsmith_mcp::gateway::Token;

use crate::stateless::{DISCOVERED, META, begin, call, head, modern, request};
use crate::support::{TOKEN, Wanted, gate_with};

#[tokio::test]
async fn g16_a_token_that_only_some_readers_see_does_not_reach_the_server() {
    let (gate, mut puppet, _) = modern().await;
    let rest = META.strip_prefix(r#""_meta":{"#).unwrap();
    for meta in [
        format!(r#""_meta":{{"progressToken":1,"progressToken":2,{rest}}}"#),
        format!(r#""_meta":{{"progressToken":1,"ProgressToken":2,{rest}}}"#),
        format!(r#""_meta":{{"PROGRESSTOKEN":2,{rest}}}"#),
        format!(r#""_meta":{{"progressToken":1}},"_meta":{{{rest}}}"#),
    ] {
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}"#);
        let answer = begin(&gate, &head(&gate, "tools/call", Some("t")), &message).await.answer().await;
        assert!(answer.body.contains("Invalid Request"), "{meta}: {answer:?}");
    }
    // Written with an escape, all parsers read the same key, so it is replaced.
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","_meta":{{"progress\u0054oken":"p",{rest}}}}}}}"#
    );
    let mut wire = begin(&gate, &head(&gate, "tools/call", Some("t")), &message).await;
    let (id, line) = puppet.asked("tools/call").await;
    assert!(line.contains(&format!(r#""progress\u0054oken":{id}"#)), "{line}");
    puppet.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    assert_eq!(wire.answer().await.status, 200);
}

#[tokio::test]
async fn g16_a_server_can_say_nothing_on_the_stream_of_a_request_at_another() {
    let gate = gate_with(Wanted { servers: &["one", "two"], ..Wanted::default() }).await;
    let mut wire = begin(&gate, &head(&gate, "tools/list", None), &request("1", "tools/list", "")).await;
    let (mut one, mut two) = (gate.puppets[0].next().await, gate.puppets[1].next().await);
    for puppet in [&mut one, &mut two] {
        puppet.answers("server/discover", DISCOVERED).await;
        puppet.asked("subscriptions/listen").await;
    }
    for puppet in [&mut one, &mut two] {
        puppet.answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    }
    wire.answer().await;
    let token = META.replace(r#""_meta":{"#, r#""_meta":{"progressToken":"p","#);
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"one_t",{token}}}}}}}"#);
    let mut wire = begin(&gate, &head(&gate, "tools/call", Some("one_t")), &message).await;
    let (id, _) = one.asked("tools/call").await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":9}}}}"#)).await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#)).await;
    two.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"forged":true}}}}"#)).await;
    // Once this second request is answered, the gateway has read everything above.
    let message = request("3", "tools/call", r#""name":"two_t","#);
    let mut other = begin(&gate, &head(&gate, "tools/call", Some("two_t")), &message).await;
    two.answers("tools/call", "{}").await;
    other.answer().await;
    one.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"true":1}}}}"#)).await;
    let answer = wire.answer().await;
    assert_eq!(answer.header("content-type"), Some("application/json"), "nothing came before the answer");
    assert!(answer.body.contains(r#""true":1"#), "{answer:?}");
    assert_eq!(gate.offer.counts.stray_answers.get(), 1);
}

#[tokio::test]
async fn g8_a_client_that_does_not_read_holds_up_nobody_it_shares_a_server_with() {
    let (gate, mut puppet, _) = modern().await;
    let meta = META.replace(r#""_meta":{"#, r#""_meta":{"progressToken":"p","#);
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}}}}}}}"#);
    let asleep = begin(&gate, &head(&gate, "tools/call", Some("t")), &message).await;
    let (id, _) = puppet.asked("tools/call").await;
    // More than the sockets buffer, and less than the limit of one client's queue.
    let long = "x".repeat(1 << 20);
    for _ in 0..16 {
        puppet.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":1,"message":"{long}"}}}}"#)).await;
    }
    let mut awake = call(&gate, "2", "").await;
    puppet.answers("tools/call", r#"{"mine":true}"#).await;
    assert!(awake.answer().await.body.contains("mine"));
    drop(asleep);
}

#[tokio::test]
async fn g3_a_token_that_is_taken_back_ends_what_it_opened() {
    let gate = gate_with(Wanted::default()).await;
    let (mut client, mut puppet) = gate.enter().await;
    let mut stream = gate.listen(&client).await;
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    gate.tokens.send(vec![Token::new(TOKEN).unwrap(), Token::new(OTHER).unwrap()]).unwrap();
    // Adding a token ends nothing.
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    puppet.answers("ping", "{}").await;
    assert_eq!(client.wire.answer().await.status, 200);
    gate.tokens.send(vec![Token::new(OTHER).unwrap()]).unwrap();
    assert!(stream.is_closed().await, "what is said to the server's client is not said to them any more");
    assert!(client.wire.is_closed().await);
    puppet.is_gone().await;
    assert_eq!(gate.door.sessions(), 0);
    let mut wire = crate::http_client::Wire::open(gate.address).await;
    assert_eq!(wire.ask(&gate.head("POST", ""), crate::support::INITIALIZE).await.status, 401);
}

#[tokio::test]
async fn a_list_that_a_server_never_gives_is_called_off_and_not_kept() {
    let gate = gate_with(Wanted {
        servers: &["one", "two"],
        patience: |patience| {
            // Long enough for the other server to answer on a busy machine; the test takes that long.
            patience.request = Duration::from_secs(2);
            patience.call = Duration::from_secs(4);
        },
        ..Wanted::default()
    })
    .await;
    let (mut client, mut puppets) = gate.enter_all(|_| r#"{"tools":{}}"#).await;
    client.begin(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    let (id, _) = puppets[0].asked("tools/list").await;
    puppets[1].answers("tools/list", r#"{"tools":[{"name":"t"}]}"#).await;
    assert!(client.wire.answer().await.body.contains("two_t"));
    let line = puppets[0].line().await;
    assert!(
        line.contains("notifications/cancelled") && line.contains(&format!("\"requestId\":{id},")),
        "{line}"
    );
}
