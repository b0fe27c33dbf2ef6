import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { listPlaces } from './catalogue.repository.ts';
import { numberChapters } from './number-chapters.ts';

/** Chapters and what stands in them, in the same order and under new ids. What learners are not shown yet stays so. */
export async function copyCatalogue(
  transaction: Executor,
  { fromId, toId, by }: { fromId: string; toId: string; by: string },
): Promise<void> {
  const numbered = numberChapters(await listPlaces(transaction, fromId));
  if (numbered.length === 0) return;
  const old = numbered.map(({ row }) => row.id);
  const fresh = old.map(() => newId());
  const ids = sql`unnest(${old}::uuid[], ${fresh}::uuid[])`;
  await sql`insert into chapters (id, course_id, parent_id, title, position, goals, body, visible)
    select ids.fresh, ${toId}::uuid, above.fresh, chapters.title, chapters.position, chapters.goals, chapters.body,
      chapters.visible
    from chapters join ${ids} ids (old, fresh) on ids.old = chapters.id
      left join ${ids} above (old, fresh) on above.old = chapters.parent_id`.execute(transaction);
  await sql`insert into chapter_resources
      (id, chapter_id, course_id, resource_id, position, required, start_ms, end_ms, note, added_by)
    select gen_random_uuid(), ids.fresh, ${toId}::uuid, items.resource_id, items.position, items.required,
      items.start_ms, items.end_ms, items.note, ${by}::uuid
    from chapter_resources items join ${ids} ids (old, fresh) on ids.old = items.chapter_id
      join resources on resources.id = items.resource_id and resources.state <> 'purged'`.execute(transaction);
}
