import { type Cue, cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { orderedCues, placeReadable } from '@lectern/contract/subtitle/fix-all-cues.ts';
import { readableCues } from '@lectern/contract/subtitle/readable-cue.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { inSlices } from '../../../lib/in-slices.ts';
import { putCues } from './cue-changes.ts';
import { cuesOf } from './cue-lines.ts';

/** How late the latest cue would come if all got the time they need, and the two ways to have them. */
export type FixPlan = {
  lateMs: number;
  /** Nobody misses it: as late as a cue of what was heard may be. */
  isClose: boolean;
  /** All that is wrong is mended; says whether anything is different. */
  giveTime(): boolean;
  /** None comes later than that; what is said too fast to be read stays so. */
  stayWithSound(): boolean;
};

/** Lays out all cues of a text anew where it has to be, while the page answers. */
export async function planFixes(work: TextWork): Promise<FixPlan> {
  const { lines } = work.state.get();
  const pieces: Cue[] = [];
  const isSame = () => work.state.get().lines === lines;
  const ended = await inSlices(orderedCues(cuesOf(lines)), (cue) => pieces.push(...readableCues(cue)), isSame, 'later');
  // What was typed meanwhile is mended, too.
  if (!ended || !isSame()) return planFixes(work);
  const free = placeReadable(pieces);
  return {
    lateMs: free.lateMs,
    isClose: free.lateMs <= cueLimits.latestMs,
    giveTime: () => putCues(work, free.cues),
    stayWithSound: () => putCues(work, placeReadable(pieces, cueLimits.latestMs).cues),
  };
}
