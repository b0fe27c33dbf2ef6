import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { reviewScope } from '../review-scope.ts';

export type Text = { wordId: string; fingerprint: string };
type SameResource = { id: string; title: string; hits: number };

/** Open hits of one word in one text, by resource, as far as this person's data scope goes. */
export async function listSameResources(db: Executor, principal: Principal, text: Text): Promise<SameResource[]> {
  const { rows } = await sql<SameResource>`
    select resources.id, resources.title, count(*) as hits
    from sensitive_hits hit
      join sensitive_reviews on sensitive_reviews.resource_id = hit.resource_id
      join reviewed_items resources on resources.id = hit.resource_id
    where hit.word_id = ${text.wordId} and hit.fingerprint = decode(${text.fingerprint}, 'hex') and hit.state = 'open'
      and ${reviewScope(principal)}
    group by resources.id, resources.title order by lower(resources.title), resources.id`.execute(db);
  return rows;
}
