import { sql } from 'kysely';
import { foldListCounts } from './list/fold-counts.ts';
import { deleteOutdated, type MaintenanceStep } from './maintenance-step.ts';

/** Retention of the platform's own tables. */
export const platformMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'expired rate limits',
    table: sql`rate_limits`,
    where: sql`window_ends_at < now()`,
  }),
  deleteOutdated({
    what: 'idempotency keys older than 2 days',
    table: sql`idempotency_keys`,
    where: sql`started_at < now() - interval '2 days'`,
  }),
  deleteOutdated({
    what: 'live events older than a day',
    table: sql`events`,
    where: sql`created_at < now() - interval '1 day'`,
  }),
  deleteOutdated({
    what: 'workers not seen for a day',
    table: sql`workers`,
    where: sql`last_seen_at < now() - interval '1 day'`,
  }),
  // There is one per minute, and activities already record what it did.
  deleteOutdated({
    what: 'publishing schedule runs older than 2 days',
    table: sql`jobs`,
    where: sql`kind = 'resourceSchedule' and finished_at < now() - interval '2 days'`,
  }),
  deleteOutdated({
    what: 'maintenance and operation runs older than 90 days',
    table: sql`jobs`,
    where: sql`kind in ('maintenance', 'operation', 'inspect', 'unpack', 'editImage', 'rescan') and version_id is null
      and finished_at < now() - interval '90 days'`,
  }),
  { verb: { bare: 'fold', done: 'Folded' }, what: 'list count changes', run: foldListCounts },
];
