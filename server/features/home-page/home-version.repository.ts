import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { HeldItem } from '../publication/public.ts';
import type { HomeContent } from './home-content.ts';

export type VersionRow = {
  number: number;
  note: string;
  from_number: number | null;
  published_by: string | null;
  published_by_name: string | null;
  published_at: Date;
};

const versionColumns = sql`home_page_versions.number, home_page_versions.note, home_page_versions.from_number,
  home_page_versions.published_by, users.name as published_by_name, home_page_versions.published_at`;
const withPeople = sql`home_page_versions left join users on users.id = home_page_versions.published_by`;

export async function listVersionRows(
  db: Executor,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`select ${versionColumns} from ${withPeople}
    where ${before === undefined ? sql`true` : sql`number < ${before}`} order by number desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findVersion(
  db: Executor,
  number: number,
): Promise<(VersionRow & { content: HomeContent }) | undefined> {
  const { rows } = await sql<VersionRow & { content: HomeContent }>`
    select ${versionColumns}, home_page_versions.content from ${withPeople} where number = ${number}`.execute(db);
  return rows[0];
}

/** The preceding version, for comparison. */
export async function findVersionBefore(db: Executor, number: number): Promise<HomeContent | undefined> {
  const row = await db
    .selectFrom('home_page_versions')
    .select('content')
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.content as HomeContent | undefined;
}

type Published = { number: number; content: HomeContent; published_at: Date };

/** The published version; undefined before the first. */
export async function findPublished(db: Executor): Promise<Published | undefined> {
  const { rows } = await sql<Published>`
    select home_page_versions.number, home_page_versions.content, home_page_versions.published_at
    from home_page join home_page_versions on home_page_versions.number = home_page.published_number`.execute(db);
  return rows[0];
}

type NewVersion = { content: HomeContent; note: string; fromNumber: number | null; publishedBy: string | null };

export async function insertVersion(transaction: Executor, version: NewVersion): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into home_page_versions (number, content, note, from_number, published_by)
    select coalesce(max(number), 0) + 1, ${JSON.stringify(version.content)}::jsonb, ${version.note},
      ${version.fromNumber}::integer, ${version.publishedBy}::uuid
    from home_page_versions returning number`.execute(transaction);
  return (rows[0] as { number: number }).number;
}

/** Stores which resources, courses and columns the published page shows; writes only differences. */
export async function replaceUses(transaction: Executor, content: HomeContent): Promise<void> {
  const uses = content.slots.flatMap((slot) =>
    slot.entries
      .filter((entry) => entry.resourceId || entry.courseId || entry.columnId)
      .map((entry) => ({
        entry_id: entry.id,
        slot_name: slot.name,
        resource_id: entry.resourceId,
        course_id: entry.courseId,
        column_id: entry.columnId,
        title: entry.title,
        // Entries of hidden slots aren't shown, so they count as paused.
        paused: entry.paused || !slot.visible,
        added_by: entry.addedBy,
        starts_at: entry.startsAt,
        ends_at: entry.endsAt,
      })),
  );
  await sql`delete from home_page_uses where entry_id <> all (${uses.map((use) => use.entry_id)}::uuid[])`.execute(
    transaction,
  );
  const columns = sql`slot_name, resource_id, course_id, column_id, title, paused, added_by, starts_at, ends_at`;
  await sql`insert into home_page_uses as old (entry_id, ${columns})
    select entry_id, ${columns} from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (entry_id uuid,
      slot_name text, resource_id uuid, course_id uuid, column_id uuid, title text, paused boolean, added_by uuid,
      starts_at timestamptz, ends_at timestamptz)
    on conflict (entry_id) do update set slot_name = excluded.slot_name, resource_id = excluded.resource_id,
      course_id = excluded.course_id, column_id = excluded.column_id, title = excluded.title,
      paused = excluded.paused, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where (old.slot_name, old.resource_id, old.course_id, old.column_id, old.title, old.paused, old.starts_at,
      old.ends_at) is distinct from (excluded.slot_name, excluded.resource_id, excluded.course_id, excluded.column_id,
      excluded.title, excluded.paused, excluded.starts_at, excluded.ends_at)`.execute(transaction);
}

/** Removes covers that the draft, its Undo steps and the last 50 versions don't use. */
export async function pruneCovers(transaction: Executor): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    with named as (
      select cover_file_id::text as id from home_entries where cover_file_id is not null
      union
      select jsonb_path_query(content, '$.slots[*].entries[*].coverFileId') #>> '{}' from (
        select content from home_page_versions order by number desc limit 50) versions
      union
      select jsonb_path_query(content, '$.slots[*].entries[*].coverFileId') #>> '{}' from home_draft_steps
    )
    delete from home_covers
    where added_at < now() - interval '1 day'
      and not exists (select from named where named.id = home_covers.file_id::text)
    returning file_id`.execute(transaction);
  return rows.map((row) => row.file_id);
}

/** Draft slots and entries with text that must not be published before its review is decided. */
export async function listHeldInDraft(db: Executor, { reviewHolds }: { reviewHolds: boolean }): Promise<HeldItem[]> {
  const severities = reviewHolds ? ['review', 'block'] : ['block'];
  const { rows } = await sql<HeldItem>`
    select distinct item.id, item.title, item.withheld
    from sensitive_items item
      join sensitive_hits hit on hit.resource_id = item.id and (hit.state = 'confirmed'
        or (hit.state = 'open' and hit.severity = any (${severities}::text[])))
      join sensitive_texts known on known.resource_id = item.id and known.source = hit.source
        and known.position = hit.position
    where item.type = 'homePage' and (
      exists (select from home_slots slot where slot.id = item.id and known.text in (slot.name, slot.key))
      or exists (select from home_entries entry left join cover_texts on cover_texts.file_id = entry.cover_file_id
        where entry.id = item.id and known.text in (entry.title, cover_texts.text)))
    order by item.title, item.id`.execute(db);
  return rows;
}
