import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import yauzl from 'yauzl';

/** Any part of a file, wherever it is kept. */
type FilePart = { sizeBytes: number; read(start: number, length: number): Promise<Buffer> };

export type ArchiveEntry = {
  /** As it stands there; judged by nobody yet. */
  name: string;
  sizeBytes: number;
  packedBytes: number;
  offsetBytes: number;
  isFolder: boolean;
  isLink: boolean;
  isProtected: boolean;
  /** False where its bytes are packed in a way that nothing here can unpack. */
  isSupported: boolean;
  /** How its bytes are packed, such as `LZMA`. */
  method: string;
  /** Fails where the content is not as large as the directory says, or does not match its checksum. */
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
  /** A directory is read entry by entry, a few bytes each: they come from one block in memory. */
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

/** A ZIP file, read from its directory on; throws where that is broken. */
export async function openArchive(file: FilePart): Promise<Archive> {
  const zip = await yauzl.fromRandomAccessReaderPromise(new PartReader(file), file.sizeBytes, {
    lazyEntries: true,
    // Names are decoded here, so that none is refused or changed unseen.
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

/** The upper half of the attributes is a Unix mode, where a Unix made the archive. */
function isLink(entry: Entry): boolean {
  const mode = entry.externalFileAttributes >>> 16;
  return (mode & 0o170000) === 0o120000;
}

const utf8Flag = 1 << 11;
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Archives seldom say how names are written: UTF-8 where it can be, then Chinese, then what DOS had. */
function entryName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  const unicode = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
  // The directory itself says that it is UTF-8, or carries the name once more as UTF-8.
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

/** Nearly any two bytes are some Chinese character: it counts only where all are signs or common characters. */
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

/** Where an entry belongs below the place it is unpacked to; undefined where its name leads anywhere else. */
export function safePath(entryName: string): SafePath | undefined {
  const unified = entryName.replaceAll('\\', '/').replace(/\/$/, '').normalize('NFC');
  if (unified.startsWith('/') || /^[a-z]:/i.test(unified)) return undefined;
  const names = unified.split('/').filter((name, index) => !(index === 0 && name === '.'));
  if (names.length === 0 || names.length > deepest || !names.every(isSafeName)) return undefined;
  return { folder: names.slice(0, -1).join('/'), name: names.at(-1) ?? '' };
}

/** Neither a way up, nor letters that turn the text around or can't be seen. */
function isSafeName(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..' || name.length > longestName) return false;
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name);
}

/** What systems put into archives for themselves. */
export function isJunk(entryName: string): boolean {
  return /(^|[/\\])(__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(entryName);
}
