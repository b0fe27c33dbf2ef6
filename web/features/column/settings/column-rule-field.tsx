import { passesRouteFilter } from '@lectern/contract/access.ts';
import { listResources, type ResourceRow, resourceList } from '@lectern/contract/features/resource.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner.tsx';
import { AddFilter } from '../../../components/list-page/add-filter.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { FilterChips } from '../../../components/list-page/filter-chips.tsx';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import '../../../components/list-page/list-filters.css';
import { joinNames } from '../../../lib/i18n/punctuation.ts';

type Props = { value: string; error?: string | undefined; disabled: boolean; onChange: (rule: string) => void };

/** Edits a rule like list filters, with the current number of matches. */
export function ColumnRuleField({ value, error, disabled, onChange }: Props) {
  const { column, resourceList } = useTexts();
  const words = column.form;
  const rule = readRule(value);
  const change = (part: Partial<Rule>) => onChange(printRule({ ...rule, ...part }));
  const setFilter = (name: string, next: FilterValue | undefined) => {
    const { [name]: _old, ...others } = rule.filters;
    change({ filters: next === undefined ? others : { ...others, [name]: next } });
  };
  return (
    <fieldset className="column-rule" disabled={disabled}>
      <legend>{words.rule}</legend>
      {rule.refused.length > 0 && (
        <Banner tone="warning">{fillText(words.ruleRefused, { names: joinNames(rule.refused) })}</Banner>
      )}
      <TextField
        label={words.ruleSearch}
        type="search"
        placeholder={resourceList.resource.search}
        value={rule.search}
        maxLength={200}
        onChange={(search) => change({ search })}
      />
      <div className="column-rule-chips">
        <FilterChips definition={ruleDefinition} filters={rule.filters} onChange={setFilter} />
        <AddFilter definition={ruleDefinition} filters={rule.filters} onAdd={setFilter} />
      </div>
      {error && <div className="field-help field-error">{error}</div>}
      <RuleCount rule={printRule(rule)} />
    </fieldset>
  );
}

function RuleCount({ rule }: { rule: string }) {
  const words = useTexts().column.form;
  const format = useFormat();
  const user = useCurrentUser();
  const query = Object.fromEntries(new URLSearchParams(rule));
  const found = useQuery({
    ...queryOf(listResources, { query: { ...query, size: '25' } as never }, { quiet: true }),
    // Counting uses the resource list, which not every user may open.
    enabled: passesRouteFilter(user, '/app/resource/info'),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="field-help" role="status">
      {rule === ''
        ? words.ruleEmpty
        : found.data && fillText(words.ruleCount, { count: countWords(found.data.count, format) })}
    </div>
  );
}

type Rule = { search: string; sort: string; filters: Record<string, FilterValue>; refused: string[] };

// Filters that depend on the viewer can't be part of a rule.
const { starred: _starred, duplicates: _duplicates, ...filters } = resourceList.filters;
const ruleList = { ...resourceList, filters };

/** Rules are shown with the filter chips of the resource list. */
const ruleDefinition: Pick<ListDefinition<ResourceRow>, 'list' | 'texts' | 'unsaid'> = {
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

/** Rules use the format of list addresses; a tab for one kind is read as a filter by that kind. */
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
