//! Development program: the tools of an OpenAPI document, and the requests that calls of them become.
//! `scripts/compare-openapi` runs it beside another implementation.
//!
//! `openapi_tools DOCUMENT [TERM…]` prints one JSON object: how many operations the document has, how many problems were
//! found, the milliseconds of processor time (on Linux, elsewhere of the clock) and the peak memory in MB (on Linux). The
//! tools of the operations that the terms choose follow on a line. Then each line of stdin, `{"tool": …, "arguments": …}`,
//! is answered by a line with the request, or with what is wrong with the arguments.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::sources::openapi::request::HttpRequest;
use hintsmith_core::sources::openapi::{self, OpenApiDocument};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

const BOUNDARY: &str = "3f9aB17cE04d";

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or_else(|| io::Error::other("usage: openapi_tools DOCUMENT [TERM…]"))?;
    let terms: Vec<String> = arguments.collect();
    let text = std::fs::read_to_string(path)?;
    let (start, cpu) = (Instant::now(), cpu_milliseconds());
    let document = openapi::parse_operations(&text, None, &terms).map_err(io::Error::other)?;
    let taken = cpu_milliseconds().zip(cpu).map(|(now, before)| now - before);
    let milliseconds = taken.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e3);
    let tools: Vec<&RawValue> =
        document.tools.iter().map(|tool| serde_json::from_str(&tool.raw)).collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    let summary = json!({ "operations": document.operations.len(), "problems": document.problems.len(),
        "milliseconds": milliseconds, "peakMegabytes": peak_megabytes() });
    writeln!(out, "{summary}")?;
    serde_json::to_writer(&mut out, &tools)?;
    writeln!(out)?;
    out.flush()?;
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&document, &serde_json::from_str(&line?)?))?;
        out.flush()?;
    }
    Ok(())
}

fn answer(document: &OpenApiDocument, call: &Value) -> Value {
    let tool = document.tools.iter().find(|tool| call["tool"] == *tool.name);
    let Some(tool) = tool else { return json!({ "problems": ["there is no such tool"] }) };
    let none = Map::new();
    match tool.plan.build(call["arguments"].as_object().unwrap_or(&none)) {
        Ok(request) => describe(&request),
        Err(problems) => json!({ "problems": problems.iter().map(ToString::to_string).collect::<Vec<_>>() }),
    }
}

fn describe(request: &HttpRequest) -> Value {
    let mut headers: Vec<(String, String)> =
        request.headers.iter().map(|field| (field.name.clone(), field.value.expose().to_owned())).collect();
    headers.extend(request.cookie_header().map(|cookies| ("Cookie".to_owned(), cookies.expose().to_owned())));
    let encoded = request.body.as_ref().and_then(|body| body.content.encode(&body.media_type, BOUNDARY));
    let body = encoded.map(|(media_type, bytes)| {
        headers.push(("Content-Type".to_owned(), media_type));
        STANDARD.encode(bytes)
    });
    json!({ "method": request.method, "target": request.path_and_query.expose(), "headers": headers, "body": body })
}

/// Processor time of this thread, from Linux.
fn cpu_milliseconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

/// The peak of the memory in use, from Linux.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = peak.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1e3)
}
