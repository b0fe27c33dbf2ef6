import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, type SentCall, stubApi } from '../../../lib/testing/stub-api.ts';
import { admin, idOf, page, testCall } from '../testing/open-words.tsx';
import { TrialPanel } from './trial-panel.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const place = { source: 'document', page: 3, box: null, startMs: null, endMs: null };
const scam = { id: idOf(1), text: 'scam', severity: 'block' };

/** Reports “s.c@m” as a disguised match and “scam” as one that an exception allows. */
function answer({ body }: SentCall): Response {
  const { of } = body as { of: { text?: string } };
  const text = of.text ?? 'Beware of scam alerts';
  const marks = [];
  const disguised = text.indexOf('s.c@m');
  if (disguised >= 0)
    marks.push({
      start: disguised,
      end: disguised + 5,
      word: scam,
      pass: 'loose',
      disguises: ['separators', 'leet'],
      exception: null,
      likelyFalse: false,
      dismissed: false,
    });
  const plain = text.indexOf('scam alerts');
  if (plain >= 0)
    marks.push({
      ...{ start: plain, end: plain + 4, word: scam, pass: 'strict', disguises: [], exception: 'scam alerts' },
      ...{ likelyFalse: false, dismissed: false },
    });
  const across = text.indexOf('代写');
  if (across >= 0)
    marks.unshift({
      ...{ start: across, end: across + 2, word: scam, pass: 'strict', disguises: [], exception: null },
      ...{ likelyFalse: true, dismissed: true },
    });
  return envelope({ texts: [{ place: of.text === undefined ? place : null, text, marks }], more: false });
}

async function open(calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [testCall]: answer, ...calls });
  await renderPage(`${page}?panel=test`, TrialPanel, admin);
  return { api, text: await screen.findByLabelText<HTMLTextAreaElement>('Text') };
}

describe('the test panel', () => {
  it('marks matches while typing, with word, disguise and exceptions', async () => {
    const { api, text } = await open();
    await waitFor(() => expect(document.activeElement).toBe(text));
    fireEvent.change(text, { target: { value: 'a s.c@m, scam alerts, 当代写作' } });
    const list = await screen.findByRole('list', { name: 'Matches' });
    const entries = within(list)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent);
    expect(entries).toEqual([
      's.c@mscamBlockin disguise: Symbols or spaces between letters, Digits or symbols for letters',
      'scamscamBlockas writtenallowed by exception “scam alerts”',
      '代写scamLikely falseas writtenlikely false, dismissed for this word',
    ]);
    const marks = [...document.querySelectorAll('mark')];
    expect(marks.map((mark) => [mark.textContent, mark.dataset.look])).toEqual([
      ['s.c@m', 'block'],
      ['scam', 'allowed'],
      ['代写', 'allowed'],
    ]);
    expect(screen.getByText('3 matches')).toBeTruthy();
    expect(api.sent(testCall).at(-1)?.body).toEqual({ of: { text: 'a s.c@m, scam alerts, 当代写作' } });
    await userEvent.clear(text);
    expect(await screen.findByText('Enter some text to see matches.')).toBeTruthy();
  });

  it('searches a chosen resource and shows the places', async () => {
    const hit = { id: idOf(70), title: 'Phishing, an introduction', kind: 'document', state: 'published' };
    const { api } = await open({ 'GET /api/search/resources': () => envelope([hit]) });
    await userEvent.click(screen.getByRole('radio', { name: 'A resource' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Resource' }), 'phi');
    await userEvent.click(await screen.findByRole('option', { name: /^Phishing/ }));
    expect(await screen.findByText('Document text · Page 3')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Matches in “Phishing, an introduction”' })).toBeTruthy();
    expect(api.sent(testCall)[0]?.body).toEqual({ of: { resourceId: idOf(70) } });
  });

  it('says why it could not look, and tries again', async () => {
    let fails = true;
    const { text } = await open({
      [testCall]: (call) => (fails ? failure(500, 'The matcher is not there.', {}, 500) : answer(call)),
    });
    fireEvent.change(text, { target: { value: 's.c@m' } });
    expect((await screen.findByRole('alert')).textContent).toContain('The matcher is not there.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 match')).toBeTruthy();
  });
});
