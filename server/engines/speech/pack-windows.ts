import type { SpeechWindow, Stretch } from './child-messages.ts';
import { samplesOf } from './wav-file.ts';

/** Whisper always processes 30 s at once, so fewer, fuller windows are faster. */
const longest = samplesOf(28_500);
/** A window is cut at its longest pause after this point, which is usually the end of a sentence. */
const fullEnough = samplesOf(22_000);
/** How much of a longer pause is kept: without any, words run together; in long pauses engines invent words. */
const keptPause = samplesOf(400);

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0);

export async function* packWindows(speech: AsyncIterable<Stretch>): AsyncGenerator<SpeechWindow> {
  let open: Stretch[] = [];
  for await (const stretch of speech) {
    const grown = append(open, stretch);
    if (lengthOf(grown) <= longest) {
      open = grown;
      continue;
    }
    const cut = bestCut(open, stretch);
    yield { stretches: open.slice(0, cut) };
    open = append(open.slice(cut), stretch);
  }
  if (open.length > 0) yield { stretches: open };
}

/** Keeps short pauses whole, and both ends of longer ones. */
function append(open: readonly Stretch[], next: Stretch): Stretch[] {
  const last = open.at(-1);
  if (!last) return [next];
  const pause = next.start - last.end;
  if (pause === 0) return [...open, next];
  const kept = Math.min(pause, keptPause);
  const before = Math.ceil(kept / 2);
  return [
    ...open.slice(0, -1),
    { start: last.start, end: last.end + before },
    { start: next.start - (kept - before), end: next.end },
  ];
}

/** Number of stretches for this window: all, unless there is a longer pause close to the end. */
function bestCut(open: readonly Stretch[], next: Stretch): number {
  let best = open.length;
  let longestPause = next.start - (open.at(-1)?.end ?? next.start);
  for (let count = open.length - 1; count > 0 && lengthOf(open.slice(0, count)) >= fullEnough; count -= 1) {
    const pause = (open[count]?.start ?? 0) - (open[count - 1]?.end ?? 0);
    if (pause > longestPause) [longestPause, best] = [pause, count];
  }
  return best;
}

/** Converts a position in a window to one in the recording; both are in samples. */
export function placeInRecording({ stretches }: SpeechWindow, sample: number): number {
  let passed = 0;
  for (const { start, end } of stretches) {
    if (sample < passed + end - start) return start + Math.max(0, sample - passed);
    passed += end - start;
  }
  return stretches.at(-1)?.end ?? 0;
}
