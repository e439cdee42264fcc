//! Benchmark: building the requests of a document with 1,000 operations, beside a `format!` of the same requests.
//!
//! `cargo bench -p hintsmith-core --bench openapi_request` runs both alternately, and prints times per request and their
//! ratio. The schemas of the document are large: a request that copied or read them would take many times as long.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hintsmith_core::sources::openapi::request::{Content, HttpRequest};
use hintsmith_core::sources::openapi::server::{ServerUrl, join};
use hintsmith_core::sources::openapi::{OpenApiDocument, parse_document};
use serde_json::{Map, Value, json};

const OPERATIONS: usize = 1_000;
const ROUNDS: usize = 15;
/// Size of the description in each schema.
const SCHEMA_BYTES: usize = 10_000;

fn sample_document() -> String {
    let text = "A description of what this member means to those who use it. ".repeat(SCHEMA_BYTES / 60);
    let schema = json!({ "type": "object", "properties": {
        "name": { "type": "string", "description": text },
        "tags": { "type": "array", "items": { "type": "string" } } } });
    let operation = |number: usize| {
        let parameters = json!([
            { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
            { "name": "fields", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
            { "name": "limit", "in": "query", "schema": { "type": "integer" } },
            { "name": "X-Request-Id", "in": "header", "schema": { "type": "string" } },
        ]);
        let body = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        (
            format!("/things{number}/{{id}}/parts"),
            json!({ "post": { "parameters": parameters, "requestBody": body } }),
        )
    };
    let paths: Map<String, Value> = (0..OPERATIONS).map(operation).collect();
    json!({ "openapi": "3.1.0", "servers": [{ "url": "https://api.example/v1" }], "paths": paths })
        .to_string()
}

fn sample_arguments() -> Map<String, Value> {
    let arguments = json!({ "id": "a b/c", "fields": ["name", "tags", "owner"], "limit": 50, "X-Request-Id": "7f3a",
        "name": "A thing with a name", "tags": ["red", "green"] });
    arguments.as_object().cloned().unwrap_or_default()
}

/// The URL and the body of every operation.
fn build_all(document: &OpenApiDocument, arguments: &Map<String, Value>) -> usize {
    let mut bytes = 0;
    for tool in &document.tools {
        let server: &ServerUrl = &tool.plan.servers[0];
        let request: HttpRequest = tool.plan.build(arguments).expect("the arguments are valid");
        let url = join(server, &request).expect("the request stays in the base");
        if let Some(Content::Bytes(body)) = request.body.as_ref().map(|body| &body.content) {
            bytes += body.len();
        }
        bytes += url.expose().len() + request.headers.len();
        black_box(request);
    }
    bytes
}

/// The same, written by hand for this one operation.
fn format_all(arguments: &Map<String, Value>) -> usize {
    let mut bytes = 0;
    for number in 0..OPERATIONS {
        let text = |key: &str| arguments.get(key).and_then(Value::as_str).unwrap_or_default();
        let id = text("id").replace(' ', "%20").replace('/', "%2F");
        let fields = arguments.get("fields").and_then(Value::as_array).into_iter().flatten();
        let fields: Vec<String> =
            fields.filter_map(Value::as_str).map(|field| format!("fields={field}")).collect();
        let limit = arguments.get("limit").and_then(Value::as_i64).unwrap_or_default();
        let url =
            format!("https://api.example/v1/things{number}/{id}/parts?{}&limit={limit}", fields.join("&"));
        let headers = vec![("X-Request-Id".to_owned(), text("X-Request-Id").to_owned())];
        let body = json!({ "name": arguments.get("name"), "tags": arguments.get("tags") }).to_string();
        bytes += url.len() + headers.len() + body.len();
        black_box((url, headers, body));
    }
    bytes
}

fn time_run<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (black_box(work()), start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    let (document, parsed) = time_run(|| parse_document(&sample_document()).expect("a valid document"));
    assert_eq!((document.tools.len(), document.problems.len()), (OPERATIONS, 0));
    let arguments = sample_arguments();
    let (mut built, mut formatted) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (ours, time) = time_run(|| build_all(&document, &arguments));
        built.push(time);
        let (theirs, time) = time_run(|| format_all(&arguments));
        formatted.push(time);
        assert_eq!(ours, theirs, "both make the same requests");
    }
    let per_request = |time: Duration| time.as_secs_f64() * 1e6 / OPERATIONS as f64;
    let (built, formatted) = (per_request(median(built)), per_request(median(formatted)));
    println!("{OPERATIONS} operations, parsed in {parsed:.0?}");
    println!("  plan.build and join {built:>7.2} µs per request");
    println!("  format!             {formatted:>7.2} µs per request   ratio {:.1}", built / formatted);
}
