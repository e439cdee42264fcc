//! Which registration belongs to which tool of a running server.

use std::collections::HashMap;

use crate::registration::{FileRole, Position, ToolName};
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
/// the tool. A name that is partly computed belongs to a tool if nothing else fits either of them.
pub fn match_tools(scan: &Scan, names: &[&str]) -> Vec<ToolMatch> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut computed: Vec<usize> = Vec::new();
    for (index, registration) in scan.registrations.iter().enumerate() {
        match registration.name.known() {
            Some(name) => by_name.entry(name).or_default().push(index),
            None if registration.definition.is_none() => computed.push(index),
            None => {}
        }
    }
    let mut matches: Vec<ToolMatch> = names
        .iter()
        .map(|name| match closest(scan, by_name.get(name).map_or(&[], Vec::as_slice)).as_slice() {
            [] => match_computed(scan, name, &computed),
            [one] => ToolMatch::Found(*one),
            several => ToolMatch::Ambiguous(several.to_vec()),
        })
        .collect();
    for index in computed {
        // A place that fits several tools makes all of them.
        let found = |one: &&mut ToolMatch| **one == ToolMatch::Found(index);
        if matches.iter_mut().filter(found).count() > 1 {
            matches.iter_mut().filter(found).for_each(|one| *one = generated(scan, &[index]));
        }
    }
    matches
}

/// The registrations in files of the program itself, else those in examples, else those in tests. What registers a tool
/// itself precedes what is registered elsewhere.
fn closest(scan: &Scan, found: &[usize]) -> Vec<usize> {
    let rank = |index: &usize| {
        let registration = &scan.registrations[*index];
        (registration.role, registration.definition.is_some())
    };
    let best: Option<(FileRole, bool)> = found.iter().map(rank).min();
    found.iter().filter(|index| Some(rank(index)) == best).copied().collect()
}

fn match_computed(scan: &Scan, name: &str, computed: &[usize]) -> ToolMatch {
    let fits = |index: &&usize| match &scan.registrations[**index].name {
        ToolName::Computed { prefix, suffix, .. } => {
            name.len() >= prefix.len() + suffix.len() && name.starts_with(prefix) && name.ends_with(suffix)
        }
        ToolName::Literal(_) | ToolName::Composed(_) => false,
    };
    let candidates = closest(scan, &computed.iter().filter(fits).copied().collect::<Vec<_>>());
    // The longer the known part, the better the fit.
    let known_len = |index: &usize| match &scan.registrations[*index].name {
        ToolName::Computed { prefix, suffix, .. } => prefix.len() + suffix.len(),
        ToolName::Literal(name) | ToolName::Composed(name) => name.len(),
    };
    let longest = candidates.iter().map(known_len).max().unwrap_or_default();
    let best: Vec<usize> = candidates.iter().filter(|index| known_len(index) == longest).copied().collect();
    match best.as_slice() {
        [] => ToolMatch::NotFound,
        [one] if longest > 0 && scan.registrations[*one].is_editable() => ToolMatch::Found(*one),
        several => generated(scan, several),
    }
}

fn generated(scan: &Scan, indices: &[usize]) -> ToolMatch {
    let generator = |index: &usize| {
        let registration = &scan.registrations[*index];
        let why = match &registration.name {
            ToolName::Computed { why, .. } => why.clone(),
            ToolName::Literal(_) | ToolName::Composed(_) => String::new(),
        };
        Generator { file: registration.file.clone(), position: registration.position, why }
    };
    ToolMatch::Generated(indices.iter().map(generator).collect())
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
        let matches = match_tools(&scan, &["get", "twice", "list_all", "list_one", "other"]);
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
                ToolMatch::Generated(vec![generator.clone()]),
                ToolMatch::Generated(vec![generator]),
                ToolMatch::NotFound
            ]
        );
    }

    #[test]
    fn what_registers_a_tool_precedes_its_definition() {
        let text = "import '@modelcontextprotocol/sdk';\nconst t = { name: 'get', description: 'G', schema: {} };\n\
            server.registerTool('get', {}, t.handler);\n";
        let scan = scan(&[File { path: "a.ts".to_owned(), text: text.to_owned() }]);
        assert_eq!(match_tools(&scan, &["get"]), [ToolMatch::Found(1)]);
    }

    #[test]
    fn a_name_with_a_computed_prefix_is_found_if_nothing_else_fits() {
        let text = "from fastmcp import FastMCP\n@mcp.tool(name=prefixed('get'))\ndef f(): ...\n\
            @mcp.tool(name=prefixed('forget'))\ndef g(): ...\n";
        let scan = scan(&[File { path: "a.py".to_owned(), text: text.to_owned() }]);
        let matches = match_tools(&scan, &["x_get", "x_forget"]);
        assert_eq!(matches, [ToolMatch::Found(0), ToolMatch::Found(1)]);
    }
}
