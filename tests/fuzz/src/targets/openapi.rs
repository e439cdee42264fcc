//! An OpenAPI document becomes tools or an error, within its bounds.

pub fn run(data: &[u8]) {
    let Some(text) = super::text(data) else { return };
    let _ = hintsmith_core::openapi::tools(text);
}
