import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { plannedEachTime } from '../../../platform/db/preparing-client.ts';
import type { Condition } from '../../../platform/list/list-source.ts';

export type Found = { id: string; state: string };
type Wanted = { readable: Condition; kind?: ResourceKind | undefined; limit: number };

const ofKind = (kind: ResourceKind | undefined) => (kind ? sql`and resources.kind = ${kind}` : sql``);
const latest = sql`order by resources.updated_at desc, resources.id desc`;

/** The latest that fit: walked along one index, whatever they are. */
export async function listFitting(db: Executor, found: Condition, { readable, kind, limit }: Wanted): Promise<Found[]> {
  const { rows } = await sql<Found>`${sql.raw(plannedEachTime)}
    select resources.id, resources.state from resources
    where ${found} and resources.state not in ('trashed', 'purged') and ${readable} ${ofKind(kind)}
    ${latest} limit ${limit}`.execute(db);
  return rows;
}

/** The latest published ones, and behind them the others. */
export async function listLatest(db: Executor, { readable, kind, limit }: Wanted): Promise<Found[]> {
  const { rows: published } = await sql<Found>`select resources.id, resources.state from resources
    where resources.state = 'published' and ${readable} ${ofKind(kind)} ${latest} limit ${limit}`.execute(db);
  if (published.length >= limit) return published;
  const { rows: others } = await sql<Found>`select resources.id, resources.state from resources
    where resources.state not in ('published', 'trashed', 'purged') and ${readable} ${ofKind(kind)}
    ${latest} limit ${limit - published.length}`.execute(db);
  return [...published, ...others];
}
