import type { Audience } from '@lectern/contract/audience.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isShownColumn } from './column.repository.ts';
import { isShownCover } from './cover.repository.ts';
import { isShownSubtitle } from './resource.repository.ts';

/** Whether the API key that signed the URL is still valid for this audience and for media. */
export async function isLivingKey(db: Executor, keyId: string, audience: Audience): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys where id = ${keyId} and revoked_at is null and (expires_at is null or expires_at > now())
      and 'media' = any (scopes) and (audience = 'campus' or ${audience} = 'everyone')`.execute(db);
  return rows.length > 0;
}

/** The public resource that a rendition, file or subtitle belongs to. */
export async function findMediaOwner(
  db: Executor,
  kind: 'rendition' | 'file' | 'subtitle',
  id: string,
  isPublic: Condition,
): Promise<string | undefined> {
  const from = {
    rendition: sql`renditions join resource_versions version on version.id = renditions.version_id
      join resources on resources.id = version.resource_id where renditions.id = ${id} and renditions.kind <> 'burned'`,
    file: sql`resource_versions version join resources on resources.id = version.resource_id where version.id = ${id}`,
    subtitle: sql`subtitles join resources on resources.id = subtitles.resource_id
      where subtitles.id = ${id} and ${isShownSubtitle}`,
  }[kind];
  const { rows } = await sql<{ id: string }>`select resources.id from ${from} and ${isPublic}`.execute(db);
  return rows[0]?.id;
}

export type CoverFile = {
  name: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  created_at: Date;
  store_key: string;
};

const fileColumns = sql`files.name, files.content_type, files.size_bytes, files.sha256, files.created_at, files.store_key`;

/** The cover of a public column or course, if the cover itself may be shown. */
export async function findOwnCover(
  db: Executor,
  kind: 'columnCover' | 'courseCover',
  id: string,
  shown: { resource: Condition; course: Condition },
): Promise<CoverFile | undefined> {
  const { rows } =
    kind === 'columnCover'
      ? await sql<CoverFile>`select ${fileColumns} from columns join files on files.id = columns.cover_file_id
          where columns.id = ${id} and ${isShownColumn} and ${isShownCover(sql`columns.cover_file_id`, shown.resource)}`.execute(
          db,
        )
      : await sql<CoverFile>`select ${fileColumns} from courses join files on files.id = courses.cover_file_id
          where courses.id = ${id} and ${shown.course}
            and ${isShownCover(sql`courses.cover_file_id`, shown.resource)}`.execute(db);
  return rows[0];
}

/** Which of these home page covers may be shown. */
export async function listShownCovers(
  db: Executor,
  fileIds: readonly string[],
  isPublic: Condition,
): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select files.id from files
    where files.id = any (${[...new Set(fileIds)]}::uuid[]) and ${isShownCover(sql`files.id`, isPublic)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A cover set on a home page entry. */
export async function findHomeCover(db: Executor, fileId: string, isPublic: Condition): Promise<CoverFile | undefined> {
  const { rows } = await sql<CoverFile>`select ${fileColumns} from files
    where files.id = ${fileId} and ${isShownCover(sql`files.id`, isPublic)}`.execute(db);
  return rows[0];
}
