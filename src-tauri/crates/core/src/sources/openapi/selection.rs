//! The choice of operations that become tools, of documents with hundreds.
//!
//! A term is `tag:NAME`, a method and path such as `GET /pets/*`, or the name of a tool; `*` stands for any text. Terms
//! that begin with `-` exclude. An operation is chosen if it matches a term and none that excludes; if all terms exclude,
//! the rest is chosen.

use super::{OpenApiDocument, OperationTool};
use crate::model::problem::Problem;
use crate::model::rule::matches_glob;

/// Leaves out the tools that the terms do not choose. Names do not depend on the choice. A term that matches nothing is a
/// problem: it is misspelled, or the document has changed.
pub fn select(document: OpenApiDocument, terms: &[String]) -> OpenApiDocument {
    let OpenApiDocument { tools, mut problems, .. } = document;
    for term in terms {
        if !tools.iter().any(|tool| matches(tool, term.trim_start_matches('-'))) {
            let message = format!("\"{term}\" matches no operation");
            problems.push(Problem { field: "operations".to_owned(), message });
        }
    }
    let tools = tools.into_iter().filter(|tool| is_chosen(tool, terms)).collect();
    OpenApiDocument { tools, problems, ..document }
}

fn is_chosen(tool: &OperationTool, terms: &[String]) -> bool {
    let (excluding, including): (Vec<&str>, Vec<&str>) =
        terms.iter().map(String::as_str).partition(|term| term.starts_with('-'));
    let is_included = including.is_empty() || including.iter().any(|term| matches(tool, term));
    is_included && !excluding.iter().any(|term| matches(tool, &term[1..]))
}

fn matches(tool: &OperationTool, term: &str) -> bool {
    if let Some(tag) = term.strip_prefix("tag:") {
        return tool.tags.iter().any(|own| matches_glob(tag, own));
    }
    match term.split_once(' ') {
        Some((method, path)) => {
            matches_glob(&method.to_uppercase(), &tool.endpoint.method)
                && matches_glob(path.trim_start(), &tool.endpoint.path)
        }
        None => matches_glob(term, &tool.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::openapi::parse_document;

    const DOCUMENT: &str = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {
        "/pets": {"get": {"operationId": "list_pets", "tags": ["pets"]}, "post": {"tags": ["pets", "write"]}},
        "/pets/{id}": {"delete": {"operationId": "delete_pet", "tags": ["pets", "write"]}},
        "/stats": {"get": {"operationId": "get_stats", "tags": 7}}
    }}"#;

    #[test]
    fn operations_are_chosen_by_tag_name_method_and_path() {
        for (terms, expected) in [
            (&[][..], &["list_pets", "post_pets", "delete_pet", "get_stats"][..]),
            (&["tag:pets"], &["list_pets", "post_pets", "delete_pet"]),
            (&["tag:pets", "-tag:write"], &["list_pets"]),
            (&["-tag:w*"], &["list_pets", "get_stats"]),
            (&["get *"], &["list_pets", "get_stats"]),
            (&["* /pets/*"], &["delete_pet"]),
            (&["*_pet", "get_stats"], &["delete_pet", "get_stats"]),
        ] {
            let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
            let chosen = select(parse_document(DOCUMENT).unwrap(), &terms);
            let names: Vec<&str> = chosen.tools.iter().map(|tool| &*tool.name).collect();
            assert_eq!(names, expected, "{terms:?}");
        }
    }

    #[test]
    fn a_term_that_matches_nothing_is_reported() {
        let terms = ["tag:pets".to_owned(), "-tag:birds".to_owned()];
        let problems = select(parse_document(DOCUMENT).unwrap(), &terms).problems;
        let messages: Vec<String> =
            problems.into_iter().filter(|p| p.field == "operations").map(|p| p.message).collect();
        assert_eq!(messages, ["\"-tag:birds\" matches no operation"]);
    }
}
