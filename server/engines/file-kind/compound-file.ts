import { extensionOf, formatOf } from './formats.ts';
import type { Detected, FilePart } from './port.ts';

const mostSectors = 64;
const streams: readonly [RegExp, string][] = [
  [/^WordDocument$/, 'doc'],
  [/^(Workbook|Book)$/, 'xls'],
  [/^PowerPoint Document$/, 'ppt'],
];

export function isCompoundFile(head: Buffer): boolean {
  return head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
}

/** Office of before 2007: which program wrote it stands in the directory of its streams. */
export async function compoundFormat(file: FilePart, head: Buffer, fileName: string): Promise<Detected> {
  const names = await streamNames(file, head);
  if (!names) return { problem: 'damaged' };
  for (const [pattern, format] of streams) if (names.some((name) => pattern.test(name))) return formatOf(format);
  const extension = extensionOf(fileName);
  // With a password, newer Office files are wrapped like this too: kept, though nothing can look inside.
  if (names.includes('EncryptedPackage') && /^(docx|xlsx|pptx)$/.test(extension)) return formatOf(extension);
  return { problem: 'refused', what: 'compound file' };
}

async function streamNames(file: FilePart, head: Buffer): Promise<string[] | undefined> {
  if (head.length < 512) return undefined;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const names: string[] = [];
  let sector = head.readUInt32LE(48);
  for (let seen = 0; seen < mostSectors; seen += 1) {
    const start = (sector + 1) * sectorBytes;
    if (start + sectorBytes > file.sizeBytes + sectorBytes) break;
    const bytes = await file.read(start, sectorBytes);
    for (let at = 0; at + 128 <= bytes.length; at += 128) {
      const length = bytes.readUInt16LE(at + 64);
      if (length >= 2 && length <= 64) names.push(bytes.toString('utf16le', at, at + length - 2));
    }
    const next = await nextSector(file, head, sector, sectorBytes);
    if (next === undefined) break;
    sector = next;
  }
  return names;
}

/** Follows the table of sectors, as far as its first 109 parts reach; a directory lies further on in no real file. */
async function nextSector(
  file: FilePart,
  head: Buffer,
  sector: number,
  sectorBytes: number,
): Promise<number | undefined> {
  const perPart = sectorBytes / 4;
  const part = Math.floor(sector / perPart);
  if (part >= 109) return undefined;
  const table = head.readUInt32LE(76 + part * 4);
  if (table > 0xfffffff0) return undefined;
  const cell = await file.read((table + 1) * sectorBytes + (sector % perPart) * 4, 4);
  if (cell.length < 4) return undefined;
  const next = cell.readUInt32LE(0);
  return next > 0xfffffff0 ? undefined : next;
}
