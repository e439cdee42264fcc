//! The choice of an OpenAPI document's operations, and documents that change or disappear.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::openapi_calls::{DemoApi, run};
use crate::support::{Store, tool_names};

/// A document with an operation for each name, tagged with the part before the first `_`.
fn document(names: &[&str]) -> String {
    let operation = |name: &&str| {
        let tag = name.split('_').next().unwrap();
        (format!("/{name}"), json!({"get": {"operationId": name, "tags": [tag], "summary": "Reads."}}))
    };
    let paths: serde_json::Map<String, Value> = names.iter().map(operation).collect();
    json!({"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": paths}).to_string()
}

#[test]
fn operations_are_listed_with_those_that_a_choice_makes_tools() {
    let store = Store::new();
    let file = store.file("shop.json", &document(&["order_list", "order_get", "pet_list"]));
    let listed = store.json(&["operations", &file, "--operations", "tag:order", "--json"]);
    let chosen = listed["operations"].as_array().unwrap().iter().map(|o| (&o["name"], &o["chosen"]));
    let expected = [("order_list", true), ("order_get", true), ("pet_list", false)];
    assert_eq!(
        chosen.map(|(name, chosen)| (name.as_str().unwrap(), chosen.as_bool().unwrap())).collect::<Vec<_>>(),
        expected
    );
    let run = store.run(&["operations", &file, "--operations", "tag:order"]);
    assert!(run.stderr.contains("2 of 3 operations become tools"), "{}", run.stderr);
    assert!(run.stdout.contains("order_get") && !run.stdout.contains("pet_list"), "{}", run.stdout);
    // Nothing was added.
    assert_eq!(store.json(&["servers", "--json"]), json!([]));
}

#[test]
fn operations_that_a_document_gains_are_reported_until_the_choice_is_made_again() {
    let store = Store::new();
    let file = store.file("shop.json", &document(&["order_list", "pet_list"]));
    store.ok(&["add", "shop", "--yes", "--openapi", &file, "--operations", "tag:order"]);
    let counts = || store.json(&["servers", "shop", "--json"])["operations"].clone();
    assert_eq!(counts(), json!({"total": 2, "chosen": 1, "newCount": 0, "new": []}));

    store.file("shop.json", &document(&["order_list", "order_get", "pet_list", "pet_get"]));
    let scan = store.run(&["scan", "shop"]);
    assert!(scan.stderr.contains("1 new operation not chosen: pet_get"), "{}", scan.stderr);
    // A new operation with a chosen tag is a new tool.
    assert!(scan.stderr.contains("shop: 2 tools (1 new"), "{}", scan.stderr);
    assert_eq!(counts(), json!({"total": 4, "chosen": 2, "newCount": 1, "new": ["pet_get"]}));
    store.ok(&["scan", "shop"]);
    assert_eq!(counts()["newCount"], 1, "still reported after another scan");

    store.ok(&["edit", "shop", "--yes", "--operations", "order_*"]);
    assert_eq!(counts(), json!({"total": 4, "chosen": 2, "newCount": 0, "new": []}));
    store.ok(&["edit", "shop", "--yes", "--operations", "*"]);
    assert_eq!(counts(), Value::Null);
}

#[test]
fn problems_of_a_document_are_shown_with_the_server() {
    let store = Store::new();
    let broken = document(&["order_list"]).replace("/order_list\":{", "/order_list\":{\"post\":7,");
    let file = store.file("shop.json", &broken);
    store.ok(&["add", "shop", "--yes", "--openapi", &file]);
    let problems = &store.json(&["servers", "shop", "--json"])["problems"];
    assert_eq!(problems[0]["field"], "POST /order_list", "{problems}");
    assert!(store.ok(&["servers", "shop"]).contains("POST /order_list"));
}

/// Serves a document whose ETag never changes, and counts the answers without a body.
struct DocumentServer {
    url: String,
    unchanged: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
}

impl DocumentServer {
    fn start(document: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/shop.json", listener.local_addr().unwrap());
        let (unchanged, stop) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
        let (count, stopped) = (Arc::clone(&unchanged), Arc::clone(&stop));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                answer(&stream.unwrap(), &document, &count);
            }
        });
        Self { url, unchanged, stop }
    }
}

impl Drop for DocumentServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let address = self.url.trim_start_matches("http://").trim_end_matches("/shop.json");
        let _ = TcpStream::connect(address);
    }
}

fn answer(mut stream: &TcpStream, document: &str, unchanged: &AtomicU32) {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let is_known = headers.iter().any(|line| line.eq_ignore_ascii_case("if-none-match: \"1\""));
    let (status, body) = if is_known { ("304 Not Modified", "") } else { ("200 OK", document) };
    unchanged.fetch_add(u32::from(is_known), Ordering::Relaxed);
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\netag: \"1\"\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
    .unwrap();
}

#[test]
fn an_unchanged_document_is_not_transferred_again_and_calls_go_on_without_its_server() {
    let api = DemoApi::start();
    let of_api = api.read_document();
    let server = DocumentServer::start(of_api);
    let store = Store::new();
    store.ok(&["add", "notes", "--yes", "--openapi", &server.url, "--base-url", &api.base]);
    let tools = tool_names(&store.json(&["tools", "--json"]));
    assert_eq!(server.unchanged.load(Ordering::Relaxed), 0);
    store.ok(&["scan", "notes"]);
    assert_eq!(server.unchanged.load(Ordering::Relaxed), 1);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), tools);

    drop(server);
    // Reading again is an error, which shows what the server can no longer say; calls need only the kept document.
    assert_eq!(store.run(&["scan", "notes"]).code, 3);
    let report = run(&store, "notes.list_notes", &json!({}));
    assert_eq!(report["outcome"], "ok", "{report:#}");
    // A removed server leaves no document behind.
    let kept = store.database().parent().unwrap().join("documents/notes");
    assert!(kept.exists());
    store.ok(&["remove", "notes", "--yes"]);
    assert!(!kept.exists());
}
