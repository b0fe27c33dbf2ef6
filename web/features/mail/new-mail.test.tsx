import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { at, idOf, mailId, openMail, page, sampleMail } from './testing/open-mail.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Subject/ });
const stored = { ...sampleMail({ subject: 'Room change', body: '', version: 1 }), chosen: [] };
const made = { 'POST /api/mails': () => envelope(stored, 201), [`GET ${at}`]: () => envelope(stored) };

describe('an unsaved mail', () => {
  it('is left without a trace, and without a question, when nothing was written', async () => {
    const { api, router } = await openMail(null, made);
    await subject();
    router.history.push(page);
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.calls.filter(({ method }) => method !== 'GET').map(({ url }) => url.pathname)).not.toContain(
      '/api/mails',
    );
    expect(api.calls.map(({ url }) => url.pathname)).not.toContain('/api/mails/new');
  });

  it('becomes a draft with the first save, at its own address', async () => {
    const { api, address } = await openMail(null, made);
    await userEvent.type(await subject(), 'Room change');
    await userEvent.click(await button(/^Save/));
    await waitFor(() => expect(address()).toBe(`${page}/detail/${mailId}`));
    expect(api.sent('POST /api/mails')).toHaveLength(1);
    expect(api.sent('POST /api/mails')[0]?.body).toMatchObject({ subject: 'Room change', body: '', kind: 'notice' });
    expect((await subject()).value).toBe('Room change');
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });

  it('is empty again for the next one', async () => {
    const { api, address, router } = await openMail(null, made);
    await userEvent.type(await subject(), 'Room change');
    await userEvent.click(await button(/^Save/));
    await waitFor(() => expect(address()).toBe(`${page}/detail/${mailId}`));
    await act(async () => router.history.push(`${page}/detail/new`));
    await waitFor(async () => expect((await subject()).value).toBe(''));
    await userEvent.type(await subject(), 'Another');
    await userEvent.click(await button(/^Save/));
    await waitFor(() => expect(api.sent('POST /api/mails')).toHaveLength(2));
    expect(api.sent('POST /api/mails')[1]?.body).toMatchObject({ subject: 'Another' });
  });

  it('is stored before a trial goes out, once', async () => {
    const { api } = await openMail(null, { ...made, [`POST ${at}/test`]: () => envelope(stored) });
    await userEvent.type(await subject(), 'Room change');
    await userEvent.type(await screen.findByRole('textbox', { name: /^Text/ }), 'New hall');
    await userEvent.click(await button(/test/i));
    await waitFor(() => expect(api.sent(`POST ${at}/test`)).toHaveLength(1));
    expect(api.sent('POST /api/mails')).toHaveLength(1);
  });

  it('begins with the template that the address names', async () => {
    const template = {
      id: idOf(60),
      name: 'Invitation',
      subject: 'Course',
      body: 'Dear {{name}}',
      mails: 0,
      updatedAt: '2026-11-16T06:00:00.000Z',
      version: 1,
    };
    const templates = { 'GET /api/mail-templates': () => envelope([template]) };
    const { api } = await openMail(null, { ...made, ...templates }, `?template=${idOf(60)}`);
    await waitFor(async () => expect((await subject()).value).toBe('Course'));
    await userEvent.click(await button(/test/i));
    await waitFor(() => expect(api.sent('POST /api/mails')[0]?.body).toMatchObject({ templateId: idOf(60) }));
  });

  it('shows save errors in place and keeps the input', async () => {
    await openMail(null, { ...made, 'POST /api/mails': () => failure(503, 'Not now.', { code: 'overloaded' }, 503) });
    await userEvent.type(await subject(), 'Room change');
    await userEvent.click(await button(/^Save/));
    expect(await screen.findByText(/Not now/)).toBeTruthy();
    expect((await subject()).value).toBe('Room change');
  });
});
