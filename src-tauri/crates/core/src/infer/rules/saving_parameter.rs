//! Parameters that take an output path.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::model::hint::HintName::{Destructive, ReadOnly};

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

pub const RULE: Rule = Rule {
    id: "saving-parameter",
    summary: "A tool that takes an output path writes a file.",
    rationale: "The file is created on the machine where the server runs.",
    examples: &[Example {
        name: "get_report",
        parameters: &["savePath"],
        expected: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let parameter =
            facts.find_parameter(&OUTPUT_PATH_PARAMETERS).map(|parameter| parameter.name.as_str());
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* is an output path"),
            Conclusion(Destructive, false, Likely, "saving adds a file"),
        ];
        out.emit(EvidenceSource::Parameter, parameter, &conclusions);
    },
};
