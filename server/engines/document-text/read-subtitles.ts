import { readClock } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { decodePlain } from './read-plain.ts';

/** As in the subtitles of a video. A longer text is no cue, and would fill hundreds of pages. */
const mostCueCharacters = 2000;
const notSpoken = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t\n]|$)/;

/** What is said in SRT and WebVTT files; their preview shows them as they are, with their times. */
export function readSubtitles(bytes: Buffer): Reading {
  const plain = decodePlain(bytes).replace(/^\ufeff/, '');
  const drafts = [...cues(plain)];
  if (decodeText(bytes)?.charset === 'windows-1252' && !isWestern(drafts)) {
    throw new ReadProblem('damaged', 'The text encoding couldn’t be recognised. Save the file as UTF-8.');
  }
  return { drafts, drawAs: 'txt', plain };
}

/** Any bytes are valid in that encoding; but in the languages it is for, most letters have no accent. */
function isWestern(drafts: readonly Draft[]): boolean {
  const letters = drafts.map(({ text }) => text.replace(/\s/g, '')).join('');
  return letters.replace(/[^!-~]/g, '').length * 2 >= letters.length;
}

/** A file whose times can't be is damaged, or was never a file of subtitles. */
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
