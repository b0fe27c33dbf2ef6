import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileWords } from '../server/engines/word-matcher/compile-words.ts';

/** Rules are tried on the first set only; the second one tells how well they do. */
export type SentenceSet = 'dev' | 'held-out';
export type SentenceKind = 'innocent' | 'true';
export type SentenceFigures = { sentences: number; found: number; certain: number; doubtful: string[]; lost: string[] };

type Sentence = { word: string; text: string };

/** What becomes of sentences that have a listed word in them, by accident or because they mean it. */
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
  const figures: SentenceFigures = { sentences: sentences.length, found: 0, certain: 0, doubtful: [], lost: [] };
  for (const { word, text } of sentences) {
    const matches = matcher.find(text).filter(({ wordId }) => wordId === word);
    if (matches.length === 0) figures.lost.push(`${word}: ${text}`);
    else if (matches.every(({ doubtful }) => doubtful)) figures.doubtful.push(`${word}: ${text}`);
    else figures.certain += 1;
  }
  figures.found = sentences.length - figures.lost.length;
  return figures;
}

/** A word and a sentence in each line, with a tab between. */
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
