//! `hintsmith.json`, the canonical file: every decision of every layer.

use crate::export::report::Holds;
use crate::export::target::{Checked, Kind, Target, Write};
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "hintsmith",
    name: "Hintsmith",
    kind: Kind::Canonical,
    purpose: "Every decision, in one file for review, backup and other machines",
    file_name: "hintsmith.json",
    holds: Holds {
        title: true,
        hints: &HintName::ALL,
        description: true,
        parameters: true,
        offered: true,
        ..Holds::NOTHING
    },
    checked: Checked::Run,
    remarks: &[
        "`hintsmith apply` reads it back, also as YAML, and shows the difference first; `--prefer` says whose decision holds where both decided. Nothing in it is a guess, and nothing is a secret.",
        "`docs/hintsmith.schema.json` says what it may hold.",
    ],
    write: Write::Canonical,
};
