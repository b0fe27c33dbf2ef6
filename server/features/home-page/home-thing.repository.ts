import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { isPublicColumn } from '../publication/public.ts';
import type { HomeContent } from './home-content.ts';
import { pictureOf, type ThingRow } from './home-content.ts';

/** Keyed by `kind:id`. Everyone who may open the page sees the titles of everything on it. */
export async function readThings(
  db: Executor,
  ids: { resources: readonly string[]; courses: readonly string[]; columns: readonly string[] },
): Promise<Map<string, ThingRow>> {
  const { rows } = await sql<ThingRow & { picture_id: string | null }>`
    select 'resource' as kind, resources.id, resources.title, resources.kind as "resourceKind", resources.state,
      resources.thumbnail_id as picture_id, resources.visibility, true as "inDates", true as shown,
      left(resources.description, 300) as description
    from resources where resources.id = any (${ids.resources}::uuid[]) and resources.state <> 'purged'
    union all
    select 'course', courses.id, courses.name, null,
      case when courses.withheld then 'blocked' else courses.state end, courses.cover_file_id, courses.audience,
      (available_from is null or available_from <= now()) and (available_until is null or available_until > now()),
      true, left(courses.description, 300)
    from courses where courses.id = any (${ids.courses}::uuid[])
    union all
    select 'column', columns.id, columns.name, null, null, columns.cover_file_id, null, true,
      ${isPublicColumn()},
      left(columns.description, 300)
    from columns where columns.id = any (${ids.columns}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ picture_id, ...row }) => {
      const thing = { ...row, resourceKind: row.resourceKind as ResourceKind | null };
      return [`${row.kind}:${row.id}`, { ...thing, thumbnail: pictureOf(row.kind, row.id, picture_id) }];
    }),
  );
}

export function idsOf(contents: readonly HomeContent[]) {
  const entries = contents.flatMap((content) => content.slots.flatMap((slot) => slot.entries));
  return {
    resources: [...new Set(entries.flatMap((entry) => entry.resourceId ?? []))],
    courses: [...new Set(entries.flatMap((entry) => entry.courseId ?? []))],
    columns: [...new Set(entries.flatMap((entry) => entry.columnId ?? []))],
  };
}

export async function readNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length
    ? await db
        .selectFrom('users')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : [];
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Reader clicks per entry. */
export async function countClicks(db: Executor, ids: readonly string[], days: number): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; clicks: number }>`
    select home_entry_id as id, count(*) as clicks from access_events
    where home_entry_id = any (${ids}::uuid[]) and action = 'click' and not robot
      and at > now() - ${days} * interval '1 day' group by home_entry_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.clicks]));
}
