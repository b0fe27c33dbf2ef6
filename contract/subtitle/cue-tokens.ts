import { cleanCueText, isSeen } from './clean-cue-text.ts';
import type { TimedWord } from './cue.ts';
import { displayWidth, jointOf, lineRoom, paceOf } from './cue-measure.ts';

/** A piece of text that is never broken and fits on one line. */
export type Token = TimedWord & {
  room: number;
  pace: number;
  /** Width and reading effort of the separator before this token when both are on one line. */
  joint: { room: number; pace: number };
  /** Starts in the middle of a word: break here only as a last resort. */
  inWord: boolean;
};

const latest = 350_000_000;
const wideRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u;
const onlyPunctuation = /^[\p{Pe}\p{Pf}\p{Po}]+$/u;

/** Tokens in text order. Times are corrected so that no token starts before the previous one. */
export function tokensOf(words: readonly TimedWord[]): Token[] {
  return drained(tokensInTurns(words));
}

/** Words or tokens processed between two yields of a generator. */
export const turnLength = 1_000;

/** Runs a generator to the end and returns its result. */
export function drained<T>(turns: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** Like `tokensOf`, but yields regularly so the caller can do other work. */
export function* tokensInTurns(words: readonly TimedWord[]): Generator<undefined, Token[]> {
  const tokens: Token[] = [];
  let reached = 0;
  for (const [number, word] of words.entries()) {
    if (number % turnLength === turnLength - 1) yield;
    const startMs = Math.max(reached, timeOf(word.startMs, reached));
    const endMs = Math.max(startMs, timeOf(word.endMs, startMs));
    const pieces = piecesOf(word.text);
    for (const piece of spread(pieces, startMs, endMs)) add(tokens, piece);
    reached = startMs;
  }
  yield* markInWord(tokens);
  return tokens;
}

function timeOf(value: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(latest, Math.max(0, Math.round(value))) : otherwise;
}

/** Distributes a time span over pieces without times, by their width. */
export function spread(pieces: readonly string[], startMs: number, endMs: number): TimedWord[] {
  const whole = pieces.reduce((sum, piece) => sum + displayWidth(piece), 0);
  let before = 0;
  return pieces.map((text) => {
    const at = (part: number) => startMs + Math.round(((endMs - startMs) * part) / Math.max(1, whole));
    const from = at(before);
    before += displayWidth(text);
    return { text, startMs: from, endMs: at(before) };
  });
}

let segmenter: Intl.Segmenter | undefined;

/** Splits text into words; words wider than a line are cut to fit. */
export function piecesOf(text: string): string[] {
  const words = cleanCueText(text).split(/\s+/).filter(Boolean);
  return words
    .flatMap((word) => (wideRun.test(word) ? unspacedPieces(word) : [word]))
    .flatMap(linePieces)
    .filter(isSeen);
}

function unspacedPieces(text: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.length - 1;
    // Keep pieces together that would otherwise be joined with a space.
    const before = pieces[last];
    if (before !== undefined && (onlyPunctuation.test(segment) || jointOf(before, segment) === ' ')) {
      pieces[last] = before + segment;
    } else {
      pieces.push(segment);
    }
  }
  return pieces;
}

function linePieces(word: string): string[] {
  if (displayWidth(word) <= lineRoom && word.length <= mostUnits) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    const longer = piece + character;
    if (piece && (displayWidth(longer) > lineRoom || longer.length > mostUnits)) {
      pieces.push(piece);
      piece = character;
    } else {
      piece = longer;
    }
  }
  return piece ? [...pieces, piece] : pieces;
}

/** Combining marks have no width, so a piece needs a length limit in UTF-16 units as well. */
const mostUnits = 200;

/** Punctuation recognized as a separate word is appended to the previous token. */
function add(tokens: Token[], word: TimedWord): void {
  const last = tokens.at(-1);
  if (last && onlyPunctuation.test(word.text) && last.text.length + word.text.length <= mostUnits) {
    const text = last.text + word.text;
    if (displayWidth(text) <= lineRoom) {
      Object.assign(last, {
        text,
        room: displayWidth(text),
        pace: paceOf(text),
        endMs: Math.max(last.endMs, word.endMs),
      });
      return;
    }
  }
  const between = last ? jointOf(last.text, word.text) : '';
  const joint = { room: displayWidth(between), pace: paceOf(between) };
  tokens.push({ ...word, joint, room: displayWidth(word.text), pace: paceOf(word.text), inWord: false });
}

/** Speech engines return Chinese character by character, so word boundaries are found by segmenting the joined text. */
function* markInWord(tokens: readonly Token[]): Generator<undefined, void> {
  let pause = turnLength;
  for (let from = 0; from < tokens.length; ) {
    if (from >= pause) {
      yield;
      pause = from + turnLength;
    }
    let to = from + 1;
    let text = tokens[from]?.text ?? '';
    while (to < tokens.length && to - from < mostInRun && jointOf(text, tokens[to]?.text ?? '') === '') {
      text += tokens[to]?.text ?? '';
      to += 1;
    }
    if (to - from > 1 && wideRun.test(text)) markRun(tokens.slice(from, to), text);
    from = to;
  }
}
const mostInRun = 500;

function markRun(run: readonly Token[], text: string): void {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index));
  let at = 0;
  for (const token of run) {
    token.inWord = at > 0 && !starts.has(at);
    at += token.text.length;
  }
}
