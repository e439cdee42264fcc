//! Generator of docs/TARGETS.md, the reference of export targets.

use std::fmt::Write as _;

use super::target::{Target, TargetKind, TargetWriter, Verification};
use super::targets::TARGETS;

/// Renders the complete document.
pub fn render_guide() -> String {
    let mut out = String::from(
        "# What Hintsmith can export\n\n\
         Written from the targets by a test; change the targets, not this file.\n\n\
         `hintsmith export TARGET -o FILE` writes a file of its own, `--into FILE` puts it into one of yours, where whatever \
         else is in it stays. `--check` says whether the file on disk is up to date, `--toolset` and `--env` choose what is \
         offered where. What a format cannot hold is told tool by tool. A guess that would loosen something is never \
         written, and a client allows only what a person decided to be read-only.\n",
    );
    for (kind, heading) in [
        (TargetKind::Canonical, "Our own"),
        (TargetKind::Gateway, "Gateways"),
        (TargetKind::Client, "Clients"),
        (TargetKind::Document, "Documents"),
    ] {
        let _ = write!(out, "\n## {heading}\n");
        TARGETS
            .iter()
            .filter(|target| target.kind == kind)
            .for_each(|target| write_section(target, &mut out));
    }
    out
}

fn write_section(target: &Target, out: &mut String) {
    let holds = target.capabilities.labels();
    let holds = if holds.is_empty() { "nothing of its own".to_owned() } else { holds.join(", ") };
    let destination = match target.writer {
        TargetWriter::Canonical | TargetWriter::NewFiles(_) => "a file of its own",
        TargetWriter::MergeInto(_) => "a part of a file of yours",
    };
    let checked = match target.verification {
        Verification::Run => "its own program reads it in our tests",
        Verification::Schema => "against its own schema in our tests; its program does not run there",
        Verification::OurSchema => {
            "against a schema of ours in our tests, written from its source or its published schema; nothing of it runs \
             there"
        }
        Verification::Source => "by reading its parser; nothing of it runs in our tests",
        Verification::Docs => "by reading its documentation; nothing of it runs in our tests",
        Verification::People => "nothing reads it but people",
    };
    let _ = write!(
        out,
        "\n### {} (`{}`)\n{}.\n\n- Writes `{}`, {destination}\n- Holds: {holds}\n- Checked: {checked}\n",
        target.name, target.id, target.purpose, target.file_name
    );
    target.caveats.iter().for_each(|caveat| {
        let _ = writeln!(out, "- {caveat}");
    });
}

#[cfg(test)]
mod tests {
    /// Regenerates the committed file, and fails if it was out of date.
    #[test]
    fn committed_target_docs_are_up_to_date() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/TARGETS.md");
        let before = std::fs::read_to_string(committed).unwrap_or_default();
        let after = super::render_guide();
        std::fs::write(committed, &after).unwrap();
        assert!(before == after, "docs/TARGETS.md was out of date; it has been written anew, commit it");
    }
}
