//! The `tools.listChanged` capability, corrected for a proxy that sends `notifications/tools/list_changed` itself.
//!
//! Before protocol 2026-07-28 the notification goes to clients that saw `tools.listChanged` in the `initialize` result,
//! so the proxy sets it there. Since 2026-07-28 it goes to streams that the client opens with `subscriptions/listen`
//! and the server maintains (SEP-2575); the proxy joins a stream that the server acknowledged. It cannot open a stream
//! for a server that has none and announces nothing there: such a client sees a policy change when it lists again, and
//! a corrected list forbids caching.

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response::META_SUBSCRIPTION_ID;
use hintsmith_core::text::json_edit::Splices;

/// Returns whether an `initialize` result announces tools.
pub fn has_tools(result: &RawValue) -> bool {
    parse_capabilities(result).is_some_and(|capabilities| capabilities.get("tools").is_some())
}

/// Sets `listChanged` in an `initialize` result, which is a slice of the message, if the server did not.
pub fn correct_initialize_result<'a>(message: &'a str, result: &RawValue) -> Option<Splices<'a>> {
    set_list_changed(message, parse_capabilities(result)?.get("tools")?)
}

/// Sets `listChanged` in a `server/discover` result, but only if the server offers other subscriptions already:
/// otherwise it may not implement `subscriptions/listen` at all.
pub fn correct_discover_result<'a>(message: &'a str, result: &RawValue) -> Option<Splices<'a>> {
    const SUBSCRIPTION_CAPABILITIES: [(&str, &str); 3] =
        [("prompts", "listChanged"), ("resources", "listChanged"), ("resources", "subscribe")];
    let capabilities = parse_capabilities(result)?;
    let has_subscriptions = SUBSCRIPTION_CAPABILITIES.iter().any(|(name, key)| {
        let capability = capabilities.get(name).and_then(|raw| Members::parse(raw.get()).ok());
        capability.is_some_and(|capability| is_true(capability.get(key)))
    });
    has_subscriptions.then(|| set_list_changed(message, capabilities.get("tools")?)).flatten()
}

fn parse_capabilities(result: &RawValue) -> Option<Members<'_>> {
    Members::parse(Members::parse(result.get()).ok()?.get("capabilities")?.get()).ok()
}

fn set_list_changed<'a>(message: &'a str, tools: &RawValue) -> Option<Splices<'a>> {
    set_true(message, tools, "listChanged")
}

/// Sets a member of an object in the message to true. Returns `None` if it is true already or `object` is no object.
fn set_true<'a>(message: &'a str, object: &RawValue, key: &str) -> Option<Splices<'a>> {
    let members = Members::parse(object.get()).ok()?;
    let mut splices = Splices::new(message);
    match members.get(key) {
        Some(value) if value.get() == "true" => return None,
        Some(value) => splices.replace(value.get(), "true"),
        None => splices.add_member(object.get(), &format!("\"{key}\":true")),
    }
    Some(splices)
}

fn is_true(value: Option<&RawValue>) -> bool {
    value.is_some_and(|value| value.get() == "true")
}

/// Returns whether a `subscriptions/listen` request includes `toolsListChanged`.
pub fn has_tools_list_changed(params: Option<&RawValue>) -> bool {
    let filter = || Members::parse(Members::parse(params?.get()).ok()?.get("notifications")?.get()).ok();
    filter().is_some_and(|filter| is_true(filter.get("toolsListChanged")))
}

/// Returns the subscription id of a notification: the id of the request that opened the stream.
pub fn subscription_id(params: Option<&RawValue>) -> Option<RequestId> {
    let meta = Members::parse(Members::parse(params?.get()).ok()?.get("_meta")?.get()).ok()?;
    meta.get(META_SUBSCRIPTION_ID).map(RequestId::from_raw)
}

/// Sets `toolsListChanged` in the acknowledgement of a stream.
pub fn correct_acknowledgement<'a>(message: &'a str, params: Option<&RawValue>) -> Option<Splices<'a>> {
    let params = params?;
    match Members::parse(params.get()).ok()?.get("notifications") {
        Some(accepted) => set_true(message, accepted, "toolsListChanged"),
        None => {
            let mut splices = Splices::new(message);
            splices.add_member(params.get(), r#""notifications":{"toolsListChanged":true}"#);
            Some(splices)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::frame::Frame;

    fn apply(splices: Option<Splices>) -> Option<String> {
        let mut out = Vec::new();
        splices?.write(&mut out);
        Some(String::from_utf8(out).unwrap())
    }

    #[test]
    fn list_changed_is_announced_because_the_proxy_sends_it() {
        for (before, has_tools, after) in [
            (
                r#"{"result":{"capabilities":{"tools":{}}}}"#,
                true,
                Some(r#"{"result":{"capabilities":{"tools":{"listChanged":true}}}}"#),
            ),
            (
                r#"{"result":{"capabilities":{"tools":{ "x":1, "listChanged": false }}}}"#,
                true,
                Some(r#"{"result":{"capabilities":{"tools":{ "x":1, "listChanged": true }}}}"#),
            ),
            (
                r#"{"result":{"capabilities":{"tools":{"x":1}}}}"#,
                true,
                Some(r#"{"result":{"capabilities":{"tools":{"listChanged":true,"x":1}}}}"#),
            ),
            (r#"{"result":{"capabilities":{"tools":{"listChanged":true}}}}"#, true, None),
            (r#"{"result":{"capabilities":{"prompts":{}}}}"#, false, None),
            (r#"{"result":{"capabilities":{"tools":null}}}"#, true, None),
            (r#"{"result":7}"#, false, None),
        ] {
            let result = Frame::parse(before).unwrap().result.unwrap();
            assert_eq!(super::has_tools(result), has_tools, "{before}");
            assert_eq!(apply(correct_initialize_result(before, result)).as_deref(), after, "{before}");
        }
    }

    #[test]
    fn list_changed_is_not_announced_without_subscriptions() {
        let discovered =
            |text: &str| apply(correct_discover_result(text, Frame::parse(text).unwrap().result.unwrap()));
        assert_eq!(discovered(r#"{"result":{"capabilities":{"tools":{},"prompts":{}}}}"#), None);
        assert_eq!(
            discovered(r#"{"result":{"capabilities":{"tools":{},"resources":{"subscribe":true}}}}"#)
                .as_deref(),
            Some(
                r#"{"result":{"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true}}}}"#
            )
        );
    }

    #[test]
    fn acknowledgement_includes_tool_changes() {
        for (before, after) in [
            (
                r#"{"params":{"_meta":{}}}"#,
                Some(r#"{"params":{"notifications":{"toolsListChanged":true},"_meta":{}}}"#),
            ),
            (
                r#"{"params":{"notifications":{"promptsListChanged":true}}}"#,
                Some(r#"{"params":{"notifications":{"toolsListChanged":true,"promptsListChanged":true}}}"#),
            ),
            (r#"{"params":{"notifications":{"toolsListChanged":true}}}"#, None),
        ] {
            assert_eq!(
                apply(correct_acknowledgement(before, Frame::parse(before).unwrap().params)).as_deref(),
                after
            );
        }
    }
}
