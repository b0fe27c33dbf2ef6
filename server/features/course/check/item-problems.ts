import type { ResourceProblem } from '@lectern/contract/features/course-check.ts';
import { type RawBuilder, sql } from 'kysely';
import { isPublicResource, type PublicRule } from '../../publication/public.ts';

/** An end that was measured a little differently is not beyond the end. */
const toleranceMs = 1_000;

const named = (problem: ResourceProblem) => sql.lit(problem);
const when = (condition: RawBuilder<unknown>, problem: ResourceProblem) =>
  sql`case when ${condition} then ${named(problem)} end`;

/** Of a row of `resources`, `courses` or `chapters`: its matches are still to be decided. */
export function isInReview(table: 'resources' | 'courses' | 'chapters'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from sensitive_reviews review
    where review.resource_id = ${sql.ref(`${table}.id`)} and review.state in ('open', 'claimed', 'escalated'))`;
}

/** Of a row of `chapter_resources` joined with its `resources`: everyone whom the course is for sees it there. */
export function isPublicItem(rule: PublicRule): RawBuilder<boolean> {
  return sql<boolean>`(${isPublicResource(rule)} and (resources.visibility = 'everyone' or exists (
    select from courses whole where whole.id = chapter_resources.course_id and whole.audience <> 'everyone')))`;
}

/** Of a row of `chapter_resources` joined with its `resources`: whatever is wrong with it, as an array of texts. */
export function itemProblems(rule: PublicRule): RawBuilder<ResourceProblem[]> {
  const isHidden = sql`case
    when resources.state in ('trashed', 'purged') then ${named('trashed')}
    when resources.state = 'blocked' then ${named('blocked')}
    when resources.state <> 'published' then ${named('notPublished')}
    when ${isPublicItem(rule)} then null
    when ${isPublicResource(rule)} then ${named('notVisible')}
    when resources.visibility in ('everyone', 'campus') then ${named('outOfDates')}
    else ${named('notVisible')} end`;
  const isWithoutText = sql`resources.kind in ('document', 'video', 'audio') and not resources.has_text`;
  const isWithoutSubtitles = sql`resources.kind = 'video' and not exists (
    select from subtitles where subtitles.resource_id = resources.id and subtitles.state = 'published')`;
  const lastsMs = sql`resources.duration_seconds * 1000`;
  const isBeyondEnd = sql`resources.kind in ('video', 'audio') and resources.duration_seconds is not null
    and (coalesce(chapter_resources.start_ms >= ${lastsMs}, false)
      or coalesce(chapter_resources.end_ms > ${lastsMs} + ${sql.lit(toleranceMs)}, false))`;
  return sql<ResourceProblem[]>`array_remove(array[
    ${isHidden},
    ${when(sql`resources.work_failed`, 'failed')},
    ${when(isWithoutText, 'noText')},
    ${when(isWithoutSubtitles, 'noSubtitles')},
    ${when(isInReview('resources'), 'sensitive')},
    ${when(isBeyondEnd, 'beyondEnd')}
  ]::text[], null)`;
}
