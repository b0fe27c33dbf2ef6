import { screen } from '@testing-library/react';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { pageOf } from '../../../lib/testing/sample-page.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { AsrPage, OcrPage, WorkPage } from '../work-pages.tsx';
import { admin, idOf, sampleOverview, sampleWork } from './sample-work.ts';

const pages = {
  work: { path: '/app/data/convert', Page: WorkPage },
  ocr: { path: '/app/handle/img', Page: OcrPage },
  asr: { path: '/app/handle/asr', Page: AsrPage },
};
export const operationsCall = 'POST /api/operations';

/** Opens one of the three lists, with two rows by default; needs `openFreshWindow` and `stubEventSource` first. */
export async function openWork(
  list: keyof typeof pages,
  query = '',
  calls: Parameters<typeof stubApi>[0] = {},
  user = admin,
) {
  const { path, Page } = pages[list];
  const api = stubApi({
    [`GET /api/${list}`]: () =>
      envelope(
        pageOf([sampleWork(1), sampleWork(2, { state: 'running', progress: 64, cause: null, causeCode: null })]),
      ),
    'GET /api/work/overview': () => envelope(sampleOverview()),
    [`GET /api/lists/${list}/setup`]: () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  const page = await renderPage(path + query, Page, user);
  await screen.findByRole('tablist');
  /** Body of the last operation request. */
  const begun = () => api.sent(operationsCall).at(-1)?.body;
  return { api, begun, ...page };
}
