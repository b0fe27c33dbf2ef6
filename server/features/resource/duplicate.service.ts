import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { listDuplicates } from '@lectern/contract/features/resource-action.ts';
import { recordActivities, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { insertDecision, listGroups, listTwins } from './duplicate.repository.ts';
import { presentResource } from './list/resource-record.ts';
import { resourceRows } from './list/resource-rows.ts';
import { assertMayEdit } from './resource.policy.ts';
import type { LockedResource } from './resource.repository.ts';
import type { ResourceUseService } from './resource.service.ts';
import type { ResourceChangeService } from './resource-change.service.ts';
import type { ResourceMoveService } from './resource-move.service.ts';

type DuplicateDependencies = {
  db: Db;
  changes: ResourceChangeService;
  moves: ResourceMoveService;
  uses: ResourceUseService;
};
type Page = { after?: string | undefined; decided: boolean; size: number };
type Merge = { sha256: string; keepId: string; mergeIds: readonly string[] };

/** Resources with identical files: shows them, marks them as intentional, or merges them. */
export class DuplicateService {
  readonly #dependencies: DuplicateDependencies;

  constructor(dependencies: DuplicateDependencies) {
    this.#dependencies = dependencies;
  }

  async list({ principal }: SignedInContext, { after, decided, size }: Page): Promise<OutputOf<typeof listDuplicates>> {
    const { db, uses } = this.#dependencies;
    const [waste, sha256] = after?.split('-') ?? [];
    const from = waste && sha256 ? { waste: Number(waste), sha256: Buffer.from(sha256, 'hex') } : undefined;
    const found = await listGroups(db, principal, { after: from, decided, limit: size + 1 });
    const groups = found.slice(0, size);
    const hashes = groups.map((group) => group.sha256);
    const twins = await listTwins(db, principal, hashes);
    const counts = await uses.count(
      db,
      twins.map((twin) => twin.id),
    );
    const last = found.length > size ? groups.at(-1) : undefined;
    return {
      groups: groups.map((group) => ({
        sha256: group.sha256.toString('hex'),
        sizeBytes: group.size_bytes,
        keptBy: group.kept_by,
        resources: twins
          .filter((twin) => twin.sha256.equals(group.sha256))
          .map((twin) => ({ ...presentResource(twin), uses: counts.get(twin.id) ?? 0 })),
      })),
      next: last ? `${last.waste}-${last.sha256.toString('hex')}` : null,
    };
  }

  async keep(context: SignedInContext, hex: string): Promise<void> {
    const sha256 = Buffer.from(hex, 'hex');
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const twins = await listTwins(transaction, context.principal, [sha256]);
      if (twins.length === 0) throw new AppError('notFound');
      await insertDecision(transaction, sha256, context.principal.userId);
      const change = { action: 'resource.duplicatesKept', objectType: 'resource', after: { sha256: hex } };
      await recordActivities(
        transaction,
        context,
        twins.map(({ id }) => ({ ...change, objectId: id })),
      );
    });
  }

  /** Merges all of them or none. */
  async merge(context: SignedInContext, { sha256: hex, keepId, mergeIds }: Merge): Promise<ResourceRow> {
    const sha256 = Buffer.from(hex, 'hex');
    if (mergeIds.includes(keepId)) throw invalidField('mergeIds', 'keptCanNotGo');
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const taken = await this.#take(transaction, context, [keepId, ...mergeIds], sha256);
      const keep = taken.get(keepId);
      if (!keep) throw new AppError('notFound');
      assertMayEdit(context.principal, keep);
      for (const id of new Set(mergeIds)) {
        const merged = taken.get(id);
        if (!merged) throw new AppError('notFound');
        await this.#mergeOne(transaction, context, keep, merged);
      }
      const kept = (await resourceRows.read(transaction, context.principal, [keepId])).get(keepId);
      if (!kept) throw new AppError('notFound');
      return kept;
    });
  }

  /** Locks in the order of ids: two merges of the same resources can’t deadlock. */
  async #take(
    transaction: Executor,
    context: SignedInContext,
    ids: readonly string[],
    sha256: Buffer,
  ): Promise<Map<string, LockedResource>> {
    const taken = new Map<string, LockedResource>();
    for (const id of [...new Set(ids)].sort()) {
      const resource = await this.#dependencies.changes.take(transaction, context, id);
      if (!resource.sha256.equals(sha256) || resource.state === 'trashed') throw new AppError('changedMeanwhile');
      taken.set(id, resource);
    }
    return taken;
  }

  async #mergeOne(
    transaction: Executor,
    context: SignedInContext,
    keep: LockedResource,
    merged: LockedResource,
  ): Promise<void> {
    const { changes, moves, uses } = this.#dependencies;
    await uses.transfer(transaction, merged.id, keep.id);
    const reason = `= ${keep.title}`;
    // A published resource goes offline first, as it would when moved by a person.
    if (merged.state === 'published') await moves.move(transaction, context, merged, { move: 'offline', reason });
    const again = await changes.take(transaction, context, merged.id);
    await moves.move(transaction, context, again, { move: 'trash', reason });
    await recordActivity(transaction, context, {
      action: 'resource.merged',
      objectType: 'resource',
      objectId: keep.id,
      after: { mergedId: merged.id, mergedTitle: merged.title },
    });
  }
}
