import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/app-error.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { DeliveredFile } from '../../platform/storage/delivered-file.ts';
import type { ByteRange } from '../../platform/storage/file-store.ts';

export type StoredDelivery = DeliveredFile;
type Delivered = Omit<DeliveredFile, 'storeKey'>;
type DeliveryPlan = { status: 200 | 206 | 304; headers: Record<string, string | number>; range?: ByteRange };

/** Types shown inline, none of them executable. All others are downloads. */
const inline = new Set([
  'application/pdf',
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'],
  ...['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime', 'video/x-m4v', 'video/x-matroska'],
  ...['audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/flac', 'audio/ogg', 'audio/aac', 'audio/webm'],
  'text/plain',
]);

/** CSP for files opened directly by URL: no scripts, no access to the site. */
const powerless = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Plans the response: range, content type, and whether the browser's copy is current. */
export function planDelivery(
  file: Delivered,
  wanted: { headers: IncomingHttpHeaders; download: boolean; freshSeconds: number },
): DeliveryPlan {
  const { headers } = wanted;
  const etag = `"${file.sha256.toString('hex')}"`;
  const type = deliveredType(file.contentType);
  const common = {
    etag,
    'last-modified': file.storedAt.toUTCString(),
    'accept-ranges': 'bytes',
    // Access may be revoked, so browsers revalidate and shared caches store nothing.
    'cache-control': wanted.freshSeconds > 0 ? `private, max-age=${wanted.freshSeconds}` : 'private, no-cache',
    vary: 'Cookie',
    'content-security-policy': powerless,
    'x-content-type-options': 'nosniff',
  };
  if (isKnown(headers, etag, file.storedAt)) return { status: 304, headers: common };
  const shown = !wanted.download && inline.has(type.split(';')[0] ?? '');
  const described = {
    ...common,
    'content-type': type,
    'content-disposition': disposition(shown ? 'inline' : 'attachment', file.name),
  };
  const range = rangeOf(headers, file, etag);
  if (!range) return { status: 200, headers: { ...described, 'content-length': file.sizeBytes } };
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...described,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${file.sizeBytes}`,
    },
    range,
  };
}

/** Text is sent as plain text, because uploaded HTML must not run in the browser. */
function deliveredType(contentType: string): string {
  return contentType.startsWith('text/') || contentType === 'application/x-subrip'
    ? 'text/plain; charset=utf-8'
    : contentType;
}

function isKnown(headers: IncomingHttpHeaders, etag: string, storedAt: Date): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) return match.trim() === '*' || match.split(',').some((tag) => bare(tag) === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(storedAt.getTime() / 1000) * 1000 <= since;
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** A single byte range; requests for several get the whole file, as HTTP allows. */
function rangeOf(headers: IncomingHttpHeaders, file: Delivered, etag: string): ByteRange | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '');
  if (!parts || (!parts[1] && !parts[2]) || !isSame(headers['if-range'], etag, file.storedAt)) return undefined;
  const size = file.sizeBytes;
  const [, from = '', to = ''] = parts;
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  if (start >= size || end < start) throw new AppError('rangeNotSatisfiable');
  return { start, end };
}

function isSame(condition: string | string[] | undefined, etag: string, storedAt: Date): boolean {
  if (typeof condition !== 'string') return true;
  if (condition.includes('"')) return condition.trim() === etag;
  return Date.parse(condition) === Math.floor(storedAt.getTime() / 1000) * 1000;
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** File names that unpack on any system and stay distinct on case-insensitive ones. */
export class ArchiveNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    const safe = safeName(name);
    const at = safe.lastIndexOf('.');
    const [stem, ending] = at > 0 ? [safe.slice(0, at), safe.slice(at)] : [safe, ''];
    let free = safe;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu, '_')
    .replace(/[. ]+$/, '')
    .slice(0, 200);
  if (clean === '' || /^\.+$/.test(clean)) return 'file';
  return reserved.test(clean) ? `_${clean}` : clean;
}
