import { sql } from 'kysely';
import { type Check, rowCheck } from './row-check.ts';

/** Tables that must not refer to a permanently deleted resource. */
const goneWithResource = [
  ...['resource_versions', 'resource_notes', 'passages', 'readings', 'text_drafts', 'subtitles', 'subtitle_sets'],
  ...['summaries', 'resource_summaries', 'sensitive_hits', 'sensitive_reviews', 'sensitive_texts', 'sensitive_scans'],
];

/** No work is stuck forever, and none was done twice. */
export const workChecks: readonly Check[] = [
  rowCheck(
    'stuck jobs',
    sql`select jobs.id as wrong from jobs
      where (state = 'running' and started_at < now() - interval '5 minutes'
          and not exists (select from workers where workers.name = jobs.worker
            and workers.last_seen_at > now() - interval '2 minutes'))
        or (state = 'queued' and queued_at < now() - interval '1 day'
          and kind not in (select kind from paused_queues))`,
  ),
  rowCheck(
    'stuck operations',
    sql`select operations.id as wrong from operations left join jobs on jobs.id = operations.job_id
      where operations.state in ('queued', 'running') and coalesce(jobs.state, 'failed') not in ('queued', 'running')
        and operations.created_at < now() - interval '5 minutes'`,
  ),
  rowCheck(
    'stuck uploads',
    sql`select id as wrong from uploads
      where (state in ('checking', 'unpacking') and updated_at < now() - interval '1 day')
        or (state in ('receiving', 'duplicate') and expires_at < now() - interval '2 days')`,
  ),
  rowCheck(
    'resources stuck in processing',
    sql`select resources.id as wrong from resources
      where state = 'processing' and state_since < now() - interval '5 minutes'
        and not exists (select from jobs where version_id = resources.version_id and state in ('queued', 'running'))`,
  ),
  rowCheck(
    'steps waiting for finished steps',
    sql`select waiting.id as wrong from jobs waiting where waiting.state = 'pending' and not exists (
        select from jobs ahead where ahead.version_id = waiting.version_id and ahead.state in ('queued', 'running'))`,
  ),
  rowCheck(
    'jobs with a wrong version, owner or department',
    sql`select jobs.id as wrong from jobs join resources on resources.id = jobs.resource_id
      where jobs.owner_id is distinct from resources.owner_id
        or jobs.department_id is distinct from resources.department_id
        or jobs.current <> (jobs.version_id is not distinct from resources.version_id
          and resources.state not in ('trashed', 'purged'))`,
  ),
  rowCheck(
    'resources with a wrong failure flag',
    sql`select resources.id as wrong from resources
      where exists (select from jobs where jobs.resource_id = resources.id and current)
        and work_failed <> exists (
          select from jobs where jobs.resource_id = resources.id and current and jobs.state = 'failed')`,
  ),
  rowCheck(
    'texts that repeatedly failed to be scanned',
    sql`select distinct resource_id as wrong from sensitive_scan_wishes where tries > 5`,
  ),
  rowCheck(
    'stuck re-scans',
    sql`select rescan.id as wrong from sensitive_rescans rescan left join jobs on jobs.id = rescan.job_id
      where rescan.state = 'running' and coalesce(jobs.state, 'failed') not in ('queued', 'running')`,
  ),
  rowCheck(
    'unblocked resources with open block matches',
    sql`select distinct resources.id as wrong from sensitive_hits hit join resources on resources.id = hit.resource_id
      where hit.state = 'open' and hit.severity = 'block' and resources.state not in ('blocked', 'trashed', 'purged')
        and not exists (select from sensitive_scan_wishes wish where wish.resource_id = resources.id)`,
  ),
  rowCheck(
    'visible items with open block matches',
    sql`select distinct item.id as wrong from sensitive_hits hit join sensitive_items item on item.id = hit.resource_id
      where hit.state = 'open' and hit.severity = 'block' and not item.withheld
        and not exists (select from sensitive_scan_wishes wish where wish.resource_id = item.id)
      union all
      select item.id from sensitive_items item join (
          select id, withheld from courses union all select id, withheld from chapters
          union all select id, withheld from subjects union all select id, withheld from columns) shown
        on shown.id = item.id and shown.withheld <> item.withheld
      where not exists (select from sensitive_scan_wishes wish where wish.resource_id = item.id)`,
  ),
  rowCheck(
    'text versions that are duplicate or of the wrong file version',
    sql`select readings.id as wrong from readings
        join resource_versions version on version.id = readings.version_id
        where readings.resource_id <> version.resource_id or readings.source_sha256 <> version.sha256
          or readings.parts <> (select count(*) from reading_parts where reading_id = readings.id)
      union all
      select passages.resource_id from passages join readings on readings.id = passages.reading_id
          join resources on resources.id = passages.resource_id
        where not readings.current or readings.withheld or passages.resource_id <> readings.resource_id
          or readings.version_id is distinct from resources.version_id
        group by passages.resource_id`,
  ),
  rowCheck(
    'resources with an outdated search index',
    sql`select resources.id as wrong from resources
      where state <> 'purged' and (
        title is distinct from (select text from passages where resource_id = resources.id and source = 'title')
        or description <> coalesce(
          (select text from passages where resource_id = resources.id and source = 'description'), '')
        or has_text <> exists (
          select from passages where resource_id = resources.id and source in ('document', 'ocr', 'speech'))
        or stale <> exists (
          select from readings where resource_id = resources.id and current and version_id <> resources.version_id))`,
  ),
  rowCheck(
    'resources without a current version',
    sql`select resources.id as wrong from resources
      left join resource_versions version on version.id = resources.version_id and version.resource_id = resources.id
      where state <> 'purged' and (version.id is null or version.number <> resources.version_number
        or version.sha256 <> resources.sha256 or version.size_bytes <> resources.size_bytes)`,
  ),
  rowCheck(
    'permanently deleted resources with leftover data',
    sql`select resources.id as wrong from resources where state = 'purged' and (${sql.join(
      goneWithResource.map((table) => sql`exists (select from ${sql.table(table)} where resource_id = resources.id)`),
      sql` or `,
    )} or exists (select from sensitive_decisions where resource_id = resources.id and excerpt is not null))`,
  ),
  rowCheck(
    'duplicate results',
    sql`select resource_id as wrong from resource_versions where from_number is null
        group by resource_id, file_id having count(*) > 1
      union all
      select min(id::text)::uuid from uploads where state = 'done' and resource_id is not null and replaces_id is null
        and on_duplicate <> 'use_existing' and duplicate_of is null
        group by resource_id having count(*) > 1`,
  ),
];
