import type { AuditRow } from '@lectern/contract/features/audit.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { objectPath } from './audit-list.tsx';
import { AuditPage } from './audit-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const list = 'GET /api/system/audit';
const userId = '0197a0d0-0000-7000-8000-000000000001';

function row(change: Partial<AuditRow> = {}): AuditRow {
  return {
    id: '42',
    at: '2026-11-16T10:00:00.000Z',
    action: 'user.updated',
    actor: { id: userId, name: 'Anna', account: 'anna' },
    object: { type: 'user', id: userId, name: 'Berta', kind: null },
    ip: '192.0.2.1',
    requestId: 'r-1',
    before: { name: 'Bert', phone: '1' },
    after: { name: 'Berta', phone: '1' },
    cut: false,
    ...change,
  };
}

async function open(rows: AuditRow[], query = '', more: Parameters<typeof stubApi>[0] = {}) {
  const count = { value: rows.length, exact: true };
  const tabs = { all: { value: 10_000, exact: false }, signIn: count, people: count, content: count, system: count };
  const api = stubApi({
    [list]: () => envelope({ rows, count, tabs, next: null, previous: null }),
    'GET /api/lists/audit/setup': () => envelope({ views: [], columns: null }),
    ...more,
  });
  const page = await renderPage(`/app/system/audit${query}`, AuditPage, sampleUser({ roleId: 1 }));
  const asked = () => api.sent(list).at(-1)?.url.searchParams;
  return { api, asked, user: userEvent.setup(), ...page };
}

describe('the audit page', () => {
  it('shows in words who did what to what, and from where', async () => {
    await open([row(), row({ id: '41', actor: null, action: 'audit.expired', ip: null, before: null, after: null })]);
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toMatch(/Anna.*User changed.*Berta.*Name.*192\.0\.2\.1/);
    expect(second?.textContent).toMatch(/Lectern.*Audit log entries expired/);
    expect(screen.getByRole('tab', { name: /All 10,000\+/ })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('filters by the clicked person, action, object or address', async () => {
    const { asked, user } = await open([row()]);
    for (const [name, filter, value] of [
      ['Anna', 'actor', userId],
      ['User changed', 'action', 'user.updated'],
      ['Berta', 'objectId', userId],
      ['192.0.2.1', 'ip', '192.0.2.1'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(asked()?.get(filter)).toBe(value));
    }
  });

  it('opens an entry with everything before and after, and the way to the object', async () => {
    const long = row({ cut: true, before: null, after: null });
    const { api } = await open([long], '?id=42', {
      'GET /api/system/audit/42': () => envelope({ ...row(), names: {} }),
    });
    const sheet = within(await screen.findByRole('dialog', { name: 'User changed' }));
    expect(sheet.getByRole('link', { name: 'Berta' }).getAttribute('href')).toBe(
      `/app/system/systemAdmin?id=${userId}`,
    );
    const changes = within(sheet.getByRole('table'));
    expect(changes.getAllByRole('row').map((line) => line.textContent)).toEqual(['FieldBeforeAfter', 'NameBertBerta']);
    expect(api.sent('GET /api/system/audit/42')).toHaveLength(1);
  });
});

describe('the way to an object', () => {
  it('links to the object’s page, if there is one', () => {
    const at = (object: Partial<AuditRow['object']>) => objectPath(row({ object: { ...row().object, ...object } }));
    expect(at({ type: 'resource', id: 'x', kind: 'video' })).toBe('/app/resource/info/videoDetail/x');
    expect(at({ type: 'resource', id: 'x', kind: null })).toBeNull();
    expect(at({ type: 'user', name: null })).toBeNull();
    expect(at({ type: 'session' })).toBeNull();
    expect(at({ type: 'constructor' })).toBeNull();
    expect(at({ type: 'column', id: 'a?b', name: 'n' })).toBe('/app/resource/column?id=a%3Fb');
  });
});
