import type { OperationRow } from '@lectern/contract/features/operation.ts';
import type { StatusTone } from '../../components/status.tsx';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

type Names = Pick<OperationRow, 'list' | 'action' | 'about' | 'undoOf'>;

/** What was done, and to whom where it was only one. */
export function nameOf({ list, action, about, undoOf }: Names, { operation: texts }: Texts): string {
  const deed = texts.actions[`${list}.${action}`] ?? action;
  const name = about ? `${deed} · ${about}` : deed;
  return undoOf ? fillText(texts.undoName, { name }) : name;
}

type Counts = Pick<OperationRow, 'done' | 'skipped' | 'failed' | 'undone'>;

/** Such as “120 done · 3 skipped”: what is zero is left out, unless nothing is left. */
export function countsOf(
  { done, skipped, failed, undone }: Counts,
  { operation: texts }: Texts,
  number: (value: number) => string,
): string {
  const say = (text: string, count: number) => (count > 0 ? [fillText(text, { count: number(count) })] : []);
  const parts = [
    ...say(texts.doneCount, done),
    ...say(texts.skippedCount, skipped),
    ...say(texts.failedCount, failed),
    ...say(texts.undoneCount, undone),
  ];
  return parts.length > 0 ? parts.join(' · ') : fillText(texts.doneCount, { count: '0' });
}

const tones: Record<OperationRow['state'], StatusTone> = {
  queued: 'idle',
  running: 'info',
  done: 'ok',
  cancelled: 'idle',
  failed: 'bad',
};

/** Done with failures is not simply done. */
export function toneOf({ state, failed }: Pick<OperationRow, 'state' | 'failed'>): StatusTone {
  return state === 'done' && failed > 0 ? 'warn' : tones[state];
}

export function isOpen({ state }: Pick<OperationRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
