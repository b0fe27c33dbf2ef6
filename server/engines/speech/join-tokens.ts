import type { SpokenWord } from './port.ts';

/** `spaced`: whether a space precedes the word. */
export type HeardWord = SpokenWord & { spaced: boolean };

type Piece = { text: string; chance: number; atMs: number };

/** Scripts written without spaces, in which every character is a word. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const letters = /[\p{L}\p{N}]/gu;

/** Joins tokens into words; times are relative to the window. */
export function joinTokens(tokens: readonly Token[], lengthMs: number): HeardWord[] {
  const words = groupPieces(wholeCharacters(tokens)).filter((pieces) => pieces.some(({ text }) => text.trim() !== ''));
  const starts = words.map(startOf);
  let before = 0;
  return words.map((pieces, at) => {
    const raw = pieces.map(({ text }) => text).join('');
    const startMs = Math.max(before, starts[at] ?? 0);
    const endMs = Math.max(startMs + 20, Math.min(starts[at + 1] ?? lengthMs, endOf(pieces)));
    before = endMs;
    return { text: raw.trim(), spaced: /^\s/.test(raw), startMs, endMs, confidence: confidenceOf(pieces) };
  });
}

/** A character may be split across tokens; it is assigned to the one that completes it. */
function wholeCharacters(tokens: readonly Token[]): Piece[] {
  const decoder = new TextDecoder('utf-8');
  return tokens
    .map(({ bytes, chance, atMs }) => ({ text: decoder.decode(bytes, { stream: true }), chance, atMs }))
    .filter(({ text }) => text !== '');
}

function groupPieces(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [];
  for (const piece of pieces) {
    const word = words.at(-1);
    if (word && !beginsWord(piece.text, word.at(-1)?.text ?? '')) word.push(piece);
    else words.push([piece]);
  }
  return words;
}

function beginsWord(text: string, before: string): boolean {
  if (/^\s/.test(text)) return true;
  const first = text[0] ?? '';
  return unspaced.test(first) || (unspaced.test(before.at(-1) ?? '') && /[\p{L}\p{N}]/u.test(first));
}

const lettersIn = (text: string): number => text.match(letters)?.length ?? 0;

/** A token's time is about its middle, so a long token started earlier than a short one. */
function startOf(pieces: readonly Piece[]): number {
  const first = pieces.find(({ text }) => lettersIn(text) > 0) ?? pieces[0];
  if (!first) return 0;
  return Math.max(0, first.atMs - Math.min(160, Math.max(40, 20 * lettersIn(first.text))));
}

function endOf(pieces: readonly Piece[]): number {
  const last = pieces.findLast(({ text }) => lettersIn(text) > 0) ?? pieces.at(-1);
  return last ? last.atMs + 80 + 45 * Math.min(8, lettersIn(last.text)) : 0;
}

/** Geometric mean of the tokens' probabilities, ignoring punctuation. */
function confidenceOf(pieces: readonly Piece[]): number {
  const spoken = pieces.filter(({ text }) => lettersIn(text) > 0);
  const counted = spoken.length > 0 ? spoken : pieces;
  const logs = counted.reduce((sum, { chance }) => sum + Math.log(Math.max(chance, 1e-6)), 0);
  return Math.round(Math.exp(logs / counted.length) * 1000) / 1000;
}

/** Part of a word, or punctuation. Raw bytes, because a character may be split across two tokens. */
export type Token = {
  bytes: Buffer;
  /** The engine's probability for this token. */
  chance: number;
  /** Approximate middle of the token, relative to the window. */
  atMs: number;
};

type RecognisedTokens = {
  tokens: Token[];
  /** Probability that nobody is speaking. */
  noSpeech: number;
  /** Probability that the speech is in the given language; absent if the engine can't tell. */
  languageChance?: number;
};

/** An engine loaded in the child process with its model. */
export type TokenEngine = { recognise(samples: Float32Array, language: string): RecognisedTokens };
