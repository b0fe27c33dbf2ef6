import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { extensionOf, formatOf, promisedFormat } from './formats.ts';
import type { Detected, FilePart } from './port.ts';

const textFormats = new Set(['txt', 'md', 'csv', 'html', 'srt', 'vtt']);
/** A film of three hours has about 200 kB of them. */
const mostSubtitleBytes = 2 * 1024 ** 2;
const longestCueLine = 500;

/** Text has no sign of its own: it is text when all of its beginning is, and then its name says which. */
export async function textFormat(file: FilePart, head: Buffer, fileName: string): Promise<Detected> {
  const text = textOf(head, head.length < file.sizeBytes);
  const promised = promisedFormat(fileName);
  const extension = extensionOf(fileName);
  if (text === undefined) return promised ? { problem: 'differs', extension } : { problem: 'refused', what: 'data' };
  if (!promised) return { problem: 'refused', what: extension ? `.${extension}` : 'text without an ending' };
  if (promised.kind === 'archive' || !textFormats.has(promised.format)) return { problem: 'differs', extension };
  if (promised.format !== 'srt' && promised.format !== 'vtt') return formatOf(promised.format);
  if (file.sizeBytes > mostSubtitleBytes) return { problem: 'large', limit: '2 MB' };
  const whole = textOf(await file.read(0, file.sizeBytes), false);
  return whole !== undefined && isSubtitle(whole, promised.format)
    ? formatOf(promised.format)
    : { problem: 'differs', extension };
}

/** Undefined: the bytes are no text in any encoding in use. */
function textOf(bytes: Buffer, cut: boolean): string | undefined {
  const text = decodeText(bytes, { cut })?.text;
  if (text === undefined) return undefined;
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && ![9, 10, 12, 13, 27].includes(code)) controls += 1;
  }
  return controls > text.length / 200 ? undefined : text;
}

function isSubtitle(text: string, format: 'srt' | 'vtt'): boolean {
  const body = text.replace(/^\ufeff/, '');
  if (format === 'vtt' && !/^WEBVTT([ \t\n\r]|$)/.test(body)) return false;
  const cues = body.split(/\r?\n/).filter((line) => line.includes('-->'));
  return cues.some((line) => line.length <= longestCueLine && /^\s{0,20}\d[\d:.,]{3,14}\s{0,20}-->/.test(line));
}
