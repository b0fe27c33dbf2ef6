import { type ResourceMove, type ResourceState, resourceMoves } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { type HoldsPublication, requireDecided } from './publication-hold.ts';
import { purgeResource } from './purge-resource.ts';
import { judgeMove } from './resource.policy.ts';
import { findLastRejection, type LockedResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceAnnouncer } from './resource-announcer.ts';
import { beforeOf, type ResourceChangeService, type Telling } from './resource-change.service.ts';
import type { ReviewTasks } from './review-tasks.ts';

export type MoveParts = {
  changes: ResourceChangeService;
  announcer: ResourceAnnouncer;
  reviews: ReviewTasks;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
  timeZone: string;
};
export type Moved = { version: number; before: Record<string, unknown> };

const deeds = {
  submit: 'resource.submitted',
  withdraw: 'resource.withdrawn',
  publish: 'resource.published',
  reject: 'resource.rejected',
  offline: 'resource.takenOffline',
  trash: 'resource.trashed',
  restore: 'resource.restored',
  purge: 'resource.purged',
} as const satisfies Record<ResourceMove, string>;

/** The one way from state to state, for everybody and everything but the machine's own work. */
export class ResourceMoveService {
  readonly #parts: MoveParts;

  constructor(parts: MoveParts) {
    this.#parts = parts;
  }

  /** Judges, moves, and tells those whom it concerns. The row is locked. */
  async move(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    wanted: { move: ResourceMove; reason?: string | undefined },
    telling: Telling = {},
  ): Promise<Moved> {
    const { announcer, settings, reviews, changes, timeZone } = this.#parts;
    const { move } = wanted;
    const { reviewBeforePublish } = await settings.current();
    const asksForLicence = move === 'publish' && resource.licence_until !== null;
    const today = asksForLicence ? await dayOf(transaction, timeZone) : undefined;
    judgeMove(context.principal, resource, move, { reviewBeforePublish, ...(today && { today }) });
    if (move === 'publish') await requireDecided(transaction, this.#parts.holds, resource);
    const reason = 'reason' in resourceMoves[move] ? wanted.reason?.trim() || null : null;
    if (move === 'reject' && !reason) throw invalidField('reason', 'sayWhy');
    const columns = await moveColumns(transaction, resource, { move, reason, by: context.principal.userId });
    const before = beforeOf(resource, columns);
    if (move === 'purge') await purgeResource(transaction, resource.id);
    const version = await changes.write(transaction, context, resource, columns, { action: deeds[move], ...telling });
    await reviews.moved(transaction, resource, columns.state, context.principal.userId);
    await announcer.moved(transaction, context, resource, { move, reason });
    return { version, before };
  }

  /** Back to where it was before a move: the way of Undo, for whoever might have made the move. */
  async putBack(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    undone: { move: ResourceMove; before: Record<string, unknown> },
  ): Promise<Moved> {
    const { changes, reviews } = this.#parts;
    const state = undone.before.state as ResourceState;
    if (state === 'published') await requireDecided(transaction, this.#parts.holds, resource);
    judgeMove(context.principal, { ...resource, state }, undone.move, { reviewBeforePublish: false });
    const before = beforeOf(resource, undone.before);
    const telling = { action: 'resource.changeUndone', quiet: true };
    const version = await changes.write(transaction, context, resource, undone.before, telling);
    await reviews.moved(transaction, resource, state, context.principal.userId);
    return { version, before };
  }
}

/** By the clock of the database, as the schedule has it. */
async function dayOf(transaction: Executor, timeZone: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`select (now() at time zone ${timeZone})::date::text as day`.execute(
    transaction,
  );
  return rows[0]?.day;
}

type Step = { move: ResourceMove; reason: string | null; by: string | null };

/** What a move writes; `by` null: the product itself. */
export async function moveColumns(
  transaction: Executor,
  resource: LockedResource,
  { move, reason, by }: Step,
): Promise<ResourceColumns & { state: ResourceState }> {
  const to = resourceMoves[move].to;
  const state = to === 'before' ? (resource.state_before ?? 'draft') : to;
  const isBack = move === 'restore' && state === 'rejected';
  return {
    state,
    state_reason: isBack ? await findLastRejection(transaction, resource.id) : reason,
    state_since: sql<Date>`now()`,
    state_by: by,
    state_before: move === 'trash' ? resource.state : null,
    ...(move === 'publish' && { published_at: sql<Date>`now()`, publish_at: null }),
    ...(move === 'offline' && { offline_at: null }),
    ...(move === 'trash' && { publish_at: null, offline_at: null }),
  };
}
