import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { admin, editor, page, rescansCall, sampleRescan } from '../testing/open-words.tsx';
import { RescansPanel } from './rescans-panel.tsx';
import { WordTools } from './word-tools.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const rows = [
  sampleRescan(1),
  sampleRescan(2, { kind: 'full', state: 'done', done: 9000, total: 9000, requestedBy: 'Anna' }),
];
const answer = (shown = rows) => envelope({ dictionaryVersion: 7, rows: shown });

describe('re-scans', () => {
  it('tell how far they are above the list, live, and that all is done in the end', async () => {
    const stream = stubEventSource();
    let shown = rows;
    stubApi({ [rescansCall]: () => answer(shown) });
    await renderPage(page, WordTools, admin);
    const bar = await screen.findByRole('progressbar', { name: 'Re-scanning: 1,240 of 3,500 resources' });
    expect(bar.getAttribute('value')).toBe('1240');
    expect(screen.getByText('12 flagged, 2 cleared')).toBeTruthy();
    shown = [sampleRescan(1, { state: 'done', done: 3500 })];
    await waitFor(() => expect(stream.all).toHaveLength(1));
    act(() => {
      stream.all[0]?.open();
      stream.all[0]?.send('rescan', { topic: 'rescan' }, '1-1');
    });
    expect(await screen.findByText('Up to date')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('of everything are started by administrators, after a confirmation', async () => {
    stubEventSource();
    const api = stubApi({
      [rescansCall]: () => answer(),
      'POST /api/sensitive/rescans': () => envelope(sampleRescan(3, { kind: 'full', state: 'queued' }), 202),
    });
    await renderPage(`${page}?panel=rescans`, RescansPanel, admin);
    expect(await screen.findByRole('cell', { name: 'Everything by Anna' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: '1,240 / 3,500' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Re-scan everything' }));
    const question = await screen.findByRole('dialog', { name: 'Re-scan everything?' });
    expect(api.sent('POST /api/sensitive/rescans')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Re-scan everything' }));
    await waitFor(() => expect(api.sent('POST /api/sensitive/rescans')).toHaveLength(1));
  });

  it('are read-only for non-administrators', async () => {
    stubEventSource();
    stubApi({ [rescansCall]: () => answer() });
    await renderPage(`${page}?panel=rescans`, RescansPanel, editor);
    expect(await screen.findByText('Word changes (3 changes)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Re-scan everything' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });
});
