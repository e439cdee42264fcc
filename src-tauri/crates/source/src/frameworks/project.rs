//! What frameworks need to know of the project beyond the file.

use super::annotations::read_values;
use super::go_declarations::GoDeclarations;
use super::python_functions::PythonFunctions;
use crate::constants::Constants;
use crate::formatting::Formatting;
use crate::language::Language;
use crate::registration::{EditObstacle, FileRole};
use crate::syntax::Parsed;

/// A project, as far as registrations depend on it.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub constants: Constants,
    pub formatting: Formatting,
    pub python: PythonProject,
    pub ecmascript: EcmascriptProject,
    pub go: GoProject,
    pub rust: RustProject,
}

#[derive(Debug, Default)]
pub(crate) struct PythonProject {
    /// A file imports the SDK, or `fastmcp`.
    pub uses_mcp: bool,
    /// A file imports the package `fastmcp`.
    pub uses_fastmcp: bool,
    /// A file imports `FastMCP` or `MCPServer` of the SDK.
    pub uses_sdk_server: bool,
    /// `MCPServer` is imported: the SDK is 2.x, whose fields have names in snake case.
    pub is_version_2: bool,
    /// Where the project defines a method `tool` that takes no annotations.
    pub own_tool_method: Option<OwnMethod>,
    /// Functions of the project that register tools.
    pub functions: PythonFunctions,
}

#[derive(Debug, Default)]
pub(crate) struct EcmascriptProject {
    /// A file imports a package of the protocol.
    pub uses_mcp: bool,
    pub uses_fastmcp: bool,
    pub uses_xmcp: bool,
    pub uses_mcp_framework: bool,
    /// Where the project replaces `tool` of the SDK by a function with fixed parameters.
    pub own_tool_method: Option<OwnMethod>,
}

/// A method of the project that registers tools, and the line where it begins.
#[derive(Debug, Clone)]
pub(crate) struct OwnMethod {
    pub file: String,
    pub line: usize,
}

impl OwnMethod {
    pub fn obstacle(&self) -> EditObstacle {
        EditObstacle::OwnMethod { file: self.file.clone(), line: self.line }
    }
}

#[derive(Debug, Default)]
pub(crate) struct GoProject {
    /// A file imports an SDK.
    pub uses_mcp: bool,
    /// Functions and structs of the project that tools are made of.
    pub declarations: GoDeclarations,
    /// The language version of `go.mod`.
    pub version: Option<(u32, u32)>,
    /// Functions that return a pointer to their argument, as folder and name.
    pointer_functions: Vec<(String, String)>,
    /// Folders with files that register tools; twice if there are several such files.
    folders: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct RustProject {
    pub uses_rmcp: bool,
}

impl Project {
    /// Adds what the imports of a file say.
    pub fn add_imports(&mut self, path: &str, text: &str) {
        let has = |needle: &str| text.contains(needle);
        match Language::from_path(path) {
            Some(Language::Python) => {
                if self.python.own_tool_method.is_none() && has("def tool(") {
                    self.python.own_tool_method = own_method(path, text, is_fixed_python_method);
                }
            }
            Some(Language::Go) => return self.go.add_file(path, text),
            Some(Language::Rust) => {
                self.rust.uses_rmcp |= has("rmcp");
                return;
            }
            None if path.ends_with("go.mod") => return self.go.add_manifest(text),
            Some(language) if language.is_ecmascript() => return self.ecmascript.add_file(path, text),
            _ => return,
        }
        let python = &mut self.python;
        python.uses_fastmcp |= has("from fastmcp") || has("import fastmcp");
        python.is_version_2 |= has("MCPServer");
        python.uses_sdk_server |= has("mcp.server.fastmcp") || has("MCPServer");
        python.uses_mcp |= has("from mcp") || has("import mcp") || python.uses_fastmcp;
    }

    /// Adds the constants and functions of a file.
    pub fn add_file(&mut self, parsed: &Parsed) {
        if parsed.language == Language::Python {
            self.python.functions.add_file(parsed);
        }
        if parsed.language == Language::Go && self.go.uses_mcp {
            self.go.declarations.add_file(parsed);
        }
        self.constants.add_file(parsed, &read_values);
    }
}

/// The first line of a file that `is_definition` accepts, given the text from there on.
fn own_method(path: &str, text: &str, is_definition: impl Fn(&str) -> bool) -> Option<OwnMethod> {
    if FileRole::from_path(path) != FileRole::Source {
        return None;
    }
    let mut rest = text;
    for (index, line) in text.lines().enumerate() {
        if is_definition(rest) {
            return Some(OwnMethod { file: path.to_owned(), line: index + 1 });
        }
        rest = rest[line.len()..].trim_start_matches('\r').strip_prefix('\n').unwrap_or_default();
    }
    None
}

/// `def tool(self, name, description)`, which takes neither annotations nor any keyword.
fn is_fixed_python_method(text: &str) -> bool {
    let line = text.trim_start_matches([' ', '\t']);
    let definition = line.strip_prefix("async ").unwrap_or(line);
    let Some(parameters) = definition.strip_prefix("def tool(") else { return false };
    let parameters =
        parameters.split_once("):").or_else(|| parameters.split_once(") ->")).map_or("", |(list, _)| list);
    parameters.contains("self") && !parameters.contains("annotations") && !parameters.contains("**")
}

/// `server.tool = (name, description, schema, handler) =>`, `tool(name, …) {`, `target.tool.call(target, name, …)`.
fn is_fixed_ecmascript_method(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim();
    let parameters = if let Some((_, arguments)) = line.split_once(".tool.call(") {
        arguments
    } else if let Some((_, value)) = line.split_once(".tool = ") {
        let is_function = value.starts_with(['(', 'a']) || value.starts_with("function");
        if !is_function {
            return false;
        }
        value
    } else {
        let words = ["public ", "async ", "override "];
        let method = words.iter().fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
        match method.strip_prefix("tool(") {
            Some(parameters) if line.ends_with('{') => parameters,
            _ => return false,
        }
    };
    !parameters.contains("...")
}

impl EcmascriptProject {
    fn add_file(&mut self, path: &str, text: &str) {
        if self.own_tool_method.is_none() && (text.contains(".tool") || text.contains("tool(")) {
            self.own_tool_method = own_method(path, text, is_fixed_ecmascript_method);
        }
        let has = |needle: &str| text.contains(needle);
        let imports = |package: &str| has(&format!("\"{package}\"")) || has(&format!("'{package}'"));
        self.uses_mcp |= has("@modelcontextprotocol/") || has("McpServer") || has("mcp-handler");
        self.uses_fastmcp |= imports("fastmcp");
        self.uses_xmcp |= imports("xmcp");
        self.uses_mcp_framework |= imports("mcp-framework");
    }
}

impl GoProject {
    fn add_manifest(&mut self, text: &str) {
        let version = text.lines().find_map(|line| line.trim().strip_prefix("go "));
        let mut numbers = version.unwrap_or_default().split('.').map_while(|part| part.trim().parse().ok());
        if let (None, Some(major), Some(minor)) = (self.version, numbers.next(), numbers.next()) {
            self.version = Some((major, minor));
        }
    }

    fn add_file(&mut self, path: &str, text: &str) {
        if path.ends_with("_test.go") {
            return;
        }
        self.uses_mcp |= ["mark3labs/mcp-go/mcp", "modelcontextprotocol/go-sdk/mcp"]
            .iter()
            .any(|import| text.contains(import));
        let folder = folder_of(path);
        if text.contains(".Tool{") && text.contains("modelcontextprotocol/go-sdk/mcp") {
            self.folders.push(folder.to_owned());
        }
        for line in text.lines().filter_map(|line| line.strip_prefix("func ")) {
            if let Some(name) = pointer_function_name(line) {
                self.pointer_functions.push((folder.to_owned(), name.to_owned()));
            }
        }
    }

    /// A function of the package that makes a pointer to a boolean.
    pub fn pointer_function(&self, path: &str) -> Option<&str> {
        let folder = folder_of(path);
        let of_folder = self.pointer_functions.iter().find(|(other, _)| other == folder);
        of_folder.map(|(_, name)| name.as_str())
    }

    /// True if several files of the folder register tools.
    pub fn is_shared_folder(&self, path: &str) -> bool {
        self.folders.iter().filter(|folder| *folder == folder_of(path)).count() > 1
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The name in `name(b bool) *bool {` and `name[T any](v T) *T {`.
fn pointer_function_name(line: &str) -> Option<&str> {
    let end = line.find(['(', '['])?;
    let (name, rest) = line.split_at(end);
    let rest = rest.split('{').next()?.trim();
    let signature = rest.strip_prefix("[T any]").unwrap_or(rest);
    let (parameter, result) = signature.strip_prefix('(')?.split_once(')')?;
    let type_name = parameter.split_once(' ')?.1.trim();
    let is_pointer = result.trim() == format!("*{type_name}") && !parameter.contains(',');
    (is_pointer && matches!(type_name, "bool" | "T") && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_make_pointers_are_recognised() {
        for (line, name) in [
            ("boolPtr(b bool) *bool {", Some("boolPtr")),
            ("ptr[T any](v T) *T { return &v }", Some("ptr")),
            ("(s *S) get(b bool) *bool {", None),
            ("two(a, b bool) *bool {", None),
            ("text(s string) *string {", None),
        ] {
            assert_eq!(pointer_function_name(line), name, "{line}");
        }
    }

    #[test]
    fn own_methods_with_fixed_parameters_are_recognised() {
        for (text, is_fixed) in [
            ("    def tool(self, name, description=None):\n", true),
            ("    def tool(self, name, **kwargs):\n", false),
            ("    def tool(\n        self,\n        annotations=None,\n    ) -> X:\n", false),
            ("def tool(name):\n", false),
        ] {
            assert_eq!(is_fixed_python_method(text), is_fixed, "{text}");
        }
        for (text, is_fixed) in [
            ("return target.tool.call(target, name, description, handler);", true),
            ("server.tool = (name, description, handler) => {", true),
            ("server.tool = function tool(...args) {", false),
            ("const t = server.tool = original;", false),
            ("  async tool(name, description, handler) {", true),
            ("  tool(...args) {", false),
            ("server.tool(name, cb);", false),
        ] {
            assert_eq!(is_fixed_ecmascript_method(text), is_fixed, "{text}");
        }
    }

    #[test]
    fn the_language_version_is_that_of_the_manifest() {
        let mut go = GoProject::default();
        go.add_manifest("module x\n\ngo 1.26.1\n");
        assert_eq!(go.version, Some((1, 26)));
    }
}
