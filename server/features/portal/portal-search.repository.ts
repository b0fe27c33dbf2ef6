import type { PortalMoment } from '@lectern/contract/portal/portal-search.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { plannedEachTime } from '../../platform/db/preparing-client.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { hasWords, holdsPassage, pieceOf, type WantedPassages } from '../passage/public.ts';
import type { PortalCursor } from './portal-cursor.ts';

/** Limits the scan for words that are frequent overall but rare among the latest resources. */
const longestWalk = 1_000;
const momentsEach = 5;

export type FoundKey = { id: string; key: string };
type Page = { after: PortalCursor | undefined; limit: number };

const latest = sql`resources.updated_at desc, resources.id desc`;
const beyond = (after: PortalCursor | undefined) =>
  after ? sql`(resources.updated_at, resources.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql`true`;

/** Scans the latest matching resources for those with a passage that contains the words. */
export async function listLatestHolding(db: Executor, wanted: WantedPassages, fits: Condition, page: Page) {
  const { rows } = await sql<FoundKey>`${sql.raw(plannedEachTime)}
    select resources.id, resources.updated_at::text as key from (
      select * from resources where ${fits} and ${beyond(page.after)} order by ${latest} limit ${longestWalk}) resources
    where ${holdsPassage(wanted)} order by ${latest} limit ${page.limit}`.execute(db);
  return rows;
}

export async function listFound(db: Executor, found: Condition, fits: Condition, page: Page) {
  const { rows } = await sql<FoundKey>`${sql.raw(plannedEachTime)}
    select resources.id, resources.updated_at::text as key from resources
    where ${found} and ${fits} and ${beyond(page.after)} order by ${latest} limit ${page.limit}`.execute(db);
  return rows;
}

export type MomentRow = {
  resource_id: string;
  source: PortalMoment['source'];
  page: number | null;
  start_ms: number | null;
  end_ms: number | null;
  box: PortalMoment['box'];
  text: string;
};

/** Subtitles become searchable once checked, but are shown only once published. */
const isGivenOut = sql`(passages.source <> 'subtitle' or exists (select from subtitles
  where subtitles.resource_id = passages.resource_id and subtitles.language = passages.language
    and subtitles.state = 'published' and subtitles.deleted_at is null))`;
const hasMasked = sql`(exists (select from sensitive_masks where sensitive_masks.resource_id = given.id)
  or exists (select from sensitive_decisions decided where decided.resource_id = given.id and decided.decision = 'mask'))`;
const covered = sql`covered_text(passages.text, passages.resource_id, passages.source, passages.position)`;

/** The first passages of each resource with the words, excluding those whose matching words are masked. */
export async function listMoments(db: Executor, ids: readonly string[], wanted: WantedPassages): Promise<MomentRow[]> {
  if (ids.length === 0) return [];
  const saidUncovered = all(wanted.words.map((word) => sql`strpos(fold_text(${covered}), ${pieceOf(word)}) > 0`));
  const { rows } = await sql<MomentRow>`
    select found.resource_id, found.source, found.page, found.start_ms, found.end_ms, found.box, found.text
    from (select given.id, ${hasMasked} as masked from unnest(${ids}::uuid[]) given (id)) chosen
      cross join lateral (
        select passages.resource_id, passages.source, passages.position, passages.page, passages.start_ms, passages.end_ms,
          passages.box, case when chosen.masked then ${covered} else passages.text end as text
        from passages
        where passages.resource_id = chosen.id and ${hasWords(wanted)} and ${isGivenOut}
          and case when chosen.masked then ${saidUncovered} else true end
        order by passages.source, passages.position limit ${momentsEach}) found
    order by found.source, found.position`.execute(db);
  return rows;
}
