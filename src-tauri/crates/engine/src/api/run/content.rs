//! Content blocks of a tool result. Pictures are decoded and re-encoded; everything else is shown as text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::dto::{CallOutcome, Piece, saturating_u32};
use crate::icons;

/// Maximum number of blocks; the rest becomes one unknown block.
const MOST: usize = 500;

/// `ToolError` if the result has `isError` set.
pub fn outcome(result: &str) -> CallOutcome {
    let failed = Members::parse(result).ok().and_then(|members| members.get("isError").map(RawValue::get));
    if failed == Some("true") { CallOutcome::ToolError } else { CallOutcome::Ok }
}

pub fn pieces(result: &str) -> Vec<Piece> {
    let unknown = |json: &str| Piece::Unknown { json: json.to_owned() };
    let Some(content) = Members::parse(result).ok().map(|members| members.get("content")) else {
        return vec![unknown(result)];
    };
    let Some(content) = content else { return Vec::new() };
    let Ok(all) = serde_json::from_str::<Vec<&RawValue>>(content.get()) else {
        return vec![unknown(content.get())];
    };
    let mut pieces: Vec<Piece> =
        all.iter().take(MOST).map(|raw| piece(raw.get()).unwrap_or_else(|| unknown(raw.get()))).collect();
    if all.len() > MOST {
        let rest: Vec<&str> = all[MOST..].iter().map(|raw| raw.get()).collect();
        pieces.push(unknown(&format!("[{}]", rest.join(","))));
    }
    pieces
}

fn piece(raw: &str) -> Option<Piece> {
    let members = Members::parse(raw).ok()?;
    let said = |name: &str| text(&members, name);
    Some(match said("type")?.as_str() {
        "text" => Piece::Text { text: said("text")? },
        "image" => image(&said("data")?, said("mimeType").unwrap_or_default()),
        "audio" => {
            Piece::Audio { mime: said("mimeType").unwrap_or_default(), bytes: decoded_length(&said("data")?) }
        }
        "resource_link" => {
            let uri = said("uri")?;
            let name = said("title").or_else(|| said("name")).unwrap_or_else(|| uri.clone());
            Piece::Link { uri, name, mime: said("mimeType") }
        }
        "resource" => {
            let inside = Members::parse(members.get("resource")?.get()).ok()?;
            let said = |name: &str| text(&inside, name);
            let (words, blob) = (said("text"), said("blob"));
            let bytes = match (&words, &blob) {
                (Some(words), _) => saturating_u32(words.len()),
                (None, Some(blob)) => decoded_length(blob),
                (None, None) => 0,
            };
            Piece::Resource { uri: said("uri")?, mime: said("mimeType"), text: words, bytes }
        }
        _ => return None,
    })
}

fn text(members: &Members, name: &str) -> Option<String> {
    serde_json::from_str(members.get(name)?.get()).ok()
}

fn image(data: &str, mime: String) -> Piece {
    let drawn = match STANDARD.decode(data) {
        Ok(bytes) => icons::picture(&bytes),
        Err(_) => Err("it is not base64"),
    };
    let bytes = decoded_length(data);
    match drawn {
        Ok(picture) => Piece::Image { picture: Some(picture), mime, bytes, why: None },
        Err(why) => Piece::Image { picture: None, mime, bytes, why: Some(why.to_owned()) },
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
    fn every_kind_of_content_is_a_piece_and_nothing_is_lost() {
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
        let pieces = pieces(&result);
        assert_eq!(pieces[0], Piece::Text { text: "a\u{202e}b".to_owned() });
        assert!(
            matches!(&pieces[1], Piece::Image { picture: Some(data), why: None, .. } if data.starts_with("data:image/png"))
        );
        assert!(matches!(&pieces[2], Piece::Image { picture: None, why: Some(_), bytes: 5, .. }));
        assert!(matches!(&pieces[3], Piece::Image { picture: None, why: Some(_), .. }));
        assert_eq!(pieces[4], Piece::Audio { mime: "audio/wav".to_owned(), bytes: 3 });
        assert!(matches!(&pieces[5], Piece::Link { name, .. } if name == "x"));
        assert!(matches!(&pieces[6], Piece::Resource { text: Some(_), bytes: 3, .. }));
        assert!(matches!(&pieces[7], Piece::Resource { text: None, bytes: 3, .. }));
        assert!(matches!(&pieces[8], Piece::Unknown { json } if json.contains("hologram")));
        assert!(matches!(&pieces[9], Piece::Unknown { .. }));
        assert_eq!(outcome(&result), CallOutcome::Ok);
    }

    #[test]
    fn whatever_a_server_sends_becomes_pieces() {
        for (result, expected) in [("{}", 0), (r#"{"content": 7}"#, 1), ("[]", 1), ("7", 1)] {
            assert_eq!(pieces(result).len(), expected, "{result}");
        }
        let many = format!(r#"{{"isError": true, "content": [{}7]}}"#, "7,".repeat(10_000));
        assert_eq!(pieces(&many).len(), MOST + 1);
        assert_eq!(outcome(&many), CallOutcome::ToolError);
    }
}
