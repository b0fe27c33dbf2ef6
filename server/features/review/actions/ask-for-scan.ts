import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

/** Has all texts of a resource looked at again, whether or not anything about them changed. */
export async function askForScan(transaction: Executor, resourceId: string): Promise<void> {
  await sql`update sensitive_scans set texts_hash = '' where resource_id = ${resourceId}`.execute(transaction);
  await sql`insert into sensitive_scan_wishes (resource_id) values (${resourceId})`.execute(transaction);
}
