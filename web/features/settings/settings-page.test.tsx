import { defaultPlatformSettings, type VersionedSettings } from '@lectern/contract/features/settings.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAction } from '../../lib/actions.ts';
import { navigate } from '../../lib/navigation.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { SettingsPage } from './settings-page.tsx';

const read = 'GET /api/system/settings';
const write = 'PATCH /api/system/settings';
let stream: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  stream = stubEventSource();
});
afterEach(closeWindow);

const stored = (change: Partial<VersionedSettings['settings']> = {}, version = 7): VersionedSettings => ({
  settings: { ...defaultPlatformSettings, ...change },
  version,
  updatedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  updatedBy: 'Anna Schmidt',
});
const admin = sampleUser({ roleId: 2, timeZone: 'Asia/Shanghai' });

async function open(calls: Parameters<typeof stubApi>[0], user = admin) {
  const api = stubApi(calls);
  const page = await renderPage('/app/system/settings', SettingsPage, user);
  await screen.findByLabelText(/^Platform name/);
  return { api, ...page };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function edit(name: string, value: string) {
  await userEvent.clear(field(name));
  if (value) await userEvent.type(field(name), value);
}
const runSave = () => act(async () => findAction('settings.save')?.run({ navigate, user: admin }));

describe('the settings', () => {
  it('say who changed them last', async () => {
    await open({ [read]: () => envelope(stored()) });
    expect(screen.getByText('Last changed 2 hours ago by Anna Schmidt')).toBeTruthy();
  });

  it('hold how resources come in and go', async () => {
    const { api } = await open({
      [read]: () => envelope(stored()),
      [write]: () => envelope(stored({ trashDays: 7, maxFileBytes: 2048 * 1024 ** 2, reviewBeforePublish: true }, 8)),
    });
    expect(field('Maximum file size').value).toBe('10240');
    await edit('Keep items in Trash', '0');
    await edit('Maximum file size', '2048');
    await userEvent.click(screen.getByRole('switch', { name: /Require review before publishing/ }));
    await runSave();
    expect(screen.getByText('Enter a whole number from 1 to 3,650.')).toBeTruthy();
    await edit('Keep items in Trash', '7');
    await runSave();
    await waitFor(() =>
      expect(api.sent(write)[0]?.body).toEqual({
        settings: { reviewBeforePublish: true, maxFileBytes: 2048 * 1024 ** 2, trashDays: 7 },
        version: 7,
      }),
    );
  });

  it('include due days of sensitive matches and whether they hold publication', async () => {
    const { api } = await open({
      [read]: () => envelope(stored()),
      [write]: () => envelope(stored({ reviewHoldsPublication: false }, 8)),
    });
    expect(field('Block matches due after').value).toBe('1');
    await edit('Review matches due after', '91');
    await userEvent.click(screen.getByRole('switch', { name: /Hold publishing/ }));
    await runSave();
    expect(screen.getByText('Enter a whole number from 1 to 90.')).toBeTruthy();
    await edit('Review matches due after', '5');
    await runSave();
    await waitFor(() =>
      expect(api.sent(write)[0]?.body).toEqual({
        settings: { reviewHoldsPublication: false, reviewDueDays: { notice: 7, review: 5, block: 1 } },
        version: 7,
      }),
    );
  });

  it('count and mark edits, and send only those, by button or keys', async () => {
    const { api } = await open({
      [read]: () => envelope(stored()),
      [write]: () => envelope(stored({ platformName: 'Media', passwordMinLength: 14 }, 8)),
    });
    expect(button(/^Save/).disabled).toBe(true);
    await edit('Platform name', ' Media ');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await edit('Minimum password length', '14');
    expect(screen.getByText('2 unsaved changes')).toBeTruthy();
    expect(screen.getAllByText('changed')).toHaveLength(2);
    expect(findAction('settings.save')?.keys).toBe('$mod+s');
    await runSave();
    await waitFor(() => expect(screen.getByText('No unsaved changes')).toBeTruthy());
    const settings = { platformName: 'Media', passwordMinLength: 14 };
    expect(api.sent(write)[0]?.body).toEqual({ settings, version: 7 });
    expect(notifications.get()).toMatchObject([{ level: 'success', title: 'Settings saved' }]);
    expect(field('Platform name').value).toBe('Media');
  });

  it('are discarded after a question', async () => {
    await open({ [read]: () => envelope(stored()) });
    await edit('Platform name', 'Other');
    await userEvent.click(button(/^Discard$/));
    await userEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) ?? document.body);
    expect(field('Platform name').value).toBe('Lectern');
    expect(screen.getByText('No unsaved changes')).toBeTruthy();
  });

  it.each([
    ['Platform name', '', 'Fill this in.'],
    ['Platform name', 'x'.repeat(61), 'At most 60 characters.'],
    ['Minimum password length', '7', 'Enter a whole number from 8 to 64.'],
    ['Minimum password length', '', 'Enter a whole number from 8 to 64.'],
  ])('refuse %s %j before it is sent', async (name, value, message) => {
    const { api } = await open({ [read]: () => envelope(stored()) });
    await edit(name, value);
    await userEvent.click(button(/^Save/));
    expect(screen.getByText(message)).toBeTruthy();
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(api.sent(write)).toEqual([]);
  });

  it('show at the field what the server refused', async () => {
    const data = { fields: [{ path: 'settings.platformName', message: 'is not accepted' }] };
    const refusal = () => json({ status: 422, message: 'no', data, code: 'invalidInput', requestId: 'r' }, 422);
    await open({ [read]: () => envelope(stored()), [write]: refusal });
    await edit('Platform name', 'Bad');
    await userEvent.click(button(/^Save/));
    expect(await screen.findByText('is not accepted')).toBeTruthy();
    expect(field('Platform name').value).toBe('Bad');
  });

  it('explain a failed save in place and keep the edits', async () => {
    await open({
      [read]: () => envelope(stored()),
      [write]: () => failure(503, 'Down', { code: 'databaseDown' }, 503),
    });
    await edit('Platform name', 'Mine');
    await userEvent.click(button(/^Save/));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t save the settings');
    expect(field('Platform name').value).toBe('Mine');
  });

  it('can be read but not changed without the ability of an administrator', async () => {
    const user = sampleUser({ roleId: 3, permissions: ['/app/system/settings'] });
    await open({ [read]: () => envelope(stored()) }, user);
    expect(screen.getByText('Only administrators can change settings.')).toBeTruthy();
    expect(field('Platform name').readOnly).toBe(true);
    expect(field('Default language').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  it('that cannot be loaded are explained, with a way to try again', async () => {
    let tries = 0;
    stubApi({
      [read]: () => {
        tries += 1;
        return tries === 1 ? failure(500, 'Oh no', { code: 'serverError' }, 500) : envelope(stored());
      },
    });
    await renderPage('/app/system/settings', SettingsPage, admin);
    expect((await screen.findByRole('alert')).textContent).toContain('Oh no');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Platform name')).toBeTruthy();
  });

  it('are not left with edits unasked', async () => {
    const { address } = await open({ [read]: () => envelope(stored()) });
    await edit('Platform name', 'Mine');
    act(() => navigate('/app/home/my'));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    expect(address()).toBe('/app/system/settings');
  });
});

describe('the settings of summaries', () => {
  const month = { calls: 12, failed: 2, tokens: 4000, cost: 0.0056, tokensAllowed: 10_000 };
  const configured = {
    ...{ configured: true, missing: [], host: 'llm.campus.example', model: 'qwen', timeoutSeconds: 60, month },
  };
  const model = 'GET /api/language-model';

  it('are sent as numbers, and an empty budget as none', async () => {
    const { api } = await open({
      [read]: () => envelope(stored({ languageModelMonthlyTokens: 5000 })),
      [write]: () => envelope(stored({}, 8)),
    });
    await edit('Sentences per summary', '13');
    await runSave();
    expect(screen.getByText('Enter a whole number from 1 to 12.')).toBeTruthy();
    await edit('Sentences per summary', '3');
    await edit('Monthly token limit', '');
    await userEvent.selectOptions(field('Generate with'), 'Sentences from the text');
    await runSave();
    await waitFor(() =>
      expect(api.sent(write)[0]?.body).toEqual({
        settings: { summaryEngine: 'extracted', summarySentences: 3, languageModelMonthlyTokens: 0 },
        version: 7,
      }),
    );
  });

  it('tell what the operator has to set where there is no language model', async () => {
    const missing = ['LECTERN_LANGUAGE_MODEL_URL', 'LECTERN_LANGUAGE_MODEL_NAME'];
    await open({
      [read]: () => envelope(stored()),
      [model]: () => envelope({ ...configured, configured: false, missing, host: null, model: null }),
    });
    expect(await screen.findByText('LECTERN_LANGUAGE_MODEL_URL')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  });

  it('tell what the language model used, and why it does not answer', async () => {
    await open({
      [read]: () => envelope(stored()),
      [model]: () => envelope(configured),
      'POST /api/language-model/test': () =>
        envelope({ answered: false, milliseconds: 9, cause: 'refused', sentence: 'It answered 401.' }),
    });
    expect(await screen.findByText('12 calls, 4,000 of 10,000 tokens, 2 calls failed')).toBeTruthy();
    expect(screen.getByText('0.0056')).toBeTruthy();
    await userEvent.click(button(/^Test connection$/));
    expect(await screen.findByText('Test failed: The language model refused the request')).toBeTruthy();
    expect(screen.getByText('It answered 401.')).toBeTruthy();
  });

  it('let only administrators ask the language model', async () => {
    const user = sampleUser({ roleId: 3, permissions: ['/app/system/settings'] });
    await open({ [read]: () => envelope(stored()), [model]: () => envelope(configured) }, user);
    expect(await screen.findByText('llm.campus.example')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  });
});

describe('settings changed by someone else', () => {
  it('keep the edits, show the newer values, and can be saved over them', async () => {
    let newer = false;
    const { api } = await open({
      [read]: () => envelope(newer ? stored({ platformName: 'Theirs', passwordMinLength: 20 }, 8) : stored()),
      [write]: ({ body }) => {
        if ((body as { version: number }).version === 8) return envelope(stored({ platformName: 'Mine' }, 9));
        newer = true;
        return failure(409, 'changed', { code: 'changedMeanwhile' }, 409);
      },
    });
    await edit('Platform name', 'Mine');
    await userEvent.click(button(/^Save/));
    expect(await screen.findByText(/^Anna Schmidt changed the settings/)).toBeTruthy();
    expect(await screen.findByText('Saved value: Theirs')).toBeTruthy();
    expect(field('Platform name').value).toBe('Mine');
    expect(field('Minimum password length').value).toBe('20');
    await userEvent.click(button(/^Save/));
    await waitFor(() => expect(screen.queryByText(/while you were editing/)).toBeNull());
    expect(api.sent(write)[1]?.body).toEqual({ settings: { platformName: 'Mine' }, version: 8 });
  });

  it('show a warning from the live stream, and can load the new values', async () => {
    let newer = false;
    await open({ [read]: () => envelope(newer ? stored({ platformName: 'Theirs' }, 8) : stored()) });
    await edit('Platform name', 'Mine');
    newer = true;
    act(() => stream.all[0]?.send('settings', { topic: 'settings' }, '1'));
    expect(await screen.findByText('Saved value: Theirs')).toBeTruthy();
    await userEvent.click(button(/Use the newer values/));
    expect(field('Platform name').value).toBe('Theirs');
    expect(screen.queryByText(/while you were editing/)).toBeNull();
  });
});

describe('the announcement', () => {
  const preview = () => screen.getByRole('region', { name: 'Preview' }).textContent;

  it('is written, previewed and sent with its end in the platform’s zone', async () => {
    const { api } = await open({ [read]: () => envelope(stored()), [write]: () => envelope(stored({}, 8)) });
    await userEvent.click(screen.getByRole('switch', { name: 'Show announcement' }));
    expect(preview()).toBe('Type a message to preview it');
    await userEvent.click(button(/^Save/));
    expect(screen.getByText('Fill this in.')).toBeTruthy();
    await edit('Text', 'Back at noon');
    expect(preview()).toBe('Back at noon');
    await userEvent.selectOptions(field('Type'), 'Warning');
    await userEvent.type(field('Show until'), '2999-01-01T12:00');
    await userEvent.click(button(/^Save/));
    const announcement = { text: 'Back at noon', level: 'warning', until: '2999-01-01T04:00:00.000Z' };
    await waitFor(() => expect(api.sent(write)[0]?.body).toEqual({ settings: { announcement }, version: 7 }));
  });

  it('is taken away by its switch', async () => {
    const announcement = { text: 'Old', level: 'info', until: null } as const;
    const { api } = await open({
      [read]: () => envelope(stored({ announcement })),
      [write]: () => envelope(stored({}, 8)),
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Show announcement' }));
    await userEvent.click(button(/^Save/));
    await waitFor(() => expect(api.sent(write)[0]?.body).toEqual({ settings: { announcement: null }, version: 7 }));
  });

  it('keeps the seconds of an unchanged end', async () => {
    const announcement = { text: 'Old', level: 'info', until: '2999-01-01T04:00:30.000Z' } as const;
    const { api } = await open({
      [read]: () => envelope(stored({ announcement })),
      [write]: () => envelope(stored({}, 8)),
    });
    await edit('Text', 'New');
    await userEvent.click(button(/^Save/));
    await waitFor(() =>
      expect(api.sent(write)[0]?.body).toMatchObject({ settings: { announcement: { until: announcement.until } } }),
    );
  });

  it('warns when its end has passed', async () => {
    const announcement = { text: 'Old', level: 'info', until: '2020-01-01T00:00:00.000Z' } as const;
    await open({ [read]: () => envelope(stored({ announcement })) });
    expect(screen.getByText(/^This time has passed/)).toBeTruthy();
  });
});
