import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { administrator, idOf, sampleEffect } from '../testing/open-group.tsx';
import { DecideDialog } from './decide-dialog.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  await loadPageTexts('permissionGroup');
});
afterEach(closeWindow);

const at = `/api/accessRequests/${idOf(1)}`;
const page = '/app/data/convert';
const asked = {
  taskId: idOf(1),
  person: { id: idOf(5), name: 'Anna', department: 'Anatomy', position: null },
  ...{ page, note: 'I convert', askedAt: '2026-11-15T10:00:00.000Z' },
  groups: [{ id: idOf(2), name: 'Converters', pages: 1, people: 3 }],
  forbiddenBy: [] as { id: string; name: string }[],
};
const gains = {
  people: 1,
  pages: [{ path: page, people: 1 }],
  who: [{ userId: idOf(5), name: 'Anna', paths: [page] }],
};

async function open(calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    [`GET ${at}`]: () => envelope(asked),
    [`POST ${at}/preview`]: () => envelope(sampleEffect({ people: 1, gains })),
    [`POST ${at}/grant`]: () => envelope(null, 204),
    [`POST ${at}/refuse`]: () => envelope(null, 204),
    ...calls,
  });
  const rendered = await renderPage(`/app/system/accessGroup?request=${idOf(1)}`, DecideDialog, administrator);
  return { api, ...rendered };
}

describe('deciding an access request', () => {
  it('grants it through the narrowest group, after its effect was seen', async () => {
    const { api, address } = await open();
    expect(await screen.findByText('1 person gains access')).toBeTruthy();
    expect(screen.getByText('I convert')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Grant access' }));
    await waitFor(() =>
      expect(api.sent(`POST ${at}/grant`)[0]?.body).toEqual({ grant: { groupId: idOf(2) }, digest: 'digest-1' }),
    );
    await waitFor(() => expect(address()).toBe('/app/system/accessGroup'));
  });

  it('refuses it with a reason, and not without', async () => {
    const { api } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    const send = screen.getByRole('button', { name: 'Decline request' });
    expect((send as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox'), 'Not your field');
    await userEvent.click(send);
    await waitFor(() => expect(api.sent(`POST ${at}/refuse`)[0]?.body).toEqual({ reason: 'Not your field' }));
  });

  it('offers no grant that couldn’t open the page, and links to the groups that forbid it', async () => {
    await open({ [`GET ${at}`]: () => envelope({ ...asked, forbiddenBy: [{ id: idOf(3), name: 'No clerks' }] }) });
    const link = await screen.findByRole('link', { name: 'No clerks' });
    expect(link.getAttribute('href')).toBe(`/app/system/accessGroup?id=${idOf(3)}`);
    expect((screen.getByRole('button', { name: 'Grant access' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('says when it was already decided', async () => {
    await open({ [`GET ${at}`]: () => failure(404, 'Gone', { code: 'notFound' }, 404) });
    expect(await screen.findByRole('heading', { name: 'This request has already been answered' })).toBeTruthy();
  });
});
