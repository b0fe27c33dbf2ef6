import { type AccessStat, listAccessKeys } from '@lectern/contract/features/access-stat.ts';
import { getResource, listResources } from '@lectern/contract/features/resource.ts';
import {
  type AccessFilter,
  accessFilters,
  accessGrains,
  accessGroupings,
  accessMeasures,
  hourGrainDays,
} from '@lectern/contract/statistics/access-dimension.ts';
import { daysBetween } from '@lectern/contract/statistics/period.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FindField } from '../../components/resource/find-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { type AccessQuery, keyWords } from './access-choice.ts';

type Props = { address: StatAddress; query: AccessQuery; stat: AccessStat | undefined };

/** Controls for measure, grouping, grain and filter; all choices are kept in the address. */
export function AccessControls({ address, query, stat }: Props) {
  const { accessStat: texts, statistics } = useTexts();
  const { measures, groupings } = statistics;
  const { measure = 'views', groupBy = 'none', grain, filter } = query;
  // A filter without a key has no effect yet; the address remembers which one is being chosen.
  const begun = filter ?? accessFilters.find((one) => one === address.params.get('filter'));
  const length = stat ? daysBetween(stat.period.from, stat.period.to) : 1;
  const grains = accessGrains.filter((one) => one !== 'hour' || length <= hourGrainDays);
  const fits = (one: (typeof accessGroupings)[number]) => one === 'none' || (one !== begun && begun !== 'resource');
  return (
    <div className="access-controls">
      <SelectField
        label={texts.measure}
        value={measure}
        options={accessMeasures.map((value) => ({ value, label: measures[value] }))}
        onChange={(value) => address.change({ measure: value === 'views' ? undefined : value })}
      />
      <SelectField
        label={texts.groupBy}
        value={groupBy}
        options={accessGroupings.filter(fits).map((value) => ({ value, label: groupings[value] }))}
        onChange={(value) => address.change({ groupBy: value === 'none' ? undefined : value, limit: undefined })}
      />
      <SelectField
        label={texts.grain}
        value={grain ?? ''}
        options={[
          { value: '', label: texts.usualGrain },
          ...grains.map((value) => ({ value: value as string, label: texts.grains[value] })),
        ]}
        onChange={(value) => address.change({ grain: value || undefined })}
      />
      <SelectField
        label={texts.filter}
        value={begun ?? ''}
        options={[
          { value: '', label: texts.noFilter },
          ...accessFilters
            .filter((one) => one !== groupBy && (one !== 'resource' || groupBy === 'none'))
            .map((value) => ({ value: value as string, label: groupings[value] })),
        ]}
        onChange={(value) => address.change({ filter: value || undefined, key: undefined })}
      />
      {begun && <KeyField key={begun} filter={begun} address={address} />}
    </div>
  );
}

type KeyFieldProps = { filter: AccessFilter; address: StatAddress };

/** Chooses the key to filter by, by name. */
function KeyField({ filter, address }: KeyFieldProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const key = address.params.get('key');
  const options = useOptions(filter, typed ?? '');
  const chosen = useOptions(filter, '').find(({ id }) => id === key);
  const known = chosen ?? options.find(({ id }) => id === key);
  const title = useQuery({
    ...queryOf(getResource, { params: { id: key ?? '' } }, { quiet: true }),
    enabled: filter === 'resource' && key !== null && !known,
  }).data?.title;
  // An id means nothing to the user, so show “unknown”.
  const shown = key ? (known?.label ?? title ?? texts.words.unknown) : '';
  return (
    <FindField
      label={texts.statistics.groupings[filter]}
      placeholder={texts.accessStat.find}
      text={typed ?? shown}
      options={options}
      none={texts.accessStat.noneFound}
      onText={setTyped}
      onPick={({ id }) => {
        setTyped(null);
        address.change({ filter, key: id });
      }}
    />
  );
}

/** Resources are searched among all resources, other kinds among the keys that have been recorded. */
function useOptions(filter: AccessFilter, search: string): { id: string; label: string }[] {
  const texts = useTexts();
  const ofResources = filter === 'resource';
  const keys = useQuery({
    ...queryOf(
      listAccessKeys,
      { query: { filter: ofResources ? 'kind' : filter, ...(search && { search }) } },
      { quiet: true },
    ),
    enabled: !ofResources,
    placeholderData: keepPreviousData,
  }).data;
  const resources = useQuery({
    ...queryOf(listResources, { query: { ...(search && { search }), size: 25 } }, { quiet: true }),
    enabled: ofResources,
    placeholderData: keepPreviousData,
  }).data;
  if (ofResources) return (resources?.rows ?? []).map(({ id, title }) => ({ id, label: title }));
  const named = (keys ?? []).map((one) => ({ id: one.key, label: keyWords(filter, one, texts) }));
  const wanted = search.trim().toLowerCase();
  return named.filter(({ label }) => label.toLowerCase().includes(wanted));
}
