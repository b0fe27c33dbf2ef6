import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type ResourceRecord, recordColumns } from './list/resource-record.ts';
import { live } from './list/resource-tabs.ts';
import { readable } from './resource-scope.ts';

export type DetailRecord = ResourceRecord & {
  description: string;
  author: string;
  year: number | null;
  source: string;
  alt_text: string;
  sha256: Buffer;
  version_id: string;
  state_since: Date;
  state_by: string | null;
  state_by_name: string | null;
  created_by: string | null;
  created_by_name: string | null;
  versions: number;
  notes: number;
};

/** Unknown, or nothing this person may read: the same answer. Who might have read it hears that it was purged. */
export async function findDetail(db: Executor, principal: Principal, id: string): Promise<DetailRecord> {
  const { rows } = await sql<DetailRecord>`
    select ${recordColumns(principal)}, resources.description, resources.author, resources.year, resources.source,
      resources.alt_text, resources.sha256, resources.version_id, resources.state_since,
      resources.state_by, (select name from users where users.id = resources.state_by) as state_by_name,
      resources.created_by, (select name from users where users.id = resources.created_by) as created_by_name,
      (select count(*) from resource_versions where resource_id = resources.id) as versions,
      (select count(*) from resource_notes where resource_id = resources.id) as notes
    from resources where resources.id = ${id} and ${readable(principal)}`.execute(db);
  const [record] = rows;
  if (!record) throw new AppError('notFound');
  if (record.state === 'purged') throw new AppError('gone');
  return record;
}

/** Others with the very same file that this person may read. */
export async function countDuplicates(
  db: Executor,
  principal: Principal,
  resource: { id: string; sha256: Buffer },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from resources
      where sha256 = ${resource.sha256} and id <> ${resource.id} and ${live} and ${readable(principal)} limit 1000
    ) twins`.execute(db);
  return rows[0]?.count ?? 0;
}
