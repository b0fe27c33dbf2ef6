import {
  libraryResourceList,
  myResourceList,
  type ResourceRow,
  resourceList,
} from '@lectern/contract/features/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type ListSource, listSource, type SortKey } from '../../../platform/list/list-source.ts';
import { findsPassages } from '../../../platform/passages/finds-passages.ts';
import { passageWords } from '../../../platform/passages/passage-words.ts';
import { readable } from '../resource-scope.ts';
import { countTagged } from './count-tagged.ts';
import { readableIn, readableParts } from './readable-in.ts';
import { resourceCells } from './resource-cells.ts';
import { resourceFilters } from './resource-filters.ts';
import { presentResource, type ResourceRecord, recordColumns } from './resource-record.ts';
import { prepareResourceSearch, resourceSearch, similarResourceSearch } from './resource-search.ts';
import { countOwnTabs, countReadableTabs, kindTabs, myTabs, stateTabs } from './resource-tabs.ts';

const sorts: Record<'title' | 'size' | 'created' | 'updated', SortKey> = {
  title: { by: sql`lower(resources.title)`, type: 'text' },
  size: { by: sql`resources.size_bytes`, type: 'bigint' },
  created: { by: sql`resources.created_at`, type: 'timestamptz' },
  updated: { by: sql`resources.updated_at`, type: 'timestamptz' },
};

/** The same for all lists of resources. */
const shared = {
  from: sql`resources`,
  id: sql`resources.id`,
  columns: sql`resources.id` as RawBuilder<unknown>,
  columnsFor: recordColumns,
  search: resourceSearch,
  prepareSearch: prepareResourceSearch,
  fewRows: 10_000,
  similarSearch: similarResourceSearch,
  searchCountLimit: 100,
  filters: resourceFilters,
  prepareFilters: {
    contains: (db: Executor, text: string) => findsPassages(db, { words: passageWords(text) }),
  },
  sorts,
  present: presentResource,
  exportCell: (column: string, row: unknown, words: Parameters<typeof resourceCells.title>[1]) =>
    resourceCells[column as keyof typeof resourceCells](row as ResourceRow, words),
};
/** Purged ones are in no tab. */
const readableScope = { scope: readableIn, scopeParts: readableParts };
const allTabs = { ...kindTabs, ...stateTabs };

export const resourceListSource: ListSource = listSource<typeof resourceList, ResourceRecord>({
  ...shared,
  list: resourceList,
  ...readableScope,
  countsWhole: ({ counted }) => counted === true,
  tabs: allTabs,
  countTabs: (db, principal) => countReadableTabs(db, principal, resourceList.tabs),
  countView: (db, principal, view) => countTagged(db, principal, view, allTabs),
});

export const libraryResourceListSource: ListSource = listSource<typeof libraryResourceList, ResourceRecord>({
  ...shared,
  list: libraryResourceList,
  ...readableScope,
  tabs: kindTabs,
  countTabs: (db, principal) => countReadableTabs(db, principal, libraryResourceList.tabs),
  countView: (db, principal, view) => countTagged(db, principal, view, kindTabs),
});

export const myResourceListSource: ListSource = listSource<typeof myResourceList, ResourceRecord>({
  ...shared,
  list: myResourceList,
  scope: (principal: Principal) => sql`resources.owner_id = ${principal.userId}`,
  reach: readable,
  tabs: myTabs,
  countTabs: (db, principal) => countOwnTabs(db, principal, myTabs),
});

export const resourceListSources: readonly ListSource[] = [
  resourceListSource,
  myResourceListSource,
  libraryResourceListSource,
];
