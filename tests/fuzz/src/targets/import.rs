//! The configuration parser of each client returns a result or an error for any text.

use hintsmith_core::sources::import::CLIENTS;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    for client in CLIENTS {
        let _ = (client.parse)(text);
    }
}
