//! Selection of a tool's icon from what the server offers. Fetching and decoding are the engine's.

use serde_json::value::RawValue;

use crate::text::json::Members;

/// An icon that a server offers for a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Icon {
    /// Image data in base64.
    Inline(String),
    /// An https URL.
    Url(String),
}

/// Supported MIME types. SVG is left out because it can contain scripts.
const SUPPORTED_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/jpg", "image/webp"];

/// Maximum number of icons that are considered.
const MAX_ICONS: usize = 8;

/// Returns the first icon of a tool that is supported.
pub fn find_icon(raw: &str) -> Option<Icon> {
    let members = Members::parse(raw).ok()?;
    let icons: Vec<&RawValue> = serde_json::from_str(members.get("icons")?.get()).ok()?;
    icons.into_iter().take(MAX_ICONS).find_map(parse_icon)
}

fn parse_icon(raw: &RawValue) -> Option<Icon> {
    let icon = Members::parse(raw.get()).ok()?;
    let text = |key| icon.get(key).and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    let source = text("src")?;
    if let Some(data) = source.strip_prefix("data:") {
        let (kind, bytes) = data.split_once(";base64,")?;
        return SUPPORTED_TYPES.contains(&kind).then(|| Icon::Inline(bytes.to_owned()));
    }
    let drawable = text("mimeType").is_none_or(|kind| SUPPORTED_TYPES.contains(&kind.as_str()));
    (drawable && source.starts_with("https://")).then_some(Icon::Url(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn icon(icons: &str) -> Option<Icon> {
        find_icon(&format!(r#"{{"name":"t","icons":{icons}}}"#))
    }

    #[test]
    fn the_first_supported_icon_is_used() {
        let address = |url: &str| Some(Icon::Url(url.to_owned()));
        for (icons, expected) in [
            (r#"[{"src":"https://a.example/i.png"}]"#, address("https://a.example/i.png")),
            (r#"[{"src":"data:image/png;base64,AAAA"}]"#, Some(Icon::Inline("AAAA".to_owned()))),
            (
                r#"[{"src":"https://a.example/i.svg","mimeType":"image/svg+xml"},{"src":"https://a.example/i.webp","mimeType":"image/webp"}]"#,
                address("https://a.example/i.webp"),
            ),
            (r#"[{"src":"data:image/svg+xml;base64,AAAA"}]"#, None),
            (r#"[{"src":"data:text/html,x"}]"#, None),
            (r#"[{"src":"http://a.example/i.png"}]"#, None),
            (r#"[{"src":"javascript:alert(1)"}]"#, None),
            (r#"[{"src":"file:///etc/passwd"}]"#, None),
            (r#"[{"src":7},8,null]"#, None),
            (r#"{"src":"https://a.example/i.png"}"#, None),
            ("[]", None),
        ] {
            assert_eq!(icon(icons), expected, "{icons}");
        }
    }
}
