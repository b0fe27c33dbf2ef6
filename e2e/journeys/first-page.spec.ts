import type { Page } from '@playwright/test';
import { expect, test } from '../lectern-test.ts';
import { makeTexts } from '../seed/make-resources.ts';

test.use({ account: 'pager' });

const mostRequests = 20;
const mostKilobytes = 320;

type Transfer = { path: string; bytes: number };

/** Records every request of the page with its size as transferred, headers included. */
async function recordTransfers(page: Page): Promise<Map<string, Transfer>> {
  const network = await page.context().newCDPSession(page);
  const transfers = new Map<string, Transfer>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    transfers.set(requestId, { path: new URL(request.url).pathname, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await network.send('Network.enable');
  return transfers;
}

test('the first list takes at most 20 requests and 320 KB', async ({ page, session, baseURL }) => {
  if (!session) throw new Error('nobody is signed in');
  await makeTexts(baseURL ?? '', session, ['Heron notes', 'Heron sketches']);
  const transfers = await recordTransfers(page);
  const all = () => [...transfers.values()];
  // Only these two, because other tests' resources have previews.
  await page.goto('/app/resource/info?search=heron');
  await expect(page.locator('.grid').getByRole('row').filter({ hasText: 'Heron notes' })).toBeVisible();
  // The palette loads last, when the browser is idle; the event stream stays open.
  const isLoaded = ({ path, bytes }: Transfer) => bytes > 0 || path === '/api/events';
  await expect
    .poll(() => all().some(({ path }) => path.startsWith('/assets/palette-')) && all().every(isLoaded))
    .toBe(true);

  const list = all().map(({ path, bytes }) => `${(bytes / 1_000).toFixed(1)} KB ${path}`);
  const kilobytes = all().reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  expect(list.length, list.join('\n')).toBeLessThanOrEqual(mostRequests);
  expect(kilobytes, list.join('\n')).toBeLessThanOrEqual(mostKilobytes);
});
