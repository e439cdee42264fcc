//! Server that responds from a script, byte for byte, so that its output is known and costs nothing to produce.
//!
//! Script lines: `? TEXT` starts the rule for input lines that contain TEXT; `< LINE` sends a line; `| TEXT` sends text
//! without a newline; `! CODE` exits. `$ID` stands for the request's id and `$COUNT` for the number of lines received
//! before. Lines without a rule are only counted.

use std::io::{BufRead, Write};

struct ScriptRule {
    text: String,
    steps: Vec<Step>,
}

enum Step {
    Send(String),
    Exit(i32),
}

pub fn run(script: &str) -> std::io::Result<()> {
    let rules = rules(&std::fs::read_to_string(script)?);
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = String::new();
    let mut out = Vec::new();
    let mut count = 0_u64;
    while input.read_line(&mut line)? > 0 {
        if let Some(rule) = rules.iter().find(|rule| line.contains(&rule.text)) {
            let id = request_id(&line);
            for step in &rule.steps {
                match step {
                    Step::Send(text) => append_response(text, id, count, &mut out),
                    Step::Exit(code) => {
                        output.write_all(&out)?;
                        output.flush()?;
                        std::process::exit(*code);
                    }
                }
            }
            output.write_all(&out)?;
            output.flush()?;
            out.clear();
        }
        count += 1;
        line.clear();
    }
    Ok(())
}

/// A script answered in-process, one message at a time.
pub struct Script(Vec<ScriptRule>);

impl Script {
    pub fn read(path: &str) -> std::io::Result<Self> {
        Ok(Self(rules(&std::fs::read_to_string(path)?)))
    }

    pub fn answer(&self, message: &str) -> Option<Vec<u8>> {
        let rule = self.0.iter().find(|rule| message.contains(&rule.text))?;
        let mut out = Vec::new();
        for step in &rule.steps {
            if let Step::Send(text) = step {
                append_response(text, request_id(message), 0, &mut out);
            }
        }
        Some(out)
    }
}

fn rules(script: &str) -> Vec<ScriptRule> {
    let mut rules: Vec<ScriptRule> = Vec::new();
    for line in script.lines() {
        let (Some(mark), Some(rest)) = (line.get(..2), line.get(2..)) else { continue };
        match (mark, rules.last_mut()) {
            ("? ", _) => rules.push(ScriptRule { text: rest.to_owned(), steps: Vec::new() }),
            ("< ", Some(rule)) => rule.steps.push(Step::Send(format!("{rest}\n"))),
            ("| ", Some(rule)) => rule.steps.push(Step::Send(rest.to_owned())),
            ("! ", Some(rule)) => rule.steps.push(Step::Exit(rest.parse().unwrap_or(1))),
            _ => {}
        }
    }
    rules
}

fn append_response(text: &str, id: &str, count: u64, out: &mut Vec<u8>) {
    for (index, part) in text.split("$ID").enumerate() {
        if index > 0 {
            out.extend_from_slice(id.as_bytes());
        }
        match part.split_once("$COUNT") {
            Some((before, after)) => out.extend_from_slice(format!("{before}{count}{after}").as_bytes()),
            None => out.extend_from_slice(part.as_bytes()),
        }
    }
}

/// The first id of a request; clients of a script must write it before any other member named `id`.
fn request_id(line: &str) -> &str {
    let Some((_, rest)) = line.split_once("\"id\":") else { return "null" };
    let end = match rest.strip_prefix('"') {
        Some(text) => text.find('"').map_or(rest.len(), |at| at + 2),
        None => rest.find([',', '}']).unwrap_or(rest.len()),
    };
    &rest[..end]
}
