//! Frameworks: how each registers a tool. One file per language or framework.

mod annotations;
mod csharp;
mod ecmascript;
mod go;
pub(crate) mod go_declarations;
mod jvm;
pub(crate) mod project;
mod python;
pub(crate) mod python_functions;
mod rmcp;
mod site_builder;

use std::ops::Range;

use crate::language::Language;
use crate::registration::Registration;
use crate::syntax::Parsed;
use project::Project;

/// All registrations in a file, in the order of the text.
pub(crate) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let mut found = match parsed.language {
        Language::Python => python::find(parsed, project),
        Language::Go => go::find(parsed, project),
        Language::Rust => rmcp::find(parsed, project),
        Language::CSharp => csharp::find(parsed, project),
        Language::Java | Language::Kotlin => jvm::find(parsed, project),
        Language::TypeScript | Language::Tsx | Language::JavaScript => ecmascript::find(parsed, project),
    };
    found.sort_by_key(|registration| (registration.range.start, registration.range.end));
    found
}

/// The parts of a file that an edit may have added besides annotations: imports and small functions.
pub(crate) fn support_ranges(parsed: &Parsed) -> Vec<Range<usize>> {
    match parsed.language {
        Language::Python => python::support_ranges(parsed),
        Language::Go => go::support_ranges(parsed),
        _ => Vec::new(),
    }
}
