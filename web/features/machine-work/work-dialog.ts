import type { StepKind } from '@lectern/contract/features/job.ts';
import type { WorkAction, WorkRow } from '@lectern/contract/features/machine-work.ts';
import type { WorkListId } from '../../components/resource/resource-href.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { createStore } from '../../lib/store.ts';

export type WorkTarget = RowTarget<WorkRow>;

/** The open dialog of one of the lists. */
export type WorkDialog =
  | { kind: 'options'; list: WorkListId; step: StepKind; target: WorkTarget }
  | { kind: 'missing'; steps: readonly StepKind[] }
  | { kind: 'all'; list: 'ocr' | 'asr' };

export const workDialog = createStore<WorkDialog | null>(null);

export function closeWorkDialog(): void {
  workDialog.set(null);
}

/** Starts an action on its targets and then clears the selection. */
export async function startOn(
  list: WorkListId,
  action: WorkAction,
  { selection, count, done }: Pick<WorkTarget, 'selection' | 'count' | 'done'>,
  input?: Record<string, unknown>,
): Promise<void> {
  await beginOperation({ list, action, selection, count, ...(input && { input }) });
  done();
}
