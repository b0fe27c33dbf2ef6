import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** What is published can be searched for, and is scanned like every text; nothing else of summaries is. */
export async function writePassages(transaction: Executor, resourceId: string): Promise<void> {
  await sql`delete from passages where resource_id = ${resourceId} and source = 'summary'`.execute(transaction);
  await sql`
    insert into passages (resource_id, source, position, language, text)
    select summaries.resource_id, 'summary', line.position, summaries.language, line.text
    from summaries cross join lateral (
      select sentence.place as position, sentence.value ->> 'text' as text
      from jsonb_array_elements(content -> 'short') with ordinality sentence (value, place)
      union all
      select 1000 + question.place, question.value
      from jsonb_array_elements_text(content -> 'questions') with ordinality question (value, place)
      union all
      select 2000, (select string_agg(word, ', ') from jsonb_array_elements_text(content -> 'keywords') word)
    ) line
    where summaries.resource_id = ${resourceId} and summaries.state = 'published' and line.text <> ''`.execute(
    transaction,
  );
}
