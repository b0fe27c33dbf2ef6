import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import type { ResourceRows } from '../resource-rows.ts';
import { readable } from '../resource-scope.ts';
import { resourceListSource } from './resource-list.source.ts';
import { presentResource, type ResourceRecord, recordColumns } from './resource-record.ts';

/** Resources as columns, favourites and search show them. */
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
