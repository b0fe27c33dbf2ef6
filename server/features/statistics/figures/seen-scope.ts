import { sql } from 'kysely';
import { dataScopeOf, type ScopeFacts } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { numbersOf, type SeenScope } from './selection.ts';

/** What somebody sees, and whether there are sums of what is theirs. */
export async function seenScopeOf(db: Executor, principal: ScopeFacts): Promise<SeenScope> {
  const scope = dataScopeOf(principal);
  if (scope.kind !== 'own') return scope;
  const { rows } = await sql<{ since: string }>`select since::text as since from access_owners
    where owner = any (${numbersOf({ dimension: 'owner', keys: [scope.userId] })})`.execute(db);
  return rows[0] ? { ...scope, keptFrom: rows[0].since } : scope;
}
