import { passesRouteFilter } from '@lectern/contract/access.ts';
import { listResources } from '@lectern/contract/features/resource.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner.tsx';
import { AddFilter } from '../../../components/list-page/add-filter.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { FilterChips } from '../../../components/list-page/filter-chips.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { printRule, type Rule, readRule, ruleDefinition } from './rule-address.ts';
import '../../../components/list-page/list-filters.css';

type Props = { value: string; error?: string | undefined; disabled: boolean; onChange: (rule: string) => void };

/** A rule, edited like the filters of a list, with how much it matches right now. */
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
        <Banner tone="warning">{fillText(words.ruleRefused, { names: rule.refused.join(', ') })}</Banner>
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
    // The list itself is another page, which not everybody has.
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
