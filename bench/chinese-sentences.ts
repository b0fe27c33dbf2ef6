import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileWords } from '../server/engines/word-matcher/compile-words.ts';

/** Rules are tuned on `dev` only; `held-out` measures how well they generalise. */
export type SentenceSet = 'dev' | 'held-out';
export type SentenceKind = 'innocent' | 'true';
export type SentenceFigures = {
  sentences: number;
  found: number;
  certain: number;
  likelyFalse: string[];
  lost: string[];
};

type Sentence = { word: string; text: string };

/** Measures how sentences that contain a listed word, by accident or on purpose, are classified. */
export function measureSentences(kind: SentenceKind, set: SentenceSet): SentenceFigures {
  const sentences = readSentences(kind, set);
  const words = [...new Set(sentences.map(({ word }) => word))];
  const matcher = compileWords(
    words.map((text) => ({
      id: text,
      text,
      mode: 'contains',
      variants: true,
      language: null,
      sources: [],
      kinds: [],
      exceptions: [],
    })),
  );
  const figures: SentenceFigures = { sentences: sentences.length, found: 0, certain: 0, likelyFalse: [], lost: [] };
  for (const { word, text } of sentences) {
    const matches = matcher.find(text).filter(({ wordId }) => wordId === word);
    if (matches.length === 0) figures.lost.push(`${word}: ${text}`);
    else if (matches.every(({ likelyFalse }) => likelyFalse)) figures.likelyFalse.push(`${word}: ${text}`);
    else figures.certain += 1;
  }
  figures.found = sentences.length - figures.lost.length;
  return figures;
}

/** Each line holds a word and a sentence, separated by a tab. */
function readSentences(kind: SentenceKind, set: SentenceSet): Sentence[] {
  const file = path.join(import.meta.dirname, 'chinese-sentences', `${kind}-${set}.txt`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', text = ''] = line.split('\t');
      return { word, text };
    });
}
