import { apiBase } from '@lectern/contract/constants.ts';
import { findPageRendition, listRenditions } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/queries.ts';

/** Pictures of pages that come with one call. */
const pagesACall = 100;
/** What browsers cannot draw by themselves was turned into something that they can. */
const drawn = ['jpg', 'png', 'webp', 'gif', 'avif', 'bmp'];

/** Of a picture, itself; of a document, what was made of its page. */
export function usePagePicture(resource: ResourceDetailView, page: number): string | 'pending' | null {
  const isPicture = resource.kind === 'image';
  const after = Math.floor((page - 1) / pagesACall) * pagesACall;
  const { data, isPending } = useQuery({
    ...queryOf(listRenditions, { params: { id: resource.id }, query: { after } }, { quiet: true }),
    retry: false,
  });
  const known = data?.find((one) => one.kind === 'page' && one.page === page);
  // Of a long document only the first pages are drawn beforehand.
  const drawing = useQuery({
    ...queryOf(findPageRendition, { params: { id: resource.id, page: String(page) } }, { quiet: true }),
    enabled: !isPicture && data !== undefined && !known,
    // Many pages may be waiting to be drawn.
    retry: (tries, error) => tries < 5 && error.code === 'tooManyRequests',
  });
  if (isPicture) {
    const { format, url } = resource.current;
    if (drawn.includes(format)) return apiBase + url;
    if (isPending) return 'pending';
    const preview = data?.find(({ kind }) => kind === 'preview');
    return apiBase + (preview?.url ?? url);
  }
  if (isPending) return 'pending';
  if (known) return apiBase + known.url;
  if (drawing.isLoading) return 'pending';
  return drawing.data ? apiBase + drawing.data.url : null;
}
