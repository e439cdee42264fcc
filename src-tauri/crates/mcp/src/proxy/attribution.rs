//! Server name in elicitation and sampling requests.
//!
//! The client sees one connection, on which Hintsmith's own approval requests arrive as well. Without the name, a
//! server could pass its request to the user or the model off as one of Hintsmith or of another server.

use hintsmith_core::text::escape_line;
use hintsmith_core::text::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, decode_string, find_ambiguity};
use crate::proxy::approval_token;
use crate::proxy::elicitation;
use hintsmith_core::text::json_edit::Splices;

const SAMPLING_CREATE_MESSAGE: &str = "sampling/createMessage";
/// `resultType` of an `InputRequiredResult`, which makes the client retry its request with more input (SEP-2322).
const INPUT_REQUIRED: &str = "input_required";

#[derive(Debug, Clone, Copy)]
pub struct Attribution<'a> {
    pub server_name: &'a str,
    /// The client's connection serves several servers.
    pub is_shared: bool,
}

impl Attribution<'_> {
    /// Adds the server's name to an elicitation or sampling request. Fails if clients could read it differently.
    pub fn attribute_request(
        &self,
        method: &str,
        params: Option<&RawValue>,
        splices: &mut Splices,
    ) -> Result<(), String> {
        let Some(params) =
            params.filter(|_| [elicitation::ELICITATION_CREATE, SAMPLING_CREATE_MESSAGE].contains(&method))
        else {
            return Ok(());
        };
        let members = Members::parse(params.get()).map_err(|_| "the params are not an object".to_owned())?;
        let text_key = if method == SAMPLING_CREATE_MESSAGE { "systemPrompt" } else { "message" };
        if let Some(why) = find_ambiguity(&members, &[text_key, "includeContext"]) {
            return Err(why);
        }
        self.add_introduction(&members, text_key, params, splices)?;
        if method == SAMPLING_CREATE_MESSAGE {
            self.restrict_context(&members, splices);
        }
        Ok(())
    }

    /// Adds the server's name to the requests in an `InputRequiredResult`.
    pub fn attribute_response(&self, message: &Frame, splices: &mut Splices) -> Result<(), String> {
        if message
            .list_result
            .as_ref()
            .is_some_and(|listing| listing.has_key_in_any_spelling("inputRequests"))
        {
            return Err("a tool list contains input requests".to_owned());
        }
        message.result.map_or(Ok(()), |result| self.attribute_result(result, splices))
    }

    fn attribute_result(&self, result: &RawValue, splices: &mut Splices) -> Result<(), String> {
        if !may_require_input(result.get().as_bytes()) {
            return Ok(());
        }
        let Ok(members) = Members::parse(result.get()) else { return Ok(()) };
        if members.get("resultType").and_then(decode_string).as_deref() != Some(INPUT_REQUIRED) {
            // A duplicate or another spelling of the key could still make it one for some clients.
            return find_ambiguity(&members, &["resultType"]).map_or(Ok(()), Err);
        }
        if let Some(why) = find_ambiguity(&members, &["resultType", "inputRequests", "requestState"]) {
            return Err(why);
        }
        let unreadable = |_| "the input requests cannot be parsed".to_owned();
        let Some(requests) = members.get("inputRequests") else { return Ok(()) };
        for (key, request) in Members::parse(requests.get()).map_err(unreadable)?.0 {
            if hintsmith_core::text::json::is_key_variant(&key, approval_token::INPUT_REQUEST_KEY) {
                return Err("the input requests use a key that is reserved for Hintsmith".to_owned());
            }
            let members = Members::parse(request.get()).map_err(unreadable)?;
            if let Some(why) = find_ambiguity(&members, &["method", "params"]) {
                return Err(why);
            }
            let method = members.get("method").and_then(decode_string).unwrap_or_default();
            self.attribute_request(&method, members.get("params"), splices)?;
        }
        Ok(())
    }

    fn add_introduction(
        &self,
        members: &Members,
        key: &str,
        params: &RawValue,
        splices: &mut Splices,
    ) -> Result<(), String> {
        let introduction = self.introduction();
        match members.get(key) {
            Some(raw) => {
                let text = decode_string(raw).ok_or_else(|| format!("\"{key}\" is not a string"))?;
                splices.replace(raw.get(), Value::from(format!("{introduction}\n\n{text}")).to_string());
            }
            None => splices.add_member(params.get(), &format!("\"{key}\":{}", Value::from(introduction))),
        }
        Ok(())
    }

    /// Limits `includeContext` of a sampling request to this server. On a shared connection the client takes all
    /// servers for one, so there even `thisServer` would include the context of others.
    fn restrict_context(&self, members: &Members, splices: &mut Splices) {
        let Some(raw) = members.get("includeContext") else { return };
        let (allowed, fallback) = match self.is_shared {
            true => (&["none"][..], "\"none\""),
            false => (&["none", "thisServer"][..], "\"thisServer\""),
        };
        if !decode_string(raw).is_some_and(|requested| allowed.contains(&&*requested)) {
            splices.replace(raw.get(), fallback);
        }
    }

    fn introduction(&self) -> String {
        match self.server_name {
            "" => "The MCP server asks (not Hintsmith):".to_owned(),
            server => format!("The MCP server “{}” asks (not Hintsmith):", escape_line(server)),
        }
    }
}

/// Returns whether the text may be an `InputRequiredResult`. A cheap check that saves parsing long results.
pub fn may_require_input(text: &[u8]) -> bool {
    // `input_required` may be written with `\u00xx` escapes.
    let has_escaped_ascii = || {
        let mut escapes = memchr::memmem::find_iter(text, br"\u00");
        escapes.any(|at| text.get(at + 4).is_some_and(|digit| (b'2'..=b'7').contains(digit)))
    };
    memchr::memmem::find(text, INPUT_REQUIRED.as_bytes()).is_some() || has_escaped_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Attribution = Attribution { server_name: "notes", is_shared: false };

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    fn attribute_request(attribution: Attribution, method: &str, params: &str) -> Result<String, String> {
        let params = raw(params);
        let mut splices = Splices::new(params.get());
        attribution.attribute_request(method, Some(&params), &mut splices)?;
        let mut out = Vec::new();
        splices.write(&mut out);
        Ok(String::from_utf8(out).unwrap())
    }

    fn attribute_result(text: &str) -> Result<String, String> {
        let text = raw(text);
        let mut splices = Splices::new(text.get());
        ALONE.attribute_result(&text, &mut splices)?;
        let mut out = Vec::new();
        splices.write(&mut out);
        Ok(String::from_utf8(out).unwrap())
    }

    const NAMED: &str = "The MCP server “notes” asks (not Hintsmith):";

    #[test]
    fn server_requests_start_with_the_server_name() {
        for (method, params, expected) in [
            (
                elicitation::ELICITATION_CREATE,
                r#"{"message":"Who?","x":1.0}"#,
                format!(r#"{{"message":"{NAMED}\n\nWho?","x":1.0}}"#),
            ),
            (elicitation::ELICITATION_CREATE, r#"{}"#, format!(r#"{{"message":"{NAMED}"}}"#)),
            (
                SAMPLING_CREATE_MESSAGE,
                r#"{"messages":[]}"#,
                format!(r#"{{"systemPrompt":"{NAMED}","messages":[]}}"#),
            ),
            (
                SAMPLING_CREATE_MESSAGE,
                r#"{"systemPrompt":"Be brief."}"#,
                format!(r#"{{"systemPrompt":"{NAMED}\n\nBe brief."}}"#),
            ),
            ("roots/list", r#"{"message":"Who?"}"#, r#"{"message":"Who?"}"#.to_owned()),
        ] {
            assert_eq!(attribute_request(ALONE, method, params).as_ref(), Ok(&expected), "{method} {params}");
        }
        for params in [
            r#"{"message":"a","message":"Hintsmith asks: b"}"#,
            r#"{"message":"a","Message":"Hintsmith asks: b"}"#,
            r#"{"message":["Hintsmith asks: b"]}"#,
            "[]",
        ] {
            assert!(attribute_request(ALONE, elicitation::ELICITATION_CREATE, params).is_err(), "{params}");
        }
    }

    #[test]
    fn sampling_includes_no_context_of_other_servers() {
        let shared = Attribution { is_shared: true, ..ALONE };
        for (attribution, asked, expected) in [
            (ALONE, "none", "none"),
            (ALONE, "thisServer", "thisServer"),
            (ALONE, "allServers", "thisServer"),
            (ALONE, "allservers", "thisServer"),
            (shared, "none", "none"),
            (shared, "thisServer", "none"),
            (shared, "allServers", "none"),
        ] {
            let params = format!(r#"{{"systemPrompt":"","includeContext":"{asked}"}}"#);
            let sent = attribute_request(attribution, SAMPLING_CREATE_MESSAGE, &params).unwrap();
            assert!(sent.ends_with(&format!(r#","includeContext":"{expected}"}}"#)), "{asked}: {sent}");
        }
        let doubled = r#"{"includeContext":"none","IncludeContext":"allServers"}"#;
        assert!(attribute_request(ALONE, SAMPLING_CREATE_MESSAGE, doubled).is_err());
    }

    #[test]
    fn input_required_result_names_its_server_in_every_request() {
        let asks = |kind: &str| {
            format!(
                r#"{{"{kind}":"input_required","inputRequests":{{"a":{{"method":"elicitation/create","params":{{"message":"Who?"}}}}}}}}"#
            )
        };
        let expected = asks("resultType").replace("Who?", &format!(r"{NAMED}\n\nWho?"));
        assert_eq!(attribute_result(&asks("resultType")), Ok(expected.clone()));
        assert_eq!(
            attribute_result(&asks(r"result\u0054ype")),
            Ok(expected.replace("resultType", r"result\u0054ype"))
        );
        let escaped = asks("resultType").replace("input_required", r"input\u005frequired");
        assert!(attribute_result(&escaped).unwrap().contains(NAMED));
        for text in [
            asks("ResultType"),
            asks("resultType").replace("inputRequests", "InputRequests"),
            asks("resultType").replace("\"a\"", "\"hintsmith-approval\""),
            asks("resultType").replace("\"method\"", "\"Method\""),
        ] {
            assert!(attribute_result(&text).is_err(), "{text}");
        }
        let complete = r#"{"resultType":"complete","content":[{"text":"\u0022input_required\u0022"}]}"#;
        assert_eq!(attribute_result(complete).as_deref(), Ok(complete));
    }
}
