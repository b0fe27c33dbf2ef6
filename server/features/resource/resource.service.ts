import { type ResourceDetailView, type ResourceFields, resourceFields } from '@lectern/contract/features/resource.ts';
import { type ResourceUse, resourceDetail } from '@lectern/contract/features/resource-detail.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { z } from 'zod';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { todayIn } from '../../platform/local-time.ts';
import type { SettingsService } from '../settings/public.ts';
import { countDuplicates, findDetail } from './list/resource-record.ts';
import type { HoldsPublication } from './publication-hold.ts';
import { mayEdit } from './resource.policy.ts';
import { presentDetail } from './resource.presenter.ts';
import { fieldsOf, findReadable } from './resource.repository.ts';
import type { ResourceChangeService } from './resource-change.service.ts';
import type { ResourceMoveService } from './resource-move.service.ts';
import { listVersionRecords } from './version.repository.ts';

/** One kind of place that shows or contains resources, registered by its feature. */
export type ResourceUses = {
  kind: ResourceUse['kind'];
  list(db: Executor, resourceId: string): Promise<ResourceUse[]>;
  /** Number of uses by resource id; unused resources may be missing. */
  count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>>;
  /** Moves all references to the other resource; a place that refers to both keeps one reference. */
  transfer(transaction: Executor, fromId: string, toId: string): Promise<void>;
  /** Removes references to a purged resource. Omit it if the place keeps them. */
  purge?(transaction: Executor, resourceId: string): Promise<void>;
};

type ResourceDependencies = {
  db: Db;
  changes: ResourceChangeService;
  moves: ResourceMoveService;
  uses: ResourceUseService;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
  timeZone: string;
  /** Removes purged files immediately instead of within a minute. */
  removeFiles: () => Promise<unknown>;
};

type WantedMove = {
  move: ResourceMove;
  reason?: string | undefined;
  confirm?: string | undefined;
  acceptOutOfDate?: boolean | undefined;
  version: number;
};

export class ResourceService {
  readonly #dependencies: ResourceDependencies;

  constructor(dependencies: ResourceDependencies) {
    this.#dependencies = dependencies;
  }

  async get({ principal }: SignedInContext, id: string): Promise<ResourceDetailView> {
    const { db, uses, settings, holds, timeZone } = this.#dependencies;
    const record = await findDetail(db, principal, id);
    const [[current], counts, duplicates, { reviewBeforePublish }, hold] = await Promise.all([
      listVersionRecords(db, id, record.version_id),
      uses.count(db, [id]),
      countDuplicates(db, principal, record),
      settings.current(),
      holds(db, id),
    ]);
    // Purged between the two reads.
    if (!current) throw new AppError('gone');
    const rule = { reviewBeforePublish, isHeld: hold !== null, today: todayIn(timeZone) };
    return presentDetail(principal, { record, current, uses: counts.get(id) ?? 0, duplicates }, rule);
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...fields }: Partial<ResourceFields> & { version: number },
  ): Promise<ResourceDetailView> {
    const { db, changes } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const resource = await changes.take(transaction, context, id);
      if (resource.version !== version) throw new AppError('changedMeanwhile');
      await changes.edit(transaction, context, resource, fields);
    });
    return this.get(context, id);
  }

  async move(context: SignedInContext, id: string, wanted: WantedMove): Promise<ResourceDetailView | null> {
    const { db, changes, moves, removeFiles } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const resource = await changes.take(transaction, context, id);
      if (resource.version !== wanted.version) throw new AppError('changedMeanwhile');
      if (wanted.move === 'purge' && wanted.confirm?.trim() !== resource.title.trim()) {
        throw invalidField('confirm', 'typeTitle');
      }
      await moves.move(transaction, context, resource, wanted);
    });
    if (wanted.move !== 'purge') return this.get(context, id);
    // On failure, the schedule job retries within a minute.
    await removeFiles().catch((error: unknown) =>
      context.log.warn({ err: error }, 'could not delete purged files yet'),
    );
    return null;
  }

  async listUses({ principal }: SignedInContext, id: string): Promise<ResourceUse[]> {
    const { db, uses } = this.#dependencies;
    await findReadable(db, principal, id);
    return uses.list(db, id);
  }
}

/** Asks each feature that shows or contains resources. */
export class ResourceUseService {
  readonly #places: readonly ResourceUses[];

  constructor(places: readonly ResourceUses[]) {
    this.#places = places;
  }

  async list(db: Executor, resourceId: string): Promise<ResourceUse[]> {
    return (await Promise.all(this.#places.map((place) => place.list(db, resourceId)))).flat();
  }

  async count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>> {
    const total = new Map<string, number>();
    for (const counts of await Promise.all(this.#places.map((place) => place.count(db, resourceIds)))) {
      for (const [id, count] of counts) total.set(id, (total.get(id) ?? 0) + count);
    }
    return total;
  }

  async transfer(transaction: Executor, fromId: string, toId: string): Promise<void> {
    for (const place of this.#places) await place.transfer(transaction, fromId, toId);
  }

  async purge(transaction: Executor, resourceId: string): Promise<void> {
    for (const place of this.#places) await place.purge?.(transaction, resourceId);
  }
}

const changes = z.strictObject(resourceFields).partial();

/** Connects resources to edit locks and activity history. */
export function resourceDetailSource(resources: Pick<ResourceService, 'update'>): DetailSource {
  return {
    detail: resourceDetail,
    async find(db, principal, id) {
      const resource = await findReadable(db, principal, id);
      return { version: resource.version, mayEdit: mayEdit(principal, resource), values: fieldsOf(resource) };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await resources.update(context, id, { ...parsed.data, version });
    },
  };
}
