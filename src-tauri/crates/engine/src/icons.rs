//! Tool icons, fetched without credentials from the server's own origin, and images in tool results. Both are decoded
//! and re-encoded ([`Image`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::icon::Icon;
use hintsmith_core::source::Source;
use hintsmith_mcp::fetch;

use crate::pictures::{Limits, Picture};

/// Size limit for an encoded icon.
const MOST_BYTES: usize = 256 << 10;
/// Limits for decoding an icon, in pixels per side and bytes.
const ICON: Limits = Limits { side: 1_024, bytes: 16 << 20 };
/// Longest side of a rendered icon in pixels: twice the displayed size.
const SIDE: u32 = 32;
/// The same for an image in a tool result.
const PICTURE: Limits = Limits { side: 8_192, bytes: 256 << 20 };
const PICTURE_SIDE: u32 = 1_600;
/// Limit for cached icons. A catalog has a handful of different ones.
const MOST_KEPT: usize = 2_000;

/// Rendered icons by URL or inline data. `None` if rendering failed.
#[derive(Default)]
pub struct IconCache {
    drawn: Mutex<HashMap<String, Option<Arc<str>>>>,
}

impl IconCache {
    /// The icon as a PNG in a `data:` URL.
    pub async fn draw(&self, icon: Icon, source: &Source) -> Option<Arc<str>> {
        let key = match &icon {
            Icon::Inline(bytes) => bytes.clone(),
            Icon::Url(address) => address.clone(),
        };
        if let Some(known) = self.drawn().get(&key) {
            return known.clone();
        }
        let bytes = bytes(icon, source).await;
        let drawn = match bytes {
            Some(bytes) => crate::db::blocking(move || drawn(&bytes)).await.ok().flatten(),
            None => None,
        };
        let drawn: Option<Arc<str>> = drawn.map(Arc::from);
        let mut kept = self.drawn();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, drawn.clone());
        drawn
    }

    fn drawn(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<Arc<str>>>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn bytes(icon: Icon, source: &Source) -> Option<Vec<u8>> {
    match icon {
        Icon::Inline(text) if text.len() <= MOST_BYTES * 4 / 3 + 4 => STANDARD.decode(text).ok(),
        Icon::Inline(_) => None,
        Icon::Url(address) => {
            let Source::Http { url, .. } = source else { return None };
            if !fetch::is_same_origin(&address, &url.redacted()) {
                return None;
            }
            fetch::fetch_bytes(&address, MOST_BYTES).await.ok()
        }
    }
}

fn drawn(bytes: &[u8]) -> Option<String> {
    Picture::decode(bytes, &ICON).ok()?.shrink_to(SIDE).to_data_url()
}

/// Renders an image of a tool result as a PNG in a `data:` URL, or returns why it is not shown.
pub fn picture(bytes: &[u8]) -> Result<String, &'static str> {
    Picture::decode(bytes, &PICTURE)?.shrink_to(PICTURE_SIDE).to_data_url().ok_or("it cannot be drawn")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::tests::png;

    #[test]
    fn an_icon_is_drawn_small_and_anew() {
        let drawn = drawn(&png(200, 100)).unwrap();
        let bytes = STANDARD.decode(drawn.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        let icon = Picture::decode(&bytes, &ICON).unwrap();
        assert_eq!((icon.width, icon.height), (32, 16));
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_not_drawn() {
        assert_eq!(drawn(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), None);
        assert_eq!(drawn(b"GIF89a\x01\x00\x01\x00"), None);
        assert_eq!(drawn(&png(2_000, 1)), None);
        assert_eq!(drawn(&png(200, 100)[..60]), None);
        assert_eq!(drawn(b""), None);
    }

    #[tokio::test]
    async fn only_the_servers_own_origin_is_asked() {
        let stdio = Source::Demo { tools: None };
        let address = || Icon::Url("https://icons.example/a.png".to_owned());
        assert_eq!(IconCache::default().draw(address(), &stdio).await, None);
        let inline = Icon::Inline(STANDARD.encode(png(8, 8)));
        assert!(IconCache::default().draw(inline, &stdio).await.is_some());
        let huge = Icon::Inline("A".repeat(MOST_BYTES * 2));
        assert_eq!(IconCache::default().draw(huge, &stdio).await, None);
    }
}
