//! Registrations of tools: what a source says about each tool, and where.

use std::fmt;
use std::ops::Range;

use hintsmith_core::model::hint::PerHint;

use crate::language::Language;
use crate::site::Site;

/// A file of the project. `path` is relative to the project's folder, with `/` between its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// How a tool is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Framework {
    /// `FastMCP` of the Python SDK 1.x and `MCPServer` of 2.x.
    PythonSdk,
    /// `types.Tool(…)` of the Python SDK.
    PythonLowLevel,
    /// The package `fastmcp` on PyPI.
    PythonFastmcp,
    /// A dictionary with `name` and `inputSchema`.
    PythonDictionary,
    /// `server.tool(…)` of the TypeScript SDK 1.x.
    TypeScriptTool,
    /// `registerTool(…)` and `registerAppTool(…)`.
    TypeScriptRegisterTool,
    /// An object literal with `name` and `inputSchema`.
    TypeScriptLiteral,
    /// `addTool(…)` of the package `fastmcp` on npm.
    TypeScriptFastmcp,
    Xmcp,
    McpFramework,
    /// An object, a call of a function or a class of the project itself, which registers it elsewhere.
    TypeScriptProject,
    /// The same in Python: a decorator, a function or a class of the project.
    PythonProject,
    /// `github.com/mark3labs/mcp-go`.
    McpGo,
    /// `github.com/modelcontextprotocol/go-sdk`.
    GoSdk,
    /// A struct of a Go project itself.
    GoProject,
    Rmcp,
    CSharpSdk,
    JavaSdk,
    SpringAi,
    Quarkus,
    KotlinSdk,
}

impl Framework {
    pub const fn name(self) -> &'static str {
        match self {
            Self::PythonSdk => "Python SDK",
            Self::PythonLowLevel => "Python SDK, low-level server",
            Self::PythonFastmcp => "FastMCP (Python)",
            Self::PythonDictionary => "Python dictionary",
            Self::TypeScriptTool => "TypeScript SDK, tool()",
            Self::TypeScriptRegisterTool => "TypeScript SDK, registerTool()",
            Self::TypeScriptLiteral => "object literal",
            Self::TypeScriptFastmcp => "FastMCP (npm)",
            Self::Xmcp => "xmcp",
            Self::McpFramework => "mcp-framework",
            Self::TypeScriptProject | Self::PythonProject | Self::GoProject => "project's own definition",
            Self::McpGo => "mcp-go",
            Self::GoSdk => "Go SDK",
            Self::Rmcp => "rmcp",
            Self::CSharpSdk => "C# SDK",
            Self::JavaSdk => "Java SDK",
            Self::SpringAi => "Spring AI",
            Self::Quarkus => "Quarkus",
            Self::KotlinSdk => "Kotlin SDK",
        }
    }
}

/// The name of a tool in its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolName {
    Literal(String),
    /// Made of constants or literals of the project, or derived from the name of a function.
    Composed(String),
    /// Known only when the server runs. `prefix` and `suffix` are the literal ends, if any.
    Computed {
        why: String,
        prefix: String,
        suffix: String,
    },
}

impl ToolName {
    /// The name, if the source alone says it.
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Literal(name) | Self::Composed(name) => Some(name),
            Self::Computed { .. } => None,
        }
    }
}

/// What the source says about one value of a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FieldValue<T> {
    #[default]
    Absent,
    Literal(T),
    /// From a constant of the project, whose value is known.
    Constant(T, String),
    /// An expression whose value the source alone does not say, or a key that the installed SDK ignores.
    Expression(String),
}

impl<T> FieldValue<T> {
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Literal(value) | Self::Constant(value, _) => Some(value),
            Self::Absent | Self::Expression(_) => None,
        }
    }
}

/// A place in a file. Line and column count from one, the column in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why the source of a tool cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditObstacle {
    #[error("the file does not parse")]
    FileDoesNotParse,
    #[error("annotations may come from `{0}`, which is spread into the definition")]
    Spread(String),
    #[error("the definition is `{0}`, which is not a literal at this place")]
    NotLiteral(String),
    #[error("annotations come from `{0}`, whose value the source does not say")]
    UnknownReference(String),
    #[error("the name is computed ({0}), so one edit would change several tools")]
    ComputedName(String),
    /// The project has its own method for tools, with fixed parameters. An argument more would break the server.
    #[error("`tool` is defined at {file}:{line} and may not take annotations")]
    OwnMethod { file: String, line: usize },
    /// A function of the project registers the tool with annotations of its own choice, or without any.
    #[error(
        "`{function}` of the project takes no annotations; add them where it registers tools, at {file}:{line}"
    )]
    OwnFunction { function: String, file: String, line: usize },
    #[error("{file}:{line} registers tools of this kind without their annotations; pass them on there first")]
    NotPassedOn { file: String, line: usize },
    #[error("the source does not show that annotations of `{0}` reach clients")]
    UnknownUse(String),
    #[error("the notation of {0} cannot be edited")]
    Unsupported(&'static str),
}

/// What a file is for, by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    Source,
    Example,
    Test,
}

/// One place where a source registers a tool.
#[derive(Debug, Clone)]
pub struct Registration {
    pub framework: Framework,
    pub language: Language,
    /// Path of the file, relative to the project.
    pub file: String,
    pub role: FileRole,
    pub position: Position,
    /// The registration without the function it registers.
    pub range: Range<usize>,
    pub name: ToolName,
    pub title: FieldValue<String>,
    pub hints: PerHint<FieldValue<bool>>,
    pub description: Option<String>,
    /// Names of parameters, where the registration itself names them.
    pub parameters: Vec<String>,
    /// Why it cannot be edited.
    pub obstacle: Option<EditObstacle>,
    /// Where values are or would be.
    pub(crate) site: Site,
    /// Set if another place of the project registers what is defined here.
    pub(crate) definition: Option<Definition>,
    /// Length of the text it was found in; an edit of another text is refused.
    pub(crate) text_len: usize,
}

/// A tool in the form of the project itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// What definitions of one form have in common: a function, a type or a base class of the project.
    pub kind: String,
    /// The member that holds what is given to the SDK, if it is not the whole.
    pub part: Option<String>,
    /// There is a place for annotations.
    pub takes_annotations: bool,
}

impl Registration {
    pub const fn is_editable(&self) -> bool {
        self.obstacle.is_none()
    }
}

impl FileRole {
    pub fn from_path(path: &str) -> Self {
        let mut role = Self::Source;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let is_file = parts.peek().is_none();
            let found = match part {
                "test" | "tests" | "__tests__" | "spec" | "specs" | "e2e" | "testdata" | "fixtures"
                | "__mocks__" | "mocks" => Self::Test,
                "example" | "examples" | "sample" | "samples" | "demo" | "demos" | "docs" | "templates" => {
                    Self::Example
                }
                name if is_file && is_test_file(name) => Self::Test,
                _ => Self::Source,
            };
            role = role.max(found);
        }
        role
    }
}

fn is_test_file(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.starts_with("test_")
        || stem == "conftest"
        || stem.ends_with("_test")
        || stem.ends_with(".test")
        || stem.ends_with(".spec")
        || stem.ends_with("Test")
        || stem.ends_with("Tests")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_say_what_a_file_is_for() {
        for (path, role) in [
            ("src/server.py", FileRole::Source),
            ("src/test_runner/main.py", FileRole::Source),
            ("tests/server.py", FileRole::Test),
            ("src/tools/test_list.py", FileRole::Test),
            ("src/list.test.ts", FileRole::Test),
            ("pkg/list_test.go", FileRole::Test),
            ("examples/hello/src/index.ts", FileRole::Example),
            ("examples/hello/tests/index.ts", FileRole::Test),
        ] {
            assert_eq!(FileRole::from_path(path), role, "{path}");
        }
    }
}
