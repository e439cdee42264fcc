//! Content blocks of a tool result. Pictures are decoded and re-encoded; everything else is shown as text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::dto::{CallOutcome, ContentBlock, saturating_u32};
use crate::icons;

/// Maximum number of blocks; the rest becomes one unknown block.
const MAX_BLOCKS: usize = 500;

/// `ToolError` if the result has `isError` set.
pub fn call_outcome(result: &str) -> CallOutcome {
    let failed = Members::parse(result).ok().and_then(|members| members.get("isError").map(RawValue::get));
    if failed == Some("true") { CallOutcome::ToolError } else { CallOutcome::Ok }
}

pub fn parse_content(result: &str) -> Vec<ContentBlock> {
    let unknown = |json: &str| ContentBlock::Unknown { json: json.to_owned() };
    let Some(content) = Members::parse(result).ok().map(|members| members.get("content")) else {
        return vec![unknown(result)];
    };
    let Some(content) = content else { return Vec::new() };
    let Ok(all) = serde_json::from_str::<Vec<&RawValue>>(content.get()) else {
        return vec![unknown(content.get())];
    };
    let mut pieces: Vec<ContentBlock> = all
        .iter()
        .take(MAX_BLOCKS)
        .map(|raw| parse_block(raw.get()).unwrap_or_else(|| unknown(raw.get())))
        .collect();
    if all.len() > MAX_BLOCKS {
        let rest: Vec<&str> = all[MAX_BLOCKS..].iter().map(|raw| raw.get()).collect();
        pieces.push(unknown(&format!("[{}]", rest.join(","))));
    }
    pieces
}

fn parse_block(raw: &str) -> Option<ContentBlock> {
    let members = Members::parse(raw).ok()?;
    let member = |name: &str| string_member(&members, name);
    Some(match member("type")?.as_str() {
        "text" => ContentBlock::Text { text: member("text")? },
        "image" => image_block(&member("data")?, member("mimeType").unwrap_or_default()),
        "audio" => ContentBlock::Audio {
            mime: member("mimeType").unwrap_or_default(),
            bytes: decoded_length(&member("data")?),
        },
        "resource_link" => {
            let uri = member("uri")?;
            let name = member("title").or_else(|| member("name")).unwrap_or_else(|| uri.clone());
            ContentBlock::Link { uri, name, mime: member("mimeType") }
        }
        "resource" => {
            let inside = Members::parse(members.get("resource")?.get()).ok()?;
            let member = |name: &str| string_member(&inside, name);
            let (words, blob) = (member("text"), member("blob"));
            let bytes = match (&words, &blob) {
                (Some(words), _) => saturating_u32(words.len()),
                (None, Some(blob)) => decoded_length(blob),
                (None, None) => 0,
            };
            ContentBlock::Resource { uri: member("uri")?, mime: member("mimeType"), text: words, bytes }
        }
        _ => return None,
    })
}

fn string_member(members: &Members, name: &str) -> Option<String> {
    serde_json::from_str(members.get(name)?.get()).ok()
}

fn image_block(data: &str, mime: String) -> ContentBlock {
    let drawn = match STANDARD.decode(data) {
        Ok(bytes) => icons::render_image(&bytes),
        Err(_) => Err("the data is not base64"),
    };
    let bytes = decoded_length(data);
    match drawn {
        Ok(picture) => ContentBlock::Image { picture: Some(picture), mime, bytes, why: None },
        Err(why) => ContentBlock::Image { picture: None, mime, bytes, why: Some(why.to_owned()) },
    }
}

fn decoded_length(base64: &str) -> u32 {
    saturating_u32(base64.trim_end_matches('=').len() * 3 / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_content_type_becomes_a_block() {
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        let result = json!({"content": [
            {"type": "text", "text": "a\u{202e}b"},
            {"type": "image", "data": pixel, "mimeType": "image/png"},
            {"type": "image", "data": "PHN2Zz4=", "mimeType": "image/svg+xml"},
            {"type": "image", "data": "%", "mimeType": "image/png"},
            {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "file:///x", "name": "x"},
            {"type": "resource", "resource": {"uri": "file:///y", "text": "why"}},
            {"type": "resource", "resource": {"uri": "file:///z", "blob": "AAAA"}},
            {"type": "hologram", "data": 1},
            {"type": "text"},
        ]})
        .to_string();
        let pieces = parse_content(&result);
        assert_eq!(pieces[0], ContentBlock::Text { text: "a\u{202e}b".to_owned() });
        assert!(
            matches!(&pieces[1], ContentBlock::Image { picture: Some(data), why: None, .. } if data.starts_with("data:image/png"))
        );
        assert!(matches!(&pieces[2], ContentBlock::Image { picture: None, why: Some(_), bytes: 5, .. }));
        assert!(matches!(&pieces[3], ContentBlock::Image { picture: None, why: Some(_), .. }));
        assert_eq!(pieces[4], ContentBlock::Audio { mime: "audio/wav".to_owned(), bytes: 3 });
        assert!(matches!(&pieces[5], ContentBlock::Link { name, .. } if name == "x"));
        assert!(matches!(&pieces[6], ContentBlock::Resource { text: Some(_), bytes: 3, .. }));
        assert!(matches!(&pieces[7], ContentBlock::Resource { text: None, bytes: 3, .. }));
        assert!(matches!(&pieces[8], ContentBlock::Unknown { json } if json.contains("hologram")));
        assert!(matches!(&pieces[9], ContentBlock::Unknown { .. }));
        assert_eq!(call_outcome(&result), CallOutcome::Ok);
    }

    #[test]
    fn malformed_content_becomes_unknown_blocks() {
        for (result, expected) in [("{}", 0), (r#"{"content": 7}"#, 1), ("[]", 1), ("7", 1)] {
            assert_eq!(parse_content(result).len(), expected, "{result}");
        }
        let many = format!(r#"{{"isError": true, "content": [{}7]}}"#, "7,".repeat(10_000));
        assert_eq!(parse_content(&many).len(), MAX_BLOCKS + 1);
        assert_eq!(call_outcome(&many), CallOutcome::ToolError);
    }
}
