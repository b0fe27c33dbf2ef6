import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isPublicCourse, isPublicResource } from '../publication/public.ts';

export type ShelfRow = {
  kind: 'resource' | 'course';
  id: string;
  title: string;
  resource_kind: string | null;
  state: string;
  picture_id: string | null;
  owner: string | null;
  updated_at: Date;
  everyone: boolean;
  campus: boolean;
};
type ShelfQuery = { conditions: Condition; timeZone: string; limit: number };

export async function listShelfResources(
  db: Executor,
  { conditions, timeZone, limit }: ShelfQuery,
): Promise<ShelfRow[]> {
  const { rows } = await sql<ShelfRow>`
    select 'resource' as kind, resources.id, resources.title, resources.kind as resource_kind, resources.state,
      resources.thumbnail_id as picture_id, users.name as owner, resources.updated_at,
      ${isPublicResource({ audience: 'everyone', timeZone })} as everyone,
      ${isPublicResource({ audience: 'campus', timeZone })} as campus
    from resources left join users on users.id = resources.owner_id
    where ${conditions} order by resources.updated_at desc, resources.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listShelfCourses(db: Executor, { conditions, timeZone, limit }: ShelfQuery): Promise<ShelfRow[]> {
  const { rows } = await sql<ShelfRow>`
    select 'course' as kind, courses.id, courses.name as title, null as resource_kind, courses.state,
      courses.cover_file_id as picture_id, users.name as owner, courses.updated_at,
      ${isPublicCourse({ audience: 'everyone', timeZone })} as everyone,
      ${isPublicCourse({ audience: 'campus', timeZone })} as campus
    from courses left join users on users.id = courses.owner_id
    where ${conditions} order by courses.updated_at desc, courses.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countFound(
  db: Executor,
  table: 'resources' | 'courses',
  ids: readonly string[],
  readable: Condition,
) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where id = any (${ids}::uuid[]) and state not in ('trashed', 'purged') and ${readable}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countColumns(db: Executor, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from columns where id = any (${ids}::uuid[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Columns with their full path as name, in path order. */
export async function listColumnChoices(db: Executor) {
  const { rows } = await sql<{ id: string; name: string; visible: boolean }>`
    select columns.id, way.name, way.visible from columns cross join lateral (
      select string_agg(above.name, ' / ' order by length(above.path)) as name, bool_and(above.visible) as visible
      from columns above where columns.path like above.path || '%') way
    order by way.name limit 2000`.execute(db);
  return rows;
}

export async function listSubjectChoices(db: Executor) {
  const { rows } = await sql<{ id: string; name: string }>`
    select subjects.id, way.name from subjects cross join lateral (
      select string_agg(above.name, ' / ' order by length(above.path)) as name
      from subjects above where subjects.path like above.path || '%') way
    where subjects.disabled_at is null order by way.name limit 2000`.execute(db);
  return rows;
}

export async function listSlotChoices(db: Executor) {
  const { rows } = await sql<{ id: string; name: string; capacity: number; entries: number }>`
    select id, name, capacity, (select count(*) from home_entries where slot_id = home_slots.id) as entries
    from home_slots order by position, id`.execute(db);
  return rows;
}
