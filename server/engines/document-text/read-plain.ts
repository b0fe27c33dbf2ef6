import { readClock } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { findDelimiter, parseCsv } from '../table/parse-csv.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';

/** In characters. A longer paragraph, as in text without empty lines, is split line by line. */
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

/** Same limit as for video subtitles. Longer text is no cue and would fill hundreds of pages. */
const mostCueCharacters = 2000;
const notSpoken = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t\n]|$)/;

/** The spoken text of SRT and WebVTT files; the preview shows the file as it is, with times. */
export function readSubtitles(bytes: Buffer): Reading {
  const plain = decodePlain(bytes).replace(/^\ufeff/, '');
  const drafts = [...cues(plain)];
  if (decodeText(bytes)?.charset === 'windows-1252' && !isWestern(drafts)) {
    throw new ReadProblem('damaged', 'The text encoding couldn’t be recognised. Save the file as UTF-8.');
  }
  return { drafts, drawAs: 'txt', plain };
}

/** Any bytes are valid windows-1252, but in languages that use it most letters have no accent. */
function isWestern(drafts: readonly Draft[]): boolean {
  const letters = drafts.map(({ text }) => text.replace(/\s/g, '')).join('');
  return letters.replace(/[^!-~]/g, '').length * 2 >= letters.length;
}

/** A file with impossible times is damaged or isn't a subtitle file. */
function assertTimes(line: string, number: number): void {
  const [start, end] = line.split('-->').map((side) => readClock(side.trim().split(/[ \t]/)[0] ?? ''));
  if (start === undefined || end === undefined) {
    throw new ReadProblem('damaged', `Line ${number} has a time that doesn’t exist: ${line.slice(0, 80).trim()}`);
  }
  if (end <= start)
    throw new ReadProblem('damaged', `Line ${number} ends before it starts: ${line.slice(0, 80).trim()}`);
}

function* cues(text: string): Generator<Draft> {
  const lines = text.split('\n');
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && lines[at]?.trim() !== '') continue;
    const block = lines.slice(from, at);
    const timing = block.findIndex((line) => line.includes('-->'));
    if (timing >= 0) assertTimes(block[timing] ?? '', from + timing + 1);
    if (timing >= 0 || !notSpoken.test(block.join('\n'))) yield* cue(block.slice(timing + 1), from + timing + 2);
    from = at + 1;
  }
}

function* cue(lines: readonly string[], firstLine: number): Generator<Draft> {
  const said = lines
    .join(' ')
    .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (said.length > mostCueCharacters) {
    throw new ReadProblem('tooLarge', `Line ${firstLine}: the cue is longer than ${mostCueCharacters} characters.`);
  }
  if (said) yield { text: said };
}
