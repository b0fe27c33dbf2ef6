import { deflateSync } from 'node:zlib';
import type { HeardWord } from './join-tokens.ts';
import type { SpokenSegment, Suspect } from './port.ts';

/** Phrases models hallucinate during silence, because the films they were trained on end that way. */
const madeUp =
  /^(thank you( very much| so much)?|thanks( for watching)?|you|bye( bye)?|please subscribe|okay|oh|the end|so)$/;
const loopFrom = 4;
const mostCharactersPerSecond = 28;

/** Removes descriptions of sounds, such as `(eerie music)`, `[BLANK_AUDIO]`, `*sighs*` and `♪ la la ♪`. */
export function withoutNotes(words: readonly HeardWord[]): HeardWord[] {
  const kept: HeardWord[] = [];
  let closing = '';
  for (const [at, word] of words.entries()) {
    if (closing) {
      if (word.text.replace(/[.,!?]+$/, '').endsWith(closing)) closing = '';
      continue;
    }
    const end = noteEnd(word.text);
    if (!end) {
      kept.push(word);
      continue;
    }
    const body = word.text.slice(1).replace(/[.,!?]+$/, '');
    if (body.endsWith(end)) continue;
    // Parentheses in the middle of a sentence are an aside.
    if (/[(（]/.test(word.text[0] ?? '') && /[\p{L}\p{N},]$/u.test(kept.at(-1)?.text ?? '')) {
      kept.push(word);
      continue;
    }
    // Without a closing bracket nearby, it is a dictated bracket.
    if (words.slice(at + 1, at + 9).some(({ text }) => text.replace(/[.,!?]+$/, '').endsWith(end))) closing = end;
    else if (word.text.length > 1) kept.push(word);
  }
  return kept;
}

function noteEnd(text: string): string | undefined {
  return { '(': ')', '[': ']', '*': '*', '♪': '♪', '♫': '♫', '（': '）', '【': '】' }[text[0] ?? ''];
}

/** Of the same one to eight words repeated four or more times in a row, keeps only the first. */
export function withoutLoops(words: readonly HeardWord[]): { words: HeardWord[]; looped: Set<HeardWord> } {
  const kept: HeardWord[] = [];
  const looped = new Set<HeardWord>();
  const plain = words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  for (let at = 0; at < words.length; ) {
    const size = [1, 2, 3, 4, 5, 6, 7, 8].find((length) => repeats(plain, at, length) >= loopFrom) ?? 0;
    const part = words.slice(at, at + Math.max(1, size));
    kept.push(...part);
    if (size > 0) for (const word of part) looped.add(word);
    at += size > 0 ? size * repeats(plain, at, size) : 1;
  }
  return { words: kept, looped };
}

function repeats(plain: readonly string[], at: number, size: number): number {
  let count = 1;
  while (sameRun(plain, at, at + count * size, size)) count += 1;
  return count;
}

function sameRun(plain: readonly string[], one: number, other: number, size: number): boolean {
  if (other + size > plain.length) return false;
  for (let offset = 0; offset < size; offset += 1) if (plain[one + offset] !== plain[other + offset]) return false;
  return true;
}

/** Turns a group of words into a segment with its suspected problems; undefined if it isn't credible at all. */
export function judge(
  group: readonly HeardWord[],
  looped: ReadonlySet<HeardWord>,
  evidence: WindowEvidence,
): SpokenSegment | undefined {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return undefined;
  const text = group.map((word, at) => (at > 0 && word.spaced ? ' ' : '') + word.text).join('');
  const confidence = round(group.reduce((sum, word) => sum + word.confidence, 0) / group.length);
  const { noSpeech } = evidence;
  const voice = evidence.voice(first.startMs, last.endMs);
  const silent = voice < 0.35 || (noSpeech > 0.6 && confidence < 0.6);
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');
  if (plain.trim() === '') return undefined;
  if (silent && (confidence < 0.5 || madeUp.test(plain))) return undefined;
  if (madeUp.test(plain) && noSpeech > 0.4 && voice < 0.6) return undefined;
  const suspects: Suspect[] = [];
  if (silent) suspects.push('textOnSilence');
  if (group.some((word) => looped.has(word)) || packsTooWell(text)) suspects.push('repeatedLoop');
  if (text.length / Math.max(0.3, (last.endMs - first.startMs) / 1000) > mostCharactersPerSecond)
    suspects.push('tooFast');
  const words = group.map(({ spaced: _, ...word }) => word);
  return { text, startMs: first.startMs, endMs: last.endMs, confidence, words, suspects };
}

/** Whisper's own check for repetitive text: its compression ratio. */
function packsTooWell(text: string): boolean {
  const bytes = Buffer.from(text);
  return bytes.length > 60 && bytes.length / deflateSync(bytes).length > 2.4;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Evidence for or against the words recognized in a window. */
export type WindowEvidence = {
  /** Probability that nobody is speaking, according to the engine. */
  noSpeech: number;
  /** Mean speech probability between two times of the recording, from 0 to 1. */
  voice(startMs: number, endMs: number): number;
};
