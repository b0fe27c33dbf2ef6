import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ResourceAction } from '@lectern/contract/features/resource-action.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import type { RowTarget } from '../../../lib/actions.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { createStore } from '../../../lib/store.ts';
import type { ResourceListId } from '../resource-href.ts';

/** The target of an action, and the list it was chosen in. */
export type ResourceTarget = RowTarget<ResourceRow> & { list: ResourceListId };

/** The open dialog over a resource list. Actions open it from the menu, selection bar, shortcuts or palette. */
type ResourceDialog =
  | { kind: 'move'; move: AskingMove; target: ResourceTarget }
  | { kind: 'edit'; target: ResourceTarget }
  | { kind: 'tags'; target: ResourceTarget }
  | { kind: 'schedule'; target: ResourceTarget }
  | { kind: 'place'; action: 'place' | 'copy'; target: ResourceTarget }
  | { kind: 'owner'; target: ResourceTarget }
  | { kind: 'column'; action: 'addToColumn' | 'removeFromColumn'; target: ResourceTarget }
  | { kind: 'chapter'; target: ResourceTarget }
  | { kind: 'recommend'; target: ResourceTarget }
  | { kind: 'upload' };

export const resourceDialog = createStore<ResourceDialog | null>(null);

export function closeResourceDialog(): void {
  resourceDialog.set(null);
}

/** Starts the action as an operation, then clears the selection. */
export async function startOn(
  action: ResourceAction,
  target: ResourceTarget,
  input?: Record<string, unknown>,
): Promise<void> {
  const { list, selection, count } = target;
  await beginOperation({ list, action, selection, count, ...(input && { input }) });
  target.done();
}

/** Moves that need a dialog first; the others start immediately. */
const askingMoves = ['reject', 'offline', 'trash', 'purge'] as const;
export type AskingMove = (typeof askingMoves)[number];
export function asksFirst(move: ResourceMove): move is AskingMove {
  return (askingMoves as readonly string[]).includes(move);
}

export const moveIcons: Record<ResourceMove, IconName> = {
  submit: 'send',
  withdraw: 'undo',
  publish: 'done',
  reject: 'ban',
  offline: 'offline',
  trash: 'trash',
  restore: 'undo',
  purge: 'trash',
};
