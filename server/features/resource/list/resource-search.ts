import { sql } from 'kysely';
import type { Condition } from '../../../platform/list/list-source.ts';
import { searches } from '../../../platform/list/meanings.ts';

/** Title, file name, author and description, and what the tags are called. */
export function resourceSearch(text: string): Condition {
  return sql`(${searches(sql`resources.search_text`, text)}
    or resources.tag_ids && array(select tags.id from tags where ${searches(sql`lower(tags.name)`, text)} limit 100))`;
}
