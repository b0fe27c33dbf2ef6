import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../../lib/testing/stub-event-source.ts';
import { at, openReview } from '../../testing/open-review.tsx';
import { idOf, sampleHit, sampleRow, sampleView } from '../../testing/sample-review.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

it('an image is blurred until someone reveals it, which is recorded', async () => {
  const row = sampleRow(1);
  const view = sampleView({ resource: { ...row.resource, kind: 'image', format: 'png' } });
  const hit = sampleHit(1, {
    place: { source: 'ocr', page: 1, box: [0.1, 0.2, 0.3, 0.1], startMs: null, endMs: null },
  });
  const { api } = await openReview(view, [hit], {
    [`POST ${at}/reveal`]: () => envelope(null, 204),
    [`GET /api/resources/${idOf(1)}`]: () =>
      envelope({
        id: idOf(1),
        kind: 'image',
        title: 'Lecture 1',
        altText: '',
        thumbnail: null,
        current: { id: idOf(11), url: `/resources/${idOf(1)}/file`, format: 'png', sizeBytes: 10, current: true },
      }),
    [`GET /api/resources/${idOf(1)}/renditions`]: () => envelope([]),
  });
  const veiled = await screen.findByAltText('Blurred image. Choose “Show image” to see it.');
  expect(veiled.closest('.review-veiled')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show image' }));
  await waitFor(() => expect(api.sent(`POST ${at}/reveal`)).toHaveLength(1));
  expect((await screen.findByAltText('Lecture 1')).closest('.review-veiled')).toBeNull();
});
