import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { ColumnNode, getColumnEffects } from '@lectern/contract/features/column.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { MentionKeeper } from '../../platform/mentions/mentions.ts';
import { freeSlug } from './column.policy.ts';
import { columnValues } from './column.presenter.ts';
import {
  type ColumnRecord,
  deleteSubtree,
  findColumn,
  listSiblings,
  listSubtree,
  lockColumn,
  lockTree,
  rewriteColumnPaths,
  updateColumnRow,
} from './column.repository.ts';
import { countHeld, handItemsOver } from './column-item.repository.ts';
import { type ColumnTreeService, deepestColumn, levelOf, takeColumn } from './column-tree.service.ts';

/** Places on the home page that show these columns. */
type ColumnHomeUses = (db: Executor, columnIds: readonly string[]) => Promise<{ name: string; link: string | null }[]>;

type Needs = { db: Db; tree: ColumnTreeService; mentions: MentionKeeper; homeUses: ColumnHomeUses };

/** Merges columns into others and deletes them with their subcolumns. */
export class ColumnRemovalService {
  readonly #db: Db;
  readonly #tree: ColumnTreeService;
  readonly #mentions: MentionKeeper;
  readonly #homeUses: ColumnHomeUses;

  constructor({ db, tree, mentions, homeUses }: Needs) {
    this.#db = db;
    this.#tree = tree;
    this.#mentions = mentions;
    this.#homeUses = homeUses;
  }

  async effects(id: string): Promise<OutputOf<typeof getColumnEffects>> {
    const column = await findColumn(this.#db, id);
    if (!column) throw new AppError('notFound');
    const subtree = await listSubtree(this.#db, column.path);
    const resources = await countHeld(this.#db, manualOf(subtree));
    const uses = await this.#homeUses(
      this.#db,
      subtree.map((one) => one.id),
    );
    return { columns: subtree.length - 1, resources, uses };
  }

  /** Subcolumns move under the target column, items placed by hand to its end. */
  async merge(context: SignedInContext, id: string, given: { intoId: string; version: number }): Promise<ColumnNode> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockTree(transaction);
      const column = await takeColumn(transaction, id, given.version);
      const into = await takeTarget(transaction, given.intoId, column, manualOf([column]));
      await handItemsOver(transaction, manualOf([column]), into.id, context.principal.userId);
      await this.#moveChildren(transaction, column, into);
      await this.#mentions.rename(transaction, context, { of: 'column', from: id, to: into.id });
      await deleteSubtree(transaction, [column]);
      await record(transaction, context, 'column.merged', column, { intoId: into.id });
      await updateColumnRow(transaction, into.id, {});
    });
    return this.#tree.get(given.intoId);
  }

  async delete(
    context: SignedInContext,
    id: string,
    { targetId, version }: { targetId: string | null; version: number },
  ): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockTree(transaction);
      const column = await takeColumn(transaction, id, version);
      const subtree = await listSubtree(transaction, column.path);
      if (targetId) {
        const from = manualOf(subtree.sort((left, right) => left.path.length - right.path.length));
        const target = await takeTarget(transaction, targetId, column, from);
        await handItemsOver(transaction, from, target.id, context.principal.userId);
      }
      await deleteSubtree(transaction, subtree);
      for (const gone of subtree) await record(transaction, context, 'column.deleted', gone, { targetId });
    });
  }

  async #moveChildren(transaction: Executor, column: ColumnRecord, into: ColumnRecord): Promise<void> {
    const there = await listSiblings(transaction, into.id);
    const taken = new Set(there.map((one) => one.slug.toLowerCase()));
    let position = there.at(-1)?.position ?? 0;
    for (const child of await listSiblings(transaction, column.id)) {
      const height = Math.max(...(await listSubtree(transaction, child.path)).map((one) => levelOf(one.path)));
      if (levelOf(into.path) + height - levelOf(column.path) > deepestColumn) {
        throw new AppError('tooDeep', { params: { limit: deepestColumn } });
      }
      position += 1;
      const slug = freeSlug(child.slug, taken);
      taken.add(slug.toLowerCase());
      await updateColumnRow(transaction, child.id, { parent_id: into.id, slug, position });
      await rewriteColumnPaths(transaction, child.path, `${into.path}${child.id}/`);
    }
  }
}

/**
 * Returns the target of a merge, which must not be below the merged column and must be filled by hand if there are
 * items to move.
 */
async function takeTarget(
  transaction: Executor,
  id: string,
  column: ColumnRecord,
  from: readonly string[],
): Promise<ColumnRecord> {
  const target = await lockColumn(transaction, id);
  if (!target) throw new AppError('notFound');
  if (target.path.startsWith(column.path)) throw new AppError('intoItself');
  if (target.mode === 'rule' && (await countHeld(transaction, from)) > 0) throw new AppError('columnByRule');
  return target;
}

function manualOf(columns: readonly ColumnRecord[]): string[] {
  return columns.filter((column) => column.mode === 'manual').map((column) => column.id);
}

function record(
  transaction: Executor,
  context: SignedInContext,
  action: string,
  column: ColumnRecord,
  after: Record<string, unknown>,
): Promise<void> {
  const before = { ...columnValues(column), parentId: column.parent_id };
  return recordActivity(transaction, context, { action, objectType: 'column', objectId: column.id, before, after });
}
