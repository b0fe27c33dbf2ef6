import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, idOf, sampleResource } from '../../../components/resource/testing/sample-detail.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { usePagePicture } from '../page-pane.tsx';

const document = sampleResource({ kind: 'document' });
const rendition = (page: number) => ({
  ...{ id: idOf(page), kind: 'page', page, contentType: 'image/webp', sizeBytes: 9, facts: {} },
  url: `/resources/${document.id}/renditions/${idOf(page)}`,
});

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

async function show(page: number, calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [`GET ${at}/renditions`]: () => envelope([rendition(1)]), ...calls });
  await renderPage('/page', () => <p>{String(usePagePicture(document, page))}</p>);
  return api;
}

describe('a page image', () => {
  it('is shown immediately if it exists', async () => {
    const api = await show(1);
    expect(await screen.findByText(`/api${rendition(1).url}`)).toBeTruthy();
    expect(api.sent(`GET ${at}/renditions/pages/1`)).toHaveLength(0);
  });

  it('is drawn when the page is opened, and pending until then', async () => {
    const drawn = Promise.withResolvers<void>();
    await show(40, {
      [`GET ${at}/renditions/pages/40`]: async () => {
        await drawn.promise;
        return envelope(rendition(40));
      },
    });
    expect(await screen.findByText('pending')).toBeTruthy();
    drawn.resolve();
    expect(await screen.findByText(`/api${rendition(40).url}`)).toBeTruthy();
  });

  it('is missing where the page can’t be drawn', async () => {
    await show(41, { [`GET ${at}/renditions/pages/41`]: () => failure(404, 'not found', { code: 'notFound' }, 404) });
    expect(await screen.findByText('null')).toBeTruthy();
  });
});
