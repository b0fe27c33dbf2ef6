import type { ServerAnswer } from './ask-speech-server.ts';
import { type HeardWord, unspaced } from './join-tokens.ts';

type Timed = { text: string; start: number; end: number; chance?: number };

/** Servers that tell nothing of how sure they are: neither sure nor doubtful. */
const unknownChance = 0.5;

/** What a speech server answered as words with their punctuation; times are within the window. */
export function serverWords({ text, words, segments }: ServerAnswer): HeardWord[] {
  const sure = (at: number) => {
    const segment = segments?.find(({ start, end }) => at >= start && at <= end);
    return typeof segment?.avg_logprob === 'number' ? Math.exp(segment.avg_logprob) : unknownChance;
  };
  const timed = words && words.length > 0 ? punctuated(words, text) : spread(segments ?? []);
  return timed.map(({ text: word, start, end, chance }) => ({
    text: word,
    spaced: !unspaced.test(word[0] ?? ''),
    startMs: Math.round(start * 1000),
    endMs: Math.round(Math.max(start, end) * 1000),
    confidence: Math.round(Math.min(1, Math.max(0, chance ?? sure(start))) * 1000) / 1000,
  }));
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Words come without punctuation; it is in the text. Where the two go apart, the words are taken as they are. */
function punctuated(words: NonNullable<ServerAnswer['words']>, text: string): Timed[] {
  const written = text.trim().split(/\s+/);
  let next = 0;
  return words
    .filter(({ word }) => word.trim() !== '')
    .map(({ word, start, end, probability }) => {
      const found = written.findIndex((one, at) => at >= next && at < next + 3 && letters(one) === letters(word));
      if (found >= 0) next = found + 1;
      return { text: written[found] ?? word.trim(), start, end, chance: probability };
    });
}

/** What is written without spaces falls into characters, each with the punctuation that follows it. */
function characters(word: string): string[] {
  return unspaced.test(word) ? (word.match(/[\p{L}\p{N}][^\p{L}\p{N}]*/gu) ?? []) : [word];
}

/** Segments without words: each gets its share of the time by its length. */
function spread(segments: NonNullable<ServerAnswer['segments']>): Timed[] {
  return segments.flatMap(({ text, start, end }) => {
    const words = text.trim().split(/\s+/).flatMap(characters).filter(Boolean);
    const all = words.reduce((sum, word) => sum + word.length + 1, 0);
    let passed = 0;
    return words.map((word) => {
      const from = start + ((end - start) * passed) / all;
      passed += word.length + 1;
      return { text: word, start: from, end: start + ((end - start) * passed) / all };
    });
  });
}
