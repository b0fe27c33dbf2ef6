import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { insertHead, refreshHead } from './summary.repository.ts';

/** The same file as another resource: what is worked on of its summary goes along, as a draft of its own. */
export async function copySummary(transaction: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await sql<{ resource_id: string }>`
    insert into summaries (id, resource_id, version_id, number, current, origin, state, language, engine, model, fallback,
      fallback_sentence, options, content, sentences, supported, source_sha256, created_by)
    select ${newId()}, target.resource_id, target.id, 1, true, summaries.origin, 'draft', summaries.language,
      summaries.engine, summaries.model, summaries.fallback, summaries.fallback_sentence, summaries.options,
      summaries.content, summaries.sentences, summaries.supported, summaries.source_sha256, summaries.created_by
    from summaries join resource_versions target on target.id = ${to}
    where summaries.version_id = ${from} and summaries.current
      and not exists (select from summaries own where own.resource_id = target.resource_id)
    returning resource_id`.execute(transaction);
  const [copied] = rows;
  if (!copied) return;
  await insertHead(transaction, copied.resource_id);
  await refreshHead(transaction, copied.resource_id, null);
}
