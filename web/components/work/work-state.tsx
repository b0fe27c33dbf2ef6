import type { JobState } from '@lectern/contract/features/job.ts';
import { causesToMend, installOf, type JobCause } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { Status, type StatusTone } from '../status.tsx';
import { causeOf } from './work-words.ts';
import './cause-text.css';

const tones: Record<JobState, StatusTone> = {
  none: 'idle',
  pending: 'idle',
  queued: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  skipped: 'idle',
  cancelled: 'idle',
};

/** Reasons for skipping that someone can fix; otherwise the work wasn't needed or waits for an earlier step. */
const mendable: readonly (JobCause | null | undefined)[] = [...causesToMend, 'languageNotSupported'];

type Standing = { state: JobState; progress: number; causeCode?: JobCause | null };

/**
 * State of a job, with progress while it runs. A plain function instead of a component, because table cells call it.
 */
export function workState(row: Standing, { work }: Texts): ReactNode {
  const { state, progress } = row;
  const tone = state === 'skipped' && mendable.includes(row.causeCode) ? 'warn' : tones[state];
  return (
    <Status tone={tone}>
      {work.states[state]}
      {state === 'running' && ` ${fillText(work.percent, { value: progress })}`}
    </Status>
  );
}

export function isUnderWay(state: JobState): boolean {
  return state === 'pending' || state === 'queued' || state === 'running';
}

/** Why a job failed; for a missing engine, with the installation command to copy. */
export function CauseText({ work }: { work: Pick<WorkRow, 'cause' | 'causeCode'> }) {
  const texts = useTexts();
  const sentence = causeOf(work) ?? '';
  const missing = work.causeCode === 'engineMissing' ? installOf(work.cause ?? '') : undefined;
  if (!missing) return <span>{sentence}</span>;
  return (
    <>
      {installOf(sentence)?.sentence ?? sentence}
      <span className="cause-install">
        <code>{missing.install}</code>
        <CopyButton text={missing.install} label={texts.work.copyInstall} />
      </span>
    </>
  );
}
