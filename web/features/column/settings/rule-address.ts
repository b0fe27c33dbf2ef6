import { type ResourceRow, resourceList } from '@lectern/contract/features/resource.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';

export type Rule = { search: string; sort: string; filters: Record<string, FilterValue>; refused: string[] };

// What depends on who looks is no rule for everybody.
const { starred: _starred, duplicates: _duplicates, ...filters } = resourceList.filters;
const ruleList = { ...resourceList, filters };

/** The chips of a rule are those of the list of resources. */
export const ruleDefinition: Pick<ListDefinition<ResourceRow>, 'list' | 'texts' | 'unsaid'> = {
  list: ruleList,
  unsaid: ['counted'],
  texts: ({ resourceList: words, resource }) => ({
    ...words.resource,
    columns: words.columns,
    tabs: words.tabs,
    filters: words.filters,
    values: {
      kind: resource.kinds,
      state: resource.states,
      licence: resource.licences,
      visibility: resource.visibilities,
      language: currentLanguageNames(),
    },
  }),
};

/** A rule is spelled like the address of a view; a tab of one kind is the same as the filter by it. */
export function readRule(text: string): Rule {
  const { tab, search, sort, filters: found, refused } = readAddress(ruleList, new URLSearchParams(text));
  const kind = resourceKinds.find((one) => one === tab);
  return { search, sort, filters: kind && !found.kind ? { ...found, kind: [kind] } : found, refused };
}

export function printRule({ search, sort, filters: wanted }: Omit<Rule, 'refused'>): string {
  const address = { tab: ruleList.tabs[0], search, sort, filters: wanted };
  return new URLSearchParams(
    printView(ruleList, { ...address, page: 1, size: 50, cursor: undefined, refused: [] }),
  ).toString();
}
