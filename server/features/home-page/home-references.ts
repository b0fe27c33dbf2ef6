import type { ResourceUse } from '@lectern/contract/features/resource-detail.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type PublishableItem, type PublishableText, publishableTexts } from '../publication/public.ts';
import type { ResourceUses } from '../resource/public.ts';
import { readContent } from './home-content.repository.ts';
import type { HomeContent } from './home-content.ts';
import { readThings } from './home-thing.repository.ts';
import { findPublished } from './home-version.repository.ts';

/**
 * Slots and entries of both the published page and the draft are scanned: what readers see, and what is published
 * next.
 */
export const publishableHomePage: PublishableItem = {
  type: 'homePage',
  portal: { 'home.slots.name': 'title', 'home.slots.key': 'details', 'home.slots.items.title': 'title' },
  async read(db, id) {
    const contents = [(await findPublished(db))?.content, await readContent(db)].flatMap((content) => content ?? []);
    const found = contents.flatMap((content) => textsOf(content, id));
    const named = found.at(-1);
    if (!named) return undefined;
    const texts = new Map(found.flatMap((one) => one.texts).map((one) => [`${one.source} ${one.text}`, one]));
    const covers = found.flatMap((one) => one.coverFileId ?? []);
    const title = named.title ?? (await titleOf(db, contents, id));
    return { title, language: null, departmentId: null, ownerId: null, live: true, texts: [...texts.values()], covers };
  },
};

type NamedTexts = { title: string | null; texts: PublishableText[]; coverFileId: string | null };

function textsOf({ slots }: HomeContent, id: string): NamedTexts[] {
  return slots.flatMap((slot): NamedTexts[] => {
    if (slot.id === id) {
      const texts = publishableTexts([
        ['title', slot.name],
        ['details', slot.key],
      ]);
      return [{ title: slot.name, texts, coverFileId: null }];
    }
    const entry = slot.entries.find((one) => one.id === id);
    if (!entry) return [];
    const { title, coverFileId } = entry;
    return [{ title, texts: publishableTexts([['title', title]]), coverFileId }];
  });
}

/** An entry without its own title takes its subject's. */
async function titleOf(db: Executor, contents: readonly HomeContent[], id: string): Promise<string> {
  const entry = contents.flatMap(({ slots }) => slots.flatMap(({ entries }) => entries)).find((one) => one.id === id);
  const only = (thing: string | null | undefined) => (thing ? [thing] : []);
  const things = await readThings(db, {
    resources: only(entry?.resourceId),
    courses: only(entry?.courseId),
    columns: only(entry?.columnId),
  });
  return [...things.values()][0]?.title ?? '';
}

type UseRow = { entry_id: string; slot_name: string; ends_at: Date | null; published: boolean };

/** Each entry once: as published, or as draft if it isn't on the published page. */
async function listUses(db: Executor, isUsed: (table: string) => RawBuilder<unknown>): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select entry_id, slot_name, ends_at, true as published from home_page_uses where ${isUsed('home_page_uses')}
    union all
    select home_entries.id, home_slots.name, home_entries.ends_at, false
    from home_entries join home_slots on home_slots.id = home_entries.slot_id
    where ${isUsed('home_entries')} and not exists (select from home_page_uses where entry_id = home_entries.id)
    order by published desc, slot_name`.execute(db);
  return rows;
}

const linkOf = (entryId: string) => `/app/page/resourceRecommend?entry=${entryId}`;

/** Home-page entries that show a manually chosen resource. */
export const homeUses: ResourceUses = {
  kind: 'recommendation',
  async list(db, resourceId): Promise<ResourceUse[]> {
    const uses = await listUses(db, (table) => sql`${sql.ref(`${table}.resource_id`)} = ${resourceId}::uuid`);
    return uses.map((use) => ({
      kind: 'recommendation' as const,
      name: use.slot_name,
      link: linkOf(use.entry_id),
      detail: null,
    }));
  },
  count: sql`(select count(*) from home_page_uses where home_page_uses.resource_id = resources.id)`,
  /** The published snapshot refers to resources by id, so update it too. */
  async transfer(transaction, fromId, toId) {
    await sql`delete from home_entries where resource_id = ${fromId}::uuid and exists (
      select from home_entries twin where twin.slot_id = home_entries.slot_id and twin.resource_id = ${toId}::uuid)`.execute(
      transaction,
    );
    const { numAffectedRows } = await sql`update home_entries set resource_id = ${toId}::uuid
      where resource_id = ${fromId}::uuid`.execute(transaction);
    await sql`update home_page_uses set resource_id = ${toId}::uuid where resource_id = ${fromId}::uuid`.execute(
      transaction,
    );
    await sql`update home_page_versions set content = replace(content::text, ${fromId}, ${toId})::jsonb
      where number = (select published_number from home_page) and content::text like ${`%${fromId}%`}`.execute(
      transaction,
    );
    if (numAffectedRows) await sql`update home_page set version = version + 1`.execute(transaction);
  },
};

/** Shown to people about to remove columns or a course. */
type HomeUse = { name: string; link: string | null };

export async function listColumnHomeUses(db: Executor, columnIds: readonly string[]): Promise<HomeUse[]> {
  const uses = await listUses(db, (table) => sql`${sql.ref(`${table}.column_id`)} = any (${columnIds}::uuid[])`);
  return uses.map((use) => ({ name: use.slot_name, link: linkOf(use.entry_id) }));
}
