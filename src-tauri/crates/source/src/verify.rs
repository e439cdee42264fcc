//! The check that an edit changed annotations, titles and their imports only.
//!
//! It compares the tokens of both texts, comments included, without those that belong to annotations or titles of a
//! registration. It does not know what the edit was meant to do.

use std::ops::Range;

use tree_sitter::Node;

use crate::frameworks::{self, project::Project};
use crate::language::Language;
use crate::registration::Registration;
use crate::site::{AnnotationsSite, List, Outer};
use crate::syntax::{Parsed, Syntax, excerpt};

/// Why an edit is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerificationError {
    #[error("the language of {0} is not known")]
    UnknownLanguage(String),
    #[error("the file does not parse before the edit")]
    FaultyBefore,
    #[error("the file does not parse after the edit")]
    FaultyAfter,
    #[error("the edit would change more than annotations: `{before}` would become `{after}`")]
    OtherChange { before: String, after: String },
    #[error("the edited source would not say what is wanted for {0}")]
    WrongValue(String),
}

/// Checks that two versions of a file differ in annotations, titles and their imports only.
pub(crate) fn only_annotations_changed(
    project: &Project,
    path: &str,
    before: &str,
    after: &str,
) -> Result<(), VerificationError> {
    let language =
        Language::from_path(path).ok_or_else(|| VerificationError::UnknownLanguage(path.to_owned()))?;
    let [old, new] = [(before, VerificationError::FaultyBefore), (after, VerificationError::FaultyAfter)]
        .map(|(text, error)| match Parsed::new(path, text, language) {
            Some(parsed) if !parsed.has_errors() => Ok(other_tokens(&parsed, project)),
            _ => Err(error),
        });
    let (old, new) = (old?, new?);
    if old == new {
        return Ok(());
    }
    let same = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let part = |tokens: &[&str]| excerpt(&tokens[same..tokens.len().min(same + 6)].join(" "));
    Err(VerificationError::OtherChange { before: part(&old), after: part(&new) })
}

/// The tokens of a file that annotations and titles do not consist of.
fn other_tokens<'t>(parsed: &Parsed<'t>, project: &Project) -> Vec<&'t str> {
    let mut masks: Vec<Range<usize>> = Vec::new();
    for registration in frameworks::find(parsed, project) {
        masks.extend(mask(parsed.text, &registration));
    }
    masks.extend(frameworks::support_ranges(parsed));
    masks.sort_by_key(|mask| (mask.start, mask.end));
    let mut masks = masks.into_iter().peekable();
    let mut masked_to = 0;
    let mut kept = Vec::new();
    for token in tokens(parsed) {
        while let Some(mask) = masks.next_if(|mask| mask.start <= token.start) {
            masked_to = masked_to.max(mask.end);
        }
        if token.end > masked_to {
            kept.push(&parsed.text[token]);
        }
    }
    kept
}

/// The parts of a registration that are its annotations or title, and the separators around them.
fn mask(text: &str, registration: &Registration) -> Vec<Range<usize>> {
    let site = &registration.site;
    let mut masks: Vec<Range<usize>> = site.titles.iter().map(|title| title.entry.entry.clone()).collect();
    masks.extend(site.hints.iter().filter_map(|(_, entry)| Some(entry.as_ref()?.entry.clone())));
    match &site.annotations {
        AnnotationsSite::Literal { entry, .. } | AnnotationsSite::Reference { entry, .. } => {
            masks.push(entry.clone())
        }
        AnnotationsSite::Absent | AnnotationsSite::Inline => {}
    }
    if let Outer::List(list) = &site.outer {
        let is_masked = |entry: &Range<usize>| {
            masks.iter().any(|mask| mask.start <= entry.start && entry.end <= mask.end)
        };
        let is_empty = list.entries.iter().all(is_masked);
        masks.extend(commas(list));
        // A decorator or attribute without arguments may have no parentheses.
        if is_empty && text[..list.open].ends_with('(') {
            masks.extend([list.open - 1..list.open, list.close..list.close + 1]);
        }
    }
    masks
}

fn commas(list: &List) -> impl Iterator<Item = Range<usize>> {
    list.commas.iter().flatten().map(|comma| comma - 1..*comma)
}

/// The tokens of a file. Strings and comments are one token each.
fn tokens(parsed: &Parsed) -> Vec<Range<usize>> {
    let root = match &parsed.syntax {
        Syntax::Tree(tree) => tree.root_node(),
        Syntax::Tokens { tokens, .. } => return tokens.iter().map(|token| token.range.clone()).collect(),
    };
    let mut out = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let is_leaf = node.child_count() == 0 || is_text(node);
        if is_leaf && !parsed.text_of(node).trim().is_empty() {
            out.push(node.byte_range());
        }
        if !is_leaf && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return out;
            }
        }
    }
}

fn is_text(node: Node) -> bool {
    let kind = node.kind();
    kind.contains("comment") || (kind.contains("string") && kind != "concatenated_string" && node.is_named())
}
