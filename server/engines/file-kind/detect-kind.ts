import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { openArchive } from '../archive/open-archive.ts';
import { extensionOf, formatOf, promisedFormat } from './formats.ts';
import type { Detected, DetectKind, FilePart, Format, Refusal } from './port.ts';

const mostSectors = 64;
const streams: readonly [RegExp, string][] = [
  [/^WordDocument$/, 'doc'],
  [/^(Workbook|Book)$/, 'xls'],
  [/^PowerPoint Document$/, 'ppt'],
];

export function isCompoundFile(head: Buffer): boolean {
  return head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
}

/** Office files before 2007: the stream names in the compound file tell which program wrote it. */
async function compoundFormat(file: FilePart, head: Buffer, fileName: string): Promise<Detected> {
  const names = await streamNames(file, head);
  if (!names) return { problem: 'damaged' };
  for (const [pattern, format] of streams) if (names.some((name) => pattern.test(name))) return formatOf(format);
  const extension = extensionOf(fileName);
  // Password-protected newer Office files are wrapped in this format too; they are kept even though their contents
  // can't be read.
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

/** Follows the sector table, using only its first 109 parts; no real file has its directory further on. */
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

type Sign = { bytes: string; format: string };

/** Unambiguous signatures, in Latin-1. */
const signs: readonly Sign[] = [
  { bytes: '\x89PNG\r\n\x1a\n', format: 'png' },
  { bytes: '\xff\xd8\xff', format: 'jpg' },
  { bytes: 'II*\0', format: 'tiff' },
  { bytes: 'MM\0*', format: 'tiff' },
  { bytes: '{\\rtf', format: 'rtf' },
  { bytes: 'fLaC', format: 'flac' },
  { bytes: 'ID3', format: 'mp3' },
  { bytes: 'FLV\x01', format: 'flv' },
  // Excel formats from before compound files.
  { bytes: '\x09\x00\x04\x00', format: 'xls' },
  { bytes: '\x09\x02\x06\x00', format: 'xls' },
  { bytes: '\x09\x04\x06\x00', format: 'xls' },
  { bytes: '\0\0\x01\xba', format: 'mpg' },
  { bytes: '\0\0\x01\xb3', format: 'mpg' },
];
const riff: Record<string, string> = { 'AVI ': 'avi', WAVE: 'wav', WEBP: 'webp' };
const brands: readonly [RegExp, string][] = [
  [/^qt/, 'mov'],
  [/^M4[AB]/, 'm4a'],
  [/^M4V/, 'm4v'],
  [/^avi[fs]/, 'avif'],
  [/^(hei|hev|mif1|msf1)/, 'heic'],
  [/^3g[2p]/, '3gp'],
];

/** The format according to the first bytes, or a reason to refuse; undefined if they are inconclusive. */
function formatByMagic(head: Buffer, sizeBytes: number, fileName: string): Format | Refusal | undefined {
  const text = head.toString('latin1');
  const sign = signs.find(({ bytes }) => text.startsWith(bytes));
  if (sign) return formatOf(sign.format);
  if (text.startsWith('RIFF') || text.startsWith('RF64')) return known(riff[text.slice(8, 12)]);
  if (text.slice(4, 8) === 'ftyp') return isoMedia(text.slice(8, 12), fileName);
  if (/^.{4}(moov|mdat|wide|skip|free|pnot)/s.test(text)) return formatOf('mov');
  if (/^(\xef\xbb\xbf)?\s{0,16}%PDF-/.test(text)) return formatOf('pdf');
  if (/^GIF8[79]a/.test(text)) return gif(text);
  if (text.startsWith('BM')) return bmp(head, sizeBytes);
  if (text.startsWith('\x1aE\xdf\xa3')) return matroska(text, fileName);
  if (text.startsWith('OggS')) return ogg(text);
  if (text.startsWith('FORM') && /^AIF[FC]$/.test(text.slice(8, 12))) return formatOf('aiff');
  if (text.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11'))
    return formatOf(extensionOf(fileName) === 'wma' ? 'wma' : 'wmv');
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(text)) return formatOf('aac');
  if (/^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff]/.test(text) && !text.startsWith('\xff\xfe')) return formatOf('mp3');
  if (text[0] === 'G' && text[188] === 'G' && text[376] === 'G') return formatOf('ts');
  return undefined;
}

function known(format: string | undefined): Format | Refusal {
  return format ? formatOf(format) : { problem: 'refused', what: 'RIFF' };
}

function isoMedia(brand: string, fileName: string): Format {
  const found = brands.find(([pattern]) => pattern.test(brand));
  if (found) return formatOf(found[1]);
  // Generic brands don't tell audio from video; only the file name does.
  return formatOf(/^m4[ab]$/.test(extensionOf(fileName)) ? 'm4a' : 'mp4');
}

function gif(text: string): Format | Refusal {
  // The width follows the signature and its low byte may be `=`, so refuse only if a space or printable character
  // comes next, as in a script.
  const script = /^GIF8[79]a(=[\s!-\xff]|\/[*/])/.test(text);
  return script ? { problem: 'refused', what: 'GIF with a script' } : formatOf('gif');
}

function bmp(head: Buffer, sizeBytes: number): Format | Refusal | undefined {
  if (head.length < 30) return undefined;
  const headerBytes = head.readUInt32LE(14);
  if (![12, 40, 52, 56, 64, 108, 124].includes(headerBytes)) return undefined;
  return head.readUInt32LE(10) < sizeBytes ? formatOf('bmp') : { problem: 'damaged' };
}

function matroska(text: string, fileName: string): Format {
  const web = text.slice(0, 128).includes('webm');
  const heard = ['mka', 'weba'].includes(extensionOf(fileName));
  if (heard) return formatOf(web ? 'weba' : 'mka');
  return formatOf(web ? 'webm' : 'mkv');
}

function ogg(text: string): Format {
  const first = text.slice(0, 512);
  if (first.includes('theora') || first.includes('\x01video')) return formatOf('ogv');
  return formatOf(first.includes('OpusHead') ? 'opus' : 'ogg');
}

const mostParts = 50_000;
/** Zip bomb limits: documents are unpacked for reading, so both this size and this ratio must not be exceeded. */
const inflatedBytes = 100 * 1024 ** 2;
const inflatedTimes = 100;

const mainParts: Record<string, string> = {
  'word/document.xml': 'doc',
  'xl/workbook.xml': 'xls',
  'xl/workbook.bin': 'xls',
  'ppt/presentation.xml': 'ppt',
};
const mediaTypes: Record<string, string> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
};

/** Identifies a ZIP file: a modern document or a plain archive. */
async function packageFormat(file: FilePart, fileName: string): Promise<Detected> {
  const archive = await openArchive(file).catch(() => undefined);
  if (!archive) return { problem: 'damaged' };
  let inflated = 0;
  let parts = 0;
  let main: string | undefined;
  let macros = false;
  let mediaType: string | undefined;
  try {
    for await (const entry of archive.entries()) {
      parts += 1;
      inflated += entry.sizeBytes;
      main ??= mainParts[entry.name];
      macros ||= /(^|\/)vbaProject\.bin$/.test(entry.name);
      if (entry.name === 'mimetype' && entry.sizeBytes < 200) mediaType = (await entry.readAll(200)).toString().trim();
      if (parts > mostParts) return { problem: 'inflates' };
    }
  } catch {
    // Archives are checked again entry by entry when unpacked, but a document must be intact.
    if (extensionOf(fileName) !== 'zip') return { problem: 'damaged' };
  } finally {
    archive.close();
  }
  const known = mediaType ? mediaTypes[mediaType] : main && `${main}${macros ? 'm' : 'x'}`;
  if (!known) {
    const extension = extensionOf(fileName);
    if (extension === 'zip') return { kind: 'archive', format: 'zip', contentType: 'application/zip' };
    return extension ? { problem: 'differs', extension } : { problem: 'refused', what: 'zip' };
  }
  if (inflated > inflatedBytes && inflated > file.sizeBytes * inflatedTimes) return { problem: 'inflates' };
  return formatOf(known);
}

const textFormats = new Set(['txt', 'md', 'csv', 'html', 'srt', 'vtt']);
/** A three-hour film has about 200 kB of subtitles. */
const mostSubtitleBytes = 2 * 1024 ** 2;
const longestCueLine = 500;

/** Text has no signature: if the start of the file decodes as text, its name tells the format. */
async function textFormat(file: FilePart, head: Buffer, fileName: string): Promise<Detected> {
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

/** Undefined when the bytes aren't text in any common encoding. */
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

const headBytes = 64 * 1024;
/**
 * Text formats the file-type library recognizes by content; like other text, they are accepted or refused by file
 * name.
 */
const namedText = new Set<string>(['xml', 'vtt']);

export const detectKind: DetectKind = async (file, fileName) => {
  if (file.sizeBytes === 0) return { problem: 'empty' };
  const head = await file.read(0, Math.min(headBytes, file.sizeBytes));
  if (head.subarray(0, 2).toString('latin1') === 'PK') return packageFormat(file, fileName);
  if (isCompoundFile(head)) return compoundFormat(file, head, fileName);
  const found = formatByMagic(head, file.sizeBytes, fileName);
  if (found) return found;
  if (head[0] === 0x1f && head[1] === 0x8b) return { problem: 'refused', what: 'gz' };
  const { fileTypeFromBuffer } = await import('file-type');
  const named = await fileTypeFromBuffer(head).catch(() => undefined);
  if (named && !namedText.has(named.ext)) return { problem: 'refused', what: named.ext };
  return textFormat(file, head, fileName);
};
