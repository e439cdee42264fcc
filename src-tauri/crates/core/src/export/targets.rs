//! The list of all targets, one file each. A new target is its file and a line here.

mod agentgateway;
mod apollo;
mod chatgpt_submission;
mod claude_code;
mod cloudflare;
mod codex;
mod contextforge;
mod csv;
mod cursor;
mod docker;
mod envoy;
mod fastmcp;
mod fastmcp_script;
mod gemini;
mod goose;
mod gram;
mod gram_urn;
mod gram_variations;
mod hintsmith;
mod html_table;
mod hypertool;
mod kong;
mod librechat;
mod litellm;
mod markdown_table;
mod mcp_hub;
mod mcphub;
mod mcpproxy_go;
mod metamcp;
mod obot;
mod one_mcp;
mod openapi_overlay;
mod opencode;
mod shared;
mod snippets;
mod table;
mod tbxark;
mod toolhive_cedar;
mod toolhive_cli;
mod toolhive_server;
mod toolhive_tool_config;
mod toolhive_vmcp;
mod vscode;

#[cfg(test)]
mod tests;

use super::target::Target;

/// In display order: canonical, gateways, clients, documents.
pub const TARGETS: &[&Target] = &[
    &hintsmith::TARGET,
    &toolhive_vmcp::TARGET,
    &toolhive_tool_config::TARGET,
    &toolhive_server::TARGET,
    &toolhive_cli::TARGET,
    &toolhive_cedar::TARGET,
    &fastmcp::TARGET,
    &fastmcp_script::TARGET,
    &mcp_hub::TARGET,
    &one_mcp::TARGET,
    &mcphub::TARGET,
    &obot::TARGET,
    &hypertool::TARGET,
    &docker::TARGET,
    &envoy::TARGET,
    &agentgateway::TARGET,
    &mcpproxy_go::TARGET,
    &tbxark::TARGET,
    &kong::TARGET,
    &apollo::TARGET,
    &openapi_overlay::TARGET,
    &contextforge::TARGET,
    &gram::TARGET,
    &gram_variations::TARGET,
    &metamcp::TARGET,
    &litellm::TARGET,
    &cloudflare::TARGET,
    &claude_code::TARGET,
    &codex::TARGET,
    &gemini::TARGET,
    &cursor::TARGET,
    &opencode::TARGET,
    &goose::TARGET,
    &librechat::TARGET,
    &vscode::TARGET,
    &chatgpt_submission::TARGET,
    &markdown_table::TARGET,
    &html_table::TARGET,
    &csv::TARGET,
    &snippets::TARGET,
];

pub fn find_target(id: &str) -> Option<&'static Target> {
    TARGETS.iter().copied().find(|target| target.id == id)
}
