//! Correction of `tools/list` results: replaces elements of `tools` and the cache hints, and keeps every other byte.

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, is_key_variant};
use crate::jsonrpc::list_result::{ListResult, Member};
use crate::proxy::policy::{ConnectionId, Page, ToolPolicy};
use hintsmith_core::text::json_edit::Splices;

/// Corrects the tools in a response. Returns `None` if nothing changes or the result contains no list of tools: the
/// message is then forwarded unchanged.
pub fn correct_list<'a>(
    text: &'a str,
    message: &Frame<'a>,
    (first, connection): (bool, ConnectionId),
    policy: &'a dyn ToolPolicy,
) -> Option<Splices<'a>> {
    let reparsed;
    let list = match &message.list_result {
        Some(list) => list,
        None => {
            reparsed = ListResult::from_raw(message.result?)?;
            &reparsed
        }
    };
    let last = list.get("nextCursor").is_none_or(|cursor| cursor.get() == "null");
    let page = Page { connection, is_first: first, is_last: last };
    let mut splices = Splices::new(text);
    for (_, member) in &list.0 {
        if let Member::Tools(tools) = member {
            splice_tools(tools, page, policy, &mut splices);
        }
    }
    if splices.is_empty() {
        return None;
    }
    disable_client_caching(list, &mut splices);
    Some(splices)
}

/// Returns whether a response contains the last page of a list of tools.
pub fn is_last_page(message: &Frame) -> bool {
    let listing = message.list_result.as_ref();
    listing.is_some_and(|it| it.get("nextCursor").is_none_or(|cursor| cursor.get() == "null"))
}

/// Returns whether a request asks for the first page: it has no cursor, or null. An empty string is a cursor.
pub fn is_first_page(params: Option<&RawValue>) -> bool {
    let cursor = || Members::parse(params?.get()).ok()?.get("cursor");
    cursor().is_none_or(|cursor| cursor.get() == "null")
}

fn splice_tools<'a>(
    tools: &[&'a RawValue],
    page: Page,
    policy: &'a dyn ToolPolicy,
    splices: &mut Splices<'a>,
) {
    let corrected = policy.correct_tools(tools.to_vec(), page);
    if corrected.len() == tools.len() {
        for (tool, corrected) in tools.iter().zip(corrected) {
            if !is_unchanged(tool, &corrected) {
                splices.replace(tool.get(), corrected);
            }
        }
    } else if let (Some(first), Some(last)) = (tools.first(), tools.last()) {
        splices.replace_span(first.get(), last.get(), corrected.join(","));
    }
}

fn is_unchanged(tool: &RawValue, corrected: &str) -> bool {
    std::ptr::eq(corrected, tool.get()) || corrected == tool.get()
}

/// Sets `ttlMs` to 0 and `cacheScope` to private (SEP-2549): a corrected list is specific to this user and changes with
/// the next decision, so the server's cache hints do not apply. Results of protocol versions without these members get
/// none.
fn disable_client_caching(listing: &ListResult, splices: &mut Splices) {
    let modern = ["resultType", "ttlMs", "cacheScope"].iter().find_map(|key| listing.get(key));
    for (key, ours) in [("ttlMs", "0"), ("cacheScope", "\"private\"")] {
        let mut is_present = false;
        for (name, member) in &listing.0 {
            if let Member::Value(value) = member
                && is_key_variant(name, key)
            {
                splices.replace(value.get(), ours);
                is_present = true;
            }
        }
        if let (Some(modern), false) = (modern, is_present) {
            splices.add_member_after(modern.get(), &format!("\"{key}\":{ours}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::proxy::policy::{Admission, AllowAll};

    /// Withholds `delete`, and replaces `"fix"` by `"fixed"` in the other tools.
    struct Marked;

    impl ToolPolicy for Marked {
        fn correct_tools<'a>(&self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
            let shown = tools.into_iter().filter(|tool| !tool.get().contains("\"delete\""));
            shown
                .map(|tool| match tool.get().contains("\"fix\"") {
                    true => Cow::Owned(tool.get().replace("\"fix\"", "\"fixed\"")),
                    false => Cow::Borrowed(tool.get()),
                })
                .collect()
        }

        fn admit_call(&self, _: &str, _: ConnectionId) -> Admission {
            Admission::Admitted
        }
    }

    /// Corrects with both parsers, which must agree.
    fn correct_text(text: &str, policy: &dyn ToolPolicy) -> Option<String> {
        let [at_once, again] = [Frame::parse_list_response, Frame::parse].map(|parse| {
            let message = parse(text).unwrap();
            let mut out = Vec::new();
            correct_list(text, &message, (true, 1), policy)?.write(&mut out);
            Some(String::from_utf8(out).unwrap())
        });
        assert_eq!(at_once, again);
        at_once
    }

    #[test]
    fn only_corrected_tools_change() {
        for (before, after) in [
            (
                r#"{ "id":1, "result": {"x":1e400, "tools" : [ {"name":"a"} , {"fix":1}, 7 ],"_meta":{"tools":[]},"nextCursor":"" } }"#,
                r#"{ "id":1, "result": {"x":1e400, "tools" : [ {"name":"a"} , {"fixed":1}, 7 ],"_meta":{"tools":[]},"nextCursor":"" } }"#,
            ),
            (
                r#"{"result":{"tools":[{"name":"delete"}, {"name":"a"},null],"n":1.0},"id":1}"#,
                r#"{"result":{"tools":[{"name":"a"},null],"n":1.0},"id":1}"#,
            ),
            (
                r#"{"result":{"tools":[{"fix":1}],"Tools":[{"fix":2}],"tools":[{"name":"delete"}]}}"#,
                r#"{"result":{"tools":[{"fixed":1}],"Tools":[{"fixed":2}],"tools":[]}}"#,
            ),
            (
                r#"{"result":{"tools":[{"fix":1}],"Tools":1e400}}"#,
                r#"{"result":{"tools":[{"fixed":1}],"Tools":1e400}}"#,
            ),
        ] {
            assert_eq!(correct_text(before, &Marked).as_deref(), Some(after));
        }
    }

    #[test]
    fn results_without_correction_are_unchanged() {
        for message in [
            r#"{"id":1,"result":{"tools":[{"name":"a"}],"ttlMs":300000,"cacheScope":"public"}}"#,
            r#"{"id":1,"result":{"tools":{"fix":1}}}"#,
            r#"{"id":1,"result":{"tools":null}}"#,
            r#"{"id":1,"result":[{"fix":1}]}"#,
            r#"{"id":1,"result":{"tools":[]}}"#,
        ] {
            assert_eq!(correct_text(message, &Marked), None, "{message}");
        }
        assert_eq!(correct_text(r#"{"result":{"tools":[{"fix":1}]}}"#, &AllowAll), None);
    }

    #[test]
    fn corrected_list_disables_client_caching() {
        for (before, after) in [
            (
                r#"{"result":{"resultType":"complete","tools":[{"fix":1}],"ttlMs": 300000 ,"cacheScope":"public"}}"#,
                r#"{"result":{"resultType":"complete","tools":[{"fixed":1}],"ttlMs": 0 ,"cacheScope":"private"}}"#,
            ),
            (
                r#"{"result":{"resultType":"complete","tools":[{"fix":1}]}}"#,
                r#"{"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"fixed":1}]}}"#,
            ),
            (r#"{"result":{"tools":[{"fix":1}]}}"#, r#"{"result":{"tools":[{"fixed":1}]}}"#),
        ] {
            assert_eq!(correct_text(before, &Marked).as_deref(), Some(after));
        }
    }
}
