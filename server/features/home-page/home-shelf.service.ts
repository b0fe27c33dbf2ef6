import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { HomeSubject } from '@lectern/contract/features/home-page.ts';
import type { listHomeChoices, listHomeShelf, ShelfThing } from '@lectern/contract/features/home-page-publication.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Condition, preparedFor } from '../../platform/list/list-source.ts';
import { contains } from '../../platform/list/meanings.ts';
import { all } from '../../platform/list/view-conditions.ts';
import type { ResourceRows } from '../resource/public.ts';
import { pictureOf } from './home-content.ts';
import {
  countColumns,
  countFound,
  listColumnChoices,
  listShelfCourses,
  listShelfResources,
  listSlotChoices,
  listSubjectChoices,
  type ShelfRow,
} from './home-shelf.repository.ts';

type Dependencies = {
  db: Db;
  resources: ResourceRows;
  /** A condition on `courses` for those the person may read. */
  readableCourse(principal: Principal): Condition;
  timeZone: string;
};
type Query = { of: 'resource' | 'course' | 'image'; search: string; size: number };

/** Finds subjects for the home page that the person may see. */
export class HomeShelfService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async shelf({ principal }: SignedInContext, { of, search, size }: Query): Promise<OutputOf<typeof listHomeShelf>> {
    const { db, timeZone } = this.#dependencies;
    const conditions =
      of === 'course' ? this.#courses(principal, search) : await this.#resources(principal, of, search);
    const list = of === 'course' ? listShelfCourses : listShelfResources;
    const table = of === 'course' ? sql`courses` : sql`resources`;
    // Published items first. Each half uses its own index.
    const half = (state: Condition, limit: number) =>
      list(db, { conditions: all([conditions, state]), timeZone, limit });
    const rows = await half(sql`${table}.state = 'published'`, size + 1);
    if (rows.length <= size) {
      rows.push(...(await half(sql`${table}.state not in ('published', 'trashed', 'purged')`, size + 1 - rows.length)));
    }
    return { things: rows.slice(0, size).map(present), more: rows.length > size };
  }

  async choices(): Promise<OutputOf<typeof listHomeChoices>> {
    const { db } = this.#dependencies;
    return { columns: await listColumnChoices(db), subjects: await listSubjectChoices(db) };
  }

  slots() {
    return listSlotChoices(this.#dependencies.db);
  }

  /** Throws the same error for missing subjects and those the person can't see. */
  mayChoose = async (db: Executor, { principal }: SignedInContext, subjects: readonly HomeSubject[]): Promise<void> => {
    const chosen = (source: 'resource' | 'course' | 'column') => [
      ...new Set(
        subjects.flatMap((subject) => {
          if (subject.source !== source) return [];
          if (subject.source === 'resource') return subject.resourceId;
          return subject.source === 'course' ? subject.courseId : subject.columnId;
        }),
      ),
    ];
    const [resources, courses, columns] = [chosen('resource'), chosen('course'), chosen('column')];
    const { resources: rows, readableCourse } = this.#dependencies;
    const found =
      (resources.length && (await countFound(db, 'resources', resources, rows.readable(principal)))) +
      (courses.length && (await countFound(db, 'courses', courses, readableCourse(principal)))) +
      (columns.length && (await countColumns(db, columns)));
    if (found !== resources.length + courses.length + columns.length) throw new AppError('notFound');
  };

  async #resources(principal: Principal, of: Query['of'], search: string): Promise<Condition> {
    const { db, resources } = this.#dependencies;
    const conditions = [resources.readable(principal), of === 'image' ? sql`resources.kind = 'image'` : sql`true`];
    if (!search) return all(conditions);
    const view = { tab: 'all', search, sort: '-updated' };
    const source = await preparedFor(db, resources.source, view);
    return all([...conditions, source.search(search)]);
  }

  #courses(principal: Principal, search: string): Condition {
    const words = search.split(/\s+/u).filter(Boolean);
    return all([
      this.#dependencies.readableCourse(principal),
      ...words.map((word) => contains(sql`courses.search_text`, word)),
    ]);
  }
}

function present(row: ShelfRow): ShelfThing {
  return {
    kind: row.kind,
    id: row.id,
    title: row.title,
    resourceKind: row.resource_kind as ResourceKind | null,
    state: row.state,
    thumbnail: pictureOf(row.kind, row.id, row.picture_id),
    readers: row.everyone ? 'everyone' : row.campus ? 'campus' : 'nobody',
    owner: row.owner,
    updatedAt: row.updated_at.toISOString(),
  };
}
