import type { GlossaryOccurrence, GlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf } from '../../../components/resource/testing/sample-detail.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { beginText, field, lines, openPicture, openSpeech } from '../testing/open-text.tsx';

vi.mock('@lectern/contract/features/operation.ts', async (original) => ({
  ...(await original<object>()),
  selectionLimit: 4,
}));

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const suspicious = lines.map((line, at) => (at === 1 ? { ...line, suspects: ['textOnSilence' as const] } : line));
const term: GlossaryTerm = {
  id: idOf(400),
  wrong: 'bilogy',
  right: 'biology',
  language: null,
  wholeWord: true,
  enabled: true,
  note: '',
  createdBy: null,
  updatedBy: null,
  createdAt: '2026-11-16T10:00:00.000Z',
  updatedAt: '2026-11-16T10:00:00.000Z',
  version: 1,
};
const page = (rows: readonly unknown[]) =>
  envelope({ rows, count: { value: rows.length, exact: true }, tabs: {}, next: null, previous: null });
const place = (text: number, ordinal: number, more: Partial<GlossaryOccurrence> = {}): GlossaryOccurrence => ({
  ...{ textId: idOf(500 + text), ordinal, source: 'speech', language: 'en', published: false },
  resource: { id: idOf(text), title: `Lecture ${text}`, kind: 'video' },
  ...{ page: null, box: null, startMs: 1_000, cue: null },
  ...{ before: 'all of ', found: 'bilogy', after: ' is life', right: 'biology' },
  ...more,
});

describe('suspects', () => {
  it('are listed with the reason, link to their line and can be confirmed', async () => {
    const { user } = await openSpeech({}, {}, suspicious);
    const panel = await screen.findByRole('region', { name: 'Transcript tools' });
    await user.click(within(panel).getByRole('button', { name: /Text over silence.*More cristae/ }));
    expect((await field(2)).value).toBe('More cristae, more membrane.');
    await user.click(within(panel).getByRole('button', { name: 'Keep' }));
    await within(panel).findByText('No possible errors');
    await screen.findByText('Unsaved changes');
  });
});

describe('speakers', () => {
  it('are renamed everywhere at once', async () => {
    const { user } = await openSpeech(
      {},
      {},
      lines.map((line) => ({ ...line, speaker: 'A' })),
    );
    await user.click(await screen.findByRole('tab', { name: /^Speakers/ }));
    const name = await screen.findByRole('textbox', { name: 'Rename A' });
    await user.clear(name);
    await user.type(name, 'Anna{Enter}');
    const list = screen.getByRole('region', { name: 'Lines of text' });
    await waitFor(() => expect(within(list).getAllByText('Anna')).toHaveLength(2));
  });
});

describe('the glossary', () => {
  const openGlossary = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('tab', { name: 'Glossary' }));
  const openActions = async (user: ReturnType<typeof userEvent.setup>, action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for “bilogy”' }));
    await user.click(screen.getByRole('menuitem', { name: action }));
  };

  it('takes the selected text as the wrong spelling', async () => {
    const { api, user } = await openSpeech({ 'POST /api/glossary': () => envelope(term, 201) });
    await openGlossary(user);
    await beginText(user);
    await user.keyboard('{Tab}');
    await waitFor(async () => expect((await field(1)).selectionStart).toBe(11));
    await user.click(screen.getByRole('button', { name: 'Add term' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add term' });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Recognised as' }).value).toBe('bilogy');
    const right = within(dialog).getByRole('textbox', { name: 'Replace with' });
    await user.clear(right);
    await user.type(right, 'biology');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('POST /api/glossary')).toHaveLength(1));
    expect(api.sent('POST /api/glossary')[0]?.body).toMatchObject({
      wrong: 'bilogy',
      right: 'biology',
      wholeWord: true,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is applied to the text on screen, and switched off', async () => {
    const { api, user } = await openSpeech({
      'GET /api/glossary': () => page([term]),
      [`PATCH /api/glossary/${term.id}`]: () => envelope({ ...term, enabled: false, version: 2 }),
    });
    await openGlossary(user);
    await openActions(user, 'Apply to this text');
    const list = screen.getByRole('region', { name: 'Lines of text' });
    await waitFor(() => expect(list.textContent).toContain('Welcome to biology.'));
    await openActions(user, 'Turn off');
    await waitFor(() => expect(api.sent(`PATCH /api/glossary/${term.id}`)).toHaveLength(1));
    expect(api.sent(`PATCH /api/glossary/${term.id}`)[0]?.body).toEqual({ enabled: false, version: 1 });
  });

  it('is applied to every kind of text but where a place is left out', async () => {
    const scan = { id: idOf(2), title: 'Scan', kind: 'document' } as const;
    const occurrences = [
      ...[place(1, 0), place(1, 1)],
      place(4, 0, { resource: place(1, 0).resource, source: 'subtitle', published: true, startMs: 65_000, cue: 7 }),
      place(2, 0, { resource: scan, source: 'ocr', page: 3, box: [0.1, 0.2, 0.5, 0.05], startMs: null }),
      place(3, 0),
    ];
    const { api, user } = await openSpeech({
      'GET /api/glossary': () => page([term]),
      'POST /api/glossary/preview': () => envelope({ occurrences, texts: { value: 4, exact: true }, next: null }),
      'POST /api/operations': () => envelope({ id: idOf(800), list: 'glossary', action: 'applyGlossary' }, 202),
    });
    await openGlossary(user);
    await openActions(user, 'Apply everywhere…');
    const dialog = await screen.findByRole('dialog', { name: /in all texts/ });
    const lecture = await within(dialog).findByRole('group', { name: 'Lecture 1' });
    expect(within(lecture).getByText('Published')).toBeTruthy();
    const links = within(dialog).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['0:01', `/app/handle/asrVideoDetail/${idOf(1)}?second=1`],
      ['0:01', `/app/handle/asrVideoDetail/${idOf(1)}?second=1`],
      ['#7 · 1:05', `/app/handle/subtitle?id=${idOf(1)}&language=en&second=65`],
      ['Page 3', `/app/handle/imgDetail/${idOf(2)}?page=3&box=0.1000%2C0.2000%2C0.5000%2C0.0500`],
      ['0:01', `/app/handle/asrVideoDetail/${idOf(3)}?second=1`],
    ]);
    const [first] = within(lecture).getAllByRole('checkbox', { name: /all of bilogy/ });
    if (first) await user.click(first);
    await user.click(within(lecture).getByRole('checkbox', { name: 'Subtitles · English' }));
    await user.click(within(dialog).getByRole('button', { name: 'Replace 3 matches in 3 texts' }));
    await waitFor(() => expect(api.sent('POST /api/operations')).toHaveLength(1));
    expect(api.sent('POST /api/operations')[0]?.body).toEqual({
      list: 'glossary',
      action: 'applyGlossary',
      selection: { ids: [idOf(501), idOf(502), idOf(503)] },
      input: {
        rule: { wrong: 'bilogy', right: 'biology', language: null, wholeWord: true },
        leaveOut: [{ textId: idOf(501), ordinals: [0] }],
      },
    });
  });

  it('says when more texts have it than are changed in one operation', async () => {
    const occurrences = [place(1, 0), place(2, 0), place(3, 0), place(4, 0), place(5, 0)];
    const { user } = await openSpeech({
      'GET /api/glossary': () => page([term]),
      'POST /api/glossary/preview': () => envelope({ occurrences, texts: { value: 5, exact: true }, next: null }),
    });
    await openGlossary(user);
    await openActions(user, 'Apply everywhere…');
    await screen.findByText('Limited to 4 texts at a time. Apply the term again for the rest.');
    await user.click(screen.getAllByRole('checkbox', { name: 'Transcript' })[0] as HTMLElement);
    expect(screen.queryByText(/^Limited to/)).toBeNull();
  });

  it.each([
    ['a transcript', openSpeech],
    ['what was read from a picture', openPicture],
  ])('starts with the term and its correction in %s', async (_, open) => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Find and replace' }));
    const bar = screen.getByRole('search');
    await user.type(within(bar).getByRole('textbox', { name: 'Find' }), 'bilogy');
    await user.type(within(bar).getByRole('textbox', { name: 'Replace with' }), 'biology');
    await user.click(within(bar).getByRole('button', { name: 'Apply everywhere…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add term' });
    const typed = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name }).value;
    expect([typed('Recognised as'), typed('Replace with')]).toEqual(['bilogy', 'biology']);
  });

  it('says plainly that the term is nowhere', async () => {
    const { user } = await openSpeech({
      'GET /api/glossary': () => page([term]),
      'POST /api/glossary/preview': () => envelope({ occurrences: [], texts: { value: 0, exact: true }, next: null }),
    });
    await openGlossary(user);
    await openActions(user, 'Apply everywhere…');
    await screen.findByText('No matches in the texts you can edit.');
    expect(screen.queryByRole('button', { name: /^Replace/ })).toBeNull();
  });
});
