import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { AccessRecordPage } from './access-record-page.tsx';
import { recordId, recordPage, sampleRecord } from './testing/sample-record.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const list = 'GET /api/statistics/access-records';
const id = recordId;

const row = sampleRecord;

async function open(query = '', rows = [row()], roleId: 1 | 2 | 3 = 1) {
  const api = stubApi({
    [list]: () => envelope(recordPage(rows)),
    'GET /api/lists/accessRecord/setup': () => envelope({ views: [], columns: null }),
    'GET /api/statistics/access-records/sums': () =>
      envelope({
        ...{ events: 1, views: 0, plays: 1, downloads: 0, searches: 0, clicks: 0, playSeconds: 30, completion: 0.4 },
        viewers: { value: 1, exact: true },
      }),
    'GET /api/statistics/access-records/42/visit': () =>
      envelope({ person: row().person, reader: null, from: row().at, to: row().at, rows: [row()], more: false }),
    'GET /api/statistics/access-records/newer': () => envelope({ latest: 42, rows: [], more: false }),
  });
  const user = sampleUser({ roleId, permissions: ['/app/data/accessRecord'] });
  const page = await renderPage(`/app/data/accessRecord${query}`, AccessRecordPage, user);
  return { api, user: userEvent.setup(), asked: () => api.sent(list).at(-1)?.url.searchParams, ...page };
}

describe('the page of access records', () => {
  it('shows who did what, how far and how long, and filters by a click', async () => {
    const { user, asked } = await open();
    const [, first] = await screen.findAllByRole('row');
    expect(first?.textContent).toMatch(/Anna.*Played.*Cells/);
    await user.click(screen.getByRole('button', { name: 'Cells' }));
    await waitFor(() => expect(asked()?.get('resource')).toBe(id));
  });

  it('asks for exactly the rows that a figure named, and says their sum', async () => {
    const { asked } = await open('?tab=play&at=2026-10-01..2026-10-01&robot=no&without=college');
    expect(await screen.findByText('30 s')).toBeTruthy();
    expect(screen.getByText('40%')).toBeTruthy();
    expect(Object.fromEntries(asked() ?? [])).toMatchObject({
      tab: 'play',
      at: '2026-10-01..2026-10-01',
      robot: 'no',
      without: 'college',
    });
  });

  it('does not offer a masked address as a filter', async () => {
    await open();
    await screen.findAllByRole('row');
    expect(screen.queryByRole('button', { name: '192.0.2.*' })).toBeNull();
  });

  it('follows a visit for administrators alone', async () => {
    await open('?id=42');
    const sheet = within(await screen.findByRole('dialog'));
    expect(await sheet.findByRole('listitem')).toBeTruthy();
    closeWindow();
    await openFreshWindow();
    stubEventSource();
    const { api } = await open('?id=42', [row()], 3);
    expect(await screen.findByText('Only administrators can see whole visits.')).toBeTruthy();
    expect(api.sent('GET /api/statistics/access-records/42/visit')).toHaveLength(0);
  });

  it('shows known facts about readers, and says when there are none', async () => {
    await open('', [row({ person: null, reader: 'r-7', role: 'reader' }), row({ id: '41', person: null })]);
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('r-7');
    expect(second?.textContent).toContain('Unknown');
  });
});
