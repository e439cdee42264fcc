//! HTTP servers: error statuses, pages that are not MCP, redirects, sessions and headers.

use serde_json::Value;

use crate::odd_servers::{OddServers, Way};
use crate::support::{Store, names};

#[test]
fn a_status_that_is_no_success_is_named_with_what_to_do() {
    let servers = OddServers::start();
    for (mode, said, advice) in [
        ("status-403", "answered with status 403", "You may not use this server"),
        ("status-404", "answered with status 404", "Check the path of the address"),
        ("status-429", "answered with status 429", "It is asked too often"),
        ("status-500", "answered with status 500", "Try again later"),
        ("status-502", "answered with status 502", "Try again later"),
        ("list-500", "answered with status 500", "Try again later"),
        ("html", "what answers there is not an MCP server: it sends text/html", "Check the address"),
        ("list-html", "it sends text/html", ""),
        ("text", "not a JSON-RPC message", "Check the address"),
        ("redirect-in-circles", "the server sends us in circles", "Check the address"),
    ] {
        for way in [Way::Http, Way::HttpStateless] {
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
fn an_address_where_nothing_listens_is_named() {
    let gone = OddServers::start().address.clone();
    let store = Store::new();
    let run = store.run(&["add", "gone", "--yes", "--url", &gone]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("could not be reached: Connection refused"), "{}", run.stderr);
    assert!(run.stderr.contains("Check the address and your network"), "{}", run.stderr);
}

#[test]
fn neither_headers_nor_anything_else_goes_to_another_origin() {
    let (first, second) = (OddServers::start(), OddServers::start());
    let store = Store::new();
    let url = first.url(&format!("redirect?to={}", second.url("good")));
    let header = "X-Api-Key=sesame-open-1234567";
    let run = store.run(&["add", "odd", "--yes", "--url", &url, "--header", header]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("the server sends us to another address"), "{}", run.stderr);
    assert_eq!(first.seen()["seen"][0]["headers"]["x-api-key"], "sesame-open-1234567");
    assert_eq!(second.seen()["seen"], Value::Array(Vec::new()));
}

#[test]
fn a_redirect_within_the_origin_is_followed_with_the_headers() {
    let servers = OddServers::start();
    let store = Store::new();
    let url = servers.url("redirect-at-home");
    store.ok(&["add", "odd", "--yes", "--url", &url, "--header", "X-Tenant=acme"]);
    assert_eq!(names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
    let seen = servers.seen();
    let there: Vec<_> = seen["seen"].as_array().unwrap().iter().filter(|one| one["mode"] == "good").collect();
    assert!(!there.is_empty() && there.iter().all(|one| one["headers"]["x-tenant"] == "acme"), "{seen}");
}

#[test]
fn a_session_that_expired_is_begun_again() {
    let servers = OddServers::start();
    let store = Store::new();
    let run = servers.add(&store, Way::Http, "session-expires-once");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
}

#[test]
fn a_session_that_expires_each_time_is_called_that() {
    let servers = OddServers::start();
    let run = servers.add(&Store::new(), Way::Http, "session-expired");
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.to_lowercase().contains("session"), "{}", run.stderr);
    // It spoke MCP until then, and the URL is right.
    assert!(!run.stderr.contains("not an MCP server"), "{}", run.stderr);
}

#[test]
fn a_session_is_ended_when_the_tools_are_read() {
    let servers = OddServers::start();
    servers.add(&Store::new(), Way::Http, "good");
    let seen = servers.seen();
    let ended = seen["seen"].as_array().unwrap().iter().find(|one| one["verb"] == "DELETE");
    assert_eq!(ended.unwrap()["headers"]["mcp-session-id"], "a-session", "{seen}");
}

#[test]
fn headers_of_the_protocol_cannot_be_given() {
    let servers = OddServers::start();
    for header in ["Host=evil.example", "mcp-session-id=1", "Bad Name=1"] {
        let store = Store::new();
        let run = store.run(&["add", "odd", "--yes", "--url", &servers.url("good"), "--header", header]);
        assert_eq!(run.code, 3, "{header}: {}", run.stderr);
        assert!(run.stderr.contains("header"), "{header}: {}", run.stderr);
    }
    assert_eq!(servers.seen()["seen"], Value::Array(Vec::new()));
}

#[test]
fn what_is_no_web_address_is_refused_before_anything_is_stored() {
    let store = Store::new();
    for url in
        ["file:///etc/passwd", "javascript:alert(1)", "ws://x/", "http://", "http:///x", "https://a b/"]
    {
        let run = store.run(&["add", "odd", "--yes", "--url", url]);
        assert_eq!(run.code, 3, "{url}: {}", run.stderr);
        assert!(run.stderr.contains("is not a web address"), "{url}: {}", run.stderr);
    }
    assert_eq!(store.json(&["servers", "--json"]), Value::Array(Vec::new()));
}
