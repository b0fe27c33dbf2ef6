import { grantablePaths, mayOpen } from '@lectern/contract/access.ts';
import { endsSoonDays } from '@lectern/contract/features/home-page-states.ts';
import { itemTypes } from '@lectern/contract/features/scan.ts';
import type { RuleKind, TaskKind } from '@lectern/contract/features/task-kinds.ts';
import { roleIds } from '@lectern/contract/roles.ts';
import { routes } from '@lectern/contract/routes.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { findRuleSettings, listRuleSettings, type RuleSettings } from './rule.repository.ts';
import { isAmongIds, type TaskRule, workRules } from './work-rules.ts';

const kept = { priority: 2, fallback: 'department', always: true, by: 'state', notifies: false } as const;
const inSight = sql`resources.state not in ('trashed', 'purged')`;
const noDue = sql`null::timestamptz as due_at`;
/** Items other than resources have a type instead of a kind. */
const reviewedType = sql`case when resources.kind = any (${[...itemTypes]}::text[]) then resources.kind else 'resource' end`;
const ofReview = sql`resources.title, resources.department_id, resources.owner_id`;

/** Items waiting for review before publishing. */
const review: TaskRule = {
  ...kept,
  kind: 'review',
  dueDays: null,
  matters: (among) => sql`
    select 'review:' || resources.id as key, 'resource' as object_type, resources.id::text as object_id, ${ofReview},
      jsonb_build_object('kind', resources.kind, 'departmentId', resources.department_id) as details,
      null::uuid as assignee_id, ${noDue}
    from resources where resources.state = 'in_review' and ${isAmongIds(sql`resources.id`, among)}`,
};

/** Must match `isDue` in reviews. */
const reviewDue: TaskRule = {
  ...kept,
  kind: 'reviewDue',
  dueDays: null,
  matters: (among) => sql`
    select 'reviewDue:' || resources.id as key, 'review' as object_type, resources.id::text as object_id, ${ofReview},
      jsonb_build_object('kind', resources.kind, 'departmentId', resources.department_id,
        'severity', sensitive_reviews.severity) as details,
      sensitive_reviews.claimed_by as assignee_id, sensitive_reviews.due_at
    from sensitive_reviews join reviewed_items resources on resources.id = sensitive_reviews.resource_id
    where ${inSight} and ${isAmongIds(sql`resources.id`, among)} and (
      sensitive_reviews.state in ('open', 'claimed', 'escalated') or unblock_asked_at is not null
      or mask_failed_at is not null or (resources.state = 'blocked' and not exists (
        select from sensitive_hits hit where hit.resource_id = resources.id
          and (hit.state = 'confirmed' or (hit.state = 'open' and hit.severity = 'block')))))`,
};

const reviewReturned: TaskRule = {
  ...kept,
  kind: 'reviewReturned',
  dueDays: 7,
  fallback: 'owner',
  matters: (among) => sql`
    select 'reviewReturned:' || resources.id as key, ${reviewedType} as object_type, resources.id::text as object_id,
      ${ofReview}, jsonb_build_object('kind', resources.kind, 'why', sensitive_reviews.returned_why) as details,
      resources.owner_id as assignee_id, ${noDue}
    from sensitive_reviews join reviewed_items resources on resources.id = sensitive_reviews.resource_id
    where ${inSight} and sensitive_reviews.state = 'returned' and ${isAmongIds(sql`resources.id`, among)}`,
};

/** Courses waiting for review before publishing. */
const courseReview: TaskRule = {
  ...kept,
  kind: 'courseReview',
  dueDays: null,
  matters: (among) => sql`
    select 'courseReview:' || courses.id as key, 'course' as object_type, courses.id::text as object_id,
      courses.name as title, courses.department_id, courses.owner_id,
      jsonb_build_object('departmentId', courses.department_id) as details, null::uuid as assignee_id, ${noDue}
    from courses where courses.state = 'in_review' and ${isAmongIds(sql`courses.id`, among)}`,
};

const reviewRules: readonly TaskRule[] = [review, reviewDue, reviewReturned, courseReview];

const asked = { fallback: 'administrators', always: true, by: 'person', notifies: false } as const;
const asItIs = sql`tasks.dedupe_key as key, tasks.object_type, tasks.object_id, tasks.title, tasks.details,
  tasks.department_id, null::uuid as owner_id, null::uuid as assignee_id, tasks.due_at`;

/** How each page can be opened: with permission for any of `paths`, or with a role id up to `role`. */
const ways = routes.map((route) => ({
  page: route.path,
  paths: grantablePaths().filter((path) => mayOpen({ roleId: 4, permissions: [path] }, route)),
  role: Math.max(0, ...roleIds.filter((roleId) => mayOpen({ roleId, permissions: [] }, route))),
}));

/** A person requested a page and can’t open it yet. */
const accessAsked: TaskRule = {
  ...asked,
  kind: 'accessAsked',
  priority: 2,
  dueDays: 3,
  // Permission changes leave no mark per person, so all requests are checked.
  matters: () => sql`
    select ${asItIs} from tasks
      join users on users.id::text = tasks.details ->> 'userId'
      join jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) way (page text, paths text[], role integer)
        on way.page = tasks.details ->> 'page'
    where tasks.kind = 'accessAsked' and tasks.state in ('open', 'doing') and users.access = 0
      and users.role_id > way.role and not allowed_paths(users.id) && way.paths`,
};

/** A person forgot the password and has not received a new one since. */
const passwordResetAsked: TaskRule = {
  ...asked,
  kind: 'passwordResetAsked',
  priority: 1,
  dueDays: 1,
  matters: () => sql`
    select ${asItIs} from tasks join users on users.id::text = tasks.object_id
    where tasks.kind = 'passwordResetAsked' and tasks.state in ('open', 'doing') and users.access = 0
      and users.password_set_at <= tasks.created_at`,
};

const askRules: readonly TaskRule[] = [accessAsked, passwordResetAsked];

/**
 * Entries placed by hand on the published home page: id, title, ends_at, department_id (of what it shows) and owner_id
 * (who placed it).
 */
const recommendations = sql`
  select uses.entry_id as id, coalesce(uses.title, resources.title, courses.name, columns.name, uses.slot_name) as title,
    uses.ends_at, coalesce(resources.department_id, courses.department_id, users.department_id) as department_id,
    uses.added_by as owner_id
  from home_page_uses uses
    left join resources on resources.id = uses.resource_id
    left join courses on courses.id = uses.course_id
    left join columns on columns.id = uses.column_id
    left join users on users.id = uses.added_by
  where uses.ends_at is not null and not uses.paused and (uses.starts_at is null or uses.starts_at <= now())`;

/** Opens a task when something on the home page ends within `noticeDays`. */
function recommendationEnding(noticeDays: number): TaskRule {
  return {
    kind: 'recommendationEnding',
    priority: 2,
    dueDays: null,
    fallback: 'owner',
    by: 'mark',
    notifies: true,
    timed: true,
    matters: (among) => sql`
      select 'recommendationEnding:' || ending.id as key, 'recommendation' as object_type, ending.id::text as object_id,
        ending.title, jsonb_build_object('endsAt', ending.ends_at) as details, ending.department_id, ending.owner_id,
        null::uuid as assignee_id, ending.ends_at as due_at
      from (${recommendations}) ending
      where ending.ends_at > now() and ending.ends_at <= now() + ${noticeDays} * interval '1 day'
        and ${isAmongIds(sql`ending.id`, among)}`,
  };
}

const endingRules: readonly TaskRule[] = [recommendationEnding(endsSoonDays)];

/** The built-in rules. */
export const productRules: readonly TaskRule[] = [...reviewRules, ...workRules, ...askRules, ...endingRules];

export type SetRule = TaskRule & RuleSettings;

/** Every rule by kind: the built-in definition with the administrators' settings. */
export class RuleBook {
  readonly #rules: ReadonlyMap<string, TaskRule>;

  constructor(rules: readonly TaskRule[]) {
    this.#rules = new Map(rules.map((rule) => [rule.kind, rule]));
    if (this.#rules.size !== rules.length) throw new Error('Two rules make to-dos of one kind');
  }

  all(): readonly TaskRule[] {
    return [...this.#rules.values()];
  }

  find(kind: TaskKind | (string & {})): TaskRule | undefined {
    return this.#rules.get(kind);
  }

  async read(db: Executor, kind: RuleKind | (string & {})): Promise<SetRule | undefined> {
    const rule = this.find(kind);
    return rule && settled(rule, await findRuleSettings(db, rule.kind));
  }

  async readAll(db: Executor): Promise<SetRule[]> {
    const settings = await listRuleSettings(db);
    return this.all().map((rule) => settled(rule, settings.get(rule.kind)));
  }
}

function settled(rule: TaskRule, settings: RuleSettings | undefined): SetRule {
  const set = settings ?? { enabled: true, priority: rule.priority, dueDays: rule.dueDays };
  return { ...rule, ...set, enabled: rule.always ? true : set.enabled };
}
