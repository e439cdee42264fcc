//! Parameters that take an output path.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::infer::words;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::model::tool::{Parameter, ParameterType};

const OUTPUT_PATH_PARAMETERS: [&str; 14] = [
    "downloaddir",
    "downloadpath",
    "outputdir",
    "outputdirectory",
    "outputfile",
    "outputfilename",
    "outputfilepath",
    "outputfolder",
    "outputpath",
    "saveas",
    "savedir",
    "savepath",
    "saveto",
    "savetofile",
];

/// Parameters of a download that say where it goes.
const DOWNLOAD_PARAMETERS: [&str; 8] = [
    "destination",
    "destinationpath",
    "destpath",
    "directory",
    "localdir",
    "localpath",
    "targetdir",
    "targetpath",
];

/// Parameters of a picture of a screen that say where it goes.
const PICTURE_PARAMETERS: [&str; 3] = ["file", "filename", "filepath"];

pub const RULE: Rule = Rule {
    id: "saving-parameter",
    summary: "A tool that takes an output path writes a file.",
    rationale: "The file is created on the machine where the server runs.",
    examples: &[
        Example {
            name: "get_report",
            parameters: &["savePath"],
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "get_logs",
            parameters: &["outputPath"],
            expected: &[(ReadOnly, Some(false)), (Idempotent, None)],
            ..Example::EMPTY
        },
        Example {
            name: "convert_page",
            parameters: &["outputPath"],
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "download_images",
            parameters: &["localPath"],
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // Where a download goes; elsewhere, a local path is as often an input.
        let downloads = facts.actions.iter().any(|matched| matched.action == Action::Export);
        let target = || facts.find_parameter(&DOWNLOAD_PARAMETERS).filter(|_| downloads);
        // A picture is not made of a file, but put into one.
        let pictures = facts.find_word(&["pdf", "screenshot", "snapshot"]).is_some();
        let is_new = facts.primary_action().is_none_or(|matched| {
            matches!(matched.action, Action::Generate) || matched.source != EvidenceSource::Name
        });
        let file = || facts.find_parameter(&PICTURE_PARAMETERS).filter(|_| pictures && is_new);
        let described =
            || facts.find_parameter(&["output"]).filter(|output| is_described_path(facts, output));
        let parameter = facts.find_parameter(&OUTPUT_PATH_PARAMETERS);
        let parameter = parameter.or_else(target).or_else(file).or_else(described);
        let Some(parameter) = parameter.map(|parameter| parameter.name.as_str()) else { return };
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* is an output path"),
            Conclusion(Destructive, false, Likely, "saving adds a file"),
            Conclusion(Idempotent, true, Likely, "the same file is saved again"),
        ];
        let conclusions = if saves_the_same(facts) { &conclusions[..] } else { &conclusions[..2] };
        out.emit(EvidenceSource::Parameter, Some(parameter), conclusions);
    },
};

/// What differs with every call, although it is read.
const LIVE_DATA: [&str; 5] = ["log", "logs", "recording", "screenshot", "snapshot"];

/// Returns whether a second call saves the same content under the same name. What is generated differs every time.
pub fn saves_the_same(facts: &ToolFacts) -> bool {
    let reads =
        facts.primary_action().is_some_and(|matched| matches!(matched.action, Action::Read | Action::Export));
    let is_new_name =
        |word: &str| matches!(word, "random" | "randomized" | "timestamp" | "timestamped" | "uuid");
    let converts = facts.primary_action().is_some_and(|matched| matched.word == "convert");
    (reads || converts)
        && facts.find_word(&LIVE_DATA).is_none()
        && !facts.description.words().any(is_new_name)
}

/// Returns whether the description of a parameter says that it takes a file or directory; elsewhere, `output` is a format.
fn is_described_path(facts: &ToolFacts, parameter: &Parameter) -> bool {
    if !matches!(parameter.kind, ParameterType::Text | ParameterType::Unknown) {
        return false;
    }
    let text = facts.tool.description_of(parameter).unwrap_or_default();
    words::split_words(&text)
        .iter()
        .any(|word| matches!(word.as_str(), "directory" | "folder" | "path" | "save"))
}
