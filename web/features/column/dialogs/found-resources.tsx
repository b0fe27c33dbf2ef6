import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { type SearchHit, searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

type Props = {
  label: string;
  /** Limits the search to one kind. */
  kind?: ResourceKind;
  many: boolean;
  chosen: ReadonlySet<string>;
  /** Ids of resources already in the column. */
  inside?: ReadonlySet<string>;
  onToggle: (hit: SearchHit) => void;
};

/** Resource search with checkboxes, or radio buttons for a single choice. */
export function FoundResources({ label, kind, many, chosen, inside, onToggle }: Props) {
  const { column, resource } = useTexts();
  const words = column.picker;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const search = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size: 20 } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const hits = wanted === '' ? [] : (search.data ?? []).filter((hit) => !kind || hit.kind === kind);
  const start = kind === 'image' ? words.startImage : words.start;
  return (
    <>
      <TextField
        label={label}
        type="search"
        placeholder={words.search}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={setText}
        data-first-focus
      />
      {search.error && <ErrorPanel error={search.error} onRetry={() => void search.refetch()} />}
      {hits.length === 0 ? (
        <div className="column-found-none" role="status">
          {wanted === '' ? start : search.isSuccess && words.none}
        </div>
      ) : (
        <ul className="column-found" aria-label={words.found}>
          {hits.map((hit) => (
            <li key={hit.id}>
              <label className="column-found-row">
                <input
                  type={many ? 'checkbox' : 'radio'}
                  name="found"
                  className={many ? 'grid-checkbox' : undefined}
                  disabled={inside?.has(hit.id)}
                  checked={chosen.has(hit.id)}
                  onChange={() => onToggle(hit)}
                />
                <Thumbnail resource={hit} />
                <span>
                  <span className="column-found-title">{hit.title}</span>
                  <span className="column-found-note">
                    {resource.kinds[hit.kind]} · {inside?.has(hit.id) ? words.inside : resource.states[hit.state]}
                    {hit.found !== 'title' && hit.snippet && ` · ${hit.snippet}`}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
