import { listUnits } from '@lectern/contract/features/organisation.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import type { Names } from './filter-words.ts';

/** The names behind the ids of a view's filters; asked for only where a filter has ids. */
export function useNames(list: ListDeclaration, filters: Record<string, FilterValue>): Names {
  const valuesOf = (kind: string) =>
    Object.entries(filters).flatMap(([name, value]) => (list.filters[name]?.kind === kind ? [value] : []));
  const people = valuesOf('person') as string[];
  const units = useQuery({ ...queryOf(listUnits, {}, { quiet: true }), enabled: valuesOf('tree').length > 0 });
  const found = useQueries({
    queries: people.map((id) => queryOf(findPeople, { query: { id } }, { quiet: true })),
  });
  const known = [...(units.data?.departments ?? []), ...(units.data?.colleges ?? [])];
  return {
    unit: (id) => known.find((unit) => unit.id === id)?.name,
    person: (id) => found[people.indexOf(id)]?.data?.[0]?.name,
  };
}
