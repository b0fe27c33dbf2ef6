import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { findDelimiter, parseCsv } from './parse-csv.ts';
import { type TableHead, type TableLimits, type TableLine, TableProblem } from './table.ts';

type OpenTable = { head: TableHead; lines: Iterable<TableLine> };

/**
 * Detects the format from the bytes because file names and browser-sent types are unreliable. Plain text is read as a
 * one-column table headed `oneInALine` when that is given, and as CSV otherwise.
 */
export async function openTable(bytes: Buffer, limits: TableLimits, oneInALine?: string): Promise<OpenTable> {
  if (bytes.length === 0) throw new TableProblem('empty');
  const mark = bytes.subarray(0, 4).toString('hex');
  if (mark === '504b0304') {
    // Loaded lazily because the workbook parser is large.
    const { readWorkbook } = await import('./read-workbook.ts');
    const { sheet, lines } = readWorkbook(bytes, limits);
    return { head: { format: 'xlsx', sheet }, lines };
  }
  // OLE container: password-protected workbooks and legacy .xls files.
  if (mark === 'd0cf11e0') throw new TableProblem('protected');
  const decoded = decodeText(bytes);
  if (!decoded || holdsControls(decoded.text)) throw new TableProblem('notATable');
  if (decoded.charset === 'windows-1252' && !isMostlyAscii(bytes)) throw new TableProblem('unknownEncoding');
  if (oneInALine !== undefined) {
    const { text, charset } = decoded;
    return { head: { format: 'txt', charset }, lines: readLines(text, oneInALine, limits) };
  }
  const delimiter = findDelimiter(decoded.text);
  return {
    head: { format: 'csv', charset: decoded.charset, delimiter },
    lines: parseCsv(decoded.text, delimiter, limits),
  };
}

/**
 * windows-1252 is the fallback that accepts any bytes, so text that isn't mostly ASCII is probably in an encoding we
 * don't know.
 */
function isMostlyAscii(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 64 * 1024);
  return sample.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0) >= sample.length * 0.7;
}

/** Control characters indicate a binary file. */
function holdsControls(text: string): boolean {
  for (let index = 0; index < Math.min(text.length, 64 * 1024); index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) return true;
  }
  return false;
}

/** Reads plain text as a one-column table. Blank lines are skipped but still count in the line numbers. */
function* readLines(text: string, heading: string, limits: TableLimits): Generator<TableLine> {
  yield { line: 0, cells: [heading] };
  let line = 0;
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start);
    line += 1;
    // A line over the limit is invalid anyway; its beginning is enough to report it.
    const cell = text.slice(start, Math.min(end, start + limits.cellCharacters)).trim();
    if (cell !== '') yield { line, cells: [cell] };
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
