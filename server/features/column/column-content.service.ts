import type { ColumnItem } from '@lectern/contract/features/column.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { placeBetween } from '../../platform/fraction-places.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ListSource } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { isPublicResource, type PublicRule } from '../publication/public.ts';
import type { ResourceRows } from '../resource/public.ts';
import { parseRule } from './column.policy.ts';
import { type ColumnRecord, findColumn, lockColumn, shownToCampus } from './column.repository.ts';
import type { ColumnService } from './column.service.ts';
import {
  findFirstItem,
  findItem,
  findItemBefore,
  type HeldItem,
  renumberItems,
  updateItem,
} from './column-item.repository.ts';
import {
  type ItemRow,
  listItemsByHand,
  listItemsByRule,
  listSorts,
  ruleConditions,
} from './column-order.repository.ts';

type ContentDependencies = { db: Db; resources: ResourceRows; columns: ColumnService; timeZone: string };
type Page = { preview: boolean; after: string | undefined; size: number };

const kept = sql`resources.state not in ('trashed', 'purged')`;

export class ColumnContentService {
  readonly #dependencies: ContentDependencies;

  constructor(dependencies: ContentDependencies) {
    this.#dependencies = dependencies;
  }

  async list(context: SignedInContext, id: string, page: Page): Promise<{ rows: ColumnItem[]; more: boolean }> {
    const { db, resources } = this.#dependencies;
    const column = await findColumn(db, id);
    if (!column) throw new AppError('notFound');
    const found = await this.#page(context, column, page);
    const items = found.slice(0, page.size);
    const rows = await resources.read(
      db,
      context.principal,
      items.map((item) => item.id),
    );
    return {
      rows: items.flatMap(({ id: resourceId, pinned, hidden }) => {
        const row = rows.get(resourceId);
        return row ? [{ ...row, pinned, hidden }] : [];
      }),
      more: found.length > page.size,
    };
  }

  async add(context: SignedInContext, id: string, resourceIds: readonly string[]): Promise<{ added: number }> {
    const { db, resources, columns } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const rows = await resources.read(transaction, context.principal, resourceIds);
      const ids = [...new Set(resourceIds)];
      if (ids.some((resourceId) => !rows.has(resourceId))) throw new AppError('notFound');
      const added = await columns.addItems(transaction, context, id, ids);
      return { added: added.length };
    });
  }

  async remove(context: SignedInContext, id: string, resourceIds: readonly string[]): Promise<{ removed: number }> {
    const { db, columns } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const removed = await columns.removeItems(transaction, context, id, resourceIds);
      return { removed: removed.length };
    });
  }

  async place(id: string, resourceId: string, wanted: { beforeId?: string | null; pinned?: boolean }): Promise<void> {
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const column = await lockColumn(transaction, id);
      if (!column) throw new AppError('notFound');
      if (column.mode !== 'manual') throw new AppError('columnByRule');
      const item = await findItem(transaction, id, resourceId);
      if (!item) throw new AppError('notFound');
      const pinned = wanted.pinned ?? item.pinned;
      const stays = wanted.beforeId === undefined && pinned === item.pinned;
      const position = stays ? item.position : await placeFor(transaction, id, { ...item, pinned }, wanted.beforeId);
      await updateItem(transaction, id, resourceId, { position, pinned });
    });
  }

  async #page(context: SignedInContext, column: ColumnRecord, page: Page): Promise<ItemRow[]> {
    const limit = page.preview ? column.item_limit : null;
    // A limited column ends a fixed number of rows from its start, so its rows are read from the start.
    if (limit === null) return this.#items(context, column, { ...page, limit: page.size + 1 });
    const rows = await this.#items(context, column, { ...page, after: undefined, limit });
    const start = page.after ? rows.findIndex((row) => row.id === page.after) + 1 : 0;
    return page.after && start === 0 ? [] : rows.slice(start, start + page.size + 1);
  }

  async #items(
    { principal }: SignedInContext,
    column: ColumnRecord,
    { preview, after, limit }: { preview: boolean; after: string | undefined; limit: number },
  ): Promise<ItemRow[]> {
    const { db, resources, timeZone } = this.#dependencies;
    const shown = shownToCampus(timeZone);
    const hidden = sql`not ${shown}`;
    const conditions = [kept, resources.readable(principal), preview ? shown : sql`true`];
    if (column.mode === 'manual') {
      return listItemsByHand(db, resources.source, column, { conditions: all(conditions), hidden, after, limit });
    }
    const matching = await ruleConditions(db, resources.source, column.rule, timeZone);
    if (!matching) return [];
    const sort = listSorts[column.sort_rule] ?? parseRule(column.rule).sort;
    const wanted = { conditions: all([...conditions, matching]), hidden, after, limit };
    return listItemsByRule(db, resources.source, sort, wanted);
  }
}

/**
 * The position before another item. If that item is in the other group (pinned or not), the nearest end of the item's
 * own group.
 */
async function placeFor(
  transaction: Executor,
  columnId: string,
  item: HeldItem,
  beforeId: string | null | undefined,
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const before = beforeId ? await findItem(transaction, columnId, beforeId) : undefined;
    if (beforeId && !before) throw new AppError('notFound');
    const group = { pinned: item.pinned, without: item.resourceId };
    let next = before?.position;
    // An unpinned item dropped before a pin becomes the first unpinned one; a pin dropped before an unpinned item
    // becomes the last pin.
    if (before && before.pinned !== item.pinned) {
      next = before.pinned ? await findFirstItem(transaction, columnId, group) : undefined;
    }
    const previous = await findItemBefore(transaction, columnId, { ...group, before: next ?? null });
    const position = placeBetween(previous, next);
    if (position !== null) return position;
    if (tries > 0) throw new Error('Renumbering items left no room');
    await renumberItems(transaction, columnId);
  }
}

/** The public content of a column in its order, up to its limit. The caller checks that the column itself is shown. */
export function shownInColumn({ source, timeZone }: { source: ListSource; timeZone: string }) {
  return async (db: Executor, columnId: string, wanted: { shown: PublicRule; limit: number }): Promise<string[]> => {
    const column = await findColumn(db, columnId);
    if (!column) return [];
    const limit = Math.min(wanted.limit, column.item_limit ?? wanted.limit);
    const page = { hidden: sql`false`, after: undefined, limit };
    const conditions = isPublicResource(wanted.shown);
    if (column.mode === 'manual') {
      const items = await listItemsByHand(db, source, column, { ...page, conditions });
      return items.map((item) => item.id);
    }
    const matching = await ruleConditions(db, source, column.rule, timeZone);
    if (!matching) return [];
    const sort = listSorts[column.sort_rule] ?? parseRule(column.rule).sort;
    const items = await listItemsByRule(db, source, sort, { ...page, conditions: all([conditions, matching]) });
    return items.map((item) => item.id);
  };
}
