import { workNeighbours } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { placeOf, type Walk } from '../../components/walk/walk.ts';
import { type TextSource, textHref } from '../../components/work/text-href.ts';
import { queryOf } from '../../lib/queries.ts';

const lists = { ocr: { id: 'ocr', page: '/app/handle/img' }, speech: { id: 'asr', page: '/app/handle/asr' } } as const;

/** Address of the list this page belongs to, with the view it was opened from. */
export function useTextList(): string {
  const { pathname, searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view');
  const { page } = pathname.includes('/asr') ? lists.speech : lists.ocr;
  return view ? `${page}?${view}` : page;
}

/** The previous and next text in the list view. */
export function useTextWalk(id: string, source: TextSource): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  const query = { list: lists[source].id, view };
  const { data } = useQuery({
    ...queryOf(workNeighbours, { params: { id }, query }, { quiet: true }),
    staleTime: 60_000,
    retry: false,
  });
  return {
    previous: data?.previous ? textHref(data.previous, view) : null,
    next: data?.next ? textHref(data.next, view) : null,
    ...placeOf(data),
    list: useTextList(),
  };
}
