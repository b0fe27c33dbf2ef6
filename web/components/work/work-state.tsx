import type { JobState } from '@lectern/contract/features/job.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';

const tones: Record<JobState, StatusTone> = {
  none: 'idle',
  pending: 'idle',
  queued: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  skipped: 'warn',
  cancelled: 'idle',
};

/** The state of a piece of work; how far it is while it runs. A plain function, because cells call it. */
export function workState(row: { state: JobState; progress: number }, { work }: Texts): ReactNode {
  const { state, progress } = row;
  return (
    <Status tone={tones[state]}>
      {work.states[state]}
      {state === 'running' && ` ${fillText(work.percent, { value: progress })}`}
    </Status>
  );
}

export function isUnderWay(state: JobState): boolean {
  return state === 'pending' || state === 'queued' || state === 'running';
}
