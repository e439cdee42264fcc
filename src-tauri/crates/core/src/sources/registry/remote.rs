//! Remote server of a registry entry: a URL and its headers.

use serde_json::Value;

use super::input::{InputCollector, Template};
use super::install_option::{InstallOption, SourceTemplate};
use super::{display_text, non_empty_text};

pub fn parse_remote(remote: &Value) -> InstallOption {
    let url = remote.as_object().and_then(|remote| non_empty_text(remote, "url")).unwrap_or_default();
    let mut inputs = InputCollector::default();
    let form = parse_source(remote, &url, &mut inputs);
    let label = if url.is_empty() { "an address".to_owned() } else { display_text(&url) };
    InstallOption::new(label, form, inputs, Vec::new())
}

fn parse_source(remote: &Value, url: &str, inputs: &mut InputCollector) -> Result<SourceTemplate, String> {
    let remote = remote.as_object().ok_or("its description is not an object")?;
    match remote.get("type").and_then(Value::as_str).unwrap_or_default() {
        "streamable-http" | "streamable" | "http" => {}
        "sse" => {
            return Err("it uses the old HTTP+SSE transport, which Hintsmith does not support".to_owned());
        }
        other => {
            return Err(format!(
                "it uses the transport `{}`, which Hintsmith does not support",
                display_text(other)
            ));
        }
    }
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err("its address does not start with http:// or https://".to_owned());
    }
    let variables = remote.get("variables").and_then(Value::as_object);
    let url = inputs.parse_template(url, variables, true);
    inputs.0.iter_mut().for_each(|input| input.required = true);
    Ok(SourceTemplate::Http { url, headers: parse_named_values(remote.get("headers"), inputs)? })
}

/// Parses variables or headers, each with a name.
pub fn parse_named_values(
    inputs: Option<&Value>,
    open: &mut InputCollector,
) -> Result<Vec<(String, Template)>, String> {
    let inputs = inputs.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let named = inputs.filter_map(|input| Some((non_empty_text(input, "name")?, input)));
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    named
        .map(|(name, input)| match is_name(&name) {
            true => Ok((name.clone(), open.parse_input(input, &name))),
            false => {
                Err(format!("it requires a value for `{}`, which is not a valid name", display_text(&name)))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{InstallOptionError, InstallSource};
    use super::*;
    use crate::sources::source::Source;
    use serde_json::json;

    #[test]
    fn url_and_headers_with_a_value_are_filled_in() {
        let option = parse_remote(&json!({
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
            option.inputs.iter().map(|input| (input.name.as_str(), input.required, input.secret)).collect();
        assert_eq!(
            names,
            [
                ("tenant", true, false),
                ("region", true, false),
                ("token", true, true),
                ("X-Trace", false, false)
            ]
        );
        assert_eq!(
            option.build_source(|_| None),
            Err(InstallOptionError::MissingInputs(vec!["tenant".into(), "token".into()]))
        );
        let given = |name: &str| match name {
            "tenant" => Some("t1".to_owned()),
            "token" => Some("{region}".to_owned()),
            _ => None,
        };
        let InstallSource { source, secret_values } = option.build_source(given).unwrap();
        let Source::Http { url, headers, .. } = source else { unreachable!() };
        assert_eq!(secret_values, ["Authorization"]);
        let headers: Vec<_> =
            headers.iter().map(|header| format!("{}={}", header.name, header.value.redacted())).collect();
        assert_eq!(url.redacted(), "https://t1.acme.example/mcp?r=eu");
        assert_eq!(headers, ["Authorization=Bearer {region}", "X-Fixed=1"]);
        let Some(Source::Http { url, .. }) = option.preview() else { unreachable!() };
        assert_eq!(url.redacted(), "https://{tenant}.acme.example/mcp?r={region}");
    }

    #[test]
    fn an_unsupported_remote_has_a_reason() {
        for (remote, expected) in [
            (
                json!({"type": "sse", "url": "https://x/sse"}),
                "it uses the old HTTP+SSE transport, which Hintsmith does not support",
            ),
            (
                json!({"type": "ws", "url": "wss://x"}),
                "it uses the transport `ws`, which Hintsmith does not support",
            ),
            (
                json!({"type": "streamable-http", "url": "file:///etc"}),
                "its address does not start with http:// or https://",
            ),
            (json!({"type": "streamable-http"}), "its address does not start with http:// or https://"),
            (
                json!({"type": "http", "url": "https://x", "headers": [{"name": "A: b\r\nC"}]}),
                "it requires a value for `A: b‹U+000D› C`, which is not a valid name",
            ),
            (json!(7), "its description is not an object"),
        ] {
            let option = parse_remote(&remote);
            assert_eq!(option.unsupported_reason(), Some(expected));
            assert_eq!(
                option.build_source(|_| None),
                Err(InstallOptionError::Unsupported(expected.to_owned()))
            );
            assert!(option.inputs.is_empty() && option.preview().is_none());
        }
    }
}
