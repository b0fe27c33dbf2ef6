import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import yauzl from 'yauzl';

/** Random access to a file, wherever it is stored. */
type FilePart = { sizeBytes: number; read(start: number, length: number): Promise<Buffer> };

export type ArchiveEntry = {
  /** The name as written in the archive, not yet checked for safety. */
  name: string;
  sizeBytes: number;
  packedBytes: number;
  offsetBytes: number;
  isFolder: boolean;
  isLink: boolean;
  isProtected: boolean;
  /** False when the compression method isn't supported. */
  isSupported: boolean;
  /** Compression method, such as `LZMA`. */
  method: string;
  /** Fails when the content doesn't match the size or checksum in the directory. */
  open(): Promise<Readable>;
  readAll(maxBytes: number): Promise<Buffer>;
};
export type Archive = { entries(): AsyncIterable<ArchiveEntry>; close(): void };

const methods: Readonly<Record<number, string>> = {
  0: 'Store',
  1: 'Shrink',
  6: 'Implode',
  8: 'Deflate',
  9: 'Deflate64',
  12: 'BZIP2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES',
};

const readAtOnceBytes = 256 * 1024;

class PartReader extends yauzl.RandomAccessReader {
  readonly #file: FilePart;
  /** The directory is read a few bytes at a time, so reads are served from one cached block. */
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: FilePart) {
    super();
    this.#file = file;
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#bytesAt(position, length).then(
      (bytes) => {
        bytes.copy(into, offset);
        done(bytes.length < length ? new Error('unexpected end of the archive') : null);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#file, start, end));
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#block;
    if (position < start || position + length > start + bytes.length) {
      const wanted = Math.max(length, Math.min(readAtOnceBytes, this.#file.sizeBytes - position));
      this.#block = { start: position, bytes: await this.#file.read(position, wanted) };
    }
    const at = position - this.#block.start;
    return this.#block.bytes.subarray(at, at + length);
  }
}

async function* piecesOf(file: FilePart, start: number, end: number): AsyncIterable<Buffer> {
  for (let at = start; at < end; at += readAtOnceBytes) yield await file.read(at, Math.min(readAtOnceBytes, end - at));
}

/** Opens a ZIP file and reads its directory; throws if it is broken. */
export async function openArchive(file: FilePart): Promise<Archive> {
  const zip = await yauzl.fromRandomAccessReaderPromise(new PartReader(file), file.sizeBytes, {
    lazyEntries: true,
    // Names are decoded here so that none is rejected or silently changed.
    decodeStrings: false,
    validateEntrySizes: true,
    autoClose: false,
  });
  return { entries: () => entriesOf(zip), close: () => zip.close() };
}

async function* entriesOf(zip: ZipFile): AsyncIterable<ArchiveEntry> {
  for await (const entry of zip.eachEntry()) yield present(zip, entry);
}

function present(zip: ZipFile, entry: Entry): ArchiveEntry {
  const name = entryName(entry);
  const open = () => zip.openReadStreamPromise(entry);
  return {
    name,
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    offsetBytes: entry.relativeOffsetOfLocalHeader,
    isFolder: /[/\\]$/.test(name),
    isLink: isLink(entry),
    isProtected: (entry.generalPurposeBitFlag & 1) === 1,
    isSupported: entry.compressionMethod === 0 || entry.compressionMethod === 8,
    method: methods[entry.compressionMethod] ?? String(entry.compressionMethod),
    open,
    readAll: async (maxBytes) => {
      if (entry.uncompressedSize > maxBytes) throw new Error('too large to be read at once');
      return buffer(await open());
    },
  };
}

/** The upper 16 bits hold the Unix mode if the archive was made on Unix. */
function isLink(entry: Entry): boolean {
  const mode = entry.externalFileAttributes >>> 16;
  return (mode & 0o170000) === 0o120000;
}

const utf8Flag = 1 << 11;
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Archives rarely declare the encoding of names: try UTF-8, then Chinese, then the DOS code page. */
function entryName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  const unicode = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
  // The entry is flagged as UTF-8 or has an extra field with the name in UTF-8.
  if (entry.generalPurposeBitFlag & utf8Flag || entry.extraFields.some((field) => field.id === 0x7075)) return unicode;
  return decodeName(bytes);
}

function decodeName(bytes: Uint8Array): string {
  return decoded(bytes, 'utf-8') ?? chinese(bytes) ?? dos(bytes);
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Almost any byte pair is a valid Chinese character, so accept this encoding only if all are punctuation or common
 * characters.
 */
function chinese(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const common = (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
    at += 1;
    if (!common || (bytes[at] ?? 0) < 0xa1) return undefined;
  }
  return decoded(bytes, 'gb18030');
}

function dos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (upperHalf[byte - 128] ?? '?'))).join(
    '',
  );
}

type SafePath = { folder: string; name: string };

const longestName = 200;
const deepest = 30;

/** The entry's path below the target folder. Undefined when its name would escape that folder. */
export function safePath(entryName: string): SafePath | undefined {
  const unified = entryName.replaceAll('\\', '/').replace(/\/$/, '').normalize('NFC');
  if (unified.startsWith('/') || /^[a-z]:/i.test(unified)) return undefined;
  const names = unified.split('/').filter((name, index) => !(index === 0 && name === '.'));
  if (names.length === 0 || names.length > deepest || !names.every(isSafeName)) return undefined;
  return { folder: names.slice(0, -1).join('/'), name: names.at(-1) ?? '' };
}

/** Rejects parent references, control characters and bidirectional overrides. */
function isSafeName(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..' || name.length > longestName) return false;
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name);
}

/** Metadata files that operating systems add to archives. */
export function isJunk(entryName: string): boolean {
  return /(^|[/\\])(__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(entryName);
}
