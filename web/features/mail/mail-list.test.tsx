import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { mailId, openMails, page, sampleMail, server } from './testing/open-mail.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const counts = { total: 90, waiting: 40, sent: 45, failed: 3, unknown: 2, skipped: 7 };

describe('the mail list', () => {
  it('shows progress and recipients, and links to the mail', async () => {
    await openMails([sampleMail({ state: 'sending', counts })]);
    const link = await screen.findByRole('link', { name: 'Term begins' });
    expect(link.getAttribute('href')).toContain(`${page}/detail/${mailId}`);
    const cells = within(link.closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, 9)).toEqual([
      'Term begins',
      'Announcement',
      'Sending 50 of 90',
      'Law +1',
      '90',
      '45',
      '5',
      '7',
    ]);
    expect(screen.queryByRole('region', { name: 'Mail server' })).toBeNull();
  });

  it('says that mail waits without a server, and why it is out of reach', async () => {
    await openMails([], { 'GET /api/mail-server': () => envelope(server({ state: 'none', waiting: 3 })) });
    const banner = await screen.findByRole('region', { name: 'Mail server' });
    expect(banner.textContent).toContain('No mail server is set up.');
    expect(banner.textContent).toContain('3 waiting');
  });

  it('opens an empty mail without saving one', async () => {
    const { api, address } = await openMails([]);
    await screen.findByText('No emails yet');
    await userEvent.click((await screen.findAllByRole('button', { name: /New email/ }))[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe(`${page}/detail/new`));
    expect(api.sent('POST /api/mails')).toEqual([]);
  });

  it('offers only what fits the state of a mail', async () => {
    const { api } = await openMails([sampleMail({ state: 'partlyFailed', counts })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Term begins' }));
    const menu = await screen.findByRole('menu');
    const names = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
    expect(names).toEqual(['Open', 'Duplicate', 'Resend to failed recipients']);
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Resend to failed recipients' }));
    await waitFor(() =>
      expect(api.sent('POST /api/operations')[0]?.body).toMatchObject({ list: 'mail', action: 'retryFailed' }),
    );
  });
});
