import { sql } from 'kysely';
import type { Check } from './check.ts';
import { rowCheck } from './row-check.ts';

/** Nothing waits for ever, and nothing happened twice. */
export const workChecks: readonly Check[] = [
  rowCheck(
    'jobs that nobody works on',
    sql`select jobs.id as wrong from jobs
      where (state = 'running' and started_at < now() - interval '5 minutes'
          and not exists (select from workers where workers.name = jobs.worker
            and workers.last_seen_at > now() - interval '2 minutes'))
        or (state = 'queued' and created_at < now() - interval '1 day')`,
  ),
  rowCheck(
    'operations that nobody works on',
    sql`select operations.id as wrong from operations left join jobs on jobs.id = operations.job_id
      where operations.state in ('queued', 'running') and coalesce(jobs.state, 'failed') not in ('queued', 'running')
        and operations.created_at < now() - interval '5 minutes'`,
  ),
  rowCheck(
    'uploads that nobody works on',
    sql`select id as wrong from uploads
      where (state in ('checking', 'unpacking') and updated_at < now() - interval '1 day')
        or (state in ('receiving', 'duplicate') and expires_at < now() - interval '2 days')`,
  ),
  rowCheck(
    'resources that wait for an inspection nobody makes',
    sql`select resources.id as wrong from resources
      where state = 'processing' and state_since < now() - interval '5 minutes'
        and not exists (select from jobs where kind = 'inspect' and state in ('queued', 'running')
          and input ->> 'versionId' = resources.version_id::text)`,
  ),
  rowCheck(
    'resources without their current version',
    sql`select resources.id as wrong from resources
      left join resource_versions version on version.id = resources.version_id and version.resource_id = resources.id
      where state <> 'purged' and (version.id is null or version.number <> resources.version_number
        or version.sha256 <> resources.sha256 or version.size_bytes <> resources.size_bytes)`,
  ),
  rowCheck(
    'purged resources that still have something',
    sql`select resources.id as wrong from resources where state = 'purged'
      and (exists (select from resource_versions where resource_id = resources.id)
        or exists (select from resource_notes where resource_id = resources.id))`,
  ),
  rowCheck(
    'results that came twice',
    sql`select resource_id as wrong from resource_versions where from_number is null
        group by resource_id, file_id having count(*) > 1
      union all
      select min(id::text)::uuid from uploads where state = 'done' and resource_id is not null and replaces_id is null
        and on_duplicate <> 'use_existing' and duplicate_of is null
        group by resource_id having count(*) > 1`,
  ),
];
