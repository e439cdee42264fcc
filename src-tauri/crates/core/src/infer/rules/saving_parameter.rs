//! Parameters that take an output path.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;

const NAMES: [&str; 14] = [
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
    what: "A tool that takes a path to save to writes a file.",
    why: "A file is made on the machine where the server runs.",
    examples: &[Example {
        name: "get_report",
        parameters: &["savePath"],
        expect: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let parameter = facts.parameter(&NAMES).map(|parameter| parameter.name.as_str());
        let says = [
            Says(ReadOnly, false, Strong, "*{}* says where to save"),
            Says(Destructive, false, Likely, "saving adds a file"),
        ];
        out.say(Place::Parameter, parameter, &says);
    },
};
