import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { findDelimiter, parseCsv } from './parse-csv.ts';
import { readLines } from './read-lines.ts';
import { type TableHead, type TableLimits, type TableLine, TableProblem } from './table.ts';

export type OpenTable = { head: TableHead; lines: Iterable<TableLine> };

/**
 * Tells by the bytes what a file is; its name and the type the browser sent may say anything. Whether a text is a table or
 * something in each of its lines is not in the bytes: `oneInALine` says it, as the heading of that one column.
 */
export async function openTable(bytes: Buffer, limits: TableLimits, oneInALine?: string): Promise<OpenTable> {
  if (bytes.length === 0) throw new TableProblem('empty');
  const mark = bytes.subarray(0, 4).toString('hex');
  if (mark === '504b0304') {
    // A large program: only those who need it wait for it.
    const { readWorkbook } = await import('./read-workbook.ts');
    const { sheet, lines } = readWorkbook(bytes, limits);
    return { head: { format: 'xlsx', sheet }, lines };
  }
  // The container of workbooks with a password, and of those of the nineties.
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

/** Western letters are what is left when no other encoding fits: a text that has few of ASCII is in none of those. */
function isMostlyAscii(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 64 * 1024);
  return sample.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0) >= sample.length * 0.7;
}

/** Pictures and programs are full of them, texts have none. */
function holdsControls(text: string): boolean {
  for (let index = 0; index < Math.min(text.length, 64 * 1024); index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) return true;
  }
  return false;
}
