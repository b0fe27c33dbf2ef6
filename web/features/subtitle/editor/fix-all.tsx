import { type Cue, cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { orderedCues, placeReadable } from '@lectern/contract/subtitle/fix-all-cues.ts';
import { readableCues } from '@lectern/contract/subtitle/readable-cue.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { inSlices } from '../../../lib/in-slices.ts';
import { notify } from '../../../lib/notifications.ts';
import { putCues } from '../model/cue-changes.ts';
import { cuesOf } from '../model/cue-lines.ts';

/** Mends all at once; asks first where cues would fall behind the sound by that. */
export function FixAll({ work, onClose }: { work: TextWork; onClose: () => void }) {
  const { subtitle, words } = useTexts();
  const { number } = useFormat();
  const [plan, setPlan] = useState<FixPlan | null>(null);
  const finish = (action: () => boolean, title: string) => {
    if (action()) notify({ level: 'success', title });
    onClose();
  };
  const begun = useRef<TextWork | null>(null);
  useEffect(() => {
    if (begun.current === work) return;
    begun.current = work;
    void planFixes(work).then((made) => (made.isClose ? finish(made.giveTime, subtitle.fixed) : setPlan(made)));
  });
  if (!plan) return null;
  const { late } = subtitle;
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button onClick={() => finish(plan.giveTime, subtitle.fixed)}>{late.giveTime}</Button>
      <Button look="primary" onClick={() => finish(plan.stayWithSound, late.stayed)}>
        {late.stay}
      </Button>
    </>
  );
  return (
    <Dialog open title={late.title} onClose={onClose} footer={footer}>
      <p>{fillText(late.text, { seconds: number(Math.round(plan.lateMs / 1_000)) })}</p>
    </Dialog>
  );
}

/** How late the latest cue would come if all got the time they need, and the two ways to have them. */
type FixPlan = {
  lateMs: number;
  /** Nobody misses it: as late as a cue of what was heard may be. */
  isClose: boolean;
  /** All that is wrong is mended; says whether anything is different. */
  giveTime(): boolean;
  /** None comes later than that; what is said too fast to be read stays so. */
  stayWithSound(): boolean;
};

/** Lays out all cues of a text again where it has to be, while the page answers. */
export async function planFixes(work: TextWork): Promise<FixPlan> {
  const { lines } = work.state.get();
  const pieces: Cue[] = [];
  const isSame = () => work.state.get().lines === lines;
  const ended = await inSlices(orderedCues(cuesOf(lines)), (cue) => pieces.push(...readableCues(cue)), isSame, 'later');
  // What was typed in the meantime is mended, too.
  if (!ended || !isSame()) return planFixes(work);
  const free = placeReadable(pieces);
  return {
    lateMs: free.lateMs,
    isClose: free.lateMs <= cueLimits.latestMs,
    giveTime: () => putCues(work, free.cues),
    stayWithSound: () => putCues(work, placeReadable(pieces, cueLimits.latestMs).cues),
  };
}
