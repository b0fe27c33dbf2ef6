import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { hasMasks, showsMasks } from './hidden-files.ts';

/** Whether others would get to see a masked part in a file that is there, and so get none: no covered one was made yet. */
export async function isUncovered(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from resources join resource_versions version on version.id = resources.version_id
    where resources.id = ${resourceId} and resources.state <> 'purged' and ${hasMasks} and (
      not exists (select from masked_files where version_id = version.id and rendition_id is null)
      or exists (select from renditions where renditions.version_id = version.id and renditions.kind <> 'burned'
        and ${showsMasks}
        and not exists (select from masked_files where rendition_id = renditions.id)))`.execute(db);
  return rows.length > 0;
}
