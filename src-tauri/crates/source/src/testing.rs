//! Tables of examples: a source, what is wanted, and the source after.

use hintsmith_core::model::hint::HintName;

use crate::edit::{Change, WantedValues};
use crate::patch::EditRequest;
use crate::registration::File;
use crate::scan::{Scan, scan};

/// `read-only=true title=Text destructive=-`; a dash removes. The title ends the text.
pub(crate) fn wanted(text: &str) -> WantedValues {
    let mut wanted = WantedValues::default();
    let (hints, title) =
        text.split_once("title=").map_or((text, None), |(hints, title)| (hints, Some(title)));
    wanted.title = title.map(|title| match title {
        "-" => Change::Remove,
        title => Change::Set(title.to_owned()),
    });
    for word in hints.split_whitespace() {
        let (hint, value) = word.split_once('=').unwrap();
        let change = match value {
            "-" => Change::Remove,
            value => Change::Set(value.parse().unwrap()),
        };
        wanted.hints[HintName::from_cli_name(hint).unwrap()] = Some(change);
    }
    wanted
}

pub(crate) fn scan_one(path: &str, text: &str) -> Scan {
    scan(&[File { path: path.to_owned(), text: text.to_owned() }])
}

/// The text with the wanted values for each of its tools. A second run must change nothing, and the first can be reverted.
pub(crate) fn patch(path: &str, text: &str, values: &str) -> String {
    let scan = scan_one(path, text);
    assert!(!scan.registrations.is_empty(), "no registration in {text}");
    let after = patch_with(&scan, path, text, values).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let again = scan_one(path, &after);
    assert_eq!(patch_with(&again, path, &after, values).unwrap(), after, "a second run changes something");
    after
}

fn patch_with(scan: &Scan, path: &str, text: &str, values: &str) -> Result<String, String> {
    let wanted = wanted(values);
    let request = |registration| EditRequest { registration, wanted: wanted.clone() };
    let requests: Vec<EditRequest> = (0..scan.registrations.len()).map(request).collect();
    let patch = scan.plan(path, text, &requests);
    if let Some((_, obstacle)) = patch.refused.first() {
        return Err(obstacle.to_string());
    }
    let patched = scan.apply(&patch, text, |_| true).map_err(|error| error.to_string())?;
    assert_eq!(patched.revert().unwrap(), text, "the edits cannot be reverted");
    Ok(patched.text)
}

/// The text of one file of a project with the wanted values for each of its tools.
pub(crate) fn patch_in(scan: &Scan, file: &File, values: &str) -> Result<String, String> {
    patch_with(scan, &file.path, &file.text, values)
}

/// Why the tools of a text cannot be edited.
pub(crate) fn refusal(path: &str, text: &str, values: &str) -> String {
    patch_with(&scan_one(path, text), path, text, values).expect_err("it is edited")
}

/// The values that are not changed, and why.
pub(crate) fn skipped(path: &str, text: &str, values: &str) -> Vec<String> {
    let scan = scan_one(path, text);
    let requests = [EditRequest { registration: 0, wanted: wanted(values) }];
    let patch = scan.plan(path, text, &requests);
    let skipped = patch.tools.iter().flat_map(|tool| tool.skipped());
    skipped.map(|skipped| format!("{}: {}", skipped.field, skipped.reason)).collect()
}

/// The names of the tools of a text; computed ones with what is known of them.
pub(crate) fn names(path: &str, text: &str) -> Vec<String> {
    use crate::registration::ToolName;
    let names = scan_one(path, text).registrations.into_iter().map(|registration| match registration.name {
        ToolName::Literal(name) | ToolName::Composed(name) => name,
        ToolName::Computed { why, prefix, suffix } => format!("{prefix}*{suffix} ({why})"),
    });
    names.collect()
}
