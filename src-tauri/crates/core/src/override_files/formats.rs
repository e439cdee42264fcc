//! The list of all formats, one file each. A new format is its file and a line here.

mod claude_code;
mod codex;
mod contextforge;
mod fastmcp;
mod gemini;
mod mcp_hub;
mod metamcp;
mod speakeasy;
mod toolhive;

use super::OverrideFormat;

/// In display order: gateways, clients, documents.
pub const FORMATS: &[&OverrideFormat] = &[
    &toolhive::FORMAT,
    &fastmcp::FORMAT,
    &mcp_hub::FORMAT,
    &metamcp::FORMAT,
    &contextforge::FORMAT,
    &claude_code::FORMAT,
    &codex::FORMAT,
    &gemini::FORMAT,
    &speakeasy::FORMAT,
];

pub fn find_format(id: &str) -> Option<&'static OverrideFormat> {
    FORMATS.iter().copied().find(|format| format.id == id)
}
