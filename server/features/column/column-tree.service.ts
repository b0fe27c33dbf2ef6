import { type ColumnNode, columnDetail, columnFields } from '@lectern/contract/features/column.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { placeBetween } from '../../platform/fraction-places.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import { freeSlug, slugOf, tidyRule } from './column.policy.ts';
import { columnValues, presentColumn } from './column.presenter.ts';
import {
  type ColumnColumns,
  type ColumnCount,
  type ColumnRecord,
  countByHand,
  countByRules,
  findColumn,
  insertColumn,
  listColumnRecords,
  listSiblings,
  listSubtree,
  lockColumn,
  lockTree,
  renumberSiblings,
  rewriteColumnPaths,
  shownToCampus,
  updateColumnRow,
} from './column.repository.ts';
import { ruleConditions } from './column-order.repository.ts';

type ColumnEdit = Partial<
  Pick<ColumnNode, 'name' | 'slug' | 'description' | 'visible' | 'mode' | 'rule' | 'sortRule' | 'itemLimit'>
>;
export const deepestColumn = 8;

/** The column tree of the public site. */
export class ColumnTreeService {
  readonly #db: Db;
  readonly #counter: ColumnCounter;

  constructor(db: Db, counter: ColumnCounter) {
    this.#db = db;
    this.#counter = counter;
  }

  async list(): Promise<ColumnNode[]> {
    const columns = await listColumnRecords(this.#db);
    const counts = await this.#counter.count(this.#db, columns);
    return columns.map((column) => presentColumn(column, counts));
  }

  async get(id: string): Promise<ColumnNode> {
    const column = await findColumn(this.#db, id);
    if (!column) throw new AppError('notFound');
    return presentColumn(column, await this.#counter.count(this.#db, [column]));
  }

  async create(
    context: SignedInContext,
    { parentId, name, slug }: { parentId: string | null; name: string; slug?: string },
  ): Promise<ColumnNode> {
    const id = newId();
    await this.#db.transaction().execute(async (transaction) => {
      await lockTree(transaction);
      const parent = parentId ? await findColumn(transaction, parentId) : undefined;
      if (parentId && !parent) throw new AppError('notFound');
      if (parent && levelOf(parent.path) >= deepestColumn) throw tooDeep();
      const siblings = await listSiblings(transaction, parentId);
      const taken = new Set(siblings.map((sibling) => sibling.slug.toLowerCase()));
      const column = {
        id,
        parent_id: parentId,
        name,
        slug: slug ?? freeSlug(slugOf(name), taken),
        path: `${parent?.path ?? '/'}${id}/`,
        position: placeBetween(siblings.at(-1)?.position, undefined) ?? 1,
      };
      await orSlugTaken(insertColumn(transaction, column));
      const after = { name, slug: column.slug, parentId };
      await recordActivity(transaction, context, {
        action: 'column.created',
        objectType: 'column',
        objectId: id,
        after,
      });
    });
    return this.get(id);
  }

  async update(context: SignedInContext, id: string, { version, ...edit }: ColumnEdit & { version: number }) {
    await this.#db.transaction().execute(async (transaction) => {
      const column = await takeColumn(transaction, id, version);
      const columns = changedColumns(column, edit);
      if (Object.keys(columns).length === 0) return;
      await orSlugTaken(updateColumnRow(transaction, id, columns));
      const after = columnValues({ ...column, ...columns });
      const before = columnValues(column);
      const changed = (values: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(values).filter(([name]) => before[name as Field] !== after[name as Field]));
      const change = { before: changed(before), after: changed(after) };
      await recordActivity(transaction, context, {
        action: 'column.updated',
        objectType: 'column',
        objectId: id,
        ...change,
      });
    });
    return this.get(id);
  }

  async place(
    context: SignedInContext,
    id: string,
    { parentId, beforeId, version }: { parentId: string | null; beforeId: string | null; version: number },
  ): Promise<ColumnNode> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockTree(transaction);
      const column = await takeColumn(transaction, id, version);
      const parent = parentId ? await findColumn(transaction, parentId) : undefined;
      if (parentId && !parent) throw new AppError('notFound');
      if (parent?.path.startsWith(column.path)) throw new AppError('intoItself');
      const subtree = await listSubtree(transaction, column.path);
      const height = Math.max(...subtree.map((one) => levelOf(one.path)));
      const level = parent ? levelOf(parent.path) + 1 : 1;
      if (level + height - levelOf(column.path) > deepestColumn) throw tooDeep();
      const position = await positionBefore(transaction, { id, parentId, beforeId });
      await orSlugTaken(updateColumnRow(transaction, id, { parent_id: parentId, position }));
      if (parentId !== column.parent_id) {
        await rewriteColumnPaths(transaction, column.path, `${parent?.path ?? '/'}${id}/`);
      }
      const before = { parentId: column.parent_id };
      const after = { parentId, beforeId };
      const change = { action: 'column.placed', objectType: 'column', objectId: id, before, after };
      await recordActivity(transaction, context, change);
    });
    return this.get(id);
  }
}

type Field = keyof ReturnType<typeof columnValues>;

/** Locks the column and returns it; refused if it has changed since `version`. */
export async function takeColumn(transaction: Executor, id: string, version: number): Promise<ColumnRecord> {
  const column = await lockColumn(transaction, id);
  if (!column) throw new AppError('notFound');
  if (column.version !== version) throw new AppError('changedMeanwhile');
  return column;
}

async function positionBefore(
  transaction: Executor,
  place: { id: string; parentId: string | null; beforeId: string | null },
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const others = (await listSiblings(transaction, place.parentId)).filter((one) => one.id !== place.id);
    const index = place.beforeId ? others.findIndex((one) => one.id === place.beforeId) : others.length;
    if (index < 0) throw invalidField('beforeId', 'notAtPlace');
    const position = placeBetween(others[index - 1]?.position, others[index]?.position);
    if (position !== null) return position;
    if (tries > 0) throw new Error('Renumbering columns left no room');
    await renumberSiblings(transaction, place.parentId);
  }
}

function changedColumns(column: ColumnRecord, edit: ColumnEdit): Partial<ColumnColumns> {
  const mode = edit.mode ?? column.mode;
  const rule = edit.rule ?? column.rule;
  const wanted: Partial<ColumnColumns> = {
    name: edit.name,
    slug: edit.slug,
    description: edit.description,
    visible: edit.visible,
    mode: edit.mode,
    // The rule must be valid when it takes effect, and also when it is only stored for a manual column.
    rule: mode === 'rule' || edit.rule !== undefined ? tidyRule(rule) : undefined,
    sort_rule: edit.sortRule,
    item_limit: edit.itemLimit,
  };
  const changes = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== column[name as keyof ColumnColumns],
  );
  return Object.fromEntries(changes);
}

export function levelOf(path: string): number {
  return path.split('/').length - 2;
}

const tooDeep = () => new AppError('tooDeep', { params: { limit: deepestColumn } });

async function orSlugTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('slug', 'taken');
    throw error;
  }
}

type Dependencies = { source: ListSource; timeZone: string; now?: () => number };

/** Reopening the tree within this time reuses the counts. */
const keptMs = 5_000;

/** Counts the content of columns. All rules are counted in one query and cached briefly. */
export class ColumnCounter {
  readonly #dependencies: Dependencies;
  readonly #kept = new Map<string, ColumnCount & { until: number }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async count(db: Executor, columns: readonly ColumnRecord[]): Promise<Map<string, ColumnCount>> {
    const rules = new Set(columns.filter((column) => column.mode === 'rule').map((column) => column.rule));
    const [byHand] = await Promise.all([
      countByHand(db, shownToCampus(this.#dependencies.timeZone)),
      this.#refresh(db, rules),
    ]);
    const none: ColumnCount = { held: 0, shown: 0 };
    return new Map(
      columns.map((column) => {
        const count = (column.mode === 'rule' ? this.#kept.get(column.rule) : byHand.get(column.id)) ?? none;
        const shown = Math.min(count.shown, column.item_limit ?? count.shown);
        return [column.id, { held: count.held, shown }];
      }),
    );
  }

  async #refresh(db: Executor, rules: ReadonlySet<string>): Promise<void> {
    const now = (this.#dependencies.now ?? Date.now)();
    for (const [rule, { until }] of this.#kept) if (until <= now) this.#kept.delete(rule);
    const { source, timeZone } = this.#dependencies;
    const missing = [...rules].filter((rule) => !this.#kept.has(rule));
    const asked: { key: string; conditions: Condition }[] = [];
    for (const rule of missing) {
      const conditions = await ruleConditions(db, source, rule, timeZone);
      if (conditions) asked.push({ key: rule, conditions });
    }
    for (const [rule, count] of await countByRules(db, source, asked, shownToCampus(timeZone))) {
      this.#kept.set(rule, { ...count, until: now + keptMs });
    }
  }
}

const changes = z.strictObject(columnFields).partial();

export function columnDetailSource(tree: Pick<ColumnTreeService, 'update'>): DetailSource {
  return {
    detail: columnDetail,
    async find(db, principal, id) {
      const column = await findColumn(db, id);
      if (!column) return undefined;
      return {
        version: column.version,
        mayEdit: hasAbility(principal.roleId, columnDetail.ability),
        values: columnValues(column),
      };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be valid.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await tree.update(context, id, { ...parsed.data, version });
    },
  };
}
