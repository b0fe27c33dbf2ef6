import type { ResourceScan } from '@lectern/contract/features/scan.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource } from './testing/open-resource.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const scan: ResourceScan = {
  scannedAt: '2026-11-14T10:00:00.000Z',
  stale: false,
  severity: 'block',
  openHits: 2,
  holdsPublication: true,
  returned: null,
  masked: false,
  mayReview: true,
};
const answers = (change: Partial<ResourceScan>) => ({ [`GET ${at}/scan`]: () => envelope({ ...scan, ...change }) });

it('a blocked resource says why, and links reviewers to its review', async () => {
  await openResource(
    sampleResource({ state: 'blocked', stateReason: 'Sensitive content was found: Speech' }),
    answers({}),
  );
  expect(await screen.findByText('Blocked. Sensitive content was found: Speech.')).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Review matches' });
  expect(link.getAttribute('href')).toBe(`/app/sensitive/resource/detail/${idOf(1)}`);
});

it('an owner reads why it was given back and held, without a way to the review', async () => {
  const returned = { why: 'Leave the shop out.', at: '2026-11-14T10:00:00.000Z' };
  await openResource(sampleResource(), answers({ returned, mayReview: false }));
  expect(await screen.findByText(/^Returned for changes .*Leave the shop out\. .*must be reviewed/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Review matches' })).toBeNull();
});

it('tells viewers of a redacted file that it is redacted, and reviewers that others see it redacted', async () => {
  const hidden = { openHits: 0, holdsPublication: false, masked: true };
  const { unmount } = await openResource(sampleResource(), answers({ ...hidden, mayReview: false }));
  expect(await screen.findByText('Parts are masked.')).toBeTruthy();
  unmount();
  await openResource(sampleResource(), answers(hidden));
  expect(await screen.findByText('Parts are masked for other people.')).toBeTruthy();
});

it('a published resource shows no pre-publication notices', async () => {
  const { unmount } = await openResource(sampleResource({ state: 'published' }), answers({}));
  expect(await screen.findByText('Sensitive words found.')).toBeTruthy();
  unmount();
  await openResource(sampleResource({ state: 'published' }), answers({ holdsPublication: false }));
  expect(await screen.findByText('Sensitive words were found.')).toBeTruthy();
});
