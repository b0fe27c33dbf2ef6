import { mayOpen } from '@lectern/contract/access.ts';
import type { ListView } from '@lectern/contract/features/list-view.ts';
import { type ListDeclaration, viewSchema } from '@lectern/contract/list/define-list.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newId } from '../../platform/new-id.ts';
import {
  countOwnViews,
  deleteView,
  findColumns,
  findOwnView,
  insertView,
  listViews,
  updateColumns,
  updateView,
  type ViewRecord,
  type ViewValues,
} from './list-view.repository.ts';

const viewsPerList = 100;

/** Saved views and chosen columns, stored per person across browsers. */
export class ListViewService {
  readonly #db: Db;
  readonly #lists: ReadonlyMap<string, ListDeclaration>;

  constructor(db: Db, lists: readonly ListDeclaration[]) {
    this.#db = db;
    this.#lists = new Map(lists.map((list) => [list.id, list]));
  }

  async setup(principal: Principal, listId: string): Promise<{ views: ListView[]; columns: string[] | null }> {
    const list = this.#listFor(principal, listId);
    const [views, columns] = await Promise.all([
      listViews(this.#db, list.id, principal.userId),
      findColumns(this.#db, list.id, principal.userId),
    ]);
    return { views: views.map((view) => presentView(view, principal)), columns };
  }

  async saveColumns(principal: Principal, listId: string, columns: string[] | null): Promise<void> {
    const list = this.#listFor(principal, listId);
    judgeColumns(list, columns);
    await updateColumns(this.#db, list.id, principal.userId, columns);
  }

  async create(principal: Principal, listId: string, values: ViewValues): Promise<ListView> {
    const list = this.#listFor(principal, listId);
    judge(list, principal, values);
    if ((await countOwnViews(this.#db, list.id, principal.userId)) >= viewsPerList) {
      throw invalidField('name', 'atMost', { limit: viewsPerList });
    }
    const id = newId();
    await refusingTakenNames(() => insertView(this.#db, { ...values, id, list: list.id, ownerId: principal.userId }));
    return this.#own(principal, id);
  }

  async update(principal: Principal, id: string, changes: Partial<ViewValues>): Promise<ListView> {
    const view = await findOwnView(this.#db, id, principal.userId);
    if (!view) throw new AppError('notFound');
    judge(this.#listFor(principal, view.list), principal, changes);
    await refusingTakenNames(() => updateView(this.#db, id, changes));
    return this.#own(principal, id);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await deleteView(this.#db, id, principal.userId))) throw new AppError('notFound');
  }

  async #own(principal: Principal, id: string): Promise<ListView> {
    const view = await findOwnView(this.#db, id, principal.userId);
    if (!view) throw new AppError('notFound');
    return presentView(view, principal);
  }

  /** A list's views require access to its page. */
  #listFor(principal: Principal, listId: string): ListDeclaration {
    const list = this.#lists.get(listId);
    const route = list && matchRoute(list.page);
    if (!list || !route) throw new AppError('notFound');
    if (!mayOpen(principal, route)) {
      throw new AppError('pageForbidden', { params: { page: list.page }, details: { page: list.page } });
    }
    return list;
  }
}

function judge(list: ListDeclaration, principal: Principal, values: Partial<ViewValues>): void {
  if (values.shared && !hasAbility(principal.roleId, 'editor')) throw new AppError('abilityMissing');
  judgeColumns(list, values.columns ?? null);
  if (values.query === undefined) return;
  const parsed = viewSchema(list).safeParse(Object.fromEntries(new URLSearchParams(values.query)));
  if (!parsed.success) throw invalidField('query', 'notViewOfList');
}

function judgeColumns(list: ListDeclaration, columns: string[] | null): void {
  const unknown = columns?.find((column) => !(column in list.columns));
  if (unknown !== undefined) throw invalidField('columns', 'noSuchColumn');
}

async function refusingTakenNames(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'taken');
    throw error;
  }
}

function presentView(view: ViewRecord, principal: Principal): ListView {
  return {
    id: view.id,
    list: view.list,
    name: view.name,
    query: view.query,
    columns: view.columns as string[] | null,
    shared: view.shared,
    own: view.owner_id === principal.userId,
    ownerName: view.owner_name,
  };
}
