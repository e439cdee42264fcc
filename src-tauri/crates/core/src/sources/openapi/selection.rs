//! The choice of operations that become tools, of documents with hundreds.
//!
//! A term is `tag:NAME`, a method and path such as `GET /pets/*`, or the name of a tool; `*` stands for any text. Terms
//! that begin with `-` exclude. An operation is chosen if it matches a term and none that excludes; if all terms exclude,
//! the rest is chosen.

use super::problems::ProblemCollector;
use crate::model::endpoint::Endpoint;
use crate::model::rule::matches_glob;

/// The terms, and which of them have matched an operation so far.
pub struct Selection<'t> {
    terms: &'t [String],
    has_matched: Vec<bool>,
}

impl<'t> Selection<'t> {
    pub fn new(terms: &'t [String]) -> Self {
        Self { terms, has_matched: vec![false; terms.len()] }
    }

    /// Returns whether an operation becomes a tool. Names do not depend on the choice.
    pub fn chooses(&mut self, name: &str, endpoint: &Endpoint, tags: &[Box<str>]) -> bool {
        let (mut is_included, mut is_excluded, mut has_including) = (false, false, false);
        for (term, has_matched) in self.terms.iter().zip(&mut self.has_matched) {
            let excluding = term.strip_prefix('-');
            let does_match = matches(excluding.unwrap_or(term), name, endpoint, tags);
            *has_matched |= does_match;
            has_including |= excluding.is_none();
            is_included |= does_match && excluding.is_none();
            is_excluded |= does_match && excluding.is_some();
        }
        (is_included || !has_including) && !is_excluded
    }

    /// A term that matches nothing is a problem: it is misspelled, or the document has changed.
    pub fn report_unmatched(&self, problems: &mut ProblemCollector) {
        problems.set_location("operations");
        for (term, _) in self.terms.iter().zip(&self.has_matched).filter(|(_, has_matched)| !**has_matched) {
            problems.add(format!("\"{term}\" matches no operation"));
        }
    }
}

fn matches(term: &str, name: &str, endpoint: &Endpoint, tags: &[Box<str>]) -> bool {
    if let Some(tag) = term.strip_prefix("tag:") {
        return tags.iter().any(|own| matches_glob(tag, own));
    }
    match term.split_once(' ') {
        Some((method, path)) => {
            matches_glob(&method.to_uppercase(), &endpoint.method)
                && matches_glob(path.trim_start(), &endpoint.path)
        }
        None => matches_glob(term, name),
    }
}

#[cfg(test)]
mod tests {
    use crate::sources::openapi::{OpenApiDocument, parse_operations};

    const DOCUMENT: &str = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {
        "/pets": {"get": {"operationId": "list_pets", "tags": ["pets"]}, "post": {"tags": ["pets", "write"]}},
        "/pets/{id}": {"delete": {"operationId": "delete_pet", "tags": ["pets", "write"]}},
        "/stats": {"get": {"operationId": "get_stats", "tags": 7}}
    }}"#;

    fn select(terms: &[String]) -> OpenApiDocument {
        parse_operations(DOCUMENT, None, terms).unwrap()
    }

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
            let chosen = select(&terms);
            let names: Vec<&str> = chosen.tools.iter().map(|tool| &*tool.name).collect();
            assert_eq!(names, expected, "{terms:?}");
        }
    }

    #[test]
    fn a_term_that_matches_nothing_is_reported() {
        let terms = ["tag:pets".to_owned(), "-tag:birds".to_owned()];
        let problems = select(&terms).problems;
        let messages: Vec<String> =
            problems.into_iter().filter(|p| p.field == "operations").map(|p| p.message).collect();
        assert_eq!(messages, ["\"-tag:birds\" matches no operation"]);
    }
}
