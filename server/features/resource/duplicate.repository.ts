import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type ResourceRecord, recordColumns } from './list/resource-record.ts';
import { live } from './list/resource-tabs.ts';
import { readable } from './resource-scope.ts';

type Group = { sha256: Buffer; size_bytes: number; waste: number; kept_by: string | null };
type GroupPage = { after: { waste: number; sha256: Buffer } | undefined; decided: boolean; limit: number };

/** Maximum number of resources shown and counted per group. */
const shownAtMost = 100;

/** Files shared by several resources that this person may read; those that waste the most space come first. */
export async function listGroups(db: Executor, principal: Principal, page: GroupPage): Promise<Group[]> {
  const { after, decided, limit } = page;
  const { rows } = await sql<Group>`
    select * from (
      select twins.sha256, max(twins.size_bytes) as size_bytes, max(twins.size_bytes) * (count(*) - 1) as waste,
        max(twins.kept_by) as kept_by
      from (
        select resources.sha256, resources.size_bytes,
          case when decision.sha256 is not null then coalesce(decider.name, '') end as kept_by
        from resource_checksums doubled
          left join duplicate_decisions decision on decision.sha256 = doubled.sha256
          left join users decider on decider.id = decision.decided_by
          join resources on resources.sha256 = doubled.sha256
        where doubled.live > 1 and ${live} and ${readable(principal)}
          ${decided ? sql`` : sql`and decision.sha256 is null`}
      ) twins
      group by twins.sha256 having count(*) > 1
    ) groups
    ${after ? sql`where (waste, sha256) < (${after.waste}::bigint, ${after.sha256}::bytea)` : sql``}
    order by waste desc, sha256 desc limit ${limit}`.execute(db);
  return rows;
}

export async function listTwins(
  db: Executor,
  principal: Principal,
  hashes: readonly Buffer[],
): Promise<(ResourceRecord & { sha256: Buffer })[]> {
  const { rows } = await sql<ResourceRecord & { sha256: Buffer }>`
    select ${recordColumns(principal)}, resources.sha256
    from unnest(${hashes}::bytea[]) page (sha256)
      cross join lateral (
        select * from resources where resources.sha256 = page.sha256 and ${live} and ${readable(principal)}
        order by resources.created_at, resources.id limit ${shownAtMost}
      ) resources`.execute(db);
  return rows;
}

export async function insertDecision(db: Executor, sha256: Buffer, by: string): Promise<void> {
  await db
    .insertInto('duplicate_decisions')
    .values({ sha256, decided_by: by })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ decided_by: by, decided_at: sql<Date>`now()` }))
    .execute();
}
