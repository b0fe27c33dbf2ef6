import type { ReviewView } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type ReviewRecord, reviewColumns, reviewJoins } from '../list/review-record.ts';
import { reviewScope } from '../review-scope.ts';

export type ReviewViewRecord = ReviewRecord & { revealed: boolean; masks: number };

/** Within this person's data scope. Whether they looked at the pictures is told by the activity. */
export async function findReviewView(
  db: Executor,
  principal: Principal,
  id: string,
): Promise<ReviewViewRecord | undefined> {
  const { rows } = await sql<ReviewViewRecord>`
    select ${reviewColumns},
      exists (select from activities where object_type = 'review' and object_id = ${id}
        and action = 'review.revealed' and actor_id = ${principal.userId}) as revealed,
      (select count(*) from sensitive_masks where sensitive_masks.resource_id = sensitive_reviews.resource_id) as masks
    from sensitive_reviews ${reviewJoins}
    where sensitive_reviews.resource_id = ${id} and ${reviewScope(principal)}`.execute(db);
  return rows[0];
}

/** Every word that was found, those with open hits first. */
export async function listFoundWords(db: Executor, resourceId: string): Promise<ReviewView['words']> {
  const { rows } = await sql<ReviewView['words'][number]>`
    select word.id, word.text, word.severity, word.category, word.note,
      count(*) filter (where hit.state = 'open') as open, count(*) as hits,
      count(*) filter (where hit.state = 'open' and hit.likely_false) as "likelyFalse",
      word.ignore_likely_false as "ignoreLikelyFalse"
    from sensitive_hits hit join sensitive_words word on word.id = hit.word_id
    where hit.resource_id = ${resourceId} and hit.state <> 'gone'
    group by word.id
    order by count(*) filter (where hit.state = 'open') > 0 desc, bool_and(hit.likely_false),
      severity_rank(word.severity) desc, count(*) desc,
      word.text, word.id`.execute(db);
  return rows;
}
