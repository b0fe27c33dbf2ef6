import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { parseMatching } from '../../platform/list/parse-matching.ts';
import { resolveSearch } from '../../platform/list/resolve-search.ts';
import { all, viewConditions } from '../../platform/list/view-conditions.ts';
import { subtitleListSource } from './list/subtitle-list.source.ts';
import type { Chosen } from './subtitle-file.service.ts';
/** The videos of a view, or those that are named. */
export function listChosenVideos(db: Db, timeZone: string) {
  return async (principal: Principal, { view, ids }: Chosen, limit: number): Promise<string[]> => {
    const named = ids ? sql`subtitle_sets.resource_id = any (${ids}::uuid[])` : sql`true`;
    const parsed = parseMatching(subtitleListSource.list, ids ? 'tab=all' : (view ?? ''));
    const meant = await resolveSearch(db, subtitleListSource, parsed, { timeZone, principal });
    const condition = all([viewConditions(meant, parsed, principal, { timeZone }), named]);
    const { rows } = await sql<{ id: string }>`
      select subtitle_sets.resource_id as id from subtitle_sets where ${condition} limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  };
}
