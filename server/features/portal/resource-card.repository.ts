import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isNamedSubject } from '../publication/public.ts';
import { showsMasks } from '../review/public.ts';
import type { PortalCursor } from './portal-cursor.ts';

export type CardRow = {
  id: string;
  kind: ResourceKind;
  title: string;
  description: string;
  author: string;
  year: number | null;
  language: string | null;
  subject_id: string | null;
  subject_name: string | null;
  tags: string[];
  licence: string | null;
  format: string;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  published_at: Date | null;
  updated_at: Date;
  alt_text: string;
  thumbnail_id: string | null;
};

/** None while a masked part can be seen in it: an address that answers nothing would leave a hole in the site. */
const shownPicture = sql`(select renditions.id from renditions where renditions.id = resources.thumbnail_id
  and (not (${showsMasks}) or exists (select from masked_files where masked_files.rendition_id = renditions.id)))`;

export const cardColumns = sql`resources.id, resources.kind, resources.title, resources.description, resources.author,
  resources.year, resources.language, resources.subject_id, subjects.name as subject_name,
  array(select tags.name from tags where tags.id = any (resources.tag_ids) order by lower(tags.name)) as tags,
  resources.licence, resources.format, resources.duration_seconds, resources.page_count, resources.width, resources.height,
  resources.published_at, resources.updated_at, resources.alt_text, ${shownPicture} as thumbnail_id`;
export const cardJoins = sql`left join subjects on subjects.id = resources.subject_id and ${isNamedSubject()}`;

/** When it was published last: there are older ones of which nobody noted it. As the index of the portal has it. */
const publishedAt = sql`coalesce(resources.published_at, resources.created_at)`;

type ListedCard = CardRow & { key: string };

/** The newest first. */
export async function listCards(
  db: Executor,
  conditions: Condition,
  { after, limit }: { after: PortalCursor | undefined; limit: number },
): Promise<ListedCard[]> {
  const beyond = after
    ? sql`(${publishedAt}, resources.id) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<ListedCard>`
    select ${cardColumns}, ${publishedAt}::text as key from resources ${cardJoins}
    where ${conditions} and ${beyond}
    order by ${publishedAt} desc, resources.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Those of them that fit, by their id. */
export async function readCards(
  db: Executor,
  ids: readonly string[],
  conditions: Condition,
): Promise<Map<string, CardRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from resources ${cardJoins}
    where resources.id = any (${[...new Set(ids)]}::uuid[]) and ${conditions}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A subject with everything below it, as a condition on a column of ids. */
export function isWithinSubject(column: string, subjectId: string): Condition {
  return sql`${sql.ref(column)} in (select below.id from subjects chosen
    join subjects below on below.path like chosen.path || '%' where chosen.id = ${subjectId})`;
}
