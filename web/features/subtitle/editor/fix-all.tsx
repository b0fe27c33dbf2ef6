import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { type FixPlan, planFixes } from '../model/fix-plan.ts';

/** Mends all at once; asks first where cues would fall behind the sound by that. */
export function FixAll({ work, onClose }: { work: TextWork; onClose: () => void }) {
  const { subtitle, words } = useTexts();
  const { number } = useFormat();
  const [plan, setPlan] = useState<FixPlan | null>(null);
  const finish = (deed: () => boolean, title: string) => {
    if (deed()) notify({ level: 'success', title });
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
