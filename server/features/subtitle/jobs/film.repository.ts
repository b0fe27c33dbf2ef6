import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

type Film = { versionId: string; name: string; storeKey: string; durationSeconds: number | null };

/** The film that people see: the copy for browsers where there is one, else the file itself. */
export async function findFilm(db: Executor, resourceId: string): Promise<Film | undefined> {
  const { rows } = await sql<Film>`
    select version.id as "versionId", version.file_name as name, files.store_key as "storeKey",
      version.duration_seconds as "durationSeconds"
    from resources join resource_versions version on version.id = resources.version_id
      left join renditions copy on copy.version_id = version.id and copy.kind = 'video'
      join files on files.id = coalesce(copy.file_id, version.file_id)
    where resources.id = ${resourceId} and resources.kind = 'video' and resources.state not in ('trashed', 'purged')`.execute(
    db,
  );
  return rows[0];
}

export async function lockVideo(transaction: Executor, subtitleId: string): Promise<void> {
  await sql`
    select from resources where id = (select resource_id from subtitles where id = ${subtitleId})
    for no key update`.execute(transaction);
}
