//! Calls of the demo API, and of small servers that misbehave.

use std::sync::Mutex;

use hintsmith_core::sources::openapi::{parse_document, parse_document_from};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::demo::http_api::DemoApi;
use crate::fetch::fetch_text;

/// A server for the API at an address, with credentials and without a limit of time.
fn server_for(document: &str, base_url: &str, credentials: &[(&str, &str)], may_retry: bool) -> ApiServer {
    serve_document(parse_document(document).unwrap(), base_url, credentials, may_retry)
}

fn serve_document(
    document: OpenApiDocument,
    base_url: &str,
    credentials: &[(&str, &str)],
    may_retry: bool,
) -> ApiServer {
    let settings = ApiSettings {
        account: None,
        base_url: base_url.to_owned(),
        credentials: credentials.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect(),
        token_url: None,
        call_timeout: Duration::from_secs(600),
        max_response_bytes: 1_000_000,
    };
    let retry: RetryPolicy = Arc::new(move |_| Box::pin(ready(may_retry)));
    ApiServer::new(document, settings, Some(retry)).unwrap()
}

async fn demo(credentials: &[(&str, &str)], may_retry: bool) -> ApiServer {
    let api = DemoApi::bind(0).await.unwrap();
    let base = format!("http://{}", api.address);
    tokio::spawn(api.serve());
    let url = format!("{base}/openapi.json");
    let document = parse_document_from(&fetch_text(&url, 1 << 20).await.unwrap(), Some(&url)).unwrap();
    serve_document(document, &base, credentials, may_retry)
}

/// An operation `go` at `GET /`, of the server at an address.
fn one_operation(address: std::net::SocketAddr) -> ApiServer {
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "One", "version": "1"},
        "paths": {"/": {"get": {"operationId": "go", "responses": {}}}},
    });
    server_for(&document.to_string(), &format!("http://{address}"), &[], false)
}

async fn request(server: &ApiServer, method: &str, params: Value) -> Value {
    let line = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let reply = server.answer(line.as_bytes(), &|_| {}).await.unwrap();
    serde_json::from_slice(&reply).unwrap()
}

async fn call(server: &ApiServer, tool: &str, arguments: Value) -> Value {
    request(server, "tools/call", json!({"name": tool, "arguments": arguments})).await["result"].clone()
}

fn texts(result: &Value) -> Vec<&str> {
    let content = result["content"].as_array().unwrap();
    content.iter().filter_map(|item| item["text"].as_str()).collect()
}

#[tokio::test]
async fn a_client_lists_and_calls_every_kind_of_operation() {
    let server = demo(&[("key", "demo")], false).await;
    let listed = request(&server, "tools/list", json!({})).await;
    let names =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap());
    assert_eq!(
        names.collect::<Vec<_>>(),
        [
            "list_notes",
            "create_note",
            "get_note",
            "replace_note",
            "delete_note",
            "upload_file",
            "download_file",
            "wait",
            "read_flaky",
            "get_account"
        ]
    );

    let created = call(&server, "create_note", json!({"title": "New", "tags": ["home", "x y"]})).await;
    assert_eq!(created["isError"], false, "{created}");
    assert_eq!(created["structuredContent"]["id"], 4);
    assert_eq!(created["_meta"]["dev.hintsmith/http"]["status"], 201);
    assert_eq!(texts(&created)[1..], ["location: /notes/4", "etag: \"1\""]);

    let page = call(&server, "list_notes", json!({"limit": 1, "tag": ["home"]})).await;
    assert_eq!(page["structuredContent"]["items"][0]["title"], "Groceries");
    assert!(texts(&page)[1].starts_with("link: </notes?limit=1&cursor=1>"), "{page}");
    let cursor = &page["structuredContent"]["nextCursor"];
    let rest = call(&server, "list_notes", json!({"cursor": cursor, "tag": ["home", "x y"]})).await;
    assert_eq!(rest["structuredContent"]["items"][0]["title"], "New");
    let found = call(&server, "list_notes", json!({"where": {"title": "oli"}})).await;
    assert_eq!(found["structuredContent"]["items"].as_array().unwrap().len(), 1, "{found}");

    let replaced =
        call(&server, "replace_note", json!({"id": 4, "If-Match": "\"1\"", "title": "Newer"})).await;
    assert_eq!(replaced["structuredContent"]["version"], 2, "{replaced}");
    let stale = call(&server, "replace_note", json!({"id": 4, "If-Match": "\"1\"", "title": "x"})).await;
    assert_eq!(stale["isError"], true);
    assert_eq!(
        texts(&stale)[0],
        "HTTP status 412 Precondition Failed: Precondition Failed: the note has changed since it was read"
    );
    assert_eq!(stale.get("structuredContent"), None);

    let deleted = call(&server, "delete_note", json!({"id": 4})).await;
    assert_eq!(texts(&deleted), ["HTTP status 204 No Content, without content"]);
    let gone = call(&server, "get_note", json!({"id": 4})).await;
    assert_eq!(texts(&gone), ["HTTP status 404 Not Found: Not Found: there is no note 4"]);
}

#[tokio::test]
async fn files_are_uploaded_and_downloaded() {
    let server = demo(&[], false).await;
    let png = "iVBORw0KGgo=";
    for (name, content) in [("a b.txt", "aGVsbG8="), ("dot.png", png), ("raw.bin", "AAH/")] {
        let stored = call(&server, "upload_file", json!({"name": name, "content": content})).await;
        assert_eq!(stored["isError"], false, "{stored}");
    }
    let text = call(&server, "download_file", json!({"name": "a b.txt"})).await;
    assert_eq!(texts(&text), ["hello"]);
    let picture = call(&server, "download_file", json!({"name": "dot.png"})).await;
    assert_eq!(picture["content"][0], json!({"type": "image", "data": png, "mimeType": "image/png"}));
    let bytes = call(&server, "download_file", json!({"name": "raw.bin"})).await;
    assert_eq!(bytes["content"][0]["resource"]["blob"], "AAH/");
    // The name stays in its segment.
    for (name, said) in [
        ("a/b?c#d", "HTTP status 404 Not Found: Not Found: there is no file a/b?c#d"),
        (
            "../account",
            "the arguments cannot be sent: \"name\" has a \"..\" segment, which would change the path",
        ),
    ] {
        let outside = call(&server, "download_file", json!({"name": name})).await;
        assert_eq!((&outside["isError"], texts(&outside)), (&json!(true), vec![said]));
    }
}

#[tokio::test]
async fn credentials_are_sent_where_the_document_says_and_named_where_they_are_missing() {
    let account = async |credentials: &[(&str, &str)]| {
        let result = call(&demo(credentials, false).await, "get_account", json!({})).await;
        match result["isError"] == true {
            true => texts(&result)[0].to_owned(),
            false => result["structuredContent"]["by"].as_str().unwrap().to_owned(),
        }
    };
    assert_eq!(account(&[("token", "demo")]).await, "token");
    assert_eq!(account(&[("password", "demo:demo")]).await, "password");
    assert_eq!(
        account(&[("key", "demo")]).await,
        "this operation needs credentials for token, or for password, or for client, which are not set"
    );
    let wrong = account(&[("token", "hunter2")]).await;
    assert!(wrong.starts_with("HTTP status 401") && !wrong.contains("hunter2"), "{wrong}");
    let invalid = account(&[("token", "hunter2\r\nX-Other: 1")]).await;
    assert!(invalid.contains("token") && !invalid.contains("hunter2"), "{invalid}");
}

#[tokio::test]
async fn a_client_gets_access_tokens_and_replaces_those_that_expire() {
    let server = demo(&[("client", "demo:demo")], false).await;
    let account = async || {
        let result = call(&server, "get_account", json!({})).await;
        result["structuredContent"]["by"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    };
    // The third request is rejected, and sent again with a new token.
    for expected in ["client token 1", "client token 1", "client token 2"] {
        assert_eq!(account().await, expected);
    }
    let wrong = call(&demo(&[("client", "demo:hunter2")], false).await, "get_account", json!({})).await;
    assert_eq!(texts(&wrong)[0], "no access token could be obtained: invalid_client");
}

#[tokio::test]
async fn the_secret_of_a_client_is_not_sent_to_another_origin() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let elsewhere = format!("http://{}/token", listener.local_addr().unwrap());
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "One", "version": "1"},
        "paths": {"/account": {"get": {"operationId": "go", "security": [{"client": []}], "responses": {}}}},
        "components": {"securitySchemes": {"client": {"type": "oauth2", "flows": {
            "clientCredentials": {"tokenUrl": elsewhere, "scopes": {}}
        }}}},
    });
    let server = server_for(&document.to_string(), "http://127.0.0.1:9", &[("client", "id:hunter2")], false);
    let result = call(&server, "go", json!({})).await;
    let message = texts(&result)[0];
    assert!(message.contains("is not the origin of the API") && !message.contains("hunter2"), "{message}");
    tokio::select! {
        biased;
        _ = listener.accept() => panic!("the token URL was contacted"),
        () = ready(()) => {}
    }
}

#[tokio::test]
async fn a_call_is_repeated_only_where_that_is_allowed() {
    let once = call(&demo(&[], false).await, "read_flaky", json!({})).await;
    assert_eq!(texts(&once)[0], "HTTP status 503 Service Unavailable: Service Unavailable: try again");
    assert_eq!(texts(&once)[1], "retry-after: 0");
    let repeated = call(&demo(&[], true).await, "read_flaky", json!({})).await;
    assert_eq!(repeated["structuredContent"]["attempts"], 3, "{repeated}");
}

#[tokio::test]
async fn arguments_and_responses_that_do_not_match_the_document_are_named() {
    let server = demo(&[], false).await;
    let wrong = call(&server, "create_note", json!({"title": 7, "tags": "home"})).await;
    assert_eq!(wrong["isError"], true);
    let said = texts(&wrong)[0].to_owned();
    assert!(said.contains("/title: ") && said.contains("/tags: "), "{said}");

    let listener = listener().await;
    let schema = json!({"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}});
    let content = json!({"application/json": {"schema": schema}});
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "One", "version": "1"},
        "paths": {"/": {"post": {"operationId": "go", "responses": {"200": {"description": "", "content": content}}}}},
    });
    let base = format!("http://{}", listener.local_addr().unwrap());
    let server = server_for(&document.to_string(), &base, &[], false);
    let response =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{\"id\":\"x\"}";
    tokio::spawn(respond(listener, response.to_owned()));
    let deviating = call(&server, "go", json!({})).await;
    // Clients reject a success without conforming content, and a model would then repeat the call.
    assert_eq!(deviating["isError"], true);
    let said = texts(&deviating);
    assert!(said[0].starts_with("The call was made") && said[0].contains("/id"), "{deviating}");
    assert_eq!(said[1], r#"{"id":"x"}"#);
}

#[tokio::test]
async fn a_redirect_to_another_origin_is_not_followed() {
    let (other, first) = (listener().await, listener().await);
    let (target, address) = (other.local_addr().unwrap(), first.local_addr().unwrap());
    let redirect = format!("HTTP/1.1 302 Found\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n");
    let contacted = tokio::spawn(async move { other.accept().await.is_ok() });
    tokio::spawn(respond(first, redirect));
    let result = call(&one_operation(address), "go", json!({})).await;
    assert!(texts(&result)[0].contains("redirects to another origin"), "{result}");
    assert!(!contacted.is_finished());
}

#[tokio::test]
async fn a_response_that_is_too_large_or_ends_early_is_an_error() {
    for (head, expected) in [
        ("content-type: text/plain\r\ncontent-length: 2000000", "larger than 1 MB"),
        ("content-type: text/plain\r\ncontent-length: 900000", "the response ended early"),
    ] {
        let listener = listener().await;
        let address = listener.local_addr().unwrap();
        let body = "x".repeat(if expected.starts_with("larger") { 2_000_000 } else { 10 });
        tokio::spawn(respond(listener, format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}")));
        let result = call(&one_operation(address), "go", json!({})).await;
        assert_eq!(result["isError"], true);
        assert!(texts(&result)[0].contains(expected), "{result}");
    }
}

#[tokio::test]
async fn a_cancelled_call_and_a_closed_connection_end_the_request() {
    for is_cancelled in [true, false] {
        let listener = listener().await;
        let server = Arc::new(one_operation(listener.local_addr().unwrap()));
        let mut client = server.connect();
        let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "go"}});
        client.write_all(format!("{call}\n").as_bytes()).await.unwrap();
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = [0; 16];
        stream.read_exact(&mut head).await.unwrap();
        if is_cancelled {
            let cancel =
                json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
            client.write_all(format!("{cancel}\n").as_bytes()).await.unwrap();
        } else {
            drop(client);
        }
        // The end of the connection is what the API sees of a cancellation.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
        assert!(rest.starts_with(b""), "the connection has ended");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_call_reports_progress_and_ends_after_its_time() {
    let listener = listener().await;
    let mut server = one_operation(listener.local_addr().unwrap());
    server.settings.call_timeout = Duration::from_secs(5);
    let heard = Mutex::new(Vec::new());
    let notify = |line: Vec<u8>| heard.lock().unwrap().push(serde_json::from_slice::<Value>(&line).unwrap());
    let params = json!({"name": "go", "_meta": {"progressToken": "p"}});
    let line = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let reply = server.answer(line.as_bytes(), &notify).await.unwrap();
    assert!(String::from_utf8_lossy(&reply).contains("did not respond within 5 seconds"));
    let tokens: Vec<Value> =
        heard.lock().unwrap().iter().map(|message| message["params"]["progressToken"].clone()).collect();
    assert_eq!(tokens, ["p", "p"]);
}

#[tokio::test]
async fn other_messages_are_answered_as_the_protocol_says() {
    let server = demo(&[], false).await;
    let opened = request(&server, "initialize", json!({"protocolVersion": "2025-06-18"})).await;
    assert_eq!(opened["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(opened["result"]["serverInfo"]["name"], "Demo notes");
    let newest = request(&server, "initialize", json!({"protocolVersion": "2999-01-01"})).await;
    assert_eq!(newest["result"]["protocolVersion"], VERSIONS[0]);
    assert_eq!(request(&server, "ping", json!({})).await["result"], json!({}));
    assert_eq!(request(&server, "resources/list", json!({})).await["error"]["code"], METHOD_NOT_FOUND);
    let unknown = request(&server, "tools/call", json!({"name": "nothing"})).await;
    assert_eq!(unknown["error"]["message"], "Unknown tool: nothing");
    for line in [r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, r#"{"id":1,"result":{}}"#] {
        assert_eq!(server.answer(line.as_bytes(), &|_| {}).await, None, "{line}");
    }
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// Answers one request with a text.
async fn respond(listener: TcpListener, text: String) {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut head = [0; 16];
    stream.read_exact(&mut head).await.unwrap();
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
    // Closing with unread bytes would reset the connection before the client has read the response.
    let _ = stream.read_to_end(&mut Vec::new()).await;
}
