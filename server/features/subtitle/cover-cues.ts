import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { coverWhole, coverWords, type HiddenText } from '../review/public.ts';

/** The cues with ■ in the place of what is masked in them, or in what is said; `masked`: whether there is any of it. */
export function coverCues(cues: readonly Cue[], { whole, words }: HiddenText): { cues: Cue[]; masked: boolean } {
  const texts = cues.map(({ text }) => text);
  const covered = whole ? texts.map(coverWhole) : coverWords(texts, words);
  const shown = cues.map((cue, at) => ({ ...cue, text: covered[at] ?? '' }));
  return { cues: shown, masked: whole || covered.some((text, at) => text !== texts[at]) };
}
