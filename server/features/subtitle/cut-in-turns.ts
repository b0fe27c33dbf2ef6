import { setImmediate as breathe } from 'node:timers/promises';
import type { Cue, TimedWord } from '@lectern/contract/subtitle/cue.ts';
import { cuttingCues } from '@lectern/contract/subtitle/cut-cues.ts';

/** Cuts a lecture of hours without keeping anybody else waiting until it is done. */
export async function cutInTurns(words: readonly TimedWord[]): Promise<Cue[]> {
  const turns = cuttingCues(words);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
    await breathe();
  }
}
