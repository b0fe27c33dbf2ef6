import type { HitState, ReviewKind, ReviewRow, ReviewState } from '@lectern/contract/features/review.ts';
import type { ReactNode } from 'react';
import { Status, type StatusTone } from '../../components/status.tsx';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';

/** The same icons as in the menu and in the lists of these kinds. */
export const kindIcons: Record<ReviewKind, IconName> = {
  document: 'document',
  video: 'video',
  audio: 'audio',
  image: 'image',
  course: 'course',
  chapter: 'course',
  subject: 'book',
  column: 'columns',
  homePage: 'layout',
};

const tones: Record<ReviewState, StatusTone> = {
  open: 'warn',
  claimed: 'info',
  cleared: 'ok',
  blocked: 'bad',
  masked: 'ok',
  returned: 'idle',
  escalated: 'warn',
};
const hitTones: Record<HitState, StatusTone> = {
  open: 'warn',
  cleared: 'ok',
  confirmed: 'bad',
  masked: 'ok',
  gone: 'idle',
};

export function kindName(kind: ReviewKind, { resource, scan }: Texts): string {
  return { ...resource.kinds, ...scan.itemTypes }[kind];
}

/** A plain function instead of a component, because every row of the queue calls it. */
export function reviewState(
  { state, maskFailed }: Pick<ReviewRow, 'state' | 'maskFailed'>,
  { review }: Texts,
): ReactNode {
  if (maskFailed) return <Status tone="bad">{review.maskFailed}</Status>;
  return <Status tone={tones[state]}>{review.states[state]}</Status>;
}

export function hitState(state: HitState, { review }: Texts): ReactNode {
  return <Status tone={hitTones[state]}>{review.hitStates[state]}</Status>;
}

/** Whether the review still needs a decision. */
export function isUndecided({ state, openHits }: Pick<ReviewRow, 'state' | 'openHits'>): boolean {
  return openHits > 0 || state === 'open' || state === 'claimed' || state === 'escalated';
}

export function isOverdue(row: Pick<ReviewRow, 'state' | 'openHits' | 'dueAt'>, now = Date.now()): boolean {
  return isUndecided(row) && Date.parse(row.dueAt) < now;
}
