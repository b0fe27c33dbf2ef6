import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { type JobPlace, updateJobPlaces } from '../../platform/queue/job-rows.ts';
import type { ResourceFollower } from '../resource/public.ts';
import { lockResourceRow } from './pipeline.repository.ts';
import { type WorkListRecord, workColumns, workJoins } from './work-list.source.ts';

/** The columns needed to decide about a change to a piece of work. */
export type WorkTarget = {
  id: string;
  kind: StepKind;
  state: JobState;
  options: Record<string, unknown>;
  priority: number;
  check_state: 'needs_check' | 'checked' | null;
  current: boolean;
  resource_id: string;
  version_id: string;
  title: string;
};

const targetColumns = sql`jobs.id, jobs.kind, jobs.state, jobs.options, jobs.priority, jobs.check_state, jobs.current,
  jobs.resource_id, jobs.version_id, resources.title`;

/** Locks the resource first, then reads the work. */
export async function lockWork(transaction: Executor, id: string): Promise<WorkTarget | undefined> {
  const found = await transaction.selectFrom('jobs').select('resource_id').where('id', '=', id).executeTakeFirst();
  if (!found?.resource_id) return undefined;
  await lockResourceRow(transaction, found.resource_id);
  const { rows } = await sql<WorkTarget>`
    select ${targetColumns} from jobs join resources on resources.id = jobs.resource_id
    where jobs.id = ${id} and jobs.version_id is not null`.execute(transaction);
  return rows[0];
}

/** Of the current version; the caller holds the lock on the resource. */
export async function findWorkOf(
  transaction: Executor,
  resourceId: string,
  kind: StepKind,
): Promise<WorkTarget | undefined> {
  const { rows } = await sql<WorkTarget>`
    select ${targetColumns} from jobs join resources on resources.id = jobs.resource_id
    where jobs.version_id = resources.version_id and resources.id = ${resourceId} and jobs.kind = ${kind}`.execute(
    transaction,
  );
  return rows[0];
}

type LoggedWork = WorkListRecord & { log: string; requester_name: string | null };

export async function findLoggedWork(db: Executor, scope: Condition, id: string): Promise<LoggedWork | undefined> {
  const { rows } = await selectLogged(sql`jobs.id = ${id} and ${scope}`).execute(db);
  return rows[0];
}

export async function listLoggedWork(db: Executor, resourceId: string): Promise<LoggedWork[]> {
  const { rows } = await selectLogged(
    sql`resources.id = ${resourceId} and jobs.version_id = resources.version_id`,
  ).execute(db);
  return rows;
}

export type QueueRecord = {
  id: string;
  ahead: number;
  seconds: number | null;
  paused_at: Date | null;
  paused_by: string | null;
};

/**
 * The places of a version's waiting jobs in their queues: those of higher priority or queued earlier are ahead. People
 * take turns, so the real order may differ.
 */
export async function listQueuePlaces(db: Executor, resourceId: string): Promise<QueueRecord[]> {
  const { rows } = await sql<QueueRecord>`
    select jobs.id, place.ahead::int as ahead, pause.paused_at, person.name as paused_by,
      (usual.seconds * (place.ahead + place.running + 1))::int as seconds
    from jobs join resources on resources.version_id = jobs.version_id
      left join paused_queues pause on pause.kind = jobs.kind
      left join users person on person.id = pause.paused_by
      cross join lateral (
        select count(*) filter (where other.state = 'queued') as ahead,
          count(*) filter (where other.state = 'running') as running
        from jobs other
        where other.kind = jobs.kind and other.state in ('queued', 'running') and other.id <> jobs.id
          and (other.state = 'running' or other.priority > jobs.priority
            or (other.priority = jobs.priority and (other.rank_at, other.id) < (jobs.rank_at, jobs.id)))
      ) place
      cross join lateral (
        select avg(extract(epoch from recent.finished_at - recent.started_at)) as seconds from (
          select finished_at, started_at from jobs done
          where done.kind = jobs.kind and done.state = 'done' and done.changed_at > now() - interval '1 day'
          order by done.changed_at desc limit 20) recent
      ) usual
    where resources.id = ${resourceId} and jobs.state = 'queued'`.execute(db);
  return rows;
}

function selectLogged(condition: Condition) {
  return sql<LoggedWork>`
    select ${workColumns}, jobs.log, requester.name as requester_name
    from jobs ${workJoins} left join users requester on requester.id = jobs.requested_by
    where ${condition}`;
}

/** A page of current versions that lack applicable steps, by resource id. */
export async function listUnplanned(
  db: Executor,
  wanted: { after: string | null; limit: number; pairs: readonly { kind: string; format: string; step: StepKind }[] },
): Promise<{ resource_id: string; version_id: string }[]> {
  const { rows } = await sql<{ resource_id: string; version_id: string }>`
    select resources.id as resource_id, resources.version_id from resources
    where state not in ('trashed', 'purged') and (${wanted.after}::uuid is null or resources.id > ${wanted.after}::uuid)
      and exists (
        select from jsonb_to_recordset(${JSON.stringify(wanted.pairs)}::jsonb) as pair (kind text, format text, step text)
        where pair.kind = resources.kind and pair.format = resources.format and not exists (
          select from jobs where jobs.version_id = resources.version_id and jobs.kind = pair.step))
    order by resources.id limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Steps of a version that haven't started, queued or not. */
export async function listWaiting(db: Executor, versionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('version_id', '=', versionId)
    .where('state', 'in', ['pending', 'queued'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Jobs follow the department and owner of their resource, and are current while their version is that of a live
 * resource.
 */
export const workFollower: ResourceFollower = {
  aspects: ['department_id', 'owner_id', 'version_id', 'live'],
  async changed(transaction, ids) {
    const { rows } = await sql<JobPlace>`
      select id as "resourceId", department_id as "departmentId", owner_id as "ownerId",
        case when state not in ('trashed', 'purged') then version_id end as "versionId"
      from resources where id = any (${ids}::uuid[])`.execute(transaction);
    await updateJobPlaces(transaction, rows);
  },
};
