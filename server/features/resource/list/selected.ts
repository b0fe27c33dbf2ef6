import type { selection } from '@lectern/contract/features/operation.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, ListSource } from '../../../platform/list/list-source.ts';
import { parseMatching } from '../../../platform/list/parse-matching.ts';
import { resolveSearch } from '../../../platform/list/resolve-search.ts';
import { all, viewConditions } from '../../../platform/list/view-conditions.ts';
import { resourceListSources } from './resource-list.source.ts';

export type Selected = { list: string; selection: z.output<typeof selection> };

export function sourceOf(list: string): ListSource {
  const source = resourceListSources.find((candidate) => candidate.list.id === list);
  if (!source) throw invalidField('list', 'notResourceList');
  return source;
}

/** What a person has chosen, as far as they may see it: a condition on `resources`. */
export async function selectedCondition(
  db: Executor,
  principal: Principal,
  { list, selection }: Selected,
  timeZone: string,
): Promise<Condition> {
  const source = sourceOf(list);
  if ('ids' in selection) {
    const seen = source.scope(principal, { tab: source.list.tabs[0] });
    return all([seen, sql`resources.id = any (${selection.ids}::uuid[])`, notPurged]);
  }
  const view = parseMatching(source.list, selection.matching);
  const meant = await resolveSearch(db, source, view, { timeZone, principal });
  return all([
    viewConditions(meant, view, principal, { timeZone }),
    sql`not (resources.id = any (${selection.except}::uuid[]))`,
    notPurged,
  ]);
}

const notPurged = sql`resources.state <> 'purged'`;

/** The ids of what a person has chosen, at most so many. */
export async function listSelected(
  db: Executor,
  principal: Principal,
  selected: Selected,
  { limit, timeZone }: { limit: number; timeZone: string },
): Promise<string[]> {
  const chosen = await selectedCondition(db, principal, selected, timeZone);
  const { rows } = await sql<{ id: string }>`
    select resources.id from resources where ${chosen} limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
