/** The structure that cameras write their notes in: a directory of twelve-byte entries, each with a value or where it is. */
export type Tag = { id: number; type: number; count: number; entryAt: number; valueAt: number; byteLength: number };
export type Tiff = {
  bytes: Buffer;
  start: number;
  u16(at: number): number;
  u32(at: number): number;
  writeU16(value: number, at: number): void;
};

const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const mostTags = 500;

export const gpsPointer = 0x8825;
export const exifPointer = 0x8769;

/** undefined: what stands there is no such structure. */
export function openTiff(bytes: Buffer, start: number): Tiff | undefined {
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

export function firstDirectory(tiff: Tiff): number | undefined {
  return inside(tiff, tiff.start + 4, 4) ? tiff.start + tiff.u32(tiff.start + 4) : undefined;
}

/** The entries of a directory; none where it does not lie within the file. */
export function tagsAt(tiff: Tiff, directory: number): Tag[] {
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

export function pointerOf(tiff: Tiff, tags: readonly Tag[], id: number): number | undefined {
  const tag = tags.find((one) => one.id === id && one.type === 4);
  return tag ? tiff.start + tiff.u32(tag.valueAt) : undefined;
}

export function inside(tiff: Tiff, at: number, length: number): boolean {
  return at >= tiff.start && at + length <= tiff.bytes.length;
}
