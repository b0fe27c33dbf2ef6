import { crc32 } from 'node:zlib';
import { firstDirectory, gpsPointer, inside, openTiff, pointerOf, type Tiff, tagsAt } from './tiff-tags.ts';

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Takes the place out of a picture's notes and leaves everything else as it is, byte by byte: no pixel changes. Works on
 * a copy; undefined where there was no place.
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

/** Wherever a file says that such notes begin; a TIFF file is one itself. */
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

/** Closes the gap in the directory: the entries behind it move up, and the freed end is zeros. */
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

/** The same place once more, in words: as attributes or elements of XMP. */
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

/** Each part of a PNG carries its checksum. */
function mendPng(bytes: Buffer): void {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf' || type === 'iTXt') bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
}
