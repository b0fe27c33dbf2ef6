import type { ResourceState as State } from '@lectern/contract/features/resource-state.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';

const tones: Record<State, StatusTone> = {
  draft: 'idle',
  processing: 'info',
  ready: 'idle',
  in_review: 'warn',
  rejected: 'bad',
  published: 'ok',
  offline: 'idle',
  blocked: 'bad',
  trashed: 'idle',
  purged: 'idle',
};

type Props = { state: State; stateReason?: string | null; workFailed?: boolean };

/** State as a dot with text, and the reason on hover. A plain function, because every row of a list calls it. */
export function resourceState({ state, stateReason, workFailed = false }: Props, { resource }: Texts): ReactNode {
  const plain = resource.states[state];
  const isBad = workFailed && state !== 'published';
  const failed = state === 'ready' ? resource.failed : fillText(resource.withFailure, { state: plain });
  const word = isBad ? failed : plain;
  const why = stateReason || (workFailed ? resource.workFailed : '');
  return (
    <span title={why ? fillText(resource.because, { state: word, reason: why }) : undefined}>
      <Status tone={isBad ? 'bad' : tones[state]}>{word}</Status>
    </span>
  );
}

export function ResourceState(props: Props): ReactNode {
  return resourceState(props, useTexts());
}
