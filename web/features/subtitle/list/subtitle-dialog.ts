import type { SubtitleAction, SubtitleRow } from '@lectern/contract/features/subtitle.ts';
import type { RowTarget } from '../../../lib/actions.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import { createStore } from '../../../lib/store.ts';

type SubtitleTarget = RowTarget<SubtitleRow>;
export type LanguageAction = Exclude<SubtitleAction, 'run' | 'runMissing'>;

/** The dialog open over the list. */
export type SubtitleDialog =
  | { kind: 'language'; action: LanguageAction; target: SubtitleTarget }
  | { kind: 'run'; action: 'run' | 'runMissing' };

export const subtitleDialog = createStore<SubtitleDialog | null>(null);

export function closeSubtitleDialog(): void {
  subtitleDialog.set(null);
}

/** Starts an operation on the selected videos, then clears the selection. */
export async function startOn(
  action: SubtitleAction,
  { selection, count, done }: Pick<SubtitleTarget, 'selection' | 'count' | 'done'>,
  input: Record<string, unknown> = {},
): Promise<void> {
  await beginOperation({ list: 'subtitle', action, selection, count, input });
  done();
}
