//! Generator of docs/TARGETS.md, the reference of export targets.

use std::fmt::Write as _;

use super::target::{Target, TargetKind, TargetWriter, Verification};
use super::targets::TARGETS;

/// Renders the complete document.
pub fn render_guide() -> String {
    let mut out = String::from(
        "# Export targets\n\n\
         A test generates this file from the targets; change the targets, not this file.\n\n\
         `hintsmith export TARGET -o FILE` writes a separate file, `--into FILE` merges into an existing file and keeps \
         everything else in it. `--scope` writes the file that the program reads: `user` for all projects, `project` for \
         everyone in a project, `local` for you in a project. `--check` reports whether the file on disk is up to date; `--server`, `--toolset` and \
         `--env` select the tools and the decisions. The report lists what a format cannot represent, tool by tool. An inferred value \
         that would loosen a tool is never written, and a client allows only tools that you decided to be read-only.\n",
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
    let holds = if holds.is_empty() { "nothing".to_owned() } else { holds.join(", ") };
    let destination = match target.writer {
        TargetWriter::Canonical | TargetWriter::NewFiles(_) => "a separate file",
        TargetWriter::MergeInto { .. } => "merged into an existing file",
    };
    let checked = match target.verification {
        Verification::Run => "the target program reads it in our tests",
        Verification::Schema => "against the target's schema in our tests; the program does not run there",
        Verification::OurSchema => {
            "against our schema in our tests, written from its source or its published schema; the program does not \
             run there"
        }
        Verification::Source => "against the source of its parser; the program does not run in our tests",
        Verification::Docs => "against its documentation; the program does not run in our tests",
        Verification::People => "read only by people",
    };
    let _ = write!(
        out,
        "\n### {} (`{}`)\n{}.\n\n- Writes `{}`, {destination}\n- Contains: {holds}\n- Checked: {checked}\n",
        target.name, target.id, target.purpose, target.file_name
    );
    for location in target.locations {
        let _ = writeln!(out, "- `--scope {}`: `{}`", location.scope.as_str(), location.display_path());
    }
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
