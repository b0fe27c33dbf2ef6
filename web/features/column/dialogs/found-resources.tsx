import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SearchHit } from '@lectern/contract/features/search.ts';
import { ResourceSearchField, useResourceSearch } from '../../../components/resource/resource-search.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

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
  const search = useResourceSearch();
  const hits = search.hits.filter((hit) => !kind || hit.kind === kind);
  const start = kind === 'image' ? words.startImage : words.start;
  return (
    <>
      <ResourceSearchField label={label} placeholder={words.search} search={search} />
      {hits.length === 0 ? (
        <div className="column-found-none" role="status">
          {search.isEmpty ? start : search.isSuccess && words.none}
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
