import { type ResourceFields, resourceLists } from '@lectern/contract/features/resource.ts';
import {
  type ResourceAction,
  type ResourceChanges,
  resourceActionInputs,
} from '@lectern/contract/features/resource-action.ts';
import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { SkippedTexts } from '@lectern/contract/messages/en/skipped.ts';
import { type Ability, accessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import type { SettingsService } from '../../settings/public.ts';
import { type HoldsPublication, requireDecided, requireSummaryUpToDate } from '../publication-hold.ts';
import { assertMayEdit, mayPublish, type PublishRule } from '../resource.policy.ts';
import { type LockedResource, lockReadable, type ResourceColumns } from '../resource.repository.ts';
import { beforeOf, type ResourceChangeService } from '../resource-change.service.ts';

export type EditActionDependencies = {
  changes: ResourceChangeService;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
};

const quiet = true;

/** Actions that change columns of the resource row; Undo restores the old values. */
export function editActions({ changes, settings, holds }: EditActionDependencies): OperationAction[] {
  const write = async (
    { transaction, target, actor }: Work,
    columns: ResourceColumns,
    action: string,
  ): Promise<Result> => {
    const version = await changes.write(transaction, actor, target, columns, { action, quiet });
    return { before: beforeOf(target, columns), version };
  };
  const undo = (work: Work, before: unknown): Promise<Result> => {
    assertMayEdit(work.actor.principal, work.target);
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
        if (times.publish_at) {
          await requireDecided(transaction, holds, target);
          await requireSummaryUpToDate(transaction, target.id);
        }
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
        assertMayEdit(actor.principal, target);
        if (target.owner_id === toUserId) return { skip: 'asWanted' };
        await judgeNewOwner(transaction, toUserId);
        return write(work, { owner_id: toUserId }, 'resource.handedOn');
      },
      undo,
    }),
  ];
}

/** Leaves out tags that have since been deleted or merged, so an Undo doesn't bring them back. */
export async function withTagsThere(transaction: Executor, before: ResourceColumns): Promise<ResourceColumns> {
  if (!Array.isArray(before.tag_ids) || before.tag_ids.length === 0) return before;
  const there = await transaction.selectFrom('tags').select('id').where('id', 'in', before.tag_ids).execute();
  const ids = new Set(there.map((tag) => tag.id));
  return { ...before, tag_ids: before.tag_ids.filter((id) => ids.has(id)) };
}

function instant(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}

async function judgeNewOwner(transaction: Executor, userId: string): Promise<void> {
  const heir = await transaction.selectFrom('users').select('access').where('id', '=', userId).executeTakeFirst();
  if (heir?.access !== accessFlag.allow) throw invalidField('toUserId', 'noSuchPerson');
}

/** States in which a resource is already published or can’t become published. */
const neverPublished: readonly ResourceState[] = ['published', 'rejected', 'blocked'];

type Times = { publish_at: Date | null; offline_at: Date | null };

/** People who may publish may also schedule. Rejects dates that are past or in the wrong order. */
async function judgeSchedule(
  transaction: Executor,
  principal: Principal,
  resource: LockedResource,
  { publish_at: publishAt, offline_at: offlineAt }: Times,
  rule: PublishRule,
): Promise<void> {
  assertMayEdit(principal, resource);
  if (!mayPublish(principal, resource)) throw new AppError('notYours');
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(transaction);
  const now = rows[0]?.now ?? new Date();
  if (publishAt && publishAt <= now) throw invalidField('publishAt', 'timeOver');
  if (offlineAt && offlineAt <= now) throw invalidField('offlineAt', 'timeOver');
  if (publishAt && offlineAt && offlineAt <= publishAt) throw invalidField('offlineAt', 'endsFirst');
  if (publishAt && neverPublished.includes(resource.state)) throw new AppError('illegalMove');
  // Scheduling must not skip the review.
  if (publishAt && rule.reviewBeforePublish && resource.owner_id === principal.userId)
    throw new AppError('reviewFirst');
}

export type Work = { transaction: Executor; target: LockedResource; actor: SignedInContext };
type Result = { before: unknown; version: number } | { skip: keyof SkippedTexts };
type InputOf<Id extends ResourceAction> = z.output<(typeof resourceActionInputs)[Id]>;

export type ActionHandler<Input> = {
  ability?: Ability;
  apply(work: Work, input: Input): Promise<Result>;
  /** `before` is the value that `apply` returned. */
  undo?(work: Work, before: unknown): Promise<Result>;
  /** Set when the changes are outside the resource row, so Undo works even if the row was edited later. */
  undoesAnyVersion?: true;
};

/**
 * Defines an action on one locked resource for all resource lists. Handlers run their checks before any change; a
 * refusal becomes a skip that names the resource.
 */
export function resourceAction<Id extends ResourceAction>(
  id: Id,
  handler: ActionHandler<InputOf<Id>>,
): OperationAction[] {
  const { undo } = handler;
  const input = resourceActionInputs[id] as unknown as z.ZodType<InputOf<Id>>;
  return resourceLists.map((list) =>
    defineAction<InputOf<Id>>({
      id,
      list: list.id,
      page: list.page,
      ...(handler.ability && { ability: handler.ability }),
      input,
      undoable: undo !== undefined,
      apply: (transaction, objectId, given, actor) =>
        onResource(transaction, objectId, actor, (target) => handler.apply({ transaction, target, actor }, given)),
      ...(undo && {
        undo: (transaction, item, actor) =>
          onResource(transaction, item.objectId, actor, async (target) => {
            if (!handler.undoesAnyVersion && target.version !== item.version) return { skip: 'changedSince' };
            return undo({ transaction, target, actor }, item.before);
          }),
      }),
    }),
  );
}

async function onResource(
  transaction: Executor,
  objectId: string,
  actor: SignedInContext,
  work: (target: LockedResource) => Promise<Result>,
): Promise<ItemOutcome> {
  const target = await lockReadable(transaction, actor.principal, objectId);
  const label = target.title;
  const skipped = (reason: string): ItemOutcome => ({ label, state: 'skipped', reason });
  try {
    const result = await work(target);
    return 'skip' in result
      ? skipped(messagesIn(actor.language).skipped[result.skip])
      : { label, state: 'done', ...result };
  } catch (error) {
    if (error instanceof AppError) return skipped(error.messageIn(actor.language));
    throw error;
  }
}

const tagsAtMost = 50;

/** The fields a bulk edit writes to one resource, including those that already have the value. */
export function applyChanges(
  resource: { title: string; tag_ids: readonly string[] },
  { title, tags, ...plain }: ResourceChanges,
): Partial<ResourceFields> {
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(title && { title: retitled(resource.title, title) }),
    ...(tags && { tagIds: retagged(resource.tag_ids, tags) }),
  };
}

/** Literal replacement: no regular expressions or placeholders. */
function retitled(before: string, { find, replace }: NonNullable<ResourceChanges['title']>): string {
  if (!before.includes(find)) return before;
  const after = before.split(find).join(replace).trim();
  if (after === '' || after.length > 300) throw invalidField('title', 'titleLeft');
  return after;
}

function retagged(before: readonly string[], tags: NonNullable<ResourceChanges['tags']>): string[] {
  const after =
    'replace' in tags
      ? new Set(tags.replace)
      : new Set([...before.filter((id) => !tags.remove.includes(id)), ...tags.add]);
  if (after.size > tagsAtMost) throw invalidField('tagIds', 'tooManyTags', { limit: tagsAtMost });
  return [...after];
}
