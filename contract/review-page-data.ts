import { getResource } from './features/resource.ts';
import { getReview, listHits, listReviews, reviewList, reviewNeighbours } from './features/review.ts';
import { getRescans } from './features/scan.ts';
import { listSensitivePacks } from './features/sensitive-pack.ts';
import { listSensitiveWords, sensitiveWordList } from './features/sensitive-word.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** What the queue of sensitive resources begins with. */
export function reviewListData(url: URL): PageDataCall[] {
  return listData(reviewList, listReviews, url);
}

/** What the library of sensitive words begins with. */
export function sensitiveWordData(url: URL): PageDataCall[] {
  return [
    ...listData(sensitiveWordList, listSensitiveWords, url),
    { endpoint: getRescans },
    { endpoint: listSensitivePacks },
  ];
}

/** So many hits of a review are fetched at once. */
export const hitsAtOnce = 200;

/** The address ends with the item's id, says its type if it is no resource, and may name the view it was opened from. */
export function reviewData({ pathname, searchParams }: URL): PageDataCall[] {
  const params = { id: pathname.split('/').at(-1) ?? '' };
  return [
    { endpoint: getReview, params },
    { endpoint: listHits, params, query: { size: String(hitsAtOnce) } },
    { endpoint: reviewNeighbours, params, query: { view: searchParams.get('view') ?? '' } },
    ...(searchParams.has('type') ? [] : [{ endpoint: getResource, params }]),
  ];
}
