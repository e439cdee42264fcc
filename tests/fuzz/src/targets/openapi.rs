//! The OpenAPI parser returns tools or an error for any text, within its limits.

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let _ = hintsmith_core::sources::openapi::parse_document(text);
}
