//! What frameworks need to know of the project beyond the file.

use super::annotations::read_values;
use crate::constants::Constants;
use crate::language::Language;
use crate::syntax::Parsed;

/// A project, as far as registrations depend on it.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub constants: Constants,
    pub python: PythonProject,
    pub ecmascript: EcmascriptProject,
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
}

#[derive(Debug, Default)]
pub(crate) struct EcmascriptProject {
    /// A file imports a package of the protocol.
    pub uses_mcp: bool,
    pub uses_fastmcp: bool,
    pub uses_xmcp: bool,
    pub uses_mcp_framework: bool,
}

impl Project {
    /// Adds what the imports of a file say.
    pub fn add_imports(&mut self, path: &str, text: &str) {
        let has = |needle: &str| text.contains(needle);
        match Language::from_path(path) {
            Some(Language::Python) => {}
            Some(language) if language.is_ecmascript() => return self.ecmascript.add_imports(text),
            _ => return,
        }
        let python = &mut self.python;
        python.uses_fastmcp |= has("from fastmcp") || has("import fastmcp");
        python.is_version_2 |= has("MCPServer");
        python.uses_sdk_server |= has("mcp.server.fastmcp") || has("MCPServer");
        python.uses_mcp |= has("from mcp") || has("import mcp") || python.uses_fastmcp;
    }

    /// Adds the constants of a file.
    pub fn add_file(&mut self, parsed: &Parsed) {
        self.constants.add_file(parsed, &read_values);
    }
}

impl EcmascriptProject {
    fn add_imports(&mut self, text: &str) {
        let has = |needle: &str| text.contains(needle);
        let imports = |package: &str| has(&format!("\"{package}\"")) || has(&format!("'{package}'"));
        self.uses_mcp |= has("@modelcontextprotocol/") || has("McpServer") || has("mcp-handler");
        self.uses_fastmcp |= imports("fastmcp");
        self.uses_xmcp |= imports("xmcp");
        self.uses_mcp_framework |= imports("mcp-framework");
    }
}
