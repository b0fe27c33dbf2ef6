import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf } from '../../components/resource/testing/sample-detail.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { beginText, field, info, openSpeech, reading, speech } from './testing/open-text.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeWindow();
});

const anna = { id: idOf(777), name: 'Anna Schmidt' };
const locked = { holder: anna, since: '2026-11-16T09:30:00.000Z', own: false };
const left = info({ by: anna, own: false, version: 3 });
const edited = { number: 1, lines: [{ text: 'What Anna wrote.', confidence: null, startMs: 0, endMs: 900 }] };

describe('a text being edited by someone else', () => {
  it('is offered with the draft they left once they have finished, and taken over', async () => {
    let lock: typeof locked | null = locked;
    let draft: object | null = null;
    const { api, user } = await openSpeech({
      [`GET ${speech}/lock`]: () => envelope(lock),
      [`GET ${speech}/versions`]: () => envelope({ versions: [reading], draft, mayEdit: true }),
      [`GET ${speech}/draft`]: () => envelope({ draft: left, parts: [edited] }),
      [`POST ${speech}/draft/take-over`]: () => envelope(info({ version: 4 })),
    });
    await screen.findByText(/Anna Schmidt has been editing this since/);
    lock = null;
    draft = left;
    await vi.advanceTimersByTimeAsync(11_000);
    await screen.findByText(/Anna Schmidt has finished editing/);
    await user.click(screen.getByRole('button', { name: 'Load latest version and edit' }));
    await screen.findByText(/Anna Schmidt left an unsaved draft/);
    await user.click(screen.getByRole('button', { name: 'Take over' }));
    await screen.findByText(/What Anna wrote\./);
    expect(api.sent(`POST ${speech}/draft/take-over`)[0]?.body).toMatchObject({ version: 3 });
    await waitFor(() => expect(screen.queryByText(/left an unsaved draft/)).toBeNull());
  });

  it('can be edited after their draft was discarded, with a confirmation', async () => {
    let draft: object | null = left;
    const { api, user } = await openSpeech({
      [`GET ${speech}/versions`]: () => envelope({ versions: [reading], draft, mayEdit: true }),
      [`DELETE ${speech}/draft`]: () => {
        draft = null;
        return envelope(null, 204);
      },
    });
    await screen.findByText(/Anna Schmidt left an unsaved draft/);
    const first = await beginText(user);
    expect(first.readOnly).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(api.sent(`DELETE ${speech}/draft`)).toHaveLength(1));
    await waitFor(async () => expect((await field(1)).readOnly).toBe(false));
  });
});

describe('unsaved typing', () => {
  it('is kept as a draft some time after the last key, under the lock of this window', async () => {
    const { api, user } = await openSpeech();
    await beginText(user);
    await user.keyboard('Oh! ');
    await vi.advanceTimersByTimeAsync(2_500);
    await waitFor(() => expect(api.sent(`PUT ${speech}/draft`)).toHaveLength(1));
    expect(api.sent(`PUT ${speech}/lock`).length).toBeGreaterThan(0);
    expect(api.sent(`PUT ${speech}/draft`)[0]?.body).toMatchObject({
      baseId: reading.id,
      version: 0,
      parts: [{ number: 1, lines: [{ text: 'Oh! Welcome to bilogy.' }, {}] }],
    });
    await screen.findByText(/^Draft saved at/);
  });
});
