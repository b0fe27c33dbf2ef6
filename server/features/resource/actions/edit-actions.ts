import { accessFlag } from '@lectern/contract/roles.ts';
import { invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { SettingsService } from '../../settings/settings.service.ts';
import { applyChanges } from '../edit/apply-changes.ts';
import { type HoldsPublication, requireDecided } from '../publication-hold.ts';
import { judgeEdit } from '../resource.policy.ts';
import type { ResourceColumns } from '../resource.repository.ts';
import { beforeOf, type ResourceChangeService } from '../resource-change.service.ts';
import { judgeSchedule } from '../schedule/judge-schedule.ts';
import { type Result, resourceAction, type Work } from './resource-action.ts';

export type EditActionParts = {
  changes: ResourceChangeService;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
};

const quiet = true;

/** Changes of the resource's own row; Undo puts the old values back. */
export function editActions({ changes, settings, holds }: EditActionParts): OperationAction[] {
  const write = async (
    { transaction, target, actor }: Work,
    columns: ResourceColumns,
    action: string,
  ): Promise<Result> => {
    const version = await changes.write(transaction, actor, target, columns, { action, quiet });
    return { before: beforeOf(target, columns), version };
  };
  const undo = (work: Work, before: unknown): Promise<Result> => {
    judgeEdit(work.actor.principal, work.target);
    return write(work, before as ResourceColumns, 'resource.changeUndone');
  };
  return [
    ...resourceAction('edit', {
      apply: async ({ transaction, target, actor }, input) => {
        const wanted = applyChanges(target, input);
        const { version, before } = await changes.edit(transaction, actor, target, wanted, { quiet });
        return version === target.version ? { skip: 'asWanted' } : { before, version };
      },
      undo: async (work, before) => undo(work, await withTagsThere(work.transaction, before as ResourceColumns)),
    }),
    ...resourceAction('schedule', {
      ability: 'editor',
      apply: async (work, { publishAt, offlineAt }) => {
        const { target, transaction, actor } = work;
        const times = { publish_at: instant(publishAt), offline_at: instant(offlineAt) };
        await judgeSchedule(transaction, actor.principal, target, times, await settings.current());
        if (times.publish_at) await requireDecided(transaction, holds, target);
        const isSame = (['publish_at', 'offline_at'] as const).every(
          (column) => times[column]?.getTime() === target[column]?.getTime(),
        );
        return isSame ? { skip: 'asWanted' } : write(work, times, 'resource.scheduled');
      },
      undo,
    }),
    ...resourceAction('setOwner', {
      apply: async (work, { toUserId }) => {
        const { target, transaction, actor } = work;
        judgeEdit(actor.principal, target);
        if (target.owner_id === toUserId) return { skip: 'asWanted' };
        await judgeHeir(transaction, toUserId);
        return write(work, { owner_id: toUserId }, 'resource.handedOn');
      },
      undo,
    }),
  ];
}

/** Tags that were deleted or merged since do not come back with an Undo. */
export async function withTagsThere(transaction: Executor, before: ResourceColumns): Promise<ResourceColumns> {
  if (!Array.isArray(before.tag_ids) || before.tag_ids.length === 0) return before;
  const there = await transaction.selectFrom('tags').select('id').where('id', 'in', before.tag_ids).execute();
  const ids = new Set(there.map((tag) => tag.id));
  return { ...before, tag_ids: before.tag_ids.filter((id) => ids.has(id)) };
}

function instant(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}

async function judgeHeir(transaction: Executor, userId: string): Promise<void> {
  const heir = await transaction.selectFrom('users').select('access').where('id', '=', userId).executeTakeFirst();
  if (heir?.access !== accessFlag.allow) throw invalidField('toUserId', 'noSuchPerson');
}
