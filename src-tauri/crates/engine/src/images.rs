//! PNG, JPEG and WebP images from servers, decoded within limits, scaled down and re-encoded as PNG, so that no byte a
//! server sends reaches the page.
//!
//! Uses the decoders directly: the `image` crate would add colour management and a dozen pixel types that are not
//! needed.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image_webp::WebPDecoder;
use png::{ColorType, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

const DAMAGED: &str = "the image is damaged or too large";

/// Limits for decoding an image.
pub struct ImageLimits {
    /// Maximum width and height in pixels.
    pub max_side: u32,
    /// Maximum number of bytes the decoder may allocate, its output included.
    pub max_bytes: usize,
}

/// A decoded image: 8-bit RGBA, row by row.
#[derive(Clone)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    rgba: Vec<u8>,
}

impl Image {
    /// Decodes an image, or returns why it is not shown.
    pub fn decode(bytes: &[u8], limits: &ImageLimits) -> Result<Self, &'static str> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => decode_png(bytes, limits),
            [0xff, 0xd8, 0xff, ..] => decode_jpeg(bytes, limits),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => decode_webp(bytes, limits),
            _ => Err("only PNG, JPEG and WebP are supported"),
        }
    }

    fn new((width, height): (u32, u32), channels: usize, samples: &[u8]) -> Result<Self, &'static str> {
        let pixels = width as usize * height as usize;
        if pixels == 0 || samples.len() != pixels * channels {
            return Err(DAMAGED);
        }
        let pixels = samples.chunks_exact(channels);
        let rgba = match channels {
            1 => pixels.flat_map(|gray| [gray[0], gray[0], gray[0], 255]).collect(),
            2 => pixels.flat_map(|gray| [gray[0], gray[0], gray[0], gray[1]]).collect(),
            3 => pixels.flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect(),
            _ => samples.to_vec(),
        };
        Ok(Self { width, height, rgba })
    }

    /// Scales the image down so that neither side exceeds `side` pixels. A smaller image is returned as it is.
    pub fn shrink_to(self, side: u32) -> Self {
        let longest = self.width.max(self.height);
        if longest <= side {
            return self;
        }
        let scaled = |length: u32| {
            let exact = u64::from(length) * u64::from(side) / u64::from(longest);
            u32::try_from(exact).unwrap_or(side).max(1)
        };
        let (width, height) = (scaled(self.width), scaled(self.height));
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..height {
            for x in 0..width {
                rgba.extend(
                    self.average(source_range(x, width, self.width), source_range(y, height, self.height)),
                );
            }
        }
        Self { width, height, rgba }
    }

    /// The mean colour of a rectangle. Colours are weighted by alpha, so that invisible pixels do not show.
    fn average(&self, columns: std::ops::Range<u32>, rows: std::ops::Range<u32>) -> [u8; 4] {
        let (mut sums, mut alphas, mut count) = ([0_u64; 3], 0_u64, 0_u64);
        for row in rows {
            let start = (row as usize * self.width as usize + columns.start as usize) * 4;
            for pixel in self.rgba[start..].chunks_exact(4).take(columns.len()) {
                let alpha = u64::from(pixel[3]);
                for (sum, colour) in sums.iter_mut().zip(pixel) {
                    *sum += u64::from(*colour) * alpha;
                }
                alphas += alpha;
                count += 1;
            }
        }
        let byte = |sum: u64, of: u64| u8::try_from(sum.checked_div(of).unwrap_or(0)).unwrap_or(u8::MAX);
        [byte(sums[0], alphas), byte(sums[1], alphas), byte(sums[2], alphas), byte(alphas, count)]
    }

    /// Encodes the image as a PNG in a `data:` URL.
    pub fn to_data_url(&self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(ColorType::Rgba);
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&self.rgba).ok()?;
        writer.finish().ok()?;
        Some(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
    }
}

/// The source pixels that make up target pixel `at` of `of`. Never empty.
fn source_range(at: u32, of: u32, source: u32) -> std::ops::Range<u32> {
    let edge = |at: u32| u32::try_from(u64::from(at) * u64::from(source) / u64::from(of)).unwrap_or(source);
    let start = edge(at);
    start..edge(at + 1).max(start + 1)
}

impl ImageLimits {
    /// Fails if an image of this size may not be decoded, at four bytes per pixel.
    fn check(&self, (width, height): (u32, u32)) -> Result<(), &'static str> {
        let fits = width <= self.max_side && height <= self.max_side;
        let bytes = u64::from(width) * u64::from(height) * 4;
        if fits && bytes <= self.max_bytes as u64 { Ok(()) } else { Err(DAMAGED) }
    }
}

fn decode_png(bytes: &[u8], limits: &ImageLimits) -> Result<Image, &'static str> {
    let mut decoder =
        png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: limits.max_bytes });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|_| DAMAGED)?;
    let size = reader.info().size();
    limits.check(size)?;
    let mut samples = vec![0; reader.output_buffer_size().ok_or(DAMAGED)?];
    let frame = reader.next_frame(&mut samples).map_err(|_| DAMAGED)?;
    samples.truncate(frame.buffer_size());
    Image::new((frame.width, frame.height), frame.color_type.samples(), &samples)
}

fn decode_jpeg(bytes: &[u8], limits: &ImageLimits) -> Result<Image, &'static str> {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(limits.max_side as usize)
        .set_max_height(limits.max_side as usize)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| DAMAGED)?;
    let info = decoder.info().ok_or(DAMAGED)?;
    let size = (u32::from(info.width), u32::from(info.height));
    limits.check(size)?;
    let samples = decoder.decode().map_err(|_| DAMAGED)?;
    Image::new(size, 3, &samples)
}

fn decode_webp(bytes: &[u8], limits: &ImageLimits) -> Result<Image, &'static str> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|_| DAMAGED)?;
    decoder.set_memory_limit(limits.max_bytes);
    let size = decoder.dimensions();
    limits.check(size)?;
    let mut samples = vec![0; decoder.output_buffer_size().ok_or(DAMAGED)?];
    decoder.read_image(&mut samples).map_err(|_| DAMAGED)?;
    Image::new(size, if decoder.has_alpha() { 4 } else { 3 }, &samples)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    const LIMITS: ImageLimits = ImageLimits { max_side: 1_024, max_bytes: 16 << 20 };

    /// A transparent PNG of this size.
    pub fn png(width: u32, height: u32) -> Vec<u8> {
        let picture = Image { width, height, rgba: vec![0; width as usize * height as usize * 4] };
        encode_png(&picture)
    }

    fn encode_png(picture: &Image) -> Vec<u8> {
        let url = picture.to_data_url().unwrap();
        STANDARD.decode(url.strip_prefix("data:image/png;base64,").unwrap()).unwrap()
    }

    /// Images of eight by four pixels in one colour, one per format.
    const SAMPLES: [(&str, [u8; 4], &str); 5] = [
        (
            "JPEG",
            [0xc0, 0x30, 0x20, 255],
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAEAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ABcVLDf/2Q==",
        ),
        (
            "grey JPEG",
            [127, 127, 127, 255],
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAAEAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AD//Z",
        ),
        (
            "WebP",
            [0xc0, 0x30, 0x20, 255],
            "UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoIAAQAAMASJaACdLoB+AADsAD+9uYH/r0fz0fz0f6vv/62D+tg/rYP/rQAAA==",
        ),
        ("WebP with alpha", [0, 0, 255, 128], "UklGRhwAAABXRUJQVlA4TA8AAAAvB8AAEAcQ0f/+BSKi/wEA"),
        (
            "grey PNG",
            [126, 126, 126, 255],
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAABGdBTUEAALGPC/xhBQAAAAJiS0dEAP+Hj8y/AAAAB3RJTUUH6gsRBwkbupb3jwAAABBJREFUCNdjrGeAACYGnAwAEhEAh4wCDQAAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMTdUMDc6MDk6MjcrMDA6MDCwU6A7AAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTE3VDA3OjA5OjI3KzAwOjAwwQ4YhwAAAABJRU5ErkJggg==",
        ),
    ];

    #[test]
    fn every_format_is_decoded_into_its_colours() {
        for (name, colour, base64) in SAMPLES {
            let picture = Image::decode(&STANDARD.decode(base64).unwrap(), &LIMITS).unwrap();
            assert_eq!((picture.width, picture.height), (8, 4), "{name}");
            for (found, wanted) in picture.rgba.iter().zip(colour.iter().cycle()) {
                // JPEG and WebP are lossy.
                assert!(
                    found.abs_diff(*wanted) <= 6,
                    "{name}: {:?} instead of {colour:?}",
                    &picture.rgba[..4]
                );
            }
        }
    }

    #[test]
    fn a_palette_is_resolved_into_colours() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.set_trns(vec![255, 7]);
        encoder.write_header().unwrap().write_image_data(&[0, 1]).unwrap();
        assert_eq!(Image::decode(&bytes, &LIMITS).unwrap().rgba, [1, 2, 3, 255, 4, 5, 6, 7]);
    }

    #[test]
    fn a_reencoded_image_is_unchanged() {
        let picture = Image { width: 2, height: 1, rgba: vec![1, 2, 3, 4, 5, 6, 7, 8] };
        assert_eq!(Image::decode(&encode_png(&picture), &LIMITS).unwrap().rgba, picture.rgba);
    }

    #[test]
    fn a_large_image_is_scaled_down_by_averages_and_keeps_its_proportions() {
        // Red next to invisible green: only the red shows.
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 0]].concat().repeat(4);
        let small = Image { width: 4, height: 2, rgba }.shrink_to(2);
        assert_eq!((small.width, small.height, small.rgba), (2, 1, [255, 0, 0, 127].repeat(2)));
        let thin = Image { width: 1_000, height: 1, rgba: vec![9; 4_000] }.shrink_to(32);
        assert_eq!((thin.width, thin.height), (32, 1));
        let kept = Image { width: 3, height: 3, rgba: vec![9; 36] }.shrink_to(32);
        assert_eq!((kept.width, kept.height), (3, 3));
    }

    #[test]
    fn oversized_truncated_and_invalid_images_are_rejected() {
        let side = ImageLimits { max_side: 7, ..LIMITS };
        let bytes = ImageLimits { max_bytes: 8 * 4 * 4 - 1, ..LIMITS };
        for (name, _, base64) in SAMPLES {
            let sample = STANDARD.decode(base64).unwrap();
            for limits in [&side, &bytes] {
                assert_eq!(Image::decode(&sample, limits).err(), Some(DAMAGED), "{name}");
            }
            // A file cut further on may lack nothing but metadata.
            for end in 0..sample.len() / 2 {
                assert!(Image::decode(&sample[..end], &LIMITS).is_err(), "{name}, {end} bytes of it");
            }
        }
        for no_picture in [&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], b"GIF89a\x01\x00\x01\x00", b""]
        {
            assert_eq!(
                Image::decode(no_picture, &LIMITS).err(),
                Some("only PNG, JPEG and WebP are supported")
            );
        }
    }
}
