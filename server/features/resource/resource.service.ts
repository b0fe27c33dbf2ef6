import { type ResourceDetailView, type ResourceFields, resourceFields } from '@lectern/contract/features/resource.ts';
import { type ResourceUse, resourceDetail } from '@lectern/contract/features/resource-detail.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { todayIn } from '../../platform/local-time.ts';
import type { SettingsService } from '../settings/public.ts';
import { type DetailColumns, type DetailRecord, findDetail, selectDetail } from './list/resource-record.ts';
import { holdColumn } from './publication-hold.ts';
import { mayEdit } from './resource.policy.ts';
import { presentDetail } from './resource.presenter.ts';
import { fieldsOf, findReadable } from './resource.repository.ts';
import type { ResourceChangeService } from './resource-change.service.ts';
import type { ResourceMoveService } from './resource-move.service.ts';

/** One kind of place that shows or contains resources, registered by its feature. */
export type ResourceUses = {
  kind: ResourceUse['kind'];
  list(db: Executor, resourceId: string): Promise<ResourceUse[]>;
  /** The number of uses of a row of `resources`. */
  count: RawBuilder<unknown>;
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
    return this.#present(principal, await findDetail(this.#dependencies.db, principal, id, await this.#columns()));
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...fields }: Partial<ResourceFields> & { version: number },
  ): Promise<ResourceDetailView> {
    const { db, changes } = this.#dependencies;
    const { principal } = context;
    const columns = await this.#columns();
    const saved = await db.transaction().execute(async (transaction) => {
      const resource = await changes.take(transaction, context, id);
      if (resource.version !== version) throw new AppError('changedMeanwhile');
      return changes.save(transaction, context, resource, fields, (rows) => selectDetail(principal, rows, columns));
    });
    return saved ? this.#present(principal, saved) : this.get(context, id);
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

  async #columns(): Promise<DetailColumns> {
    const { uses, settings } = this.#dependencies;
    return { uses: uses.total, hold: holdColumn(await settings.current()) };
  }

  async #present(principal: Principal, record: DetailRecord): Promise<ResourceDetailView> {
    const { settings, timeZone } = this.#dependencies;
    const { reviewBeforePublish, requiredFields } = await settings.current();
    return presentDetail(principal, record, { reviewBeforePublish, requiredFields, today: todayIn(timeZone) });
  }
}

/** Asks each feature that shows or contains resources. */
export class ResourceUseService {
  readonly #places: readonly ResourceUses[];
  /** The number of all uses of a row of `resources`. */
  readonly total: RawBuilder<unknown>;

  constructor(places: readonly ResourceUses[]) {
    this.#places = places;
    this.total = sql.join(
      places.map((place) => place.count),
      sql` + `,
    );
  }

  async list(db: Executor, resourceId: string): Promise<ResourceUse[]> {
    return (await Promise.all(this.#places.map((place) => place.list(db, resourceId)))).flat();
  }

  async count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; uses: number }>`
      select resources.id, ${this.total} as uses from resources
      where resources.id = any (${resourceIds}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, uses }) => [id, uses]));
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
