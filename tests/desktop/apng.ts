// Animated PNG from screenshots: one palette for all frames, and of each frame only the rectangle that changed.
// Format: https://www.w3.org/TR/png-3/#apng-frame-based-animation
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

export type Frame = { file: string; milliseconds: number };
type Rectangle = { x: number; y: number; width: number; height: number };

/** Index 0 of the palette: the pixel of the frame before remains. */
const TRANSPARENT = 0;
const MAX_COLOURS = 255;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Assembles frames of the same size; ImageMagick reads them and chooses the colours. */
export function assembleApng(frames: readonly Frame[], width: number, height: number): Buffer {
  const { palette, images } = readIndexed(frames.map(({ file }) => file));
  const chunks = [
    chunk("IHDR", Buffer.concat([uint32(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("PLTE", Buffer.concat([Buffer.from([0, 0, 0]), palette])),
    chunk("tRNS", Buffer.from([0])),
    chunk("acTL", uint32(frames.length, 0)),
  ];
  let sequence = 0;
  frames.forEach(({ milliseconds }, index) => {
    const image = images[index] ?? new Uint8Array();
    const previous = images[index - 1];
    const part = previous ? changedPart(previous, image, width, height) : { x: 0, y: 0, width, height };
    const data = smallest([encode(image, part, width), ...(previous ? [encode(image, part, width, previous)] : [])]);
    const delay = Buffer.alloc(6); // numerator, denominator, keep the frame, blend over the one before
    delay.writeUInt16BE(milliseconds, 0);
    delay.writeUInt16BE(1000, 2);
    delay[5] = 1;
    chunks.push(chunk("fcTL", Buffer.concat([uint32(sequence++, part.width, part.height, part.x, part.y), delay])));
    chunks.push(index === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([uint32(sequence++), data])));
  });
  return Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

/** Pixels as palette indices from 1 on. */
function readIndexed(files: readonly string[]): { palette: Buffer; images: Uint8Array[] } {
  const folder = mkdtempSync(join(tmpdir(), "hintsmith-apng-"));
  try {
    const colours = join(folder, "palette.png");
    convert([...files, "-append", "+dither", "-colors", String(MAX_COLOURS), "-unique-colors", colours]);
    const palette = convert([colours, "-depth", "8", "rgb:-"]);
    const indexOf = new Map<number, number>();
    for (let at = 0; at < palette.length; at += 3) indexOf.set(palette.readUIntBE(at, 3), at / 3 + 1);
    const images = files.map((file) => {
      const pixels = convert([file, "+dither", "-remap", colours, "-depth", "8", "rgb:-"]);
      return Uint8Array.from({ length: pixels.length / 3 }, (_, pixel) => indexOf.get(pixels.readUIntBE(pixel * 3, 3)) ?? 1);
    });
    return { palette, images };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const convert = (args: string[]): Buffer => execFileSync("convert", args, { maxBuffer: 1 << 28 });

/** The smallest rectangle around all differing pixels; one pixel if there is none. */
function changedPart(before: Uint8Array, after: Uint8Array, width: number, height: number): Rectangle {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < left ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Compressed rows of a part; with `previous`, pixels that did not change are transparent. */
function encode(image: Uint8Array, { x, y, width, height }: Rectangle, imageWidth: number, previous?: Uint8Array): Buffer {
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter, 0
  for (let row = 0; row < height; row++) {
    const [from, to] = [(y + row) * imageWidth + x, row * (width + 1) + 1];
    for (let column = 0; column < width; column++) {
      const pixel = image[from + column] ?? TRANSPARENT;
      rows[to + column] = pixel === previous?.[from + column] ? TRANSPARENT : pixel;
    }
  }
  return deflateSync(rows, { level: 9, memLevel: 9 });
}

const smallest = (candidates: readonly Buffer[]): Buffer => candidates.reduce((best, next) => (next.length < best.length ? next : best));

function uint32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}
