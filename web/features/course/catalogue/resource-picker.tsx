import { type ShelfItem, searchShelf, suggestForChapter } from '@lectern/contract/features/chapter.ts';
import { type ResourceKind, resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { SearchBox } from '../../../components/list-page/search-box.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryKeyOf, queryOf } from '../../../lib/queries.ts';
import '../../../components/data-grid/grid-checkbox.css';
import './resource-picker.css';

type Props = {
  /** Where resources are added; null while no chapter is selected. */
  chapter: { id: string; title: string } | null;
  /** Ids of resources already in the chapter. */
  inside: ReadonlySet<string>;
  onAdd: (items: readonly ShelfItem[]) => void;
};

/** Resources to add, from a search or suggested for the chapter: drag them, or select and press Enter. */
export function Shelf({ chapter, inside, onAdd }: Props) {
  const { chapter: texts, resource: resourceTexts } = useTexts();
  const words = texts.shelf;
  const format = useFormat();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [part, setPart] = useState<ShelfPart>('all');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<ResourceKind | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ShelfItem>>(new Map());
  const shelf = useShelf(chapter?.id ?? null, part, { text, kind });
  const toggle = (item: ShelfItem) =>
    setChosen((known) => {
      const next = new Map(known);
      if (!next.delete(item.id)) next.set(item.id, item);
      return next;
    });
  const add = (items: readonly ShelfItem[]) => {
    const fresh = items.filter(({ id }) => !inside.has(id));
    if (fresh.length === 0) return;
    setChosen(new Map());
    onAdd(fresh);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-shelf]');
    const at = shelf.rows.findIndex(({ id }) => id === row?.dataset.shelf);
    const item = shelf.rows[at];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    if (by) focusRow(list.current, shelf.rows[at + by]?.id);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      add(chosen.size > 0 ? [...chosen.values()] : [item]);
    else return;
    event.preventDefault();
  };
  const tabs = (['all', 'suggested'] as const).map((id) => ({ id, label: words.parts[id] }));
  return (
    <section className="drag-panel shelf" aria-label={words.label}>
      <Tabs label={words.label} tabs={tabs} active={part} onChange={setPart}>
        {part === 'all' && (
          <div className="shelf-search">
            <SearchBox keyless ref={search} value={text} placeholder={words.search} onSearch={setText} />
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
            <div className="shelf-kinds" role="group" aria-label={words.kinds}>
              {resourceKinds.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="shelf-kind"
                  aria-pressed={kind === one}
                  onClick={() => setKind(kind === one ? null : one)}
                >
                  {resourceTexts.kinds[one]}
                </button>
              ))}
            </div>
          </div>
        )}
        {part === 'suggested' && shelf.words.length > 0 && (
          <p className="shelf-words">{fillText(words.about, { words: joinNames(shelf.words) })}</p>
        )}
        {shelf.error && <ErrorPanel error={shelf.error} keepsOld={shelf.rows.length > 0} onRetry={shelf.refetch} />}
        {!chapter && (
          <EmptyState icon="list" title={words.noChapter}>
            {words.noChapterText}
          </EmptyState>
        )}
        {chapter && shelf.pending && <ShelfSkeleton />}
        {chapter && shelf.done && shelf.rows.length === 0 && (
          <EmptyState icon="search" title={part === 'all' ? words.none : words.noneSuggested}>
            {part === 'all' ? words.noneText : words.noneSuggestedText}
          </EmptyState>
        )}
        {chapter && shelf.rows.length > 0 && (
          <ul className="shelf-rows" aria-label={words.found} ref={list} onKeyDown={onKeyDown}>
            {shelf.rows.map((item) => (
              <ShelfRow
                key={item.id}
                item={item}
                inside={inside.has(item.id)}
                chosen={chosen.has(item.id)}
                onToggle={() => toggle(item)}
                onAdd={() => add([item])}
              />
            ))}
            {shelf.more && (
              <li>
                <Button size="small" look="quiet" busy={shelf.fetchingMore} onClick={shelf.fetchMore}>
                  {words.more}
                </Button>
              </li>
            )}
          </ul>
        )}
      </Tabs>
      <div className="shelf-foot">
        {chosen.size > 0 && chapter ? (
          <Button look="primary" size="small" onClick={() => add([...chosen.values()])}>
            {fillText(words.addMany, { count: format.number(chosen.size), title: chapter.title })}
          </Button>
        ) : (
          <span>{words.hint}</span>
        )}
      </div>
    </section>
  );
}

function focusRow(list: HTMLElement | null, id: string | undefined): void {
  if (!id) return;
  list?.querySelector<HTMLElement>(`[data-shelf="${CSS.escape(id)}"] input`)?.focus();
}

function ShelfSkeleton() {
  return (
    <SkeletonRegion className="shelf-waiting">
      {['78%', '62%', '84%', '56%', '70%', '66%'].map((width) => (
        <Skeleton key={width} width={width} height={28} />
      ))}
    </SkeletonRegion>
  );
}

type ShelfPart = 'all' | 'suggested';
type PickerFilter = { text: string; kind: ResourceKind | null };
type Page = { rows: ShelfItem[]; more: boolean };

/** Search results page by page, or suggestions for the chapter. */
function useShelf(chapterId: string | null, part: ShelfPart, { text, kind }: PickerFilter) {
  const params = { id: chapterId ?? '' };
  const query = { ...(text && { search: text }), ...(kind && { kind }) };
  const found = useInfiniteQuery<Page, ApiError, { pages: Page[] }, readonly [string, 'pages'], number>({
    queryKey: [queryKeyOf(searchShelf, { params, query })[0], 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(searchShelf, { params, query: { ...query, offset: pageParam } }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.reduce((sum, page) => sum + page.rows.length, 0) : undefined),
    enabled: chapterId !== null && part === 'all',
    placeholderData: keepPreviousData,
  });
  const suggested = useQuery({
    ...queryOf(suggestForChapter, { params }, { quiet: true }),
    enabled: chapterId !== null && part === 'suggested',
  });
  const isAll = part === 'all';
  const asked = isAll ? found : suggested;
  const rows = isAll ? (found.data?.pages.flatMap((page) => page.rows) ?? []) : (suggested.data?.rows ?? []);
  return {
    rows,
    words: suggested.data?.words ?? [],
    pending: asked.isPending,
    done: asked.isSuccess,
    error: asked.error,
    refetch: () => void asked.refetch(),
    more: isAll && found.hasNextPage,
    fetchingMore: found.isFetchingNextPage,
    fetchMore: () => void found.fetchNextPage(),
  };
}

type ShelfRowProps = {
  item: ShelfItem;
  inside: boolean;
  chosen: boolean;
  onToggle: () => void;
  onAdd: () => void;
};

const nowhere = () => [];

function ShelfRow({ item, inside, chosen, onToggle, onAdd }: ShelfRowProps) {
  const texts = useTexts();
  const words = texts.chapter.shelf;
  const format = useFormat();
  const drag = useDragRow({ kind: 'shelf', id: item.id, name: item.title, zones: nowhere }, { fixed: inside });
  const title = { title: item.title };
  const used = joinNames(item.usedIn.map(({ number }) => number));
  const facts = [
    texts.resource.kinds[item.kind],
    lengthWords(item, { texts, format }),
    item.state !== 'published' && texts.resource.states[item.state],
    used && fillText(words.usedIn, { count: item.usedIn.length, numbers: used }),
  ];
  return (
    <li
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      className="shelf-row drag-row"
      data-shelf={item.id}
      data-inside={inside || undefined}
    >
      <label className="shelf-label">
        <input
          type="checkbox"
          className="grid-checkbox"
          aria-label={fillText(inside ? words.isInside : words.choose, title)}
          disabled={inside}
          checked={chosen}
          onChange={onToggle}
        />
        <Thumbnail resource={item} />
        <span className="shelf-text">
          <span className="shelf-title" title={item.title}>
            {item.title}
          </span>
          <span
            className="shelf-facts"
            title={item.usedIn.map(({ number, title: of }) => `${number} ${of}`).join('\n')}
          >
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
      {inside ? (
        <span className="shelf-inside">{words.inside}</span>
      ) : (
        <IconButton icon="plus" label={fillText(words.add, title)} onClick={onAdd} />
      )}
    </li>
  );
}
