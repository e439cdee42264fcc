//! `hintsmith.json`, the canonical file: every decision of every layer.

use crate::export::report::TargetCapabilities;
use crate::export::target::{Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "hintsmith",
    name: "Hintsmith",
    kind: TargetKind::Canonical,
    purpose: "Every decision, in one file for review, backup and other machines",
    file_name: "hintsmith.json",
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        parameters: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Run,
    caveats: &[
        "`hintsmith apply` reads it back, also as YAML, and shows the difference first; `--prefer` says whose decision holds where both decided. Nothing in it is a guess, and nothing is a secret.",
        "`docs/hintsmith.schema.json` says what it may hold.",
    ],
    writer: TargetWriter::Canonical,
};
