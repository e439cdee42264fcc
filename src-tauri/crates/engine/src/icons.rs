//! Icons of tools, fetched without credentials from the server's own origin, and pictures in results: decoded within
//! bounds and drawn anew, so that nothing a server sends reaches the page as it came.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::icon::Icon;
use hintsmith_core::source::Source;
use hintsmith_mcp::fetch;
use image::{DynamicImage, ImageFormat, ImageReader, Limits};

/// What is taken of an icon at most.
const MOST_BYTES: usize = 256 << 10;
const MOST_PIXELS: u32 = 1_024;
/// What decoding may use.
const MOST_MEMORY: u64 = 16 << 20;
/// Twice the size it is shown in.
const SIDE: u32 = 32;
/// The same for a picture in a result.
const PICTURE_PIXELS: u32 = 8_192;
const PICTURE_MEMORY: u64 = 256 << 20;
const PICTURE_SIDE: u32 = 1_600;
/// More are not kept; a catalog has a handful of different icons.
const MOST_KEPT: usize = 2_000;

/// The icons that were drawn, by where they came from; none where that failed.
#[derive(Default)]
pub struct IconCache {
    drawn: Mutex<HashMap<String, Option<Arc<str>>>>,
}

impl IconCache {
    /// The icon as a PNG in a `data:` address.
    pub async fn draw(&self, icon: Icon, source: &Source) -> Option<Arc<str>> {
        let key = match &icon {
            Icon::Inline(bytes) => bytes.clone(),
            Icon::Address(address) => address.clone(),
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
        Icon::Address(address) => {
            let Source::Http { url, .. } = source else { return None };
            if !fetch::same_origin(&address, &url.shown()) {
                return None;
            }
            fetch::bytes(&address, MOST_BYTES).await.ok()
        }
    }
}

fn drawn(bytes: &[u8]) -> Option<String> {
    let icon = decoded(bytes, MOST_PIXELS, MOST_MEMORY).ok()?.thumbnail(SIDE, SIDE);
    data_address(&icon)
}

/// A picture that a tool answered with, as a PNG in a `data:` address; or why it is not shown.
pub fn picture(bytes: &[u8]) -> Result<String, &'static str> {
    let mut picture = decoded(bytes, PICTURE_PIXELS, PICTURE_MEMORY)?;
    if picture.width().max(picture.height()) > PICTURE_SIDE {
        picture = picture.thumbnail(PICTURE_SIDE, PICTURE_SIDE);
    }
    data_address(&picture).ok_or("it cannot be drawn")
}

/// Only what is on purpose simple is decoded, within bounds.
fn decoded(bytes: &[u8], pixels: u32, memory: u64) -> Result<DynamicImage, &'static str> {
    let guessed = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = guessed.map_err(|_| "it cannot be read")?;
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err("only PNG, JPEG and WebP are shown");
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(pixels);
    limits.max_image_height = Some(pixels);
    limits.max_alloc = Some(memory);
    reader.limits(limits);
    reader.decode().map_err(|_| "it is damaged or too large")
}

fn data_address(picture: &DynamicImage) -> Option<String> {
    let mut png = Cursor::new(Vec::new());
    picture.to_rgba8().write_to(&mut png, ImageFormat::Png).ok()?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(png.into_inner())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbaImage::new(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn an_icon_is_drawn_small_and_anew() {
        let drawn = drawn(&png(200, 100)).unwrap();
        let bytes = STANDARD.decode(drawn.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        let image = image::load_from_memory(&bytes).unwrap();
        assert_eq!((image.width(), image.height()), (32, 16));
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
        let address = || Icon::Address("https://icons.example/a.png".to_owned());
        assert_eq!(IconCache::default().draw(address(), &stdio).await, None);
        let inline = Icon::Inline(STANDARD.encode(png(8, 8)));
        assert!(IconCache::default().draw(inline, &stdio).await.is_some());
        let huge = Icon::Inline("A".repeat(MOST_BYTES * 2));
        assert_eq!(IconCache::default().draw(huge, &stdio).await, None);
    }
}
