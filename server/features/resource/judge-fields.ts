import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';

type Before = { subject_id: string | null; tag_ids: readonly string[] };

/** What only the database can judge: subjects and tags that are there. What was there before may stay. */
export async function judgeFields(
  transaction: Executor,
  { subjectId, tagIds }: Partial<ResourceFields>,
  before: Before = { subject_id: null, tag_ids: [] },
): Promise<void> {
  if (subjectId && subjectId !== before.subject_id) {
    const subject = await transaction
      .selectFrom('subjects')
      .select('id')
      .where('id', '=', subjectId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (!subject) throw invalidField('subjectId', 'noSuchSubject');
  }
  const added = [...new Set(tagIds)].filter((id) => !before.tag_ids.includes(id));
  if (added.length === 0) return;
  // Held against deleting and merging until this is written: neither leaves a tag behind that is gone.
  const { rows } = await sql`select id from tags where id = any (${added}::uuid[]) for share`.execute(transaction);
  if (rows.length < added.length) throw invalidField('tagIds', 'noSuchTag');
}
