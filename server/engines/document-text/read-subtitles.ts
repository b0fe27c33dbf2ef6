import type { Draft, Reading } from './port.ts';
import { decodePlain } from './read-plain.ts';

const notSpoken = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t\n]|$)/;

/** What is said in SRT and WebVTT files; their preview shows them as they are, with their times. */
export function readSubtitles(bytes: Buffer): Reading {
  const plain = decodePlain(bytes).replace(/^\ufeff/, '');
  return { drafts: cues(plain), drawAs: 'txt', plain };
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
