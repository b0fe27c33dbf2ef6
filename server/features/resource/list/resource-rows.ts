import type { selection } from '@lectern/contract/features/operation.ts';
import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { invalidField } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { Condition, ListSource } from '../../../platform/list/list-source.ts';
import { parseMatching } from '../../../platform/list/parse-matching.ts';
import { resolveSearch } from '../../../platform/list/resolve-search.ts';
import { all, viewConditions } from '../../../platform/list/view-conditions.ts';
import { findReadable } from '../resource.repository.ts';
import { readable } from '../resource-scope.ts';
import { resourceListSource, resourceListSources } from './resource-list.source.ts';
import { presentResource, type ResourceRecord, recordColumns } from './resource-record.ts';

/** Resource rows for lists of other features, limited to what the person may read. */
export type ResourceRows = {
  /** For content rules, which use the filters of the resource list. */
  source: ListSource;
  /** A condition on a row of `resources`. */
  readable(principal: Principal): Condition;
  /** Rows by id, without resources that are purged or not readable for this person. */
  read(db: Executor, principal: Principal, ids: readonly string[]): Promise<Map<string, ResourceRow>>;
};

export const resourceRows: ResourceRows = {
  source: resourceListSource,
  readable,
  async read(db, principal, ids) {
    if (ids.length === 0) return new Map<string, ResourceRow>();
    const { rows } = await sql<ResourceRecord>`
      select ${recordColumns(principal)} from resources
      where resources.id = any(${ids}::uuid[]) and resources.state <> 'purged' and ${readable(principal)}`.execute(db);
    return new Map(rows.map((row) => [row.id, presentResource(row)]));
  },
};

export type Selected = { list: string; selection: z.output<typeof selection> };

export function sourceOf(list: string): ListSource {
  const source = resourceListSources.find((candidate) => candidate.list.id === list);
  if (!source) throw invalidField('list', 'notResourceList');
  return source;
}

/** Condition on `resources`: selected and visible to this person. */
export async function selectedCondition(
  db: Executor,
  principal: Principal,
  { list, selection }: Selected,
  timeZone: string,
): Promise<Condition> {
  const source = sourceOf(list);
  if ('ids' in selection) {
    return all([source.scope(principal), sql`resources.id = any (${selection.ids}::uuid[])`, notPurged]);
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

/** At most `limit` ids of the selection. */
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

type Neighbour = { id: string; kind: ResourceKind };
type Neighbours = { previous: Neighbour | null; next: Neighbour | null; before: number | null; after: number | null };
type Dependencies = { db: Db; reader: ListReader };

/** The previous and next resource in the order of a view. */
export async function findNeighbours(
  { db, reader }: Dependencies,
  principal: Principal,
  source: ListSource,
  { id, view }: { id: string; view: string },
): Promise<Neighbours> {
  await findReadable(db, principal, id);
  const from = { at: sql`${source.id} = ${id}`, columns: sql`resources.id, resources.kind`, view };
  const { before, after, counts } = await reader.around<Neighbour>(source, from, principal);
  return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
}
