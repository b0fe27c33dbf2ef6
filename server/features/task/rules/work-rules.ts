import type { RuleKind, TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import type { TaskFallback } from '@lectern/contract/features/task-rule.ts';
import { defaultLanguage } from '@lectern/contract/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { messagesIn } from '../../../platform/messages.ts';

const marked = { by: 'mark', notifies: true, fallback: 'owner' } as const;
const nobodyYet = sql`null::uuid as assignee_id, null::timestamptz as due_at`;
const ofResource = sql`resources.title, resources.department_id, resources.owner_id, ${nobodyYet}`;

const { loopNames } = messagesIn(defaultLanguage).health;

/**
 * Failed work on a resource: one task for all its steps. Failed work of the platform itself: one task per kind until it
 * succeeds.
 */
const jobFailed: TaskRule = {
  ...marked,
  kind: 'jobFailed',
  priority: 1,
  dueDays: 3,
  matters: (among) => sql`
    select 'jobFailed:' || resources.id as key, 'resource' as object_type, resources.id::text as object_id,
      jsonb_build_object('kind', resources.kind, 'steps', failed.steps, 'cause', failed.cause) as details, ${ofResource}
    from (
      select resource_id, string_agg(kind, ', ' order by kind) as steps, max(left(cause, 300)) as cause
      from jobs where state = 'failed' and current and resource_id is not null and ${isAmongIds(sql`resource_id`, among)}
      group by resource_id) failed
    join resources on resources.id = failed.resource_id
    where resources.state not in ('trashed', 'purged')
    union all
    select 'jobFailed:' || last.kind, 'job', last.kind,
      jsonb_build_object('steps', last.kind, 'cause', left(last.cause, 300)), last.kind, null::uuid, null::uuid, ${nobodyYet}
    from (
      select distinct on (kind) kind, state, cause from jobs
      where resource_id is null and requested_by is null and state in ('failed', 'done') and ${isAmong(sql`kind`, among)}
      order by kind, finished_at desc nulls last, id desc) last
    where last.state = 'failed'`,
};

/** A background loop keeps failing; ends when it succeeds or its process is gone. */
const loopFailing: TaskRule = {
  ...marked,
  fallback: 'administrators',
  kind: 'loopFailing',
  priority: 1,
  dueDays: 1,
  matters: (among) => sql`
    select 'loopFailing:' || name as key, 'loop' as object_type, name as object_id,
      jsonb_build_object('since', min(failing_since)) as details,
      coalesce(${JSON.stringify(loopNames)}::jsonb ->> name, name) as title, null::uuid as department_id,
      null::uuid as owner_id, ${nobodyYet}
    from background_loops where failing and ${isAmong(sql`name`, among)}
    group by name`,
};

/** Machine text with low confidence that no person has checked. */
const textDoubtful: TaskRule = {
  ...marked,
  kind: 'textDoubtful',
  priority: 3,
  dueDays: 14,
  matters: (among) => sql`
    select 'textDoubtful:' || jobs.kind || ':' || resources.id as key, 'resource' as object_type,
      resources.id::text as object_id, jsonb_build_object('kind', resources.kind, 'step', jobs.kind) as details,
      ${ofResource}
    from jobs join resources on resources.id = jobs.resource_id
    where jobs.kind in ('ocr', 'asr') and jobs.state = 'done' and jobs.current and jobs.check_state = 'needs_check'
      and ${isAmongIds(sql`jobs.resource_id`, among)}`,
};

const summaryStale: TaskRule = {
  ...marked,
  kind: 'summaryStale',
  priority: 3,
  dueDays: 14,
  matters: (among) => sql`
    select 'summaryStale:' || resources.id as key, 'resource' as object_type, resources.id::text as object_id,
      jsonb_build_object('kind', resources.kind, 'state', head.state) as details, ${ofResource}
    from resource_summaries head join resources on resources.id = head.resource_id
    where head.live and head.stale and head.state in ('draft', 'approved', 'published')
      and ${isAmongIds(sql`head.resource_id`, among)}`,
};

/** A public recording with speech but no subtitles. */
const subtitlesMissing: TaskRule = {
  ...marked,
  kind: 'subtitlesMissing',
  priority: 2,
  dueDays: 14,
  matters: (among) => sql`
    select 'subtitlesMissing:' || resources.id as key, 'resource' as object_type, resources.id::text as object_id,
      jsonb_build_object('kind', resources.kind) as details, ${ofResource}
    from resources
    where resources.kind = 'video' and resources.state = 'published' and ${isAmongIds(sql`resources.id`, among)}
      and exists (select from readings where readings.resource_id = resources.id and source = 'speech' and current
        and characters > 0 and not withheld)
      and not exists (select from subtitles where subtitles.resource_id = resources.id and subtitles.state = 'published'
        and deleted_at is null)`,
};

export const workRules: readonly TaskRule[] = [jobFailed, loopFailing, textDoubtful, summaryStale, subtitlesMissing];

/** A state that needs someone's attention. */
export type Matter = {
  /** At most one open task per key. */
  key: string;
  object_type: string;
  object_id: string;
  title: string;
  details: Record<string, unknown>;
  department_id: string | null;
  owner_id: string | null;
  /** The assignee given by the state, such as the person who claimed a review. */
  assignee_id: string | null;
  due_at: Date | null;
};

/** A kind of state that opens a task and closes it when the state ends. */
export type TaskRule = {
  kind: RuleKind;
  priority: TaskPriority;
  /** Days from opening to the due date; null for no due date. */
  dueDays: number | null;
  fallback: TaskFallback;
  /** Part of how Lectern works, so it can't be disabled. */
  always?: true;
  /**
   * `state`: the feature that changes the state opens and closes the task in its transaction; the rule finds only
   * missed ones. `person`: a person opens it, and the rule finds its end. `mark`: a trigger leaves a dirty mark, and a
   * worker evaluates the rule.
   */
  by: 'state' | 'person' | 'mark';
  /** Depends on time alone, so it is checked periodically. */
  timed?: true;
  /** Whether the assignee is notified here; otherwise the feature that opens the task does. */
  notifies: boolean;
  /** A query of all current matters; `among` limits the objects. */
  matters(among: Among): RawBuilder<unknown>;
};

export type Among = readonly string[] | undefined;

/** Limits a query to some objects; undefined means all. */
export function isAmong(name: RawBuilder<unknown>, among: Among): RawBuilder<unknown> {
  return among ? sql`${name} = any (${among}::text[])` : sql`true`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same for UUID columns, so that their index applies. */
export function isAmongIds(id: RawBuilder<unknown>, among: Among): RawBuilder<unknown> {
  return among ? sql`${id} = any (${among.filter((one) => uuid.test(one))}::uuid[])` : sql`true`;
}
