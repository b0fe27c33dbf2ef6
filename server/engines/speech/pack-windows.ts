import type { SpeechWindow, Stretch } from './child-messages.ts';
import { samplesOf } from './wav-file.ts';

/** Whisper hears 30 s at once, always: fewer, fuller windows are less work. */
const longest = samplesOf(28_500);
/** A window is cut at its longest pause past this point, which most often is the end of a sentence. */
const fullEnough = samplesOf(22_000);
/** As much of a longer pause is kept: with none, words run together; in long ones, engines make words up. */
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

/** Short pauses stay as they are; of longer ones, both ends stay. */
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

/** How many of the stretches go together: all, unless a longer pause lies not far before the end. */
function bestCut(open: readonly Stretch[], next: Stretch): number {
  let best = open.length;
  let longestPause = next.start - (open.at(-1)?.end ?? next.start);
  for (let count = open.length - 1; count > 0 && lengthOf(open.slice(0, count)) >= fullEnough; count -= 1) {
    const pause = (open[count]?.start ?? 0) - (open[count - 1]?.end ?? 0);
    if (pause > longestPause) [longestPause, best] = [pause, count];
  }
  return best;
}

/** Where a sample of a window lies in the recording. */
export function placeInRecording({ stretches }: SpeechWindow, sample: number): number {
  let passed = 0;
  for (const { start, end } of stretches) {
    if (sample < passed + end - start) return start + Math.max(0, sample - passed);
    passed += end - start;
  }
  return stretches.at(-1)?.end ?? 0;
}
