//! Tool icons, fetched without credentials from the server's own origin, and images in tool results. Both are decoded
//! and re-encoded ([`Image`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::model::icon::{self, Icon};
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field};
use hintsmith_core::sources::source::Source;
use hintsmith_mcp::fetch;

use crate::images::{Image, ImageLimits};

/// Size limit for an encoded icon.
pub const MAX_ICON_BYTES: usize = 256 << 10;
/// Limits for decoding an icon, in pixels per side and bytes.
const ICON_LIMITS: ImageLimits = ImageLimits { max_side: 1_024, max_bytes: 16 << 20 };
/// Longest side of a rendered icon in pixels: twice the displayed size.
const ICON_SIDE_PX: u32 = 32;
/// Longest side in pixels of a decided icon, as clients get it.
const STORED_ICON_SIDE_PX: u32 = 64;
/// The same for an image in a tool result.
const IMAGE_LIMITS: ImageLimits = ImageLimits { max_side: 8_192, max_bytes: 256 << 20 };
const IMAGE_SIDE_PX: u32 = 1_600;
/// Limit for cached icons. A catalog has a handful of different ones.
const MAX_CACHED_ICONS: usize = 2_000;

/// Rendered icons by URL or inline data. `None` if rendering failed.
#[derive(Default)]
pub struct IconCache {
    rendered: Mutex<HashMap<String, Option<Arc<str>>>>,
}

impl IconCache {
    /// The icon as a PNG in a `data:` URL. The address of an icon that a server offers has to be of its own origin.
    pub async fn render(&self, icon: Icon, source: &Source) -> Option<Arc<str>> {
        self.render_if(icon, |address| {
            let Source::Http { url, .. } = source else { return false };
            fetch::is_same_origin(address, &url.redacted())
        })
        .await
    }

    /// The icon that the user decided, whose address may be of any origin.
    pub async fn render_decided(&self, icon: Icon) -> Option<Arc<str>> {
        self.render_if(icon, |_| true).await
    }

    async fn render_if(&self, icon: Icon, may_fetch: impl Fn(&str) -> bool) -> Option<Arc<str>> {
        let key = match &icon {
            Icon::Inline(bytes) => bytes.clone(),
            Icon::Url(address) => address.clone(),
        };
        if matches!(&icon, Icon::Url(address) if !may_fetch(address)) {
            return None;
        }
        if let Some(cached) = self.lock_cache().get(&key) {
            return cached.clone();
        }
        let bytes = fetch_bytes(icon).await;
        let rendered = match bytes {
            Some(bytes) => crate::db::spawn_blocking(move || render_icon(&bytes)).await.ok().flatten(),
            None => None,
        };
        let rendered: Option<Arc<str>> = rendered.map(Arc::from);
        let mut cache = self.lock_cache();
        if cache.len() >= MAX_CACHED_ICONS {
            cache.clear();
        }
        cache.insert(key, rendered.clone());
        rendered
    }

    fn lock_cache(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<Arc<str>>>> {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn fetch_bytes(icon: Icon) -> Option<Vec<u8>> {
    match icon {
        Icon::Inline(text) if text.len() <= MAX_ICON_BYTES * 4 / 3 + 4 => STANDARD.decode(text).ok(),
        Icon::Inline(_) => None,
        Icon::Url(address) => fetch::fetch_bytes(&address, MAX_ICON_BYTES).await.ok(),
    }
}

fn render_icon(bytes: &[u8]) -> Option<String> {
    Image::decode(bytes, &ICON_LIMITS).ok()?.shrink_to(ICON_SIDE_PX).to_data_url()
}

/// The source of a decided icon as it is stored and sent to clients: an image is decoded and encoded anew, so that no
/// other byte of it is passed on. Returns why it cannot be used.
pub fn redraw_source(source: &str) -> Result<String, &'static str> {
    let encoded = source.trim().strip_prefix("data:").and_then(|data| data.split_once(";base64,"));
    let Some((_, encoded)) = encoded else {
        return icon::check_source(source)
            .map(str::to_owned)
            .ok_or("it is neither an image in base64 nor an https URL");
    };
    if encoded.len() > MAX_ICON_BYTES * 4 / 3 + 4 {
        return Err("it is larger than 256 KiB");
    }
    let bytes = STANDARD.decode(encoded).map_err(|_| "it is not base64")?;
    let image = Image::decode(&bytes, &ICON_LIMITS)?;
    // Noise does not compress: such an image is drawn smaller.
    let sides = [STORED_ICON_SIDE_PX, STORED_ICON_SIDE_PX / 2];
    let mut drawn = sides.into_iter().filter_map(|side| image.clone().shrink_to(side).to_data_url());
    drawn.find(|url| icon::check_source(url).is_some()).ok_or("it cannot be encoded")
}

/// Redraws the icons of a document, for decisions that come from a file. Returns the tool whose icon cannot be used.
pub fn redraw_document(document: &mut HintsmithDocument) -> Result<(), String> {
    for layer in std::iter::once(&mut document.base).chain(document.environments.values_mut()) {
        for (server, tools) in &mut layer.servers {
            for (name, tool) in tools {
                let Some(decision) = tool.overrides.get(&Field::Icon).cloned() else { continue };
                let source = redraw_source(&decision.value.to_string())
                    .map_err(|why| format!("the icon of {server}.{name} cannot be used: {why}"))?;
                let decision = Decision { value: DecidedValue::Text(source), ..decision };
                tool.overrides.set(Field::Icon, Some(decision));
            }
        }
    }
    Ok(())
}

/// Renders an image of a tool result as a PNG in a `data:` URL, or returns why it is not shown.
pub fn render_image(bytes: &[u8]) -> Result<String, &'static str> {
    Image::decode(bytes, &IMAGE_LIMITS)?
        .shrink_to(IMAGE_SIDE_PX)
        .to_data_url()
        .ok_or("the image cannot be encoded")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::tests::png;

    #[test]
    fn an_icon_is_scaled_down_and_reencoded() {
        let rendered = render_icon(&png(200, 100)).unwrap();
        let bytes = STANDARD.decode(rendered.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        let icon = Image::decode(&bytes, &ICON_LIMITS).unwrap();
        assert_eq!((icon.width, icon.height), (32, 16));
    }

    #[test]
    fn invalid_and_oversized_icons_are_not_rendered() {
        assert_eq!(render_icon(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), None);
        assert_eq!(render_icon(b"GIF89a\x01\x00\x01\x00"), None);
        assert_eq!(render_icon(&png(2_000, 1)), None);
        assert_eq!(render_icon(&png(200, 100)[..60]), None);
        assert_eq!(render_icon(b""), None);
    }

    #[test]
    fn a_decided_image_is_redrawn_and_an_address_is_kept() {
        let source = |bytes: &[u8]| format!("data:image/png;base64,{}", STANDARD.encode(bytes));
        let mut hidden = png(200, 100);
        hidden.extend_from_slice(b"and more that is no image");
        let drawn = redraw_source(&source(&hidden)).unwrap();
        let bytes = STANDARD.decode(drawn.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        assert!(!bytes.windows(8).any(|window| window == b"no image"));
        let icon = Image::decode(&bytes, &ICON_LIMITS).unwrap();
        assert_eq!((icon.width, icon.height), (64, 32));
        assert_eq!(redraw_source(&drawn).as_ref(), Ok(&drawn), "it is stable");
        assert_eq!(redraw_source(" https://a.example/i.svg "), Ok("https://a.example/i.svg".to_owned()));
        for refused in [
            source(b"<svg/>").as_str(),
            source(&png(2_000, 1)).as_str(),
            "http://a.example/i.png",
            "data:image/png;base64,%%",
        ] {
            assert!(redraw_source(refused).is_err(), "{refused:.60}");
        }
    }

    #[tokio::test]
    async fn icons_are_fetched_from_the_servers_own_origin_only() {
        let stdio = Source::Demo { tools: None };
        let address = || Icon::Url("https://icons.example/a.png".to_owned());
        assert_eq!(IconCache::default().render(address(), &stdio).await, None);
        let inline = Icon::Inline(STANDARD.encode(png(8, 8)));
        assert!(IconCache::default().render(inline, &stdio).await.is_some());
        let huge = Icon::Inline("A".repeat(MAX_ICON_BYTES * 2));
        assert_eq!(IconCache::default().render(huge, &stdio).await, None);
    }
}
