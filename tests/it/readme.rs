//! The tour of the README: every line is run by the real program.

use crate::support::{ROOT, Store};

/// The commands of the tour, with the exit code that their comment names.
fn tour() -> Vec<(String, i32)> {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let tour = readme.split("\n## Tour\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let commands = tour.split("```").skip(1).step_by(2).flat_map(str::lines).map(str::trim);
    let commands = commands.filter_map(|line| line.strip_prefix("hintsmith "));
    let parse = |line: &str| {
        let (command, comment) = line.split_once(" # ").unwrap_or((line, ""));
        let code = comment.strip_prefix("exit code ").and_then(|rest| rest.split(':').next());
        (command.to_owned(), code.map_or(0, |code| code.parse().unwrap()))
    };
    commands.map(parse).collect()
}

#[test]
fn every_line_of_the_tour_can_be_run() {
    let store = Store::new();
    let commands = tour();
    assert!(commands.len() >= 10, "{commands:?}");
    for (command, code) in commands {
        let words = shlex::split(&command).unwrap();
        let run = store.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.code, code, "hintsmith {command}\n{}{}", run.stdout, run.stderr);
    }
    let file = std::fs::read_to_string(store.path().join("hintsmith.json")).unwrap();
    assert!(file.contains("nc_notes_delete_note"), "{file}");
}
