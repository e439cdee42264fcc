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
    locations: &[],
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
        "`hintsmith apply` imports it, also as YAML, and shows the differences first; `--prefer` selects the side whose decision applies in a conflict. It contains no inferred values and no secrets.",
        "`docs/hintsmith.schema.json` describes the format.",
    ],
    writer: TargetWriter::Canonical,
};
