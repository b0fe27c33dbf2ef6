import type { ProcessingRule } from '@lectern/contract/features/library.ts';
import { type BoundedCount, countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import type { Move } from '../../platform/ownership/owned-things.ts';

export type LibraryRecord = {
  id: string;
  kind: string;
  name: string;
  description: string;
  college_id: string | null;
  owner_id: string | null;
  owner_name: string | null;
  quota_bytes: number | null;
  contributors: string;
  default_language: string | null;
  default_licence: string | null;
  default_visibility: string;
  processing: Partial<ProcessingRule>;
  disabled: boolean;
  version: number;
  used_bytes: number;
};

const columns = sql`libraries.id, libraries.kind, libraries.name, libraries.description, libraries.college_id,
  libraries.owner_id, users.name as owner_name, libraries.quota_bytes, libraries.contributors,
  libraries.default_language, libraries.default_licence, libraries.default_visibility, libraries.processing,
  libraries.disabled_at is not null as disabled, libraries.version,
  (select coalesce(sum(bytes), 0)::bigint from library_usage where library_id = libraries.id) as used_bytes`;
const from = sql`libraries left join users on users.id = libraries.owner_id`;

export async function findLibrary(db: Executor, id: string): Promise<LibraryRecord | undefined> {
  const { rows } = await sql<LibraryRecord>`select ${columns} from ${from} where libraries.id = ${id}`.execute(db);
  return rows[0];
}

/** Readable resources outside Trash per library; counting stops at the limit. */
export async function countReadable(
  db: Executor,
  ids: readonly string[],
  readable: Condition,
): Promise<ReadonlyMap<string, BoundedCount>> {
  const { rows } = await sql<{ id: string; resources: number }>`
    select libraries.id, (select count(*)::integer from (
        select from resources where resources.library_id = libraries.id
          and resources.state not in ('trashed', 'purged') and ${readable}
        limit ${countLimit + 1}) counted) as resources
    from libraries where libraries.id = any (${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, resources }) => [id, { value: Math.min(resources, countLimit), exact: resources <= countLimit }]),
  );
}

/**
 * School and college libraries; of personal ones, one's own, those listed in `ids`, and those of people whose name
 * matches.
 */
export async function listLibraryRecords(
  db: Executor,
  wanted: { ownerId: string; ids: readonly string[]; person: string | undefined; limit: number },
): Promise<LibraryRecord[]> {
  const found = wanted.person
    ? sql`libraries.id in (select personal.id from libraries personal join users person on person.id = personal.owner_id
        where position(lower(${wanted.person}) in lower(person.name)) > 0 order by person.name limit ${wanted.limit})`
    : sql`false`;
  const named = wanted.ids.length > 0 ? sql`libraries.id in (${sql.join(wanted.ids)})` : sql`false`;
  const { rows } = await sql<LibraryRecord>`
    select ${columns} from ${from}
    where libraries.owner_id is null or libraries.owner_id = ${wanted.ownerId} or ${named} or ${found}
    order by libraries.owner_id is not distinct from ${wanted.ownerId} desc,
      array_position(array['school', 'college', 'personal'], libraries.kind), lower(libraries.name), libraries.id`.execute(
    db,
  );
  return rows;
}

export async function findCollegeOf(db: Executor, departmentId: string): Promise<string | null> {
  const row = await db.selectFrom('departments').select('college_id').where('id', '=', departmentId).executeTakeFirst();
  return row?.college_id ?? null;
}

export async function findPersonalLibrary(db: Executor, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('libraries').select('id').where('owner_id', '=', userId).executeTakeFirst();
  return row?.id;
}

/** Concurrent first visits still create only one library. */
export async function insertPersonalLibrary(db: Executor, userId: string): Promise<void> {
  await sql`insert into libraries (id, kind, name, owner_id)
    select ${newId()}, 'personal', users.name, users.id from users where users.id = ${userId}
    on conflict (owner_id) where owner_id is not null do nothing`.execute(db);
}

export async function renamePersonalLibrary(transaction: Executor, ownerId: string, name: string): Promise<void> {
  await transaction.updateTable('libraries').set({ name }).where('owner_id', '=', ownerId).execute();
}

/** All libraries of a college, or only those in `only`. */
export async function moveLibrariesToCollege(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update libraries set college_id = ${to}, version = version + 1, updated_at = now()
    where college_id = ${from} ${only ? sql`and id = any (${only}::uuid[])` : sql``}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function readUsage(db: Executor, id: string): Promise<{ quotaBytes: number | null; usedBytes: number }> {
  const { rows } = await sql<{ quota: number | null; used: number }>`
    select libraries.quota_bytes as quota,
      (select coalesce(sum(bytes), 0)::bigint from library_usage where library_id = libraries.id) as used
    from libraries where libraries.id = ${id}`.execute(db);
  return { quotaBytes: rows[0]?.quota ?? null, usedBytes: rows[0]?.used ?? 0 };
}

export type LibraryColumns = {
  name: string;
  description: string;
  quota_bytes: number | null;
  contributors: string;
  default_language: string | null;
  default_licence: string | null;
  default_visibility: string;
  processing: Partial<ProcessingRule>;
};

export async function insertLibrary(
  db: Executor,
  library: { id: string; kind: string; name: string; collegeId: string | null },
): Promise<void> {
  const { collegeId, ...rest } = library;
  await db
    .insertInto('libraries')
    .values({ ...rest, college_id: collegeId })
    .execute();
}

/** Locks the folder tree against changes; resources can still be added. */
export async function lockLibrary(transaction: Executor, id: string): Promise<void> {
  await sql`select 1 from libraries where id = ${id} for no key update`.execute(transaction);
}

/** A shared lock for adding resources; blocks only changes of the tree. */
export async function holdLibrary(transaction: Executor, id: string): Promise<void> {
  await sql`select 1 from libraries where id = ${id} for share`.execute(transaction);
}

export async function updateLibraryColumns(db: Executor, id: string, columns: Partial<LibraryColumns>): Promise<void> {
  await db
    .updateTable('libraries')
    .set((set) => ({
      ...columns,
      ...(columns.processing && { processing: JSON.stringify(columns.processing) }),
      version: set('version', '+', 1),
      updated_at: set.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .execute();
}

/** Deletes an empty library. Tombstones of purged resources and unfinished uploads count as content. */
export async function deleteEmptyLibrary(db: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from libraries where id = ${id}
    and not exists (select 1 from resources where library_id = ${id})
    and not exists (select 1 from uploads where library_id = ${id} and state in ('receiving', 'checking', 'duplicate', 'unpacking'))`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export async function isCollege(db: Executor, id: string): Promise<boolean> {
  return (await db.selectFrom('colleges').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

type KindRow = { kind: string; resources: number; bytes: number };

export async function sumByKind(db: Executor, ownerId: string): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
    where owner_id = ${ownerId} and state <> 'purged' group by kind order by kind`.execute(db);
  return rows;
}
