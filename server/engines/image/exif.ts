import { crc32 } from 'node:zlib';

type Exif = {
  camera: string | null;
  lens: string | null;
  takenAt: string | null;
  exposureSeconds: number | null;
  aperture: number | null;
  iso: number | null;
  focalLengthMm: number | null;
  description: string | null;
  artist: string | null;
  copyright: string | null;
  gps: { latitude: number; longitude: number } | null;
};

const longestText = 500;

/** The camera's EXIF data; undefined if there is none or it is unreadable. */
export function readExif(bytes: Buffer): Exif | undefined {
  const start = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const tiff = openTiff(bytes, start);
  const first = tiff && firstDirectory(tiff);
  if (!tiff || first === undefined) return undefined;
  const main = tagsAt(tiff, first);
  const detailsAt = pointerOf(tiff, main, exifPointer);
  const details = detailsAt === undefined ? [] : tagsAt(tiff, detailsAt);
  const gpsAt = pointerOf(tiff, main, gpsPointer);
  const text = (tags: Tag[], id: number) => textOf(tiff, tags, id);
  const number = (id: number) => numbersOf(tiff, details, id)[0] ?? null;
  return {
    camera: [text(main, 0x010f), text(main, 0x0110)].filter(Boolean).join(' ') || null,
    lens: text(details, 0xa434),
    takenAt: instantOf(text(details, 0x9003) ?? text(main, 0x0132)),
    exposureSeconds: number(0x829a),
    aperture: number(0x829d),
    iso: number(0x8827),
    focalLengthMm: number(0x920a),
    description: text(main, 0x010e),
    artist: text(main, 0x013b),
    copyright: text(main, 0x8298),
    gps: gpsAt === undefined ? null : placeOf(tiff, tagsAt(tiff, gpsAt)),
  };
}

function placeOf(tiff: Tiff, tags: Tag[]): Exif['gps'] {
  const latitude = degreesOf(tiff, tags, 1, 2, 'S');
  const longitude = degreesOf(tiff, tags, 3, 4, 'W');
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function degreesOf(tiff: Tiff, tags: Tag[], side: number, value: number, negative: string): number | null {
  const [degrees, minutes = 0, seconds = 0] = numbersOf(tiff, tags, value);
  if (degrees === undefined) return null;
  const amount = degrees + minutes / 60 + seconds / 3600;
  return Math.round((textOf(tiff, tags, side) === negative ? -amount : amount) * 1e6) / 1e6;
}

function numbersOf(tiff: Tiff, tags: readonly Tag[], id: number): number[] {
  const tag = tags.find((one) => one.id === id);
  if (!tag) return [];
  const { type, valueAt } = tag;
  const count = Math.min(tag.count, 4);
  const read = (index: number): number => {
    if (type === 3) return tiff.u16(valueAt + index * 2);
    if (type === 4) return tiff.u32(valueAt + index * 4);
    if (type !== 5) return Number.NaN;
    return tiff.u32(valueAt + index * 8) / tiff.u32(valueAt + index * 8 + 4);
  };
  const numbers = Array.from({ length: count }, (_, index) => read(index));
  return numbers.every(Number.isFinite) ? numbers.map((value) => Math.round(value * 1e6) / 1e6) : [];
}

function textOf(tiff: Tiff, tags: readonly Tag[], id: number): string | null {
  const tag = tags.find((one) => one.id === id && one.type === 2);
  if (!tag) return null;
  const end = tag.valueAt + Math.min(tag.byteLength, longestText);
  return tiff.bytes.toString('utf8', tag.valueAt, end).split('\0')[0]?.trim() || null;
}

function instantOf(text: string | null): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text ?? '');
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}` : null;
}

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Removes the GPS position from an image's metadata and leaves all other bytes, including pixels, unchanged. Works on
 * a copy; undefined if there was no position.
 */
export function stripGps(original: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(original);
  const starts = noteStarts(bytes);
  const cleared = starts.map((start) => clearPlace(bytes, start)).filter(Boolean).length;
  const blanked = blankXmp(bytes);
  if (cleared === 0 && blanked === 0) return undefined;
  if (bytes.subarray(0, 8).equals(pngMark)) mendPng(bytes);
  return bytes;
}

/** Every offset where EXIF data may start; a TIFF file is EXIF data itself. */
function noteStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (const [mark, skip] of [
    ['Exif\0\0', 6],
    ['eXIf', 4],
    ['EXIF', 8],
  ] as const) {
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 1, 'latin1')) {
      starts.push(at + skip);
    }
  }
  return starts;
}

function clearPlace(bytes: Buffer, start: number): boolean {
  const tiff = openTiff(bytes, start);
  const first = tiff && firstDirectory(tiff);
  if (!tiff || first === undefined) return false;
  const place = pointerOf(tiff, tagsAt(tiff, first), gpsPointer);
  if (place === undefined) return false;
  const tags = tagsAt(tiff, place);
  for (const tag of tags) bytes.fill(0, tag.valueAt, tag.valueAt + tag.byteLength);
  if (inside(tiff, place, 2)) bytes.fill(0, place, Math.min(bytes.length, place + 2 + tags.length * 12 + 4));
  dropEntry(tiff, first);
  return true;
}

/** Removes an entry from the directory: later entries move up, and the freed bytes at the end become zeros. */
function dropEntry(tiff: Tiff, directory: number): void {
  const count = tiff.u16(directory);
  const index = Array.from({ length: count }, (_, at) => at).find(
    (at) => inside(tiff, directory + 2 + at * 12, 12) && tiff.u16(directory + 2 + at * 12) === gpsPointer,
  );
  const end = directory + 2 + count * 12 + 4;
  if (index === undefined || !inside(tiff, directory, end - directory)) return;
  const from = directory + 2 + (index + 1) * 12;
  tiff.bytes.copyWithin(from - 12, from, end);
  tiff.bytes.fill(0, end - 12, end);
  tiff.writeU16(count - 1, directory);
}

/** The position may also be stored in XMP, as attributes or elements. */
function blankXmp(bytes: Buffer): number {
  let blanked = 0;
  for (let at = bytes.indexOf('<x:xmpmeta'); at >= 0; at = bytes.indexOf('<x:xmpmeta', at + 1)) {
    const found = bytes.indexOf('</x:xmpmeta>', at);
    const end = found < 0 ? bytes.length : found;
    const text = bytes.toString('latin1', at, end);
    const clean = text.replace(/exif:GPS\w{1,40}\s?(="[^"]{0,500}"|>[^<]{0,500}<)/g, (match) => {
      blanked += 1;
      const [, name = '', value = ''] = /^([^=>]+)(.*)$/s.exec(match) ?? [];
      return (
        name +
        value.slice(0, value.startsWith('=') ? 2 : 1) +
        ' '.repeat(value.length - (value.startsWith('=') ? 3 : 2)) +
        value.slice(-1)
      );
    });
    bytes.write(clean, at, 'latin1');
  }
  return blanked;
}

/** Each PNG chunk has a checksum. */
function mendPng(bytes: Buffer): void {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf' || type === 'iTXt') bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
}

/** TIFF structure of EXIF data: a directory of 12-byte entries that hold a value or the offset of one. */
type Tag = { id: number; type: number; count: number; entryAt: number; valueAt: number; byteLength: number };
type Tiff = {
  bytes: Buffer;
  start: number;
  u16(at: number): number;
  u32(at: number): number;
  writeU16(value: number, at: number): void;
};

const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const mostTags = 500;

const gpsPointer = 0x8825;
const exifPointer = 0x8769;

/** Undefined when the bytes aren't a TIFF structure. */
function openTiff(bytes: Buffer, start: number): Tiff | undefined {
  const mark = bytes.toString('latin1', start, start + 4);
  if (mark !== 'II*\0' && mark !== 'MM\0*') return undefined;
  const little = mark.startsWith('I');
  return {
    bytes,
    start,
    u16: (at) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    u32: (at) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
    writeU16: (value, at) => void (little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)),
  };
}

function firstDirectory(tiff: Tiff): number | undefined {
  return inside(tiff, tiff.start + 4, 4) ? tiff.start + tiff.u32(tiff.start + 4) : undefined;
}

/** The entries of a directory; empty if it lies outside the file. */
function tagsAt(tiff: Tiff, directory: number): Tag[] {
  if (!inside(tiff, directory, 2)) return [];
  const count = Math.min(tiff.u16(directory), mostTags);
  const tags: Tag[] = [];
  for (let index = 0; index < count; index += 1) {
    const entryAt = directory + 2 + index * 12;
    if (!inside(tiff, entryAt, 12)) break;
    const type = tiff.u16(entryAt + 2);
    const values = tiff.u32(entryAt + 4);
    const byteLength = (typeBytes[type] ?? 0) * values;
    const valueAt = byteLength <= 4 ? entryAt + 8 : tiff.start + tiff.u32(entryAt + 8);
    if (byteLength > 0 && inside(tiff, valueAt, byteLength)) {
      tags.push({ id: tiff.u16(entryAt), type, count: values, entryAt, valueAt, byteLength });
    }
  }
  return tags;
}

function pointerOf(tiff: Tiff, tags: readonly Tag[], id: number): number | undefined {
  const tag = tags.find((one) => one.id === id && one.type === 4);
  return tag ? tiff.start + tiff.u32(tag.valueAt) : undefined;
}

function inside(tiff: Tiff, at: number, length: number): boolean {
  return at >= tiff.start && at + length <= tiff.bytes.length;
}
