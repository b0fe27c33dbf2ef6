import type { Audience } from '@lectern/contract/audience.ts';
import type { HomeFallback, HomeRule } from '@lectern/contract/features/home-page.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ContentEntry, ContentSlot, HomeContent } from './home-content.ts';

type HomePageRow = {
  version: number;
  published_number: number | null;
  changed_by: string | null;
  changed_by_name: string | null;
  changed_at: Date;
};

export async function getHomePage(db: Executor): Promise<HomePageRow> {
  const { rows } = await sql<HomePageRow>`
    select home_page.version, published_number, changed_by, users.name as changed_by_name, changed_at
    from home_page left join users on users.id = home_page.changed_by`.execute(db);
  if (!rows[0]) throw new Error('The home page has no row');
  return rows[0];
}

/** Serialises changes of the draft. */
export async function lockHomePage(
  transaction: Executor,
): Promise<{ version: number; published_number: number | null }> {
  return transaction
    .selectFrom('home_page')
    .select(['version', 'published_number'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateHomePage(
  transaction: Executor,
  values: { version: number; changed_by?: string; published_number?: number },
): Promise<void> {
  await transaction
    .updateTable('home_page')
    .set({ ...values, changed_at: sql<Date>`now()` })
    .execute();
}

export async function readContent(db: Executor): Promise<HomeContent> {
  const slots = await db.selectFrom('home_slots').selectAll().orderBy('position').orderBy('id').execute();
  const entries = await db.selectFrom('home_entries').selectAll().orderBy('position').orderBy('id').execute();
  const bySlot = Map.groupBy(entries, (entry) => entry.slot_id);
  return {
    slots: slots.map((slot) => ({
      id: slot.id,
      key: slot.key,
      name: slot.name,
      capacity: slot.capacity,
      fallback: slot.fallback as HomeFallback | null,
      visible: slot.visible,
      entries: (bySlot.get(slot.id) ?? []).map((entry) => ({
        id: entry.id,
        source: entry.source as HomeSource,
        resourceId: entry.resource_id,
        courseId: entry.course_id,
        columnId: entry.column_id,
        rule: entry.rule as HomeRule | null,
        title: entry.title,
        coverFileId: entry.cover_file_id,
        audience: entry.audience as Audience,
        startsAt: entry.starts_at?.toISOString() ?? null,
        endsAt: entry.ends_at?.toISOString() ?? null,
        paused: entry.paused,
        addedBy: entry.added_by,
        addedAt: entry.added_at.toISOString(),
      })),
    })),
  };
}

/** Writes only rows that differ. */
export async function writeContent(transaction: Executor, before: HomeContent, after: HomeContent): Promise<void> {
  const oldSlots = new Map(before.slots.map((slot, position) => [slot.id, JSON.stringify(slotRow(slot, position))]));
  const oldEntries = new Map(
    before.slots.flatMap((slot) => entryRows(slot).map((row) => [row.id, JSON.stringify(row)])),
  );
  const slots = after.slots.map(slotRow);
  const entries = after.slots.flatMap(entryRows);
  const changedSlots = slots.filter((row) => oldSlots.get(row.id) !== JSON.stringify(row));
  const changedEntries = entries.filter((row) => oldEntries.get(row.id) !== JSON.stringify(row));
  if (changedSlots.length > 0) {
    await sql`insert into home_slots (id, key, name, position, capacity, fallback, visible)
      select id, key, name, position, capacity, fallback, visible
      from jsonb_to_recordset(${JSON.stringify(changedSlots)}::jsonb) as row (id uuid, key text, name text,
        position double precision, capacity integer, fallback jsonb, visible boolean)
      on conflict (id) do update set key = excluded.key, name = excluded.name, position = excluded.position,
        capacity = excluded.capacity, fallback = excluded.fallback, visible = excluded.visible`.execute(transaction);
  }
  if (changedEntries.length > 0) {
    await sql`insert into home_entries (id, slot_id, position, source, resource_id, course_id, column_id, rule, title,
        cover_file_id, audience, starts_at, ends_at, paused, added_by, added_at)
      select id, slot_id, position, source, resource_id, course_id, column_id, rule, title, cover_file_id, audience,
        starts_at, ends_at, paused, added_by, added_at
      from jsonb_to_recordset(${JSON.stringify(changedEntries)}::jsonb) as row (id uuid, slot_id uuid,
        position double precision, source text, resource_id uuid, course_id uuid, column_id uuid, rule jsonb, title text,
        cover_file_id uuid, audience text, starts_at timestamptz, ends_at timestamptz, paused boolean, added_by uuid,
        added_at timestamptz)
      on conflict (id) do update set slot_id = excluded.slot_id, position = excluded.position, source = excluded.source,
        resource_id = excluded.resource_id, course_id = excluded.course_id, column_id = excluded.column_id,
        rule = excluded.rule, title = excluded.title, cover_file_id = excluded.cover_file_id,
        audience = excluded.audience, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        paused = excluded.paused`.execute(transaction);
  }
  await sql`delete from home_entries where id <> all (${entries.map((row) => row.id)}::uuid[])`.execute(transaction);
  await sql`delete from home_slots where id <> all (${slots.map((row) => row.id)}::uuid[])`.execute(transaction);
}

/** Drops entries whose subject was deleted, and references to deleted covers, subjects and people. */
export async function withoutGone(db: Executor, content: HomeContent): Promise<HomeContent> {
  const entries = content.slots.flatMap((slot) => slot.entries);
  const ids = (field: 'resourceId' | 'courseId' | 'columnId' | 'coverFileId' | 'addedBy') =>
    entries.flatMap((entry) => entry[field] ?? []);
  const { rows } = await sql<{ id: string }>`
    select id from resources where id = any (${ids('resourceId')}::uuid[]) and state <> 'purged'
    union all select id from courses where id = any (${ids('courseId')}::uuid[])
    union all select id from columns where id = any (${ids('columnId')}::uuid[])
    union all select id from files where id = any (${ids('coverFileId')}::uuid[])
    union all select id from users where id = any (${ids('addedBy')}::uuid[])`.execute(db);
  const there = new Set(rows.map((row) => row.id));
  const kept = (id: string | null) => (id && there.has(id) ? id : null);
  return {
    slots: content.slots.map((slot) => ({
      ...slot,
      entries: slot.entries
        .filter((entry) => [entry.resourceId, entry.courseId, entry.columnId].every((id) => !id || there.has(id)))
        .map((entry) => ({ ...entry, coverFileId: kept(entry.coverFileId), addedBy: kept(entry.addedBy) })),
    })),
  };
}

const keptSteps = 100;

export async function insertStep(transaction: Executor, version: number, content: HomeContent): Promise<void> {
  await transaction
    .insertInto('home_draft_steps')
    .values({ version, content: JSON.stringify(content) })
    .execute();
  await transaction
    .deleteFrom('home_draft_steps')
    .where('version', '<=', version - keptSteps)
    .execute();
}

export async function findStep(transaction: Executor, version: number): Promise<HomeContent | undefined> {
  const step = await transaction
    .selectFrom('home_draft_steps')
    .select('content')
    .where('version', '=', version)
    .executeTakeFirst();
  return step?.content as HomeContent | undefined;
}

function slotRow({ entries: _entries, ...slot }: ContentSlot, index: number) {
  return { ...slot, position: index + 1 };
}

function entryRows(slot: ContentSlot) {
  return slot.entries.map((entry: ContentEntry, index) => ({
    id: entry.id,
    slot_id: slot.id,
    position: index + 1,
    source: entry.source,
    resource_id: entry.resourceId,
    course_id: entry.courseId,
    column_id: entry.columnId,
    rule: entry.rule,
    title: entry.title,
    cover_file_id: entry.coverFileId,
    audience: entry.audience,
    starts_at: entry.startsAt,
    ends_at: entry.endsAt,
    paused: entry.paused,
    added_by: entry.addedBy,
    added_at: entry.addedAt,
  }));
}
