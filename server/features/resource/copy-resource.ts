import { sql } from 'kysely';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { LockedResource } from './resource.repository.ts';
import type { BeginWork } from './resource-intake.service.ts';
import { copyVersion } from './version.repository.ts';

type Wanted = { libraryId: string; folderId: string | null; beginWork: BeginWork };

/**
 * A resource of one's own with the same current file and the same metadata, not yet published. The bytes are stored
 * once, however often they are copied.
 */
export async function copyResource(
  transaction: Executor,
  context: SignedInContext,
  original: LockedResource,
  { libraryId, folderId, beginWork }: Wanted,
): Promise<string> {
  const { userId, departmentId } = context.principal;
  const id = newId();
  const versionId = newId();
  await sql`
    insert into resources (id, kind, title, description, language, subject_id, author, year, source, alt_text, licence,
      licence_until, visibility, tag_ids, owner_id, department_id, library_id, folder_id, state, work_failed, version_id,
      file_name, format, content_type, size_bytes, sha256, duration_seconds, page_count, width, height, created_by)
    select ${id}, kind, title, description, language, subject_id, author, year, source, alt_text, licence,
      licence_until, visibility, tag_ids, ${userId}, ${departmentId}, ${libraryId}, ${folderId},
      ${original.state === 'processing' ? 'processing' : 'ready'}, work_failed, ${versionId}, file_name, format, content_type, size_bytes,
      sha256, duration_seconds, page_count, width, height, ${userId}
    from resources where id = ${original.id}`.execute(transaction);
  const made = { id: versionId, resourceId: id, number: 1, by: userId, fromNumber: null };
  const { thumbnailId } = await copyVersion(transaction, original.version_id, made);
  await sql`update resources set thumbnail_id = ${thumbnailId} where id = ${id}`.execute(transaction);
  await beginWork(transaction, { versionId, resourceId: id, copyOf: original.version_id });
  await recordActivity(transaction, context, {
    action: 'resource.copied',
    objectType: 'resource',
    objectId: id,
    after: { title: original.title, copyOf: original.id, libraryId },
  });
  return id;
}
