import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, openReview } from '../testing/open-review.tsx';
import { sampleView } from '../testing/sample-review.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

it('explains why masking failed, doesn’t claim success, and retries', async () => {
  const masked = { state: 'masked', openHits: 0, masks: 1 } as const;
  const maskFailed = { at: '2026-11-14T10:00:00.000Z', why: 'The image is damaged or incomplete.' };
  const { api } = await openReview(sampleView({ ...masked, maskFailed, moves: ['maskAgain'] }), undefined, {
    [`POST ${at}/masks`]: () => envelope(sampleView(masked)),
  });
  expect(await screen.findByText(/Masking failed.*The image is damaged or incomplete\./)).toBeTruthy();
  expect(screen.getByText('Masking failed')).toBeTruthy();
  expect(screen.queryByText(/masked for everyone else/)).toBeNull();
  const banner = screen.getByText(/Masking failed .*damaged/).closest<HTMLElement>('[role=status]');
  await userEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(api.sent(`POST ${at}/masks`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/Masking failed/)).toBeNull());
});
