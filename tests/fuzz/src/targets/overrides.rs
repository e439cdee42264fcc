//! Overrides of other programs are read, matched or rejected for any text, and no decision is about an unknown tool.

use hintsmith_core::model::tool::Tool;
use hintsmith_core::override_files::formats::FORMATS;
use hintsmith_core::override_files::matching::{KnownServer, match_overrides};
use hintsmith_core::override_files::parse;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let tool = Tool::parse(r#"{"name": "get", "inputSchema": {"properties": {"id": {}}}}"#.into(), 0);
    let servers = [KnownServer { name: "notes", tools: vec![&tool] }];
    for format in FORMATS.iter().copied().map(Some).chain([None]) {
        let Ok(file) = parse(text, format) else { continue };
        let matched = match_overrides(&file, &servers, None);
        for (server, tools) in &matched.layer.servers {
            assert_eq!(server, "notes");
            assert!(tools.keys().all(|tool| tool == "get"), "{tools:?}");
        }
    }
}
