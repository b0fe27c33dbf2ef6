import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { at, idOf, openMail, sampleMail, sampleRecipient } from './testing/open-mail.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a draft', () => {
  it('shows the recipient count, who is left out and why, and the text as one person gets it', async () => {
    await openMail(sampleMail());
    expect(await screen.findByText('42 recipients')).toBeTruthy();
    expect(screen.getByText('No email address')).toBeTruthy();
    expect(screen.getByText('and 20 more')).toBeTruthy();
    expect(await screen.findByText('Hello Anna')).toBeTruthy();
  });

  it('takes a part of the organisation by its name, and saves before it asks whether to send', async () => {
    const saved = sampleMail({ version: 4, audience: { ...sampleMail().audience, positions: [idOf(30)] } });
    const { api } = await openMail(sampleMail(), {
      [`PATCH ${at}`]: () => envelope(saved),
      [`POST ${at}/send`]: () => envelope({ ...saved, state: 'scheduled', version: 5 }),
    });
    await userEvent.type(await screen.findByRole('combobox', { name: 'To' }), 'dean');
    await userEvent.click(await screen.findByRole('option', { name: /^Dean/ }));
    await userEvent.click(await button('Send'));
    await userEvent.click(await button('Send now'));
    await waitFor(() => expect(api.sent(`POST ${at}/send`)).toHaveLength(1));
    expect(api.sent(`PATCH ${at}`)[0]?.body).toMatchObject({ audience: { positions: [idOf(30)] }, version: 3 });
    expect(api.sent(`POST ${at}/send`)[0]?.body).toEqual({ version: 4, sendAt: null });
  });

  it('puts a variable where one writes, and says at once which place nothing fills', async () => {
    const { api } = await openMail(sampleMail({ body: '' }));
    await userEvent.click(await screen.findByRole('textbox', { name: /^Text/ }));
    await userEvent.click(await button('Department'));
    const body = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
    await waitFor(() => expect(body.value).toBe('{{department}}'));
    await userEvent.type(screen.getByRole('textbox', { name: /^Subject/ }), ' {{{{nmae}}');
    expect(await screen.findByText('Unknown variable: {{nmae}}')).toBeTruthy();
    await userEvent.click(await button(/^Save/));
    expect(api.sent(`PATCH ${at}`)).toEqual([]);
  });

  it('can’t be sent without recipients', async () => {
    await openMail(sampleMail(), { 'POST /api/mails/audience': () => envelope({ recipients: 0, leftOut: [] }) });
    await userEvent.click(await button('Send'));
    const dialog = await screen.findByRole('dialog', { name: 'No one can get this email' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(true);
  });

  it('says in place why it can’t be sent', async () => {
    await openMail(sampleMail(), {
      [`POST ${at}/send`]: () => failure(422, 'Nobody in this audience can receive email', { code: 'mailNobody' }, 422),
    });
    await userEvent.click(await button('Send'));
    await userEvent.click(await button('Send now'));
    expect(await screen.findByText(/Nobody in this audience/)).toBeTruthy();
  });
});

describe('a sent mail', () => {
  const counts = { total: 3, waiting: 0, sent: 1, failed: 1, unknown: 1, skipped: 0 };
  const rows = [
    sampleRecipient(1, { state: 'failed', reason: 'refused', answer: '550 no such user' }),
    sampleRecipient(2, { state: 'unknown', reason: 'workerLost' }),
    sampleRecipient(3),
  ];
  const recipients = { [`GET ${at}/recipients`]: () => envelope({ rows, count: 3 }) };
  const mail = sampleMail({ state: 'partlyFailed', counts });

  it('shows state and reason for each recipient, and the message they got', async () => {
    const { api } = await openMail(mail, recipients);
    const row = (await screen.findByText('r1@x.test')).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Rejected by the mail server');
    expect(row.textContent).toContain('550 no such user');
    await userEvent.click(await button('Show email to Reader 1'));
    expect(await screen.findByText('As received by Reader 1')).toBeTruthy();
    expect(api.sent(`GET ${at}/preview`).at(-1)?.url.searchParams.get('recipientId')).toBe(idOf(101));
  });

  it('tries the failed again at once, and the unknown only after a warning', async () => {
    const { api } = await openMail(mail, { ...recipients, [`POST ${at}/retry`]: () => envelope(mail) });
    await userEvent.click(await button('Resend to failed recipients'));
    await waitFor(() => expect(api.sent(`POST ${at}/retry`)[0]?.body).toEqual({ which: 'failed' }));
    await userEvent.click(await button('Resend unconfirmed emails'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('get it twice');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resend unconfirmed emails' }));
    await waitFor(() => expect(api.sent(`POST ${at}/retry`)[1]?.body).toEqual({ which: 'unknown' }));
  });

  it('shows why it can’t be loaded and links back to the list', async () => {
    await openMail(mail, { [`GET ${at}`]: () => failure(500, 'No', {}, 500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Email detail' }).className).toBe('');
    expect(screen.getByRole('link', { name: 'All emails' }).getAttribute('href')).toBe('/app/email/list');
  });

  it('says plainly that there is none', async () => {
    await openMail(mail, { [`GET ${at}`]: () => failure(404, 'no', { code: 'notFound' }, 404) });
    expect(await screen.findByRole('heading', { name: 'Email not found' })).toBeTruthy();
  });
});
