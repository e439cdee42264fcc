//! HTTP servers: error statuses, pages that are not MCP, redirects, sessions and headers.

use serde_json::Value;

use crate::odd_servers::{OddServers, Transport};
use crate::support::{Store, tool_names};

#[test]
fn an_error_status_is_reported_with_a_hint() {
    let servers = OddServers::start();
    for (mode, said, advice) in [
        ("status-403", "responded with HTTP status 403", "Check the headers, or sign in"),
        ("status-404", "responded with HTTP status 404", "Check the path of the URL"),
        ("status-429", "responded with HTTP status 429", "The server limits requests"),
        ("status-500", "responded with HTTP status 500", "Try again later"),
        ("status-502", "responded with HTTP status 502", "Try again later"),
        ("list-500", "responded with HTTP status 500", "Try again later"),
        ("html", "the URL does not belong to an MCP server: the response type is text/html", "Check the URL"),
        ("list-html", "the response type is text/html", ""),
        ("text", "not a JSON-RPC message", "Check the URL"),
        ("redirect-in-circles", "the server redirects too often", "Check the URL"),
    ] {
        for way in [Transport::Http, Transport::HttpStateless] {
            let store = Store::new();
            let run = servers.add(&store, way, mode);
            assert_eq!(run.code, 3, "{mode} {way:?}: {}", run.stderr);
            assert!(
                run.stderr.contains(said) && run.stderr.contains(advice),
                "{mode} {way:?}: {}",
                run.stderr
            );
            assert!(store.ok(&["servers"]).contains("failed"), "{mode} {way:?}");
        }
    }
}

#[test]
fn an_unreachable_url_is_reported() {
    let gone = OddServers::start().address.clone();
    let store = Store::new();
    let run = store.run(&["add", "gone", "--yes", "--keep", "--url", &gone]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("could not be reached: Connection refused"), "{}", run.stderr);
    assert!(run.stderr.contains("Check the URL and your network"), "{}", run.stderr);
}

#[test]
fn nothing_is_sent_to_another_origin() {
    let (first, second) = (OddServers::start(), OddServers::start());
    let store = Store::new();
    let url = first.url(&format!("redirect?to={}", second.url("good")));
    let header = "X-Api-Key=sesame-open-1234567";
    let run = store.run(&["add", "odd", "--yes", "--keep", "--url", &url, "--header", header]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("the server redirects to another origin"), "{}", run.stderr);
    assert_eq!(first.recorded_requests()["seen"][0]["headers"]["x-api-key"], "sesame-open-1234567");
    assert_eq!(second.recorded_requests()["seen"], Value::Array(Vec::new()));
}

#[test]
fn a_redirect_within_the_origin_is_followed_with_the_headers() {
    let servers = OddServers::start();
    let store = Store::new();
    let url = servers.url("redirect-at-home");
    store.ok(&["add", "odd", "--yes", "--url", &url, "--header", "X-Tenant=acme"]);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
    let seen = servers.recorded_requests();
    let there: Vec<_> = seen["seen"].as_array().unwrap().iter().filter(|one| one["mode"] == "good").collect();
    assert!(!there.is_empty() && there.iter().all(|one| one["headers"]["x-tenant"] == "acme"), "{seen}");
}

#[test]
fn an_expired_session_is_reopened() {
    let servers = OddServers::start();
    let store = Store::new();
    let run = servers.add(&store, Transport::Http, "session-expires-once");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
}

#[test]
fn a_session_that_always_expires_is_reported() {
    let servers = OddServers::start();
    let run = servers.add(&Store::new(), Transport::Http, "session-expired");
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.to_lowercase().contains("session"), "{}", run.stderr);
    // It spoke MCP until then, and the URL is right.
    assert!(!run.stderr.contains("does not belong to an MCP server"), "{}", run.stderr);
}

#[test]
fn a_session_is_deleted_after_the_scan() {
    let servers = OddServers::start();
    servers.add(&Store::new(), Transport::Http, "good");
    let seen = servers.recorded_requests();
    let ended = seen["seen"].as_array().unwrap().iter().find(|one| one["verb"] == "DELETE");
    assert_eq!(ended.unwrap()["headers"]["mcp-session-id"], "a-session", "{seen}");
}

#[test]
fn protocol_headers_cannot_be_configured() {
    let servers = OddServers::start();
    for header in ["Host=evil.example", "mcp-session-id=1", "Bad Name=1"] {
        let store = Store::new();
        let run = store.run(&["add", "odd", "--yes", "--url", &servers.url("good"), "--header", header]);
        assert_eq!(run.code, 3, "{header}: {}", run.stderr);
        assert!(run.stderr.contains("header"), "{header}: {}", run.stderr);
    }
    assert_eq!(servers.recorded_requests()["seen"], Value::Array(Vec::new()));
}

#[test]
fn an_invalid_url_is_rejected_before_anything_is_stored() {
    let store = Store::new();
    for url in
        ["file:///etc/passwd", "javascript:alert(1)", "ws://x/", "http://", "http:///x", "https://a b/"]
    {
        let run = store.run(&["add", "odd", "--yes", "--keep", "--url", url]);
        assert_eq!(run.code, 2, "{url}: {}", run.stderr);
        assert!(run.stderr.contains("is not an http or https URL"), "{url}: {}", run.stderr);
    }
    assert_eq!(store.json(&["servers", "--json"]), Value::Array(Vec::new()));
}
