import { segmentsOf } from './find-outline.ts';
import { nameSegments } from './name-segments.ts';
import type { ExtractedChapter, TextBlock } from './port.ts';
import type { ReadSentence } from './read-blocks.ts';
import { termsOf, unit } from './score-sentences.ts';
import { cutAt, shiftsOf } from './topic-shifts.ts';

const minuteMs = 60_000;
const leastMs = 2 * minuteMs;
/** About so long a chapter is, and never shorter than the second. */
const chapterMs = 4 * minuteMs;
const shortestMs = 45_000;
const mostChapters = 40;
/** A pause of so long is as good as another subject. */
const longPauseMs = 3_000;

/** The chapters of what was said: cut where the subject changes, above all where it pauses for that. */
export function findChapters(sentences: readonly ReadSentence[], blocks: readonly TextBlock[]): ExtractedChapter[] {
  const timed = sentences.flatMap((sentence) => {
    const first = blocks[sentence.blocks[0] ?? -1];
    const last = blocks[sentence.blocks.at(-1) ?? -1];
    if (first?.startMs === undefined) return [];
    return [{ sentence, startMs: first.startMs, endMs: last?.endMs ?? first.startMs }];
  });
  const [first, last] = [timed[0], timed.at(-1)];
  if (!first || !last || last.endMs - first.startMs < leastMs) return [];
  const shifts = shiftsOf(timed.map(({ sentence }) => unit(termsOf(sentence)))).map((shift, at) => {
    const pause = (timed[at + 1]?.startMs ?? 0) - (timed[at]?.endMs ?? 0);
    return shift + 0.4 * Math.max(0, Math.min(1, pause / longPauseMs));
  });
  const startOf = (cut: number) => timed[Math.min(cut + 1, timed.length - 1)]?.startMs ?? 0;
  const most = Math.min(mostChapters, Math.max(2, Math.round((last.endMs - first.startMs) / chapterMs))) - 1;
  const far = (left: number, right: number) =>
    (right >= shifts.length ? last.endMs : startOf(right)) - (left < 0 ? first.startMs : startOf(left)) >= shortestMs;
  const cuts = cutAt(shifts, { most, far }).filter(
    (cut, index, all) => startOf(cut) > (index > 0 ? startOf(all[index - 1] ?? 0) : first.startMs),
  );
  const segments = segmentsOf(
    timed.map(({ sentence }) => sentence),
    cuts,
  );
  const names = nameSegments(segments);
  return segments.map((_, index) => ({
    title: names[index] || String(index + 1),
    // The first begins where the recording does, whatever silence it begins with.
    startMs: index === 0 ? 0 : startOf(cuts[index - 1] ?? 0),
  }));
}
