//! Messages that need no correction are forwarded byte for byte.

use proptest::prelude::*;
use tokio::io::AsyncReadExt;

use crate::support::{Setup, setup};

/// One message of every kind that a client may send.
const FROM_CLIENT: [&str; 12] = [
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"x":{"y":[1.0,1e400,-0]}},"clientInfo":{"name":"é\u00e9","z":null}}}"#,
    r#"{"method":"notifications/initialized","jsonrpc":"2.0"}"#,
    r#" { "jsonrpc" : "2.0" , "id" : 9007199254740993 , "method" : "resources/read" , "params" : { "uri" : "file:///a" , "_meta":{"progressToken":"p"} } , "x-top" : [ 12345678901234567890123 ] } "#,
    r#"{"jsonrpc":"2.0","id":"a\"b","method":"tools/call","params":{"name":"fetch","arguments":{"n":1.10,"s":"\ud83d\ude00\ud800","deep":{"a":{"a":1,"a":2}}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"task":{"ttl":1}}}"#,
    r#"{"jsonrpc":"2.0","id":-3,"method":"vendor/unknown","params":[1,2,{"tools":[]}]}"#,
    r#"{"jsonrpc":"2.0","id":1.5,"method":"prompts/get"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.50,"total":1}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":-3,"reason":"no"}}"#,
    r#"{"jsonrpc":"2.0","id":"s-1","result":{"role":"assistant","content":{"type":"text","text":"x"},"model":"m","extra":1e2}}"#,
    r#"{"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"rejected","data":{"a":[null]}}}"#,
    r#"[{"jsonrpc":"2.0","id":"b1","method":"ping"}, {"jsonrpc":"2.0","method":"notifications/x"}]"#,
    r#"[]"#,
];

/// One message of every kind that a server may send, without elicitation and sampling, which `elicitation` covers.
const FROM_SERVER: [&str; 10] = [
    r#"{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"tools":{"listChanged":true,"x":1},"x":{}},"serverInfo":{"name":"s","icons":[{"src":"data:","q":1}]},"instructions":"\u2028"}}"#,
    r#"{"result" : {"contents":[{"uri":"file:///a","blob":"AA==","tools":[{"fix":1}]}],"_meta":{"a/b":9007199254740993}}, "id":9007199254740993, "jsonrpc":"2.0", "x-top":{"k":1.0} }"#,
    r#"{"jsonrpc":"2.0","id":"a\"b","result":{"content":[{"type":"hologram","data":1e400,"annotations":{"audience":["user"],"z":0}}],"structuredContent":[1,{"tools":[{"fix":1}]}],"isError":false,"resultType":"complete"}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"odd","data":{"n":-0.0}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"v":1}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/vendor","params":null}"#,
    r#"{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,"message":"no","data":[{"tools":[{"fix":1}]}],"x":1}}"#,
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
    r#"[{"jsonrpc":"2.0","id":"b1","result":{}}, {"jsonrpc":"2.0","method":"x"}]"#,
];

#[tokio::test]
async fn every_kind_of_message_passes_byte_for_byte_in_both_directions() {
    let mut setup = setup(&["delete"]);
    for line in FROM_CLIENT {
        setup.send_through(line).await;
    }
    for line in FROM_SERVER {
        setup.server.send(line).await;
        assert_eq!(setup.client.read_line().await, line);
    }
    assert_eq!(*setup.diagnostics.lock().unwrap(), [""; 0]);
}

#[tokio::test]
async fn line_endings_and_an_unterminated_last_line_are_kept() {
    let mut setup = setup(&[]);
    setup.client.send_bytes(b"{\"id\":1,\"method\":\"a\"}\r\n\n  \r\n{\"id\":2,\"method\":\"b\"}").await;
    setup.client.close();
    assert_eq!(
        setup.server.read_to_end().await,
        "{\"id\":1,\"method\":\"a\"}\r\n{\"id\":2,\"method\":\"b\"}"
    );
    setup.server.send_bytes(b"{\"id\":1,\"result\":{}}\r\n{\"id\":2,\"result\":{}}").await;
    setup.server.close();
    assert_eq!(setup.client.read_to_end().await, "{\"id\":1,\"result\":{}}\r\n{\"id\":2,\"result\":{}}");
}

#[tokio::test]
async fn responses_match_requests_by_exact_id() {
    let mut setup = setup(&[]);
    let ids = [
        "1",
        "\"1\"",
        "9007199254740993",
        "9007199254740992",
        "\"\\u0061\"",
        "1.5",
        "[1]",
        "{\"a\":1}",
        "true",
    ];
    for (place, id) in ids.iter().enumerate() {
        let method = if place % 2 == 0 { "tools/list" } else { "resources/list" };
        setup.send_through(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#)).await;
    }
    for (place, id) in ids.iter().enumerate() {
        let fixed = if place % 2 == 0 { "fixed" } else { "fix" };
        setup
            .server
            .send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"fix":1}}]}}}}"#))
            .await;
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"{fixed}":1}}]}}}}"#);
        assert_eq!(setup.client.read_line().await, expected);
    }
}

#[tokio::test]
async fn a_list_under_an_id_that_only_some_clients_accept_is_dropped() {
    let mut setup = setup(&["delete"]);
    setup.send_through(r#"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#).await;
    for id in ["\"5\"", "6", "null", "[5]"] {
        setup.server.send(&format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"delete"}}]}}}}"#)).await;
    }
    for line in [
        r#"{"result":{"tools":[{"name":"delete"}]}}"#,
        r#"{"ID":5,"Result":{"tools":[{"name":"delete"}]}}"#,
        r#"{"id":6,"method":"x","result":{"tools":[{"name":"delete"}]}}"#,
    ] {
        setup.server.send(line).await;
    }
    setup.assert_client_receives_nothing().await;
    // Another notation of the same number is the same id.
    setup.server.send(r#"{"id":5.0,"result":{"tools":[{"name":"delete"}]}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":5.0,"result":{"tools":[]}}"#);
}

#[tokio::test]
async fn carriage_return_cannot_split_a_server_message() {
    let mut setup = setup(&["delete"]);
    let list = r#"{"id":5,"result":{"tools":[{"name":"delete"}]}}"#;
    setup.server.send(&format!("{{\"method\":\"x\",\"params\":\r{list}\r}}")).await;
    assert_eq!(setup.client.read_line().await, format!(r#"{{"method":"x","params": {list} }}"#));
}

#[tokio::test]
async fn stray_server_output_is_reported_and_not_forwarded() {
    let mut setup = setup(&[]);
    for line in ["Server started on stdio", "7", "{\"level\":\"info\"}", "{not json}", "[oops", "\"text\""] {
        setup.server.send(line).await;
    }
    setup.assert_client_receives_nothing().await;
    let expected = [
        "stray: Server started on stdio",
        "stray: 7",
        "stray: {\"level\":\"info\"}",
        "stray: {not json}",
        "stray: [oops",
        "stray: \"text\"",
    ];
    assert_eq!(*setup.diagnostics.lock().unwrap(), expected);
}

#[tokio::test]
async fn lenient_json_is_forwarded_unless_it_is_a_list() {
    let mut setup = setup(&[]);
    setup.send_through(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#).await;
    setup.send_through(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    setup.server.send(r#"{"id":1,"result":{"structuredContent":{"mean":NaN}}}"#).await;
    assert_eq!(setup.client.read_line().await, r#"{"id":1,"result":{"structuredContent":{"mean":NaN}}}"#);
    setup.server.send(r#"{"id":2,"result":{"tools":[{"fix":NaN}]}}"#).await;
    let answer: serde_json::Value = serde_json::from_str(&setup.client.read_line().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&2.into(), &(-32603).into()));
}

#[tokio::test]
async fn a_million_brackets_pass_both_ways() {
    let setup = setup(&[]);
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"x","arguments":{{"a":{deep}}}}}}}"#
    );
    let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"structuredContent":{deep}}}}}"#);
    let Setup { mut client, mut server, task, .. } = setup;
    let (_, seen) = tokio::join!(client.send(&call), server.read_line());
    assert!(seen == call);
    let (_, seen) = tokio::join!(server.send(&answer), client.read_line());
    assert!(seen == answer);
    task.abort();
}

/// Sends bytes in chunks of these sizes and lets the proxy read in between.
async fn send_in_pieces(writer: &mut tokio::io::DuplexStream, bytes: &[u8], sizes: &[usize]) {
    let (mut rest, mut sizes) = (bytes, sizes.iter().cycle());
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
        tokio::io::AsyncWriteExt::write_all(writer, piece).await.unwrap();
        tokio::task::yield_now().await;
        rest = after;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn how_the_bytes_are_split_into_reads_changes_nothing(
        up in proptest::collection::vec(1_usize..90, 1..40),
        down in proptest::collection::vec(1_usize..90, 1..40),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let mut setup = setup(&["delete"]);
            let asked = format!("{}\n{}\n", FROM_CLIENT.join("\n"), r#"{"jsonrpc":"2.0","id":77,"method":"tools/list"}"#);
            send_in_pieces(setup.client.writer.as_mut().unwrap(), asked.as_bytes(), &up).await;
            let mut seen = vec![0; asked.len()];
            setup.server.reader.read_exact(&mut seen).await.unwrap();
            prop_assert_eq!(String::from_utf8(seen).unwrap(), asked);

            let list = r#"{"id":77,"result":{"tools":[{"name":"a","fix":"é"},{"name":"delete"}]}}"#;
            let answered = format!("{}\nstray\n{list}\n", FROM_SERVER.join("\n"));
            send_in_pieces(setup.server.writer.as_mut().unwrap(), answered.as_bytes(), &down).await;
            setup.server.close();
            let corrected = r#"{"id":77,"result":{"tools":[{"name":"a","fixed":"é"}]}}"#;
            let expected = format!("{}\n{corrected}\n", FROM_SERVER.join("\n"));
            let seen = setup.client.read_to_end().await;
            prop_assert!(seen.starts_with(&expected), "{}", seen);
            Ok(())
        })?;
    }
}
