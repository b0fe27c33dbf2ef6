import { type ReviewKind, type ReviewRow, reviewList, reviewPath } from '@lectern/contract/features/review.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';

/** Address of a review page; `view` is the queue view to return to. */
export function reviewHref(review: { id: string; kind: ReviewKind }, view: string): string {
  const path = reviewPath(review);
  return view ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ view })}` : path;
}

export function rowHref({ id, resource }: ReviewRow, view: string): string {
  return reviewHref({ id, kind: resource.kind }, view);
}

/** The queue view at an address, without the page position. */
export function viewAt(search: string): string {
  const view = printView(reviewList, readAddress(reviewList, new URLSearchParams(search)));
  return new URLSearchParams(view).toString();
}

export function queueHref(view: string): string {
  return view ? `${reviewList.page}?${view}` : reviewList.page;
}
