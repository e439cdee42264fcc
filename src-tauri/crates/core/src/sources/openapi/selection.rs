//! The choice of operations that become tools, of documents with hundreds.
//!
//! A term is `tag:NAME`, a method and path such as `GET /pets/*`, or the name of a tool; `*` stands for any text. Terms
//! that begin with `-` exclude. An operation is chosen if it matches a term and none that excludes; if all terms exclude,
//! the rest is chosen.

use std::collections::HashSet;
use std::sync::Arc;

use super::problems::ProblemCollector;
use crate::model::endpoint::Endpoint;
use crate::model::rule::matches_glob;

/// The term that excludes everything.
const NONE: &str = "-*";

/// An operation that can become a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Name of the tool.
    pub name: Arc<str>,
    pub endpoint: Endpoint,
    pub tags: Vec<Box<str>>,
    pub title: Option<String>,
    pub is_deprecated: bool,
    pub is_chosen: bool,
}

/// The terms, and the operations they were applied to so far.
pub struct Selection<'t> {
    terms: &'t [String],
    has_matched: Vec<bool>,
    operations: Vec<Operation>,
    /// Operations are only listed; none becomes a tool.
    is_listing: bool,
}

impl<'t> Selection<'t> {
    pub fn new(terms: &'t [String]) -> Self {
        Self { terms, has_matched: vec![false; terms.len()], operations: Vec::new(), is_listing: false }
    }

    pub fn listing(terms: &'t [String]) -> Self {
        Self { is_listing: true, ..Self::new(terms) }
    }

    /// Records an operation and returns whether it becomes a tool. Names do not depend on the choice.
    pub fn add(&mut self, mut operation: Operation) -> bool {
        operation.is_chosen = self.chooses(&operation);
        let becomes_tool = operation.is_chosen && !self.is_listing;
        self.operations.push(operation);
        becomes_tool
    }

    fn chooses(&mut self, operation: &Operation) -> bool {
        let (mut is_included, mut is_excluded, mut has_including) = (false, false, false);
        for (term, has_matched) in self.terms.iter().zip(&mut self.has_matched) {
            let excluding = term.strip_prefix('-');
            let does_match = matches(excluding.unwrap_or(term), operation);
            *has_matched |= does_match;
            has_including |= excluding.is_none();
            is_included |= does_match && excluding.is_none();
            is_excluded |= does_match && excluding.is_some();
        }
        (is_included || !has_including) && !is_excluded
    }

    pub fn into_operations(self) -> Vec<Operation> {
        self.operations
    }

    /// A term that matches nothing is a problem: it is misspelled, or the document has changed.
    pub fn report_unmatched(&self, problems: &mut ProblemCollector) {
        problems.set_location("operations");
        for (term, _) in self.terms.iter().zip(&self.has_matched).filter(|(_, has_matched)| !**has_matched) {
            problems.add(format!("\"{term}\" matches no operation"));
        }
    }
}

fn matches(term: &str, operation: &Operation) -> bool {
    if let Some(tag) = term.strip_prefix("tag:") {
        return operation.tags.iter().any(|own| matches_glob(tag, own));
    }
    match term.split_once(' ') {
        Some((method, path)) => {
            matches_glob(&method.to_uppercase(), &operation.endpoint.method)
                && matches_glob(path.trim_start(), &operation.endpoint.path)
        }
        None => matches_glob(term, &operation.name),
    }
}

/// Terms that choose exactly the chosen operations: none if all are chosen, a tag if all of its operations are, and the
/// names of the rest.
pub fn terms_for(operations: &[Operation]) -> Vec<String> {
    if operations.iter().all(|operation| operation.is_chosen) {
        return Vec::new();
    }
    if !operations.iter().any(|operation| operation.is_chosen) {
        return vec![NONE.to_owned()];
    }
    let mut incomplete: HashSet<&str> = HashSet::new();
    for operation in operations.iter().filter(|operation| !operation.is_chosen) {
        incomplete.extend(operation.tags.iter().map(|tag| &**tag));
    }
    let names_tag = |tag: &&str| !incomplete.contains(tag) && !tag.contains(['*', '?']);
    let mut terms = Vec::new();
    let mut named: HashSet<&str> = HashSet::new();
    for operation in operations.iter().filter(|operation| operation.is_chosen) {
        match operation.tags.iter().map(|tag| &**tag).find(names_tag) {
            Some(tag) if named.insert(tag) => terms.push(format!("tag:{tag}")),
            Some(_) => {}
            None => terms.push(name_term(operation)),
        }
    }
    terms
}

/// A term for one operation. A name that begins with `-` would exclude.
fn name_term(Operation { name, endpoint, .. }: &Operation) -> String {
    if name.starts_with('-') { format!("{} {}", endpoint.method, endpoint.path) } else { name.to_string() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sources::openapi::{OpenApiDocument, list_operations, parse_operations};

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

    #[test]
    fn all_operations_are_listed_with_the_choice() {
        let document = list_operations(DOCUMENT, None, &["tag:write".to_owned()]).unwrap();
        let listed: Vec<_> = document.operations.iter().map(|o| (&*o.name, o.is_chosen)).collect();
        assert_eq!(
            listed,
            [("list_pets", false), ("post_pets", true), ("delete_pet", true), ("get_stats", false)]
        );
        assert!(document.tools.is_empty());
        assert_eq!(select(&["tag:write".to_owned()]).operations, document.operations);
    }

    #[test]
    fn a_choice_becomes_few_terms() {
        let terms = |chosen: &[&str]| {
            let mut operations = list_operations(DOCUMENT, None, &[]).unwrap().operations;
            for operation in &mut operations {
                operation.is_chosen = chosen.contains(&&*operation.name);
            }
            terms_for(&operations)
        };
        let none: [&str; 0] = [];
        assert_eq!(terms(&["list_pets", "post_pets", "delete_pet", "get_stats"]), none);
        assert_eq!(terms(&["list_pets", "post_pets", "delete_pet"]), ["tag:pets"]);
        assert_eq!(terms(&["post_pets", "delete_pet", "get_stats"]), ["tag:write", "get_stats"]);
        assert_eq!(terms(&["delete_pet"]), ["delete_pet"]);
        assert_eq!(terms(&[]), ["-*"]);
    }

    proptest! {
        #[test]
        fn terms_choose_exactly_the_chosen_operations(
            operations in prop::collection::btree_map(
                "[-a-c][a-c._-]{0,3}",
                (prop::collection::vec("[ab*-]{1,2}", 0..3), any::<bool>()),
                1..8,
            )
        ) {
            let operations: Vec<Operation> = operations
                .into_iter()
                .map(|(name, (tags, is_chosen))| Operation {
                    endpoint: Endpoint { method: "GET".to_owned(), path: format!("/{name}") },
                    name: name.into(),
                    tags: tags.into_iter().map(String::into_boxed_str).collect(),
                    title: None,
                    is_deprecated: false,
                    is_chosen,
                })
                .collect();
            let terms = terms_for(&operations);
            let mut selection = Selection::new(&terms);
            for operation in operations.clone() {
                selection.add(operation);
            }
            prop_assert_eq!(selection.into_operations(), operations, "{:?}", terms);
        }
    }
}
