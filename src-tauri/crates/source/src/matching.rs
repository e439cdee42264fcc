//! Which registration belongs to which tool of a running server.

use std::collections::HashMap;

use crate::registration::{FileRole, Position, Registration, ToolName};
use crate::scan::Scan;

/// A place that makes several tools: a loop, a table, a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator {
    pub file: String,
    pub position: Position,
    pub why: String,
}

/// Where a tool is registered. Numbers are indices in [`Scan::registrations`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolMatch {
    Found(usize),
    /// Several registrations have the name.
    Ambiguous(Vec<usize>),
    /// No registration has the name; these make names at run time that can be the tool's.
    Generated(Vec<Generator>),
    NotFound,
}

/// The registration of each tool, in the order of `names`. Tests and examples count only where no other file registers
/// the tool.
pub fn match_tools(scan: &Scan, names: &[&str]) -> Vec<ToolMatch> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, registration) in scan.registrations.iter().enumerate() {
        if let Some(name) = registration.name.known() {
            by_name.entry(name).or_default().push(index);
        }
    }
    names.iter().map(|name| match_one(scan, name, by_name.get(name).map_or(&[], Vec::as_slice))).collect()
}

fn match_one(scan: &Scan, name: &str, found: &[usize]) -> ToolMatch {
    let role = |index: &&usize| scan.registrations[**index].role;
    let best: Option<FileRole> = found.iter().map(|index| role(&index)).min();
    let candidates: Vec<usize> = found.iter().filter(|index| Some(role(index)) == best).copied().collect();
    match candidates.as_slice() {
        [] => match_generators(scan, name),
        [one] => ToolMatch::Found(*one),
        _ => ToolMatch::Ambiguous(candidates),
    }
}

fn match_generators(scan: &Scan, name: &str) -> ToolMatch {
    let fits = |registration: &&Registration| match &registration.name {
        ToolName::Computed { prefix, suffix, .. } => {
            name.len() >= prefix.len() + suffix.len() && name.starts_with(prefix) && name.ends_with(suffix)
        }
        ToolName::Literal(_) | ToolName::Composed(_) => false,
    };
    let computed: Vec<&Registration> = scan.registrations.iter().filter(fits).collect();
    let best = computed.iter().map(|registration| registration.role).min();
    let generator = |registration: &Registration| match &registration.name {
        ToolName::Computed { why, .. } => Some(Generator {
            file: registration.file.clone(),
            position: registration.position,
            why: why.clone(),
        }),
        ToolName::Literal(_) | ToolName::Composed(_) => None,
    };
    let best = computed.into_iter().filter(|registration| Some(registration.role) == best);
    let generators: Vec<Generator> = best.filter_map(generator).collect();
    if generators.is_empty() { ToolMatch::NotFound } else { ToolMatch::Generated(generators) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::File;
    use crate::scan::scan;

    #[test]
    fn each_tool_has_one_place_several_or_none() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let imports = "from fastmcp import FastMCP\n";
        let scan = scan(&[
            file("a.py", &format!("{imports}@mcp.tool\ndef get(): ...\n@mcp.tool\ndef twice(): ...\n")),
            file(
                "b.py",
                &format!(
                    "{imports}@mcp.tool\ndef twice(): ...\n@mcp.tool(name=f'list_{{kind}}')\ndef f(): ...\n"
                ),
            ),
            file("tests/test_a.py", &format!("{imports}@mcp.tool\ndef get(): ...\n")),
        ]);
        let matches = match_tools(&scan, &["get", "twice", "list_all", "other"]);
        let generator = Generator {
            file: "b.py".to_owned(),
            position: Position { line: 4, column: 1 },
            why: "`kind`".to_owned(),
        };
        assert_eq!(
            matches,
            [
                ToolMatch::Found(0),
                ToolMatch::Ambiguous(vec![1, 2]),
                ToolMatch::Generated(vec![generator]),
                ToolMatch::NotFound
            ]
        );
    }
}
