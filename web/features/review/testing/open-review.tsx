import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { reviewPath } from '@lectern/contract/features/review.ts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { ReviewDetailPage } from '../detail/review-detail-page.tsx';
import { idOf, me, sampleHit, sampleView } from './sample-review.ts';

export const at = `/api/sensitive/reviews/${idOf(1)}`;
/** Two matches in speech and one in the title. */
export const threeHits = [
  sampleHit(1),
  sampleHit(2, { place: { source: 'speech', page: null, box: null, startMs: 665_000, endMs: 666_000 } }),
  sampleHit(3, { place: { source: 'title', page: null, box: null, startMs: null, endMs: null }, disguises: [] }),
];

const word = {
  id: idOf(300),
  text: 'cheap pills',
  exceptions: ['cheap pills for dogs'],
  decided: 43,
  confirmed: 41,
  precision: 41 / 43,
  version: 9,
};

type Calls = Parameters<typeof stubApi>[0];

/** Opens the page of a review and waits for it; needs `openFreshWindow` and `stubEventSource` first. */
export async function openReview(...given: Parameters<typeof askForReview>) {
  const opened = await askForReview(...given);
  const [view = sampleView()] = given;
  await screen.findByRole('heading', { level: 1, name: view.resource.title });
  return opened;
}

/** Opens the same page without waiting for it, for requests that may fail. */
export async function askForReview(
  view: ReviewView = sampleView(),
  hits: Hit[] = threeHits,
  calls: Calls = {},
  query = '',
) {
  const ofHits = Object.fromEntries(
    hits.flatMap(({ id, place, excerpt }) => [
      [
        `GET ${at}/hits/${id}/text`,
        () =>
          envelope({
            place,
            text: excerpt.text,
            marks: [{ hitId: id, start: excerpt.mark[0], end: excerpt.mark[1] }],
            before: 'Some of you asked about supplements.',
            after: '',
            stale: false,
          }),
      ],
      [`GET ${at}/hits/${id}/same`, () => envelope({ hits: 1, resources: 1, samples: [] })],
    ]),
  );
  const api = stubApi({
    [`GET ${at}`]: () => envelope(view),
    [`GET ${at}/hits`]: () => envelope({ rows: hits, more: false }),
    [`GET ${at}/neighbours`]: () =>
      envelope({ previous: null, next: { id: idOf(2), kind: 'audio' }, before: 3, after: 10 }),
    [`GET ${at}/decisions`]: () => envelope({ rows: [], more: false }),
    [`GET ${at}/activity`]: () => envelope({ rows: [], more: false }),
    [`GET /api/sensitive/words/${idOf(300)}`]: () => envelope(word),
    [`GET /api/sensitive/words/${idOf(300)}/decisions`]: () => envelope({ rows: [], more: false }),
    'GET /api/settings/public': () => envelope({}),
    ...ofHits,
    ...calls,
  });
  const path = reviewPath({ id: view.id, kind: view.resource.kind });
  const page = await renderPage(path + query, ReviewDetailPage, me);
  return { api, path, ...page };
}
