import { listAccessKeys } from '@lectern/contract/features/access-stat.ts';
import { getResource, listResources } from '@lectern/contract/features/resource.ts';
import { type AccessFilter, groupingWords } from '@lectern/contract/statistics/access-dimension.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FindField } from '../../components/resource/find-field.tsx';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { keyWords } from './key-words.ts';

type Props = { filter: AccessFilter; address: StatAddress };

/** Which one of a kind figures are narrowed to: found by its name. */
export function KeyField({ filter, address }: Props) {
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
  // An id says nothing to anybody.
  const shown = key ? (known?.label ?? title ?? texts.words.unknown) : '';
  return (
    <FindField
      label={inLanguage(groupingWords)[filter]}
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

/** Kinds, units and sites by what has been counted; resources by the list of all. */
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
