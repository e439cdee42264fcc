//! Uploads and new documents at a path of the caller's choice.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::model::hint::HintName::{Destructive, Idempotent};

const TARGET_PARAMETERS: [&str; 10] = [
    "destination",
    "destinationpath",
    "destpath",
    "remotefile",
    "remotefilename",
    "remotefilepath",
    "remotepath",
    "targetfile",
    "targetfilepath",
    "targetpath",
];

/// What is one file.
const DOCUMENTS: [&str; 8] =
    ["document", "notebook", "pdf", "presentation", "spreadsheet", "workbook", "xlsx", "zip"];

/// Parameters that name the file of a new document.
const DOCUMENT_PARAMETERS: [&str; 6] = ["docpath", "filename", "filepath", "outputpath", "path", "savepath"];

pub const RULE: Rule = Rule {
    id: "target-path",
    summary: "A tool that uploads to a path, or creates a document there, replaces the file that is there.",
    rationale: "The path identifies the file: a second upload of the same content changes nothing, and the first one overwrites an older file.",
    examples: &[
        Example {
            name: "upload_file",
            parameters: &["localPath", "remotePath"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "create_workbook",
            parameters: &["filepath"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "upload_file",
            parameters: &["file"],
            expected: &[(Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(Destructive, true, Likely, "a file at *{}* is replaced"),
            Conclusion(Idempotent, true, Strong, "the same content at *{}* changes nothing"),
        ];
        out.emit(EvidenceSource::Parameter, find_target(facts), &conclusions);
    },
};

/// The parameter that says where an upload or a new document goes.
pub fn find_target<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let required = |names| facts.find_parameter(names).filter(|parameter| parameter.required);
    let uploads = facts.find_word(&["put", "upload"]).is_some();
    // Of the parts of a document, the path is where they are put.
    let is_whole = facts.words.last().is_some_and(|word| DOCUMENTS.contains(&word.as_str()));
    let creates = is_whole && facts.find_word(&["create"]).is_some();
    let target = uploads.then(|| required(&TARGET_PARAMETERS)).flatten();
    let target = target.or_else(|| creates.then(|| required(&DOCUMENT_PARAMETERS)).flatten())?;
    Some(&target.name)
}
