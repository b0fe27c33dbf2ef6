import { extensionOf, formatOf } from './formats.ts';
import type { Format, Refusal } from './port.ts';

type Sign = { bytes: string; format: string };

/** Beginnings that leave no doubt; written in Latin-1. */
const signs: readonly Sign[] = [
  { bytes: '\x89PNG\r\n\x1a\n', format: 'png' },
  { bytes: '\xff\xd8\xff', format: 'jpg' },
  { bytes: 'II*\0', format: 'tiff' },
  { bytes: 'MM\0*', format: 'tiff' },
  { bytes: '{\\rtf', format: 'rtf' },
  { bytes: 'fLaC', format: 'flac' },
  { bytes: 'ID3', format: 'mp3' },
  { bytes: 'FLV\x01', format: 'flv' },
  // Excel before it wrote compound files.
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

/** The format that the first bytes tell, a reason to refuse, or undefined where they tell nothing. */
export function formatByMagic(head: Buffer, sizeBytes: number, fileName: string): Format | Refusal | undefined {
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
  // The general brands say nothing about pictures; only the name tells whether it is meant to be heard.
  return formatOf(/^m4[ab]$/.test(extensionOf(fileName)) ? 'm4a' : 'mp4');
}

/** Where a script reads its first words, a picture has its width: none is that wide by accident. */
function gif(text: string): Format | Refusal {
  const script = /^GIF8[79]a(=|\/[*/])/.test(text);
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
