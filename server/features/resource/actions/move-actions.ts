import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { ResourceMoveService } from '../resource-move.service.ts';
import { type Deed, resourceAction } from './resource-action.ts';

const quiet = { quiet: true };

/** From state to state. Undo puts each back to where it was, for whoever might have moved it. */
export function moveActions(moves: ResourceMoveService): OperationAction[] {
  const deedOf = (move: ResourceMove, ability?: Ability): Deed<{ reason?: string }> => ({
    ...(ability && { ability }),
    apply: ({ transaction, target, actor }, { reason }) =>
      moves.move(transaction, actor, target, { move, reason }, quiet),
    undo: ({ transaction, target, actor }, before) =>
      moves.putBack(transaction, actor, target, { move, before: before as Record<string, unknown> }),
  });
  const { undo: _never, ...purge } = deedOf('purge', 'admin');
  return [
    ...resourceAction('submit', deedOf('submit')),
    ...resourceAction('withdraw', deedOf('withdraw')),
    ...resourceAction('publish', deedOf('publish', 'editor')),
    ...resourceAction('reject', deedOf('reject', 'editor')),
    ...resourceAction('offline', deedOf('offline', 'editor')),
    ...resourceAction('trash', deedOf('trash')),
    ...resourceAction('restore', deedOf('restore')),
    ...resourceAction('purge', purge),
  ];
}
