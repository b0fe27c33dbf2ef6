import type { SpokenWord } from './port.ts';

/** A word as it stands in the text: with the space in front of it, if there is one. */
export type HeardWord = SpokenWord & { spaced: boolean };

type Piece = { text: string; chance: number; atMs: number };

/** Written without spaces: each character stands for itself. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const letters = /[\p{L}\p{N}]/gu;

/** Pieces of words are put together; times are within the window. */
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

/** A character may be spread over tokens; it belongs to the one that completes it. */
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

/** The model listens to the middle of what it writes: a long piece began earlier than a short one. */
function startOf(pieces: readonly Piece[]): number {
  const first = pieces.find(({ text }) => lettersIn(text) > 0) ?? pieces[0];
  if (!first) return 0;
  return Math.max(0, first.atMs - Math.min(160, Math.max(40, 20 * lettersIn(first.text))));
}

function endOf(pieces: readonly Piece[]): number {
  const last = pieces.findLast(({ text }) => lettersIn(text) > 0) ?? pieces.at(-1);
  return last ? last.atMs + 80 + 45 * Math.min(8, lettersIn(last.text)) : 0;
}

/** As sure as of its pieces together; commas and the like don't count. */
function confidenceOf(pieces: readonly Piece[]): number {
  const spoken = pieces.filter(({ text }) => lettersIn(text) > 0);
  const counted = spoken.length > 0 ? spoken : pieces;
  const logs = counted.reduce((sum, { chance }) => sum + Math.log(Math.max(chance, 1e-6)), 0);
  return Math.round(Math.exp(logs / counted.length) * 1000) / 1000;
}

/** A piece of a word, or punctuation. Bytes: a character may be spread over two. */
export type Token = {
  bytes: Buffer;
  /** How sure the engine is. */
  chance: number;
  /** About its middle, within the window. */
  atMs: number;
};

type RecognisedTokens = {
  tokens: Token[];
  /** How likely the engine takes it that nobody speaks. */
  noSpeech: number;
  /** How likely it takes it that the language is the one it was told; absent: it can't tell. */
  languageChance?: number;
};

/** An engine in the child, with its model. */
export type TokenEngine = { recognise(samples: Float32Array, language: string): RecognisedTokens };
