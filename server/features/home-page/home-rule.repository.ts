import type { HomeRule } from '@lectern/contract/features/home-page.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import {
  isPublicColumn,
  isPublicCourse,
  isPublicResource,
  type PublicRule,
  withheldOfHomePage,
} from '../publication/public.ts';
import type { FoundThing } from './resolve-content.policy.ts';

type RuleQuery = { rule: HomeRule; shown: PublicRule; limit: number };

const inSubject = (column: Condition, subjectId: string | null): Condition =>
  subjectId
    ? sql`${column} in (select below.id from subjects below join subjects chosen on chosen.id = ${subjectId}::uuid
        where below.path like chosen.path || '%')`
    : sql`true`;
const ofKinds = (kinds: readonly string[]): Condition =>
  kinds.length > 0 ? sql`resources.kind = any (${kinds}::text[])` : sql`true`;
const asOf = ({ at }: PublicRule): Condition => (at ? sql`${at}::timestamptz` : sql`now()`);

export async function listNewest(db: Executor, { rule, shown, limit }: RuleQuery): Promise<FoundThing[]> {
  const { rows } =
    rule.of === 'course'
      ? await sql<{ id: string }>`select courses.id from courses
          where ${isPublicCourse(shown)} and ${inSubject(sql`courses.subject_id`, rule.subjectId)}
            and (courses.published_at is null or courses.published_at <= ${asOf(shown)})
          order by courses.published_at desc nulls last, courses.id limit ${limit}`.execute(db)
      : await sql<{ id: string }>`select resources.id from resources
          where ${isPublicResource(shown)} and ${ofKinds(rule.kinds)}
            and ${inSubject(sql`resources.subject_id`, rule.subjectId)}
            and (resources.published_at is null or resources.published_at <= ${asOf(shown)})
          order by coalesce(resources.published_at, resources.created_at) desc, resources.id desc limit ${limit}`.execute(
          db,
        );
  return rows.map(({ id }) => ({ kind: rule.of, id }));
}

/** How many of the most viewed are considered; some of them may not be public. */
const viewedAtOnce = 400;

/** A query returning `id` and `views`; provided by statistics. */
export type ViewedThings = (span: { of: HomeRule['of']; days: number; at: Date }) => RawBuilder<unknown>;

/** Ids of the most viewed items from the given query. */
export async function listViewed(db: Executor, rule: HomeRule, viewed: RawBuilder<unknown>): Promise<string[]> {
  const { rows } =
    rule.of === 'course'
      ? await sql<{ id: string }>`select courses.id from (${viewed}) seen join courses on courses.id = seen.id
          where ${inSubject(sql`courses.subject_id`, rule.subjectId)}
          order by seen.views desc, courses.id limit ${viewedAtOnce}`.execute(db)
      : await sql<{ id: string }>`select resources.id from (${viewed}) seen join resources on resources.id = seen.id
          where resources.state = 'published' and ${ofKinds(rule.kinds)}
            and ${inSubject(sql`resources.subject_id`, rule.subjectId)}
          order by seen.views desc, resources.id limit ${viewedAtOnce}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns which of these are public, in one query. */
export async function findPublic(
  db: Executor,
  things: { resources: readonly string[]; courses: readonly string[] },
  shown: PublicRule,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select 'resource:' || resources.id as key from resources
    where resources.id = any (${things.resources}::uuid[]) and ${isPublicResource(shown)}
    union all
    select 'course:' || courses.id from courses
    where courses.id = any (${things.courses}::uuid[]) and ${isPublicCourse(shown)}`.execute(db);
  return new Set(rows.map((row) => row.key));
}

export async function listShownColumns(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select columns.id from columns
    where columns.id = any (${ids}::uuid[]) and ${isPublicColumn()}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

export async function listWithheld(db: Executor): Promise<Set<string>> {
  const { rows } = await withheldOfHomePage.execute(db);
  return new Set(rows.map((row) => row.id));
}
