import { searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FindField } from '../../../components/resource/find-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

export type ChosenResource = { id: string; title: string };

/** One resource, found by words. */
export function ResourceChoice({ onPick }: { onPick: (resource: ChosenResource) => void }) {
  const { resource, sensitiveTools } = useTexts();
  const { trial } = sensitiveTools;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const search = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size: 20 } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const hits = wanted === '' ? [] : (search.data ?? []);
  return (
    <FindField
      label={trial.resource}
      placeholder={trial.findResource}
      text={text}
      options={hits.map(({ id, title, kind }) => ({ id, label: title, note: resource.kinds[kind] }))}
      none={wanted === '' ? trial.noResourceYet : trial.noResource}
      onText={setText}
      onPick={({ id, label }) => {
        setText(label);
        onPick({ id, title: label });
      }}
    />
  );
}
