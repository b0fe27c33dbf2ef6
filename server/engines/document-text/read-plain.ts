import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { findDelimiter, parseCsv } from '../table/parse-csv.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';

/** A text without empty lines is taken line by line. */
const longParagraph = 2_000;

export function decodePlain(bytes: Buffer): string {
  const decoded = decodeText(bytes);
  if (!decoded) throw new ReadProblem('damaged', 'The text encoding couldn’t be recognised. Save the file as UTF-8.');
  return decoded.text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

export function readText(bytes: Buffer): Reading {
  const plain = decodePlain(bytes);
  return { drafts: paragraphs(plain), drawAs: 'txt', plain };
}

function* paragraphs(text: string): Generator<Draft> {
  for (const part of text.split(/\n[ \t\u3000]*\n+/)) {
    const lines = part.length > longParagraph ? part.split('\n') : [part];
    for (const line of lines) {
      const tidy = line.replace(/\s+/g, ' ').trim();
      if (tidy) yield { text: tidy };
    }
  }
}

export function readCsv(bytes: Buffer): Reading {
  return { drafts: rows(decodePlain(bytes)), drawAs: 'csv' };
}

function* rows(text: string): Generator<Draft> {
  const limits = { rows: Infinity, columns: 5_000, cellCharacters: 100_000, inflatedBytes: 0 };
  for (const { cells } of parseCsv(text, findDelimiter(text), limits)) {
    const tidy = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
    const joined = tidy.filter(Boolean).join(' | ');
    if (joined) yield { text: joined, cells: tidy };
  }
}
