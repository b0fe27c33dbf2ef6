import { getResource } from './features/resource.ts';
import { getReview, listHits, listReviews, reviewList, reviewNeighbours } from './features/review.ts';
import { getRescans } from './features/scan.ts';
import { listSensitivePacks } from './features/sensitive-pack.ts';
import { listSensitiveWords, sensitiveWordList } from './features/sensitive-word.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

export function reviewListData(url: URL): PageDataCall[] {
  return listData(reviewList, listReviews, url);
}

export function sensitiveWordData(url: URL): PageDataCall[] {
  return [
    ...listData(sensitiveWordList, listSensitiveWords, url),
    { endpoint: getRescans },
    { endpoint: listSensitivePacks },
  ];
}

/** Page size for the matches of a review. */
export const hitsAtOnce = 200;

/**
 * The URL ends with the item's ID, has its type if it isn't a resource, and may contain the view it was opened from.
 */
export function reviewData({ pathname, searchParams }: URL): PageDataCall[] {
  const params = { id: pathname.split('/').at(-1) ?? '' };
  return [
    { endpoint: getReview, params },
    { endpoint: listHits, params, query: { size: String(hitsAtOnce) } },
    { endpoint: reviewNeighbours, params, query: { view: searchParams.get('view') ?? '' } },
    ...(searchParams.has('type') ? [] : [{ endpoint: getResource, params }]),
  ];
}
