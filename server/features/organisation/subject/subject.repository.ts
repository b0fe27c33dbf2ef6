import { type Insertable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../../platform/db/database.ts';
import type { Subjects } from '../../../platform/db/schema.ts';
import type { Mentions } from '../../../platform/mentions/mentions.ts';
import type { Siblings } from '../unit-order.ts';
import type { SubjectRecord } from './subject.presenter.ts';
import { plainColumns, type ReadableContent, subjectColumns, subjectJoins } from './subject-list.source.ts';

export type StoredSubject = Selectable<Subjects> & { college_ids: string[] };
type Columns = Partial<Pick<StoredSubject, 'code' | 'name' | 'description' | 'parent_id' | 'sort' | 'disabled_at'>>;

export async function findSubjectRecord(
  db: Executor,
  id: string,
  readable: ReadableContent,
): Promise<SubjectRecord | undefined> {
  const { rows } = await sql<SubjectRecord>`select ${subjectColumns(readable)} from subjects ${subjectJoins}
    where subjects.id = ${id}`.execute(db);
  return rows[0];
}

export function listSubjectRows(db: Executor) {
  return db
    .selectFrom('subjects')
    .select(['id', 'name', 'code', 'parent_id'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

type Plain = Omit<SubjectRecord, 'courses' | 'courses_below' | 'resources' | 'resources_below'>;
type Held = { courses: number; resources: number };

/** All subjects in tree order. Courses and resources are counted once per subject and summed up the tree. */
export async function listSubjectTree(db: Executor, readable: ReadableContent): Promise<SubjectRecord[]> {
  const { rows } = await sql<Plain>`
    with recursive placed as (
      select subjects.id, array[subjects.sort] as way, array[subjects.id] as ids from subjects where parent_id is null
      union all
      select below.id, placed.way || below.sort, placed.ids || below.id
      from subjects below join placed on below.parent_id = placed.id)
    select ${plainColumns} from subjects ${subjectJoins}
      join placed on placed.id = subjects.id order by placed.way, placed.ids`.execute(db);
  const { rows: counted } = await sql<Held & { id: string }>`
    select id, sum(courses)::integer as courses, sum(resources)::integer as resources from (
      select subject_id as id, count(*) as courses, 0 as resources from courses
      where subject_id is not null and state <> 'trashed' and ${readable.courses} group by subject_id
      union all
      select subject_id, 0, count(*) from resources
      where subject_id is not null and state not in ('trashed', 'purged') and ${readable.resources} group by subject_id) held
    group by id`.execute(db);
  const own = new Map(counted.map(({ id, ...held }) => [id, held]));
  const below = new Map<string, Held>();
  const add = (id: string, held: Held | undefined) => {
    const sum = below.get(id) ?? { courses: 0, resources: 0 };
    below.set(id, {
      courses: sum.courses + (held?.courses ?? 0),
      resources: sum.resources + (held?.resources ?? 0),
    });
  };
  for (const { id, parent_id: parentId } of rows.toReversed()) {
    add(id, own.get(id));
    if (parentId) add(parentId, below.get(id));
  }
  return rows.map((row) => ({
    ...row,
    courses: own.get(row.id)?.courses ?? 0,
    resources: own.get(row.id)?.resources ?? 0,
    courses_below: below.get(row.id)?.courses ?? 0,
    resources_below: below.get(row.id)?.resources ?? 0,
  }));
}

async function find(db: Executor, id: string, lock: boolean): Promise<StoredSubject | undefined> {
  const { rows } = await sql<StoredSubject>`select subjects.*, array(
      select college_id from subject_colleges where subject_id = subjects.id order by college_id) as college_ids
    from subjects where subjects.id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}
export const findSubject = (db: Executor, id: string) => find(db, id, false);
export const lockSubject = (transaction: Executor, id: string) => find(transaction, id, true);

/** Codes are compared case-insensitively. */
export function findSubjectByCode(db: Executor, code: string) {
  return db
    .selectFrom('subjects')
    .select(['id', 'name'])
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst();
}

export async function listUnknownColleges(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select given.id from unnest(${ids}::uuid[]) given (id)
    where not exists (select from colleges where colleges.id = given.id)`.execute(db);
  return rows.map((row) => row.id);
}

export async function insertSubject(transaction: Executor, subject: Insertable<Subjects>): Promise<void> {
  await transaction.insertInto('subjects').values(subject).execute();
}

export async function updateSubjectRow(transaction: Executor, id: string, columns: Columns): Promise<number> {
  const { version } = await transaction
    .updateTable('subjects')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function replaceColleges(transaction: Executor, id: string, collegeIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('subject_colleges').where('subject_id', '=', id).execute();
  await sql`insert into subject_colleges (subject_id, college_id)
    select distinct ${id}::uuid, colleges.id from colleges where colleges.id = any (${collegeIds}::uuid[])`.execute(
    transaction,
  );
}

/** Rewrites the path of a subject and its whole subtree. */
export async function rewritePaths(transaction: Executor, from: string, to: string): Promise<void> {
  await sql`update subjects set path = ${to} || substr(path, ${from.length + 1}::integer)
    where path like ${`${from}%`}`.execute(transaction);
}

export async function deepestBelow(db: Executor, path: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(array_length(string_to_array(path, '/'), 1) - 2)::integer as depth from subjects
    where path like ${`${path}%`}`.execute(db);
  return rows[0]?.depth ?? 0;
}

export function subjectSiblings(parentId: string | null): Siblings {
  const here = sql<boolean>`parent_id is not distinct from ${parentId}`;
  return {
    list: (transaction) =>
      transaction.selectFrom('subjects').select(['id', 'sort']).where(here).orderBy('sort').orderBy('id').execute(),
    async renumber(transaction) {
      await sql`update subjects set sort = numbered.place
        from (select id, row_number() over (order by sort, id) as place from subjects where ${here}) numbered
        where subjects.id = numbered.id`.execute(transaction);
    },
  };
}

export async function listChildIds(db: Executor, parentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subjects')
    .select('id')
    .where('parent_id', '=', parentId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Includes content in Trash, which would also lose its subject. */
export async function countContent(db: Executor, id: string) {
  const { rows } = await sql<{ subjects: number; courses: number; resources: number }>`select
    (select count(*)::integer from subjects where parent_id = ${id}) as subjects,
    (select count(*)::integer from courses where subject_id = ${id}) as courses,
    (select count(*)::integer from resources where subject_id = ${id} and state <> 'purged') as resources`.execute(db);
  return rows[0] ?? { subjects: 0, courses: 0, resources: 0 };
}

export async function deleteSubjectRow(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('subjects').where('id', '=', id).execute();
}

const keptRows = z.array(
  z.object({ from: z.uuid(), to: z.uuid(), subjectIds: z.array(z.uuid()), added: z.array(z.uuid()) }),
);

/** When a college is merged, its subjects are taught by the college it was merged into. */
export const subjectCollegeMentions: Mentions = {
  kind: 'subject_colleges',
  async rename(transaction, _context, { of, from, to }) {
    if (of !== 'college') return [];
    const gone = await sql<{ subject_id: string }>`
      delete from subject_colleges where college_id = ${from} returning subject_id`.execute(transaction);
    const subjectIds = gone.rows.map((row) => row.subject_id);
    if (subjectIds.length === 0) return [];
    const come = await sql<{ subject_id: string }>`
      insert into subject_colleges (subject_id, college_id) select unnest(${subjectIds}::uuid[]), ${to}::uuid
      on conflict do nothing returning subject_id`.execute(transaction);
    return [{ from, to, subjectIds, added: come.rows.map((row) => row.subject_id) }];
  },
  async putBack(transaction, _context, kept) {
    for (const { from, to, subjectIds, added } of keptRows.parse(kept)) {
      // If someone has removed the merged-into college since, the old one is not restored.
      const still = await sql<{ subject_id: string }>`
        select subject_id from subject_colleges
        where college_id = ${to} and subject_id = any (${subjectIds}::uuid[])`.execute(transaction);
      const ids = still.rows.map((row) => row.subject_id);
      await sql`delete from subject_colleges
        where college_id = ${to} and subject_id = any (${added}::uuid[])`.execute(transaction);
      await sql`insert into subject_colleges (subject_id, college_id) select unnest(${ids}::uuid[]), ${from}::uuid
        on conflict do nothing`.execute(transaction);
    }
  },
};
