//! A `tools/list` result as the client should see it: only the elements of `tools` change, every other byte stays.

use std::borrow::Cow;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::proxy::frame::reads_as;
use crate::proxy::served::Served;
use crate::proxy::splice::Splices;

/// Corrects the result that is a part of a message. Nothing when there is nothing to correct: the message passes as it
/// is, and so does a result that holds no list of tools.
pub fn corrected(message: &str, result: &RawValue, served: &dyn Served) -> Option<String> {
    let members = Members::parse(result.get()).ok()?;
    let mut splices = Splices::new(message);
    for (key, value) in &members.0 {
        // A reader may take either of two lists, or one whose key is spelled in another way: all are corrected.
        if reads_as(key, "tools")
            && let Ok(tools) = serde_json::from_str::<Vec<&RawValue>>(value.get())
        {
            correct(value, tools, served, &mut splices);
        }
    }
    if splices.is_empty() {
        return None;
    }
    own_the_cache(&members, result, &mut splices);
    Some(splices.text())
}

fn correct(list: &RawValue, tools: Vec<&RawValue>, served: &dyn Served, splices: &mut Splices) {
    let shown = served.list(tools.clone());
    if shown.len() == tools.len() {
        for (tool, shown) in tools.iter().zip(shown) {
            if !is_same(tool, &shown) {
                splices.replace(tool.get(), shown);
            }
        }
    } else {
        splices.replace(list.get(), format!("[{}]", shown.join(",")));
    }
}

fn is_same(tool: &RawValue, shown: &Cow<str>) -> bool {
    matches!(shown, Cow::Borrowed(text) if std::ptr::eq(*text, tool.get())) || shown == tool.get()
}

/// A corrected list may be another one after the next decision, and it is this person's: a client must not keep it for
/// as long as the server meant its own (SEP-2549). Results of the older protocol have no such members and get none.
fn own_the_cache(members: &Members, result: &RawValue, splices: &mut Splices) {
    let is_modern = ["resultType", "ttlMs", "cacheScope"].iter().any(|key| members.get(key).is_some());
    for (key, ours) in [("ttlMs", "0"), ("cacheScope", "\"private\"")] {
        let mut said = false;
        for (_, value) in members.0.iter().filter(|(name, _)| reads_as(name, key)) {
            splices.replace(value.get(), ours);
            said = true;
        }
        if is_modern && !said {
            splices.add_member(result.get(), &format!("\"{key}\":{ours}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::frame::Frame;
    use crate::proxy::served::{Admission, Everything};

    /// Hides `delete`, and marks every tool that has a `"fix"`.
    struct Marked;

    impl Served for Marked {
        fn list<'a>(&self, tools: Vec<&'a RawValue>) -> Vec<Cow<'a, str>> {
            let shown = tools.into_iter().filter(|tool| !tool.get().contains("\"delete\""));
            shown
                .map(|tool| match tool.get().contains("\"fix\"") {
                    true => Cow::Owned(tool.get().replace("\"fix\"", "\"fixed\"")),
                    false => Cow::Borrowed(tool.get()),
                })
                .collect()
        }

        fn calls(&self, _: &str) -> Admission {
            Admission::Passes
        }
    }

    fn through(message: &str, served: &dyn Served) -> Option<String> {
        let frame = Frame::parse(message).unwrap();
        corrected(message, frame.result.unwrap(), served)
    }

    #[test]
    fn only_what_is_corrected_changes() {
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
        ] {
            assert_eq!(through(before, &Marked).as_deref(), Some(after));
        }
    }

    #[test]
    fn what_needs_no_correction_passes() {
        for message in [
            r#"{"id":1,"result":{"tools":[{"name":"a"}],"ttlMs":300000,"cacheScope":"public"}}"#,
            r#"{"id":1,"result":{"tools":{"fix":1}}}"#,
            r#"{"id":1,"result":{"tools":null}}"#,
            r#"{"id":1,"result":[{"fix":1}]}"#,
            r#"{"id":1,"result":{"tools":[]}}"#,
        ] {
            assert_eq!(through(message, &Marked), None, "{message}");
        }
        assert_eq!(through(r#"{"result":{"tools":[{"fix":1}]}}"#, &Everything), None);
    }

    #[test]
    fn a_corrected_list_is_not_kept_by_the_client() {
        for (before, after) in [
            (
                r#"{"result":{"resultType":"complete","tools":[{"fix":1}],"ttlMs": 300000 ,"cacheScope":"public"}}"#,
                r#"{"result":{"resultType":"complete","tools":[{"fixed":1}],"ttlMs": 0 ,"cacheScope":"private"}}"#,
            ),
            (
                r#"{"result":{"resultType":"complete","tools":[{"fix":1}]}}"#,
                r#"{"result":{"ttlMs":0,"cacheScope":"private","resultType":"complete","tools":[{"fixed":1}]}}"#,
            ),
            (r#"{"result":{"tools":[{"fix":1}]}}"#, r#"{"result":{"tools":[{"fixed":1}]}}"#),
        ] {
            assert_eq!(through(before, &Marked).as_deref(), Some(after));
        }
    }
}
