import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { measureColumns } from './cell.ts';
import type { Span } from './viewer-span.repository.ts';
import { lastDayOf } from './viewer-span.ts';

/**
 * Writes what is kept of resources anew in the order in which it is asked for: what came in day by day lies all over the
 * table, and who looks at a department or at one's own would read a page of the disk for each row.
 */
export async function layOutResources(transaction: Executor, span: Span): Promise<void> {
  const table = sql.table(span.span === 'week' ? 'access_resource_days' : 'access_resource_months');
  const columns = sql.join(
    ['day', 'resource', 'kind', 'college', 'department', 'subject', 'owner', ...measureColumns].map((name) =>
      sql.id(name),
    ),
  );
  await sql`with taken as (
      delete from ${table} where day between ${span.day}::date and ${lastDayOf(span)}::date returning ${columns})
    insert into ${table} (${columns}) select ${columns} from taken order by department, owner, resource, day`.execute(
    transaction,
  );
}
