//! Saved results of `tools/list`, in any of the forms in which they are commonly saved. Every tool keeps its exact
//! bytes, and no nesting is too deep to be read.

use std::sync::Arc;

use serde_json::value::RawValue;
use thiserror::Error;

use crate::text::json::Members;
use crate::text::{escape_line, truncate_chars};

/// Expected content of a file, for messages.
pub const EXPECTED_CONTENT: &str = "Save the response to tools/list: {\"tools\": […]}, only the list, or complete JSON-RPC \
                            responses, one for each page.";

/// The tools of a saved list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedList {
    pub tools: Vec<Arc<str>>,
    /// The last page has a `nextCursor`, and the page that it points to was not saved.
    pub incomplete: bool,
}

/// Reason a text is not a saved list.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SavedListError {
    #[error("is empty")]
    Empty,
    #[error("is not JSON: line {line}, column {column}")]
    NotJson { line: usize, column: usize },
    #[error("contains an error instead of tools: {0}")]
    ErrorResponse(String),
    #[error("is JSON, but contains no tools")]
    NoTools,
}

/// Parses a list of tools, an object with `tools`, a JSON-RPC response, several of these in sequence, or the history of
/// an inspector. Other messages between them are ignored.
pub fn parse(text: &str) -> Result<SavedList, SavedListError> {
    let documents = split_documents(text);
    let mut list = SavedList { tools: Vec::new(), incomplete: false };
    let (mut any, mut refused) = (false, None);
    for Document { line, raw } in &documents {
        if let Err(error) = serde_json::from_str::<&RawValue>(raw) {
            return Err(SavedListError::NotJson {
                line: line + error.line().max(1) - 1,
                column: error.column(),
            });
        }
        let page = match classify_document(raw, documents.len() == 1) {
            DocumentContent::Page(page) => page,
            DocumentContent::Tool => ToolPage { tools: vec![(*raw).into()], has_more: false },
            DocumentContent::Error(message) => {
                refused.get_or_insert(message);
                continue;
            }
            DocumentContent::Other => continue,
        };
        any = true;
        list.tools.extend(page.tools);
        list.incomplete = page.has_more;
    }
    match refused {
        _ if any => Ok(list),
        Some(message) => Err(SavedListError::ErrorResponse(message)),
        None if documents.is_empty() => Err(SavedListError::Empty),
        None => Err(SavedListError::NoTools),
    }
}

/// Returns everything that may be a tool with its position, for callers that report what cannot be read and continue.
pub fn list_elements(text: &str) -> Vec<(String, Arc<str>)> {
    let documents = split_documents(text);
    let mut elements = Vec::new();
    for Document { line, raw } in &documents {
        match classify_document(raw, documents.len() == 1) {
            DocumentContent::Page(page) => {
                let before = if documents.len() == 1 { String::new() } else { format!("line {line}, ") };
                let numbered = page.tools.into_iter().enumerate();
                elements.extend(numbered.map(|(at, raw)| (format!("{before}item {}", at + 1), raw)));
            }
            _ => elements.push((format!("line {line}"), (*raw).into())),
        }
    }
    elements
}

/// A JSON text and the line it starts on.
struct Document<'a> {
    line: usize,
    raw: &'a str,
}

/// Splits a text into documents: a single one, one on each line, or several in sequence. A text that is none of these
/// is split into lines, so that the invalid ones can be reported.
fn split_documents(text: &str) -> Vec<Document<'_>> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || {
        let lines = text.lines().enumerate().map(|(at, line)| Document { line: at + 1, raw: line.trim() });
        lines.filter(|document| !document.raw.is_empty()).collect()
    };
    let streamed: Result<Vec<&RawValue>, _> = serde_json::Deserializer::from_str(text).into_iter().collect();
    let Ok(streamed) = streamed else {
        let lines: Vec<Document> = lines();
        // An invalid document over many lines is one problem, not one on each line.
        let is_object = |line: &Document| {
            line.raw.starts_with('{') && serde_json::from_str::<&RawValue>(line.raw).is_ok()
        };
        return if lines.iter().any(is_object) { lines } else { vec![single_document(text)] };
    };
    let mut documents: Vec<Document> = Vec::with_capacity(streamed.len());
    let (mut line, mut counted) = (1, 0);
    for raw in streamed {
        let raw = raw.get();
        let start = raw.as_ptr() as usize - text.as_ptr() as usize;
        line += text[counted..start].matches('\n').count();
        counted = start;
        documents.push(Document { line, raw });
    }
    // Other readers reject two documents on one line, so they are reported as an invalid line.
    if documents.windows(2).any(|pair| pair[0].line == pair[1].line) { lines() } else { documents }
}

fn single_document(text: &str) -> Document<'_> {
    let line = 1 + text[..text.len() - text.trim_start().len()].matches('\n').count();
    Document { line, raw: text.trim() }
}

struct ToolPage {
    tools: Vec<Arc<str>>,
    has_more: bool,
}

enum DocumentContent {
    Page(ToolPage),
    /// A single tool.
    Tool,
    /// Message of a JSON-RPC error.
    Error(String),
    Other,
}

/// Classifies a document. With `is_only`, the text has no other document, and a list of anything is taken as the list
/// of tools.
fn classify_document(raw: &str, is_only: bool) -> DocumentContent {
    match raw.as_bytes().first() {
        Some(b'[') => {
            let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(raw) else {
                return DocumentContent::Other;
            };
            let pages: Vec<ToolPage> = items.iter().filter_map(|item| find_page(item.get(), 0)).collect();
            if !pages.is_empty() {
                let more = pages.last().is_some_and(|page| page.has_more);
                return DocumentContent::Page(ToolPage {
                    tools: pages.into_iter().flat_map(|page| page.tools).collect(),
                    has_more: more,
                });
            }
            let objects = items.iter().all(|item| item.get().starts_with('{'));
            if objects || is_only {
                DocumentContent::Page(ToolPage { tools: to_owned_texts(items), has_more: false })
            } else {
                DocumentContent::Other
            }
        }
        Some(b'{') => match find_page(raw, 0) {
            Some(page) => DocumentContent::Page(page),
            None => Members::parse(raw).map_or(DocumentContent::Other, |members| classify_object(&members)),
        },
        _ => DocumentContent::Other,
    }
}

fn classify_object(members: &Members) -> DocumentContent {
    if has_name(members) {
        return DocumentContent::Tool;
    }
    let Some(error) = members.get("error") else { return DocumentContent::Other };
    let message = Members::parse(error.get()).ok().and_then(|error| error.get("message"));
    let message = message.and_then(|message| serde_json::from_str::<String>(message.get()).ok());
    DocumentContent::Error(truncate_chars(&escape_line(&message.unwrap_or_default()), 200).into_owned())
}

/// Maximum number of wrappers that are opened: an entry of a history, its response, the result.
const MAX_WRAPPERS: usize = 4;

/// Returns the tools of a result, bare or wrapped.
fn find_page(raw: &str, depth: usize) -> Option<ToolPage> {
    let members = Members::parse(raw).ok()?;
    if let Some(tools) = members.get("tools").and_then(|tools| serde_json::from_str(tools.get()).ok()) {
        let more = members.get("nextCursor").is_some_and(|cursor| cursor.get() != "null");
        return Some(ToolPage { tools: to_owned_texts(tools), has_more: more });
    }
    if depth == MAX_WRAPPERS || has_name(&members) {
        return None;
    }
    ["result", "response", "message"].into_iter().find_map(|key| {
        let inner = members.get(key)?.get();
        // Some histories store a response as a string.
        match serde_json::from_str::<String>(inner) {
            Ok(text) => find_page(&text, depth + 1),
            Err(_) => find_page(inner, depth + 1),
        }
    })
}

fn has_name(members: &Members) -> bool {
    members.get("name").is_some_and(|name| name.get().starts_with('"'))
}

fn to_owned_texts(raws: Vec<&RawValue>) -> Vec<Arc<str>> {
    raws.into_iter().map(|raw| raw.get().into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const A: &str = r#"{"name":"a", "x":1.0}"#;
    const B: &str = r#"{"name":"b"}"#;

    #[test]
    fn every_saved_form_is_parsed_byte_for_byte() {
        let answer = |tools: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tools}]}}}}"#);
        let escaped = serde_json::to_string(&format!(r#"{{"tools":[{A},{B}]}}"#)).unwrap();
        for text in [
            format!("[{A},{B}]"),
            format!("\u{feff}\n {{\"tools\": [ {A} ,\n {B} ]}}\n"),
            answer(&format!("{A},{B}")),
            format!("{}\n\n{}\n", answer(A), answer(B)),
            format!("{{\n \"result\": {{\n \"tools\": [{A}]\n}}}}\n{{\n\"tools\":\n[{B}]}}"),
            format!("[{},{}]", answer(A), answer(B)),
            format!("{A}\r\n{B}"),
            format!(
                r#"{{"jsonrpc":"2.0","id":0,"result":{{"capabilities":{{}}}}}}{}{}"#,
                '\n',
                answer(&format!("{A},{B}"))
            ),
            format!(r#"[{{"request":"{{}}","response":"{{}}"}},{{"request":"x","response":{escaped}}}]"#),
            format!(
                r#"[{{"direction":"request","message":{{"id":1}},"response":{}}}]"#,
                answer(&format!("{A},{B}"))
            ),
        ] {
            let list = parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(list.tools, [Arc::from(A), Arc::from(B)], "{text}");
            assert!(!list.incomplete);
        }
        assert_eq!(parse(A).unwrap().tools, [Arc::from(A)]);
        assert_eq!(parse(r#"{"tools":[]}"#).unwrap().tools, []);
        assert_eq!(parse("[]").unwrap().tools, []);
    }

    #[test]
    fn a_missing_page_is_detected() {
        for (text, expected) in [
            (r#"{"tools":[],"nextCursor":"x"}"#, true),
            (r#"{"tools":[],"nextCursor":""}"#, true),
            (r#"{"tools":[],"nextCursor":null}"#, false),
            ("{\"tools\":[],\"nextCursor\":\"x\"}\n{\"tools\":[]}", false),
        ] {
            assert_eq!(parse(text).unwrap().incomplete, expected, "{text}");
        }
    }

    #[test]
    fn other_texts_are_rejected_with_a_reason() {
        for (text, expected) in [
            ("", "is empty"),
            (" \n", "is empty"),
            ("hello", "is not JSON: line 1, column 1"),
            ("{\"tools\": [\n{,}]}", "is not JSON: line 2, column 2"),
            ("{\"tools\":[]}\nnonsense", "is not JSON: line 2, column 2"),
            (
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such\nmethod"}}"#,
                "contains an error instead of tools: no such method",
            ),
            ("{}", "is JSON, but contains no tools"),
            (r#"{"tools":{}}"#, "is JSON, but contains no tools"),
            ("7", "is JSON, but contains no tools"),
        ] {
            assert_eq!(parse(text).map_err(|error| error.to_string()), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_tool_nested_ten_thousand_deep_is_read() {
        let deep = format!(r#"{{"name":"deep","inputSchema":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(parse(&format!("[{deep},{B}]")).unwrap().tools, [Arc::from(deep), Arc::from(B)]);
        let wrapped = format!("{}{B}{}", "{\"result\":".repeat(10_000), "}".repeat(10_000));
        assert_eq!(parse(&wrapped), Err(SavedListError::NoTools));
        assert!(parse(&"[".repeat(100_000)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_gives_a_list_or_an_error(text in "(\\{\"name\":\"[a-z]{0,3}\"\\}|\\{\"tools\":\\[|[\\[\\]{}\",:a\\\\é]{0,12}|\n){0,20}") {
            let list = parse(&text);
            let elements = list_elements(&text);
            prop_assert!(list.is_err() || list.unwrap().tools.len() <= elements.len());
        }
    }
}
