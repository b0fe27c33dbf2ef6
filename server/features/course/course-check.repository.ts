import type { ResourceProblem } from '@lectern/contract/features/course-check.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { isPublicResource, type PublicRule } from '../publication/public.ts';

export type ItemRecord = {
  id: string;
  chapter_id: string;
  resource_id: string;
  kind: ResourceKind;
  title: string;
  state: ResourceState;
  position: number;
  required: boolean;
  start_ms: number | null;
  end_ms: number | null;
  note: string;
  problems: ResourceProblem[];
  is_public: boolean;
  readable: boolean;
};

/** Items of a course or of one chapter, in the order of each chapter. */
export async function listItems(
  db: Executor,
  of: { courseId: string; chapterId?: string },
  { rule, readable }: { rule: PublicRule; readable: RawBuilder<unknown> },
): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord>`
    select chapter_resources.id, chapter_resources.chapter_id, chapter_resources.resource_id, resources.kind,
      resources.title, resources.state, chapter_resources.position, chapter_resources.required,
      chapter_resources.start_ms, chapter_resources.end_ms, chapter_resources.note,
      ${itemProblems(rule)} as problems, ${isPublicItem(rule)} as is_public,
      resources.state <> 'purged' and ${readable} as readable
    from chapter_resources join resources on resources.id = chapter_resources.resource_id
    where chapter_resources.course_id = ${of.courseId}
      ${of.chapterId ? sql`and chapter_resources.chapter_id = ${of.chapterId}` : sql``}
    order by chapter_resources.position, chapter_resources.id`.execute(db);
  return rows;
}

/** The true counts of these courses, one row each. */
function countedCourses(rule: PublicRule, among: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select courses.id, coalesce(trees.chapters, 0)::integer as chapter_count,
      coalesce(trees.empty, 0)::integer as empty_count, coalesce(held.resources, 0)::integer as resource_count,
      coalesce(held.missing, 0)::integer as missing_count, coalesce(held.without_text, 0)::integer as without_text_count,
      coalesce(held.without_subtitles, 0)::integer as without_subtitles_count,
      coalesce(held.sensitive, 0)::integer as sensitive_count,
      case when held.resources > 0 then floor(100.0 * held.fine / held.resources)::smallint end as completeness
    from courses
    left join lateral (
      select count(*) as chapters, count(*) filter (where not exists (
        with recursive below as (
          select chapters.id union all select child.id from chapters child join below on child.parent_id = below.id)
        select from chapter_resources where chapter_id in (select id from below))) as empty
      from chapters where chapters.course_id = courses.id
    ) trees on true
    left join lateral (
      select count(*) as resources, count(*) filter (where cardinality(problems) = 0) as fine,
        count(*) filter (where not is_public) as missing,
        count(*) filter (where 'noText' = any (problems)) as without_text,
        count(*) filter (where 'noSubtitles' = any (problems)) as without_subtitles,
        count(*) filter (where 'sensitive' = any (problems)) as sensitive
      from (
        select ${itemProblems(rule)} as problems, ${isPublicItem(rule)} as is_public
        from chapter_resources join resources on resources.id = chapter_resources.resource_id
        where chapter_resources.course_id = courses.id
      ) items
    ) held on true
    where ${among}`;
}

const counts = [
  'chapter_count',
  'empty_count',
  'resource_count',
  'missing_count',
  'without_text_count',
  'without_subtitles_count',
  'sensitive_count',
  'completeness',
] as const;
const columnsOf = (table: string) =>
  sql.join(
    counts.map((column) => sql.ref(`${table}.${column}`)),
    sql`, `,
  );

/** Courses with wrong counts and no dirty mark. */
function wrongCounts(rule: PublicRule): RawBuilder<unknown> {
  return sql`select courses.id, courses.name || ' ' || courses.id as wrong from courses
    join (${countedCourses(rule, sql`true`)}) counted on counted.id = courses.id
    where (${columnsOf('courses')}) is distinct from (${columnsOf('counted')})
      and not exists (select from course_checks_due due where due.course_id = courses.id)`;
}

/** Marks courses whose counts are wrong because a date passed or a mark was lost. */
export async function noteWrongCounts(db: Executor, rule: PublicRule): Promise<number> {
  const { numAffectedRows } = await sql`insert into course_checks_due (course_id)
    select wrong.id from (${wrongCounts(rule)}) wrong`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** For course changes that the chapter triggers don't mark. */
export async function noteCourse(transaction: Executor, courseId: string): Promise<void> {
  await sql`insert into course_checks_due (course_id) values (${courseId})`.execute(transaction);
}

export const isAnyCourseDue = sql<boolean>`exists (select from course_checks_due)`;

/** Dirty marks of up to `limit` courses, oldest first. `upTo` keeps marks that come later. */
export async function listDue(db: Executor, limit: number): Promise<{ courseId: string; upTo: string }[]> {
  const { rows } = await sql<{ courseId: string; upTo: string }>`
    select course_id as "courseId", max(id)::text as "upTo" from course_checks_due
    group by course_id order by min(id) limit ${limit}`.execute(db);
  return rows;
}

/** Returns whether a count changed. */
export async function recount(transaction: Executor, courseId: string, rule: PublicRule): Promise<boolean> {
  const set = sql.join(
    counts.map((column) => sql`${sql.ref(column)} = ${sql.ref(`counted.${column}`)}`),
    sql`, `,
  );
  const { numAffectedRows } = await sql`update courses set ${set}, checked_at = now()
    from (${countedCourses(rule, sql`courses.id = ${courseId}`)}) counted
    where courses.id = counted.id and ((${columnsOf('courses')}) is distinct from (${columnsOf('counted')})
      or courses.checked_at is null)`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function removeDue(transaction: Executor, courseId: string, upTo: string): Promise<void> {
  await sql`delete from course_checks_due where course_id = ${courseId} and id <= ${upTo}::bigint`.execute(transaction);
}

/** Tolerance for a slightly different measured duration before a clip counts as beyond the end. */
const toleranceMs = 1_000;

const named = (problem: ResourceProblem) => sql.lit(problem);
const when = (condition: RawBuilder<unknown>, problem: ResourceProblem) =>
  sql`case when ${condition} then ${named(problem)} end`;

/** A condition on a row of `table`: it has a review that isn't decided yet. */
export function isInReview(table: 'resources' | 'courses' | 'chapters'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from sensitive_reviews review
    where review.resource_id = ${sql.ref(`${table}.id`)} and review.state in ('open', 'claimed', 'escalated'))`;
}

/** For `chapter_resources` joined with `resources`: the course's whole audience can see the item. */
export function isPublicItem(rule: PublicRule): RawBuilder<boolean> {
  return sql<boolean>`(${isPublicResource(rule)} and (resources.visibility = 'everyone' or exists (
    select from courses whole where whole.id = chapter_resources.course_id and whole.audience <> 'everyone')))`;
}

/** For `chapter_resources` joined with `resources`: all problems of the item as a text array. */
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

/**
 * Invariant: the stored counts of courses are right. Courses with dated resources are left out because their counts
 * depend on the platform's time zone, which this check doesn't know.
 */
export const courseCheck = sql`select found.wrong from (${wrongCounts({ audience: 'campus', timeZone: 'UTC' })}) found
  where not exists (
    select from chapter_resources items join resources on resources.id = items.resource_id
    where items.course_id = found.id
      and (resources.publish_at is not null or resources.offline_at is not null or resources.licence_until is not null))`;
