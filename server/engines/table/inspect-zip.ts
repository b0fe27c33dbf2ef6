import { inflateRawSync } from 'node:zlib';
import { TableProblem } from './table.ts';

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
const localRecord = 0x04034b50;
const mostEntries = 2_000;

/**
 * Unpacks every entry once within a limit before a less careful reader gets the file, because the sizes stated in an
 * archive may be wrong. Returns the entry names.
 */
export function inspectZip(bytes: Buffer, limitBytes: number): string[] {
  const names: string[] = [];
  let left = limitBytes;
  for (const entry of entriesOf(bytes)) {
    if (names.push(entry.name) > mostEntries) throw new TableProblem('tooLong');
    left -= inflatedSize(bytes, entry, left);
    if (left < 0) throw new TableProblem('tooLong');
  }
  return names;
}

type Entry = { name: string; method: number; flags: number; packedBytes: number; offset: number };

function* entriesOf(bytes: Buffer): Generator<Entry> {
  let position = bytes.readUInt32LE(findEnd(bytes) + 16);
  while (position + 46 <= bytes.length && bytes.readUInt32LE(position) === entryRecord) {
    const nameLength = bytes.readUInt16LE(position + 28);
    yield {
      name: bytes.toString('utf8', position + 46, position + 46 + nameLength),
      flags: bytes.readUInt16LE(position + 8),
      method: bytes.readUInt16LE(position + 10),
      packedBytes: bytes.readUInt32LE(position + 20),
      offset: bytes.readUInt32LE(position + 42),
    };
    position += 46 + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32);
  }
}

function findEnd(bytes: Buffer): number {
  for (let position = bytes.length - 22; position >= Math.max(0, bytes.length - 65_557); position -= 1) {
    if (bytes.readUInt32LE(position) === endRecord) return position;
  }
  throw new TableProblem('damaged');
}

function inflatedSize(bytes: Buffer, entry: Entry, limitBytes: number): number {
  if (entry.flags & 1) throw new TableProblem('protected');
  if (entry.offset + 30 > bytes.length || bytes.readUInt32LE(entry.offset) !== localRecord) {
    throw new TableProblem('damaged');
  }
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  if (entry.method === 0) return entry.packedBytes;
  if (entry.method !== 8) throw new TableProblem('damaged');
  try {
    const packed = bytes.subarray(start, start + entry.packedBytes);
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limitBytes) }).length;
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw new TableProblem(isTooLarge ? 'tooLong' : 'damaged', { cause });
  }
}
