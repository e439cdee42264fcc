//! Remote server of a registry entry: a URL and its headers.

use serde_json::Value;

use super::input::{Open, Text};
use super::way::{Form, Way};
use super::{shown, text_of};

pub fn way(remote: &Value) -> Way {
    let url = remote.as_object().and_then(|remote| text_of(remote, "url")).unwrap_or_default();
    let mut open = Open::default();
    let form = form(remote, &url, &mut open);
    let label = if url.is_empty() { "an address".to_owned() } else { shown(&url) };
    Way::new(label, form, open, Vec::new())
}

fn form(remote: &Value, url: &str, open: &mut Open) -> Result<Form, String> {
    let remote = remote.as_object().ok_or("it is not described by an object")?;
    match remote.get("type").and_then(Value::as_str).unwrap_or_default() {
        "streamable-http" | "streamable" | "http" => {}
        "sse" => return Err("it speaks the old HTTP+SSE transport, which is not spoken here".to_owned()),
        other => return Err(format!("it speaks `{}`, which is not known here", shown(other))),
    }
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err("its address does not begin with http:// or https://".to_owned());
    }
    let variables = remote.get("variables").and_then(Value::as_object);
    let url = open.template(url, variables, true);
    open.0.iter_mut().for_each(|wanted| wanted.required = true);
    Ok(Form::Address { url, headers: named(remote.get("headers"), open)? })
}

/// Parses variables or headers, each with a name.
pub fn named(inputs: Option<&Value>, open: &mut Open) -> Result<Vec<(String, Text)>, String> {
    let inputs = inputs.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let named = inputs.filter_map(|input| Some((text_of(input, "name")?, input)));
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    named
        .map(|(name, input)| match is_name(&name) {
            true => Ok((name.clone(), open.text(input, &name))),
            false => Err(format!("it wants a value for `{}`, which is no name", shown(&name))),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::WayError;
    use super::*;
    use crate::source::Source;
    use serde_json::json;

    #[test]
    fn an_address_is_filled_in_with_the_headers_that_have_a_value() {
        let way = way(&json!({
            "type": "streamable-http",
            "url": "https://{tenant}.acme.example/mcp?r={region}",
            "variables": {"tenant": {"description": "Your tenant"}, "region": {"default": "eu", "choices": ["eu", "us"]}},
            "headers": [
                {"name": "Authorization", "value": "Bearer {token}", "variables": {"token": {"isSecret": true, "isRequired": true}}},
                {"name": "X-Trace", "description": "optional"},
                {"name": "X-Fixed", "value": "1"}
            ]
        }));
        let names: Vec<_> =
            way.wanted.iter().map(|wanted| (wanted.name.as_str(), wanted.required, wanted.secret)).collect();
        assert_eq!(
            names,
            [
                ("tenant", true, false),
                ("region", true, false),
                ("token", true, true),
                ("X-Trace", false, false)
            ]
        );
        assert_eq!(way.secrets(), ["Authorization"]);
        assert_eq!(way.source(|_| None), Err(WayError::Missing(vec!["tenant".into(), "token".into()])));
        let given = |name: &str| match name {
            "tenant" => Some("t1".to_owned()),
            "token" => Some("{region}".to_owned()),
            _ => None,
        };
        let Source::Http { url, headers, .. } = way.source(given).unwrap() else { unreachable!() };
        let headers: Vec<_> =
            headers.iter().map(|header| format!("{}={}", header.name, header.value.shown())).collect();
        assert_eq!(url.shown(), "https://t1.acme.example/mcp?r=eu");
        assert_eq!(headers, ["Authorization=Bearer {region}", "X-Fixed=1"]);
        let Some(Source::Http { url, .. }) = way.preview() else { unreachable!() };
        assert_eq!(url.shown(), "https://{tenant}.acme.example/mcp?r={region}");
    }

    #[test]
    fn what_cannot_be_reached_says_why() {
        for (remote, expected) in [
            (
                json!({"type": "sse", "url": "https://x/sse"}),
                "it speaks the old HTTP+SSE transport, which is not spoken here",
            ),
            (json!({"type": "ws", "url": "wss://x"}), "it speaks `ws`, which is not known here"),
            (
                json!({"type": "streamable-http", "url": "file:///etc"}),
                "its address does not begin with http:// or https://",
            ),
            (json!({"type": "streamable-http"}), "its address does not begin with http:// or https://"),
            (
                json!({"type": "http", "url": "https://x", "headers": [{"name": "A: b\r\nC"}]}),
                "it wants a value for `A: b‹U+000D› C`, which is no name",
            ),
            (json!(7), "it is not described by an object"),
        ] {
            let way = way(&remote);
            assert_eq!(way.obstacle(), Some(expected));
            assert_eq!(way.source(|_| None), Err(WayError::CannotBeAdded(expected.to_owned())));
            assert!(way.wanted.is_empty() && way.preview().is_none());
        }
    }
}
