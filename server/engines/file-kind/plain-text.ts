import { extensionOf, formatOf, promisedFormat } from './formats.ts';
import type { Detected, FilePart } from './port.ts';

const textFormats = new Set(['txt', 'md', 'csv', 'html', 'srt', 'vtt']);
/** A film of three hours has about 200 kB of them. */
const mostSubtitleBytes = 2 * 1024 ** 2;
const longestCueLine = 500;

/** Text has no sign of its own: it is text when all of its beginning is, and then its name says which. */
export async function textFormat(file: FilePart, head: Buffer, fileName: string): Promise<Detected> {
  const text = textOf(head);
  const promised = promisedFormat(fileName);
  const extension = extensionOf(fileName);
  if (text === undefined) return promised ? { problem: 'differs', extension } : { problem: 'refused', what: 'data' };
  if (!promised) return { problem: 'refused', what: extension ? `.${extension}` : 'text without an ending' };
  if (promised.kind === 'archive' || !textFormats.has(promised.format)) return { problem: 'differs', extension };
  if (promised.format !== 'srt' && promised.format !== 'vtt') return formatOf(promised.format);
  if (file.sizeBytes > mostSubtitleBytes) return { problem: 'large', limit: '2 MB' };
  const whole = textOf(await file.read(0, file.sizeBytes));
  return whole !== undefined && isSubtitle(whole, promised.format)
    ? formatOf(promised.format)
    : { problem: 'differs', extension };
}

/** undefined: these are no letters in any encoding that is in use. */
export function textOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  if (head.includes(0)) return undefined;
  const odd = head.filter((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte)).length;
  if (odd > head.length / 200) return undefined;
  return head.toString('utf8');
}

function isSubtitle(text: string, format: 'srt' | 'vtt'): boolean {
  const body = text.replace(/^\ufeff/, '');
  if (format === 'vtt' && !/^WEBVTT([ \t\n\r]|$)/.test(body)) return false;
  const cues = body.split(/\r?\n/).filter((line) => line.includes('-->'));
  return cues.some((line) => line.length <= longestCueLine && /^\s{0,20}\d[\d:.,]{3,14}\s{0,20}-->/.test(line));
}
