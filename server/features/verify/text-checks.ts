import { sql } from 'kysely';
import type { Check } from './check.ts';
import { rowCheck } from './row-check.ts';

/** What lists and players know of subtitles and summaries is what these are. */
export const textChecks: readonly Check[] = [
  rowCheck(
    'subtitles whose text is missing, or of which the list tells something else',
    sql`select subtitles.id as wrong from subtitles
        left join subtitle_versions text on text.id = subtitles.text_id and text.subtitle_id = subtitles.id
        where text.id is null or text.number <> subtitles.number or text.cues <> subtitles.cues
          or text.problems <> subtitles.problems or text.cues <> jsonb_array_length(text.content)
      union all
      select kept.resource_id from subtitle_sets kept cross join lateral (
          select coalesce(array_agg(language order by language), '{}') as languages,
            coalesce(sum(problems), 0)::int as problems, coalesce(bool_or(stale), false) as stale
          from subtitles where resource_id = kept.resource_id and deleted_at is null) counted
        where (kept.languages, kept.problems, kept.stale)
          is distinct from (counted.languages, counted.problems, counted.stale)`,
  ),
  rowCheck(
    'summaries of which the list tells something else',
    sql`select head.resource_id as wrong from resource_summaries head
        left join summaries on summaries.resource_id = head.resource_id and summaries.current
      where head.summary_id is distinct from summaries.id or head.state <> coalesce(summaries.state, 'none')
        or head.stale <> case when summaries.id is null then false
          else summaries.source_sha256 <> summary_source(head.resource_id) end`,
  ),
];
