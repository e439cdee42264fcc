//! Unambiguous extraction of a request's progress token.

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, find_ambiguity};

/// Returns the progress token of a request.
///
/// If clients share a server, the token is replaced by a gateway number, because another client may use the same one.
/// Fails in that case if two parsers could read different tokens.
pub(in crate::gateway) fn progress_token<'a>(
    message: &Frame<'a>,
    is_shared: bool,
) -> Result<Option<&'a RawValue>, String> {
    let Some(params) = message.params.map(RawValue::get) else { return Ok(None) };
    // Parsing a long message only for this would cost as much as forwarding it. A client with its own session may spell
    // the key differently: it would only hide the token from itself.
    if !is_shared && memchr::memmem::find(params.as_bytes(), b"progressToken").is_none() {
        return Ok(None);
    }
    let found = || {
        let Ok(params) = Members::parse(params) else { return Ok(None) };
        let Some(meta) = get_unambiguous(&params, "_meta")? else { return Ok(None) };
        let Ok(meta) = Members::parse(meta.get()) else { return Ok(None) };
        get_unambiguous(&meta, "progressToken")
    };
    if is_shared { found() } else { Ok(found().unwrap_or(None)) }
}

fn get_unambiguous<'a>(members: &Members<'a>, key: &str) -> Result<Option<&'a RawValue>, String> {
    find_ambiguity(members, &[key]).map_or_else(|| Ok(members.get(key)), Err)
}
