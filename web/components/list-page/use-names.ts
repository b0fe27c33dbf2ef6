import { findPeople } from '@lectern/contract/features/people.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { useQueries } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import type { Names } from './filter-words.ts';
import { type TreeWish, useTrees } from './use-tree.ts';

/** The names behind the ids of a view's filters; asked for only where a filter has ids. */
export function useNames(list: ListDeclaration, filters: Record<string, FilterValue>): Names {
  const wishes: TreeWish[] = [];
  const people: string[] = [];
  for (const [name, value] of Object.entries(filters)) {
    const declared = list.filters[name];
    if (declared?.kind === 'tree') wishes.push({ of: declared.of, ids: value as string[] });
    if (declared?.kind === 'person') people.push(value as string);
  }
  const known = useTrees(wishes).flatMap(({ nodes }) => nodes);
  const found = useQueries({
    queries: people.map((id) => queryOf(findPeople, { query: { id } }, { quiet: true })),
  });
  return {
    unit: (id) => known.find((unit) => unit.id === id)?.name,
    person: (id) => found[people.indexOf(id)]?.data?.[0]?.name,
  };
}
