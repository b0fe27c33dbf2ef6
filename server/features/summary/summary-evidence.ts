import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listEvidence } from '@lectern/contract/features/summary-draft.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type Evidence = OutputOf<typeof listEvidence>;

/** What stands at places like `speech.12`; what is masked there is covered, as in everything that is made of it. */
export async function findEvidence(db: Executor, resourceId: string, places: readonly string[]): Promise<Evidence> {
  const wanted = places.map((place) => {
    const [source = '', position = ''] = place.split('.');
    return { source, position: Number(position) };
  });
  const { rows } = await sql<Evidence[number]>`
    select passages.source, passages.position,
      covered_text(passages.text, passages.resource_id, passages.source, passages.position) as text
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (source text, position integer)
      join passages on passages.resource_id = ${resourceId} and passages.source = wanted.source
        and passages.position = wanted.position
    order by passages.source, passages.position`.execute(db);
  return rows;
}
