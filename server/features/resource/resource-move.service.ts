import { type ResourceMove, type ResourceState, resourceMoves } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { holdFiles } from '../../platform/storage/release-files.ts';
import type { SettingsService } from '../settings/public.ts';
import { type HoldsPublication, requireComplete, requireDecided, requireSummaryUpToDate } from './publication-hold.ts';
import { resolveMove } from './resource.policy.ts';
import { findLastRejection, type LockedResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceUseService } from './resource.service.ts';
import type { ResourceAnnouncer, ReviewTasks } from './resource-announcer.ts';
import { beforeOf, type ChangeRecord, type ResourceChangeService } from './resource-change.service.ts';
import { releaseFiles } from './resource-file.repository.ts';
import type { VersionRenditions } from './version.repository.ts';

type MoveDependencies = {
  changes: ResourceChangeService;
  announcer: ResourceAnnouncer;
  reviews: ReviewTasks;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
  purge: Purge;
  timeZone: string;
};
export type Moved = { version: number; before: Record<string, unknown> };

const activities = {
  submit: 'resource.submitted',
  withdraw: 'resource.withdrawn',
  publish: 'resource.published',
  reject: 'resource.rejected',
  offline: 'resource.takenOffline',
  trash: 'resource.trashed',
  restore: 'resource.restored',
  purge: 'resource.purged',
} as const satisfies Record<ResourceMove, string>;

/** All state changes except those caused by machine work. */
export class ResourceMoveService {
  readonly #dependencies: MoveDependencies;

  constructor(dependencies: MoveDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks, moves and notifies. The caller holds the row lock. */
  async move(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    wanted: { move: ResourceMove; reason?: string | undefined; acceptOutOfDate?: boolean | undefined },
    record: ChangeRecord = {},
  ): Promise<Moved> {
    const { announcer, settings, reviews, changes, timeZone } = this.#dependencies;
    const { move } = wanted;
    const { reviewBeforePublish, requiredFields } = await settings.current();
    const asksForLicence = move === 'publish' && resource.licence_until !== null;
    const today = asksForLicence ? await dayOf(transaction, timeZone) : undefined;
    resolveMove(context.principal, resource, move, { reviewBeforePublish, ...(today && { today }) });
    if (move === 'publish') requireComplete({ requiredFields }, resource);
    if (move === 'publish') await requireDecided(transaction, this.#dependencies.holds, resource);
    if (move === 'publish' && !wanted.acceptOutOfDate) await requireSummaryUpToDate(transaction, resource.id);
    const reason = 'reason' in resourceMoves[move] ? wanted.reason?.trim() || null : null;
    if (move === 'reject' && !reason) throw invalidField('reason', 'sayWhy');
    const columns = await moveColumns(transaction, resource, { move, reason, by: context.principal.userId });
    const before = beforeOf(resource, columns);
    if (move === 'purge') await this.#dependencies.purge(transaction, resource.id);
    const version = await changes.write(transaction, context, resource, columns, {
      action: activities[move],
      ...record,
    });
    await reviews.moved(transaction, resource, columns.state, context.principal.userId);
    await announcer.moved(transaction, context, resource, { move, reason });
    return { version, before };
  }

  /** Undoes a move. Anyone who could have made the move may undo it. */
  async putBack(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    undone: { move: ResourceMove; before: Record<string, unknown> },
  ): Promise<Moved> {
    const { changes, reviews } = this.#dependencies;
    const state = undone.before.state as ResourceState;
    if (state === 'published') await requireDecided(transaction, this.#dependencies.holds, resource);
    resolveMove(context.principal, { ...resource, state }, undone.move, { reviewBeforePublish: false });
    const before = beforeOf(resource, undone.before);
    const record = { action: 'resource.changeUndone', quiet: true };
    const version = await changes.write(transaction, context, resource, undone.before, record);
    await reviews.moved(transaction, resource, state, context.principal.userId);
    return { version, before };
  }
}

/** Uses the database clock, like the schedule. */
async function dayOf(transaction: Executor, timeZone: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`select (now() at time zone ${timeZone})::date::text as day`.execute(
    transaction,
  );
  return rows[0]?.day;
}

type Step = { move: ResourceMove; reason: string | null; by: string | null };

/** The columns that a move writes; `by` is null for automatic moves. */
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

export type Purge = (transaction: Executor, resourceId: string) => Promise<void>;

/**
 * Deletes everything about a resource except its row, which stays as a record. Stored files are removed after the
 * commit, unless something else uses them.
 */
export function purgeWith(uses: ResourceUseService, renditions: VersionRenditions): Purge {
  return async (transaction, id) => {
    const { rows: files } = await sql<{ id: string }>`
      select file_id as id from resource_versions where resource_id = ${id}
      union select file_id from renditions where version_id in (
        select id from resource_versions where resource_id = ${id})`.execute(transaction);
    const fileIds = files.map((file) => file.id);
    await holdFiles(transaction, fileIds);
    await renditions.purge(transaction, id);
    await sql`delete from resource_versions where resource_id = ${id}`.execute(transaction);
    await sql`delete from resource_notes where resource_id = ${id}`.execute(transaction);
    await uses.purge(transaction, id);
    await releaseFiles(transaction, fileIds);
    await sql`
      update resources set description = '', author = '', source = '', alt_text = '', language = null,
        subject_id = null, year = null, licence = null, licence_until = null, tag_ids = '{}', folder_id = null,
        version_id = null, thumbnail_id = null, duration_seconds = null, page_count = null, width = null,
        height = null, work_failed = false, has_text = false, low_confidence = false, stale = false,
        publish_at = null, offline_at = null
      where id = ${id}`.execute(transaction);
  };
}
