//! The progress token of a request, as every reader finds it.

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, doubt};

/// The progress token that a request was sent with.
///
/// Where clients share a server a token must be ours for every reader, because theirs could be that of another client: an
/// error when two readers could find different ones.
pub(super) fn token<'a>(message: &Frame<'a>, is_shared: bool) -> Result<Option<&'a RawValue>, String> {
    let Some(params) = message.params.map(RawValue::get) else { return Ok(None) };
    // Reading a long message only for this would cost as much as passing it on. A client that is alone may spell it as
    // it likes: it could only hide its token from itself.
    if !is_shared && memchr::memmem::find(params.as_bytes(), b"progressToken").is_none() {
        return Ok(None);
    }
    let found = || {
        let Ok(params) = Members::parse(params) else { return Ok(None) };
        let Some(meta) = once(&params, "_meta")? else { return Ok(None) };
        let Ok(meta) = Members::parse(meta.get()) else { return Ok(None) };
        once(&meta, "progressToken")
    };
    if is_shared { found() } else { Ok(found().unwrap_or(None)) }
}

fn once<'a>(members: &Members<'a>, key: &str) -> Result<Option<&'a RawValue>, String> {
    doubt(members, &[key]).map_or_else(|| Ok(members.get(key)), Err)
}
