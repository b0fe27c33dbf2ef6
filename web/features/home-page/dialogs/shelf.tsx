import { listHomeShelf, type ShelfThing } from '@lectern/contract/features/home-page-publication.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { Picture, signOf } from '../entry-picture.tsx';
import '../../../components/data-grid/grid-checkbox.css';

type Props = {
  of: 'resource' | 'course' | 'image';
  label: string;
  many: boolean;
  chosen: ReadonlySet<string>;
  /** In the slot already. */
  inside?: ReadonlySet<string>;
  onToggle: (thing: ShelfThing) => void;
};

/** What one may choose from: published things first, narrowed by words. */
export function Shelf({ of, label, many, chosen, inside, onToggle }: Props) {
  const texts = useTexts();
  const words = texts.homePage.add;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const shelf = useQuery({
    ...queryOf(listHomeShelf, { query: { of, search } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const things = shelf.data?.things ?? [];
  return (
    <>
      <TextField
        label={label}
        type="search"
        placeholder={of === 'course' ? words.searchCourse : words.search}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={setText}
        data-first-focus
      />
      {shelf.error && <ErrorPanel error={shelf.error} onRetry={() => void shelf.refetch()} />}
      {shelf.isPending && (
        <SkeletonRegion className="home-shelf home-shelf-loading">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={34} />
          ))}
        </SkeletonRegion>
      )}
      {shelf.isSuccess && things.length === 0 && (
        <div className="home-shelf-none" role="status">
          {search ? words.none : words.noneYet}
        </div>
      )}
      {things.length > 0 && (
        <ul className="home-shelf" aria-label={words.found}>
          {things.map((thing) => (
            <li key={thing.id}>
              <label className="home-shelf-row">
                <input
                  type={many ? 'checkbox' : 'radio'}
                  className={many ? 'grid-checkbox' : undefined}
                  name={`shelf-${of}`}
                  disabled={inside?.has(thing.id)}
                  checked={chosen.has(thing.id)}
                  onChange={() => onToggle(thing)}
                />
                <Picture sign={signOf(thing.kind, thing)} address={thing.thumbnail} />
                <span>
                  <span className="home-shelf-title">{thing.title}</span>
                  <span className="home-shelf-note">
                    {[
                      thing.resourceKind && texts.resource.kinds[thing.resourceKind],
                      thing.owner,
                      inside?.has(thing.id) ? words.inside : words.readers[thing.readers],
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
          {shelf.data?.more && <li className="home-shelf-more">{words.more}</li>}
        </ul>
      )}
    </>
  );
}
