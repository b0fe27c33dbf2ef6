import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../platform/list/list-source.ts';
import { masksInFiles } from '../review/public.ts';

/**
 * A cover taken from a resource is shown only while that resource is public and not masked. An uploaded cover is always
 * shown.
 */
export function isShownCover(fileId: RawBuilder<unknown>, isPublic: Condition): Condition {
  const owners = sql`select version.resource_id from resource_versions version where version.file_id = ${fileId}
    union all select version.resource_id from renditions join resource_versions version on version.id = renditions.version_id
      where renditions.file_id = ${fileId}`;
  return sql`(${fileId} is not null and (not exists (${owners}) or exists (
    select from resources where resources.id in (${owners}) and ${isPublic} and not exists (${masksInFiles}))))`;
}
