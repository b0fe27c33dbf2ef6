import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { type Draft, type Reading, ReadProblem } from './port.ts';
import { decodePlain } from './read-plain.ts';

const notSpoken = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t\n]|$)/;

/** What is said in SRT and WebVTT files; their preview shows them as they are, with their times. */
export function readSubtitles(bytes: Buffer): Reading {
  const plain = decodePlain(bytes).replace(/^\ufeff/, '');
  const drafts = [...cues(plain)];
  if (decodeText(bytes)?.charset === 'windows-1252' && !isWestern(drafts)) {
    throw new ReadProblem('damaged', 'These are no letters in any encoding that is in use.');
  }
  return { drafts, drawAs: 'txt', plain };
}

/** Any bytes are valid in that encoding; but in the languages it is for, most letters have no accent. */
function isWestern(drafts: readonly Draft[]): boolean {
  const letters = drafts.map(({ text }) => text.replace(/\s/g, '')).join('');
  return letters.replace(/[^!-~]/g, '').length * 2 >= letters.length;
}

function* cues(text: string): Generator<Draft> {
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const lines = block.split('\n');
    const timing = lines.findIndex((line) => line.includes('-->'));
    if (timing < 0 && notSpoken.test(block)) continue;
    const said = lines
      .slice(timing + 1)
      .join(' ')
      .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (said) yield { text: said };
  }
}
