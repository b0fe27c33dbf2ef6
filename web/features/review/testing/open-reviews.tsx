import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { pageOf } from '../../../lib/testing/sample-page.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { ReviewPage } from '../review-page.tsx';
import { idOf, me, sampleRow } from './sample-review.ts';

export const operationsCall = 'POST /api/operations';

/** Opens the review queue, with two rows by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openReviews(query = '', calls: Parameters<typeof stubApi>[0] = {}, user = me) {
  const api = stubApi({
    'GET /api/sensitive/reviews': () => envelope(pageOf([sampleRow(1), sampleRow(2)], { open: 14, mine: 1 })),
    'GET /api/lists/review/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  const page = await renderPage(`/app/sensitive/resource${query}`, ReviewPage, user);
  await screen.findByRole('tablist');
  /** Body of the last operation request. */
  const begun = () => api.sent(operationsCall).at(-1)?.body;
  return { api, begun, ...page };
}
