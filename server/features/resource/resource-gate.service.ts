import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type LockedResource, lockResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceAnnouncer, ReviewTasks } from './resource-announcer.ts';
import { beforeOf } from './resource-change.service.ts';
import type { ResourceWriter } from './resource-writer.ts';

/** Null for an automatic scan. */
type Doer = SignedInContext | null;
/** The columns before the move, for Undo; undefined when the resource didn't change. */
export type GateMove = { state: ResourceState; before: Record<string, unknown> } | undefined;
type Step = { state: ResourceState; reason: string | null; action: string; kind?: NotificationKind };

const unblockable: readonly ResourceState[] = ['blocked', 'trashed', 'purged'];
const givenBack: readonly ResourceState[] = ['draft', 'ready', 'in_review'];

/** State changes caused by matches: blocking, unblocking and returning to the owner. */
export class ResourceGateService {
  readonly #writer: ResourceWriter;
  readonly #announcer: ResourceAnnouncer;
  readonly #tasks: ReviewTasks;

  constructor(dependencies: { writer: ResourceWriter; announcer: ResourceAnnouncer; reviews: ReviewTasks }) {
    this.#writer = dependencies.writer;
    this.#announcer = dependencies.announcer;
    this.#tasks = dependencies.reviews;
  }

  /** Blocks a resource in any state except Trash, cancels its schedule and notifies the owner. */
  async block(transaction: Executor, doer: Doer, id: string, reason: string): Promise<GateMove> {
    const resource = await lockResource(transaction, id);
    if (!resource || unblockable.includes(resource.state)) return undefined;
    const step: Step = { state: 'blocked', reason, action: 'resource.blocked', kind: 'resourceBlocked' };
    return this.#move(transaction, doer, resource, step, { publish_at: null, offline_at: null });
  }

  /** Called once two people have agreed. */
  async unblock(transaction: Executor, doer: Doer, id: string): Promise<GateMove> {
    const resource = await lockResource(transaction, id);
    if (resource?.state !== 'blocked') return undefined;
    const step: Step = { state: 'ready', reason: null, action: 'resource.unblocked', kind: 'resourceUnblocked' };
    return this.#move(transaction, doer, resource, step);
  }

  /**
   * Rejects an unpublished resource and takes a published one offline. Blocked and processing ones keep their state.
   */
  async giveBack(transaction: Executor, doer: Doer, id: string, reason: string): Promise<GateMove> {
    const resource = await lockResource(transaction, id);
    if (!resource) return undefined;
    const returned = { reason, action: 'resource.returned', kind: 'resourceReturned' } as const;
    if (givenBack.includes(resource.state)) {
      return this.#move(transaction, doer, resource, { ...returned, state: 'rejected' }, { publish_at: null });
    }
    if (resource.state === 'published') {
      return this.#move(transaction, doer, resource, { ...returned, state: 'offline' }, { offline_at: null });
    }
    await this.#notifyOwner(transaction, doer, resource, returned);
    return undefined;
  }

  /** Undoes a move of the gate, unless someone has moved the resource since. */
  async putBack(transaction: Executor, doer: Doer, id: string, undone: NonNullable<GateMove>): Promise<boolean> {
    const resource = await lockResource(transaction, id);
    if (resource?.state !== undone.state) return false;
    const state = undone.before.state as ResourceState;
    await this.#write(transaction, doer, resource, undone.before, { state, action: 'resource.changeUndone' });
    return true;
  }

  async #move(
    transaction: Executor,
    doer: Doer,
    resource: LockedResource,
    step: Step,
    besides: ResourceColumns = {},
  ): Promise<GateMove> {
    const { state, reason, action } = step;
    const by = doer?.principal.userId ?? null;
    const columns = {
      ...besides,
      state,
      state_reason: reason,
      state_since: sql<Date>`now()`,
      state_by: by,
      state_before: null,
    };
    await this.#write(transaction, doer, resource, columns, { state, action, reason });
    await this.#notifyOwner(transaction, doer, resource, step);
    return { state, before: beforeOf(resource, columns) };
  }

  async #write(
    transaction: Executor,
    doer: Doer,
    resource: LockedResource,
    columns: ResourceColumns,
    { state, action, reason = null }: { state: ResourceState; action: string; reason?: string | null },
  ): Promise<void> {
    await this.#writer.update(transaction, resource, columns);
    const change = {
      action,
      objectType: 'resource',
      objectId: resource.id,
      before: { state: resource.state },
      after: { state, ...(reason && { reason }) },
    };
    if (doer) await recordActivity(transaction, doer, change);
    else await insertActivity(transaction, { ...change, actorId: null, ip: null, requestId: null });
    await this.#tasks.moved(transaction, resource, state, doer?.principal.userId ?? null);
    await this.#announcer.changed(transaction, resource, doer?.principal.userId);
  }

  /** Notifies the owner about changes by others; one notification for a bulk action. */
  async #notifyOwner(
    transaction: Executor,
    doer: Doer,
    resource: LockedResource,
    { kind, reason }: { kind?: NotificationKind; reason: string | null },
  ): Promise<void> {
    if (!kind || doer?.principal.userId === resource.owner_id) return;
    await this.#announcer.notify(transaction, resource, { kind, reason, ...(doer && { group: doer.requestId }) });
  }
}
