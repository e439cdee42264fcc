//! Selection of a tool's icon from what the server offers or the user decided. Fetching and decoding are the engine's.

use serde_json::value::RawValue;
use serde_json::{Value, json};

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

/// Maximum length in bytes of the source of a decided icon. Every client of a proxy is sent it with the list of tools.
pub const MAX_SOURCE_BYTES: usize = 32 << 10;

/// Returns the first icon of a tool that is supported.
pub fn find_icon(raw: &str) -> Option<Icon> {
    let members = Members::parse(raw).ok()?;
    let icons: Vec<&RawValue> = serde_json::from_str(members.get("icons")?.get()).ok()?;
    icons.into_iter().take(MAX_ICONS).find_map(parse_icon)
}

fn parse_icon(raw: &RawValue) -> Option<Icon> {
    let icon = Members::parse(raw.get()).ok()?;
    let text = |key| icon.get(key).and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    let drawable = text("mimeType").is_none_or(|kind| SUPPORTED_TYPES.contains(&kind.as_str()));
    let icon = Icon::from_source(&text("src")?)?;
    (drawable || matches!(icon, Icon::Inline(_))).then_some(icon)
}

impl Icon {
    /// The source of a URL. The type of an inline image is not kept: a decoder finds it out.
    pub fn into_source(self) -> String {
        match self {
            Self::Inline(bytes) => format!("data:image/png;base64,{bytes}"),
            Self::Url(address) => address,
        }
    }

    /// Parses a source: a `data:` URI of a supported type in base64, or an https URL.
    pub fn from_source(source: &str) -> Option<Self> {
        match source.strip_prefix("data:") {
            Some(data) => {
                let (kind, bytes) = data.split_once(";base64,")?;
                SUPPORTED_TYPES.contains(&kind).then(|| Self::Inline(bytes.to_owned()))
            }
            None => source.starts_with("https://").then(|| Self::Url(source.to_owned())),
        }
    }
}

/// Returns the source of a decided icon without surrounding spaces, if it can be one.
pub fn check_source(source: &str) -> Option<&str> {
    let source = source.trim();
    let is_plain = source.bytes().all(|byte| byte.is_ascii_graphic());
    let is_long = source.len() > MAX_SOURCE_BYTES;
    (is_plain && !is_long && Icon::from_source(source).is_some()).then_some(source)
}

/// The member `icons` of a tool with a decided icon.
pub fn icons_member(source: &str) -> Value {
    let kind = source.strip_prefix("data:").and_then(|data| data.split_once(';')).map(|(kind, _)| kind);
    match kind {
        Some(kind) => json!([{"src": source, "mimeType": kind}]),
        None => json!([{ "src": source }]),
    }
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

    #[test]
    fn a_decided_icon_is_a_picture_or_an_https_address() {
        let long = format!("https://a.example/{}", "x".repeat(MAX_SOURCE_BYTES));
        for (source, expected) in [
            (" https://a.example/i.png ", Some("https://a.example/i.png")),
            ("data:image/webp;base64,AAAA", Some("data:image/webp;base64,AAAA")),
            ("data:image/svg+xml;base64,AAAA", None),
            ("data:image/png,raw", None),
            ("http://a.example/i.png", None),
            ("https://a.example/a b.png", None),
            ("https://a.example/\u{202e}.png", None),
            ("javascript:alert(1)", None),
            ("", None),
            (long.as_str(), None),
        ] {
            assert_eq!(check_source(source), expected, "{source:.40}");
        }
        assert_eq!(icons_member("https://a.example/i"), json!([{"src": "https://a.example/i"}]));
        assert_eq!(icons_member("data:image/png;base64,AA")[0]["mimeType"], "image/png");
    }
}
