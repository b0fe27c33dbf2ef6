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

/** Fixes all problems at once; asks first if cues would fall too far behind the sound. */
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

/** The delay of the latest cue if every cue gets the time it needs, and the two ways to fix the cues. */
type FixPlan = {
  lateMs: number;
  /** Whether the delay is within the limit that also applies to automatic cues, so that nobody notices. */
  isClose: boolean;
  /** Fixes all problems; returns whether anything changed. */
  giveTime(): boolean;
  /** Limits the delay to that maximum; cues spoken too fast to read stay too fast. */
  stayWithSound(): boolean;
};

/** Lays out all cues again where needed, in slices that keep the page responsive. */
export async function planFixes(work: TextWork): Promise<FixPlan> {
  const { lines } = work.state.get();
  const pieces: Cue[] = [];
  const isSame = () => work.state.get().lines === lines;
  const ended = await inSlices(orderedCues(cuesOf(lines)), (cue) => pieces.push(...readableCues(cue)), isSame, 'later');
  // The text changed in the meantime, so start over.
  if (!ended || !isSame()) return planFixes(work);
  const free = placeReadable(pieces);
  return {
    lateMs: free.lateMs,
    isClose: free.lateMs <= cueLimits.latestMs,
    giveTime: () => putCues(work, free.cues),
    stayWithSound: () => putCues(work, placeReadable(pieces, cueLimits.latestMs).cues),
  };
}
