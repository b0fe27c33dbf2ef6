import { searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../../lib/queries.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { TextField } from '../text-field.tsx';

/** Searches resources as the user types; without a text there are no matches. */
export function useResourceSearch(size = 20) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { data, error, isSuccess, refetch } = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const isEmpty = wanted === '';
  return { text, setText, isEmpty, hits: isEmpty ? [] : (data ?? []), error, isSuccess, refetch };
}

type Props = { label: string; placeholder?: string; search: ReturnType<typeof useResourceSearch> };

/** Search field of a dialog, with the error below it when the search fails. */
export function ResourceSearchField({ label, placeholder, search }: Props) {
  return (
    <>
      <TextField
        label={label}
        type="search"
        placeholder={placeholder}
        value={search.text}
        maxLength={200}
        autoComplete="off"
        onChange={search.setText}
        data-first-focus
      />
      {search.error && <ErrorPanel error={search.error} onRetry={() => void search.refetch()} />}
    </>
  );
}
