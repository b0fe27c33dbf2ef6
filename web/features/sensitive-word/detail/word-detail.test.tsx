import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openPart } from '../testing/open-part.tsx';
import {
  detailCalls,
  idOf,
  impactCall,
  pageOf,
  sampleImpact,
  sampleWord,
  testCall,
  wordsCall,
} from '../testing/open-words.tsx';
import { dropImpact } from '../trial/ask-impact.ts';
import { WordDetail } from './word-detail.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(() => {
  dropImpact();
  closeWindow();
});

const at = `/api/sensitive/words/${idOf(2)}`;
const word = sampleWord(2, { exceptions: ['word2 list'] });

async function open(calls: Parameters<typeof openPart>[1] = {}, query = '') {
  const list = { [wordsCall]: () => envelope(pageOf([sampleWord(1), word, sampleWord(3)])) };
  const opened = await openPart(WordDetail, { ...list, ...detailCalls(word), ...calls }, `?${query}id=${idOf(2)}`);
  await screen.findByLabelText('Word or phrase');
  return opened;
}
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

describe('the details of a word', () => {
  it('shows a refusal at the word', async () => {
    await open({
      [`PATCH ${at}`]: () => failure(422, 'Nothing to match.', { code: 'wordRefused' }, 422),
    });
    fireEvent.change(screen.getByLabelText('Word or phrase'), { target: { value: '***' } });
    await save();
    expect(await screen.findByText('Nothing to match.')).toBeTruthy();
    expect(screen.getByLabelText(/^Word or phrase/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Nothing to match.')).toHaveLength(1);
  });

  it('is saved with its version once the effect of the edit was seen; back keeps the edit', async () => {
    const { api } = await open({
      [impactCall]: () => envelope(sampleImpact(1, 0)),
      [`PATCH ${at}`]: () => envelope({ ...word, exceptions: [], version: 6 }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove exception “word2 list”' }));
    await waitFor(() => expect(api.sent(`PUT ${at}/lock`)).toHaveLength(1));
    await save();
    expect(await screen.findByText('This newly flags 1 resource.')).toBeTruthy();
    expect(api.sent(impactCall)[0]?.body).toEqual({
      changes: [{ kind: 'change', id: idOf(2), word: { exceptions: [] } }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull());
    expect(api.sent(`PATCH ${at}`)[0]?.body).toEqual({ exceptions: [], version: 5 });
  });

  it('is saved at once where the edit can change nothing that is found, and keeps edits through a conflict', async () => {
    let version = 5;
    const { api } = await open({
      [`GET ${at}`]: () => envelope(sampleWord(2, { version, note: version === 5 ? '' : 'theirs' })),
      [`PATCH ${at}`]: () => {
        version = 6;
        return failure(409, 'Someone changed it', { code: 'changedMeanwhile' }, 409);
      },
    });
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'mine' } });
    await save();
    expect(await screen.findByText('Saved value: theirs')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note(changed)?$/).value).toBe('mine');
    expect(api.sent(impactCall)).toEqual([]);
  });

  it('is tried out as it is edited, saved or not', async () => {
    const { api } = await open({
      [testCall]: () => envelope({ texts: [{ place: null, text: 'w0rd2', marks: [] }], more: false }),
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Match disguised spellings' }));
    fireEvent.change(screen.getByLabelText('Text', { selector: 'textarea' }), { target: { value: 'w0rd2' } });
    expect(await screen.findByText('No matches')).toBeTruthy();
    expect(api.sent(testCall).at(-1)?.body).toMatchObject({
      of: { text: 'w0rd2' },
      word: { text: 'word2', variants: false, exceptions: ['word2 list'] },
    });
  });

  it('shows changes in words and reverts them', async () => {
    const change = {
      id: '42',
      at: '2026-11-15T10:00:00.000Z',
      action: 'sensitiveWord.updated',
      actor: { id: idOf(77), name: 'Anna' },
      before: { severity: 'notice', sources: ['title'] },
      after: { severity: 'review', sources: [] },
      revertable: ['severity', 'sources'],
    };
    const { api } = await open(
      {
        [`GET ${at}/activity`]: () => envelope({ rows: [change], more: false }),
        [`POST ${at}/activity/42/revert`]: () => envelope(null, 204),
      },
      'show=activity&',
    );
    expect(await screen.findByText('updated the word')).toBeTruthy();
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells).toEqual(expect.arrayContaining(['Severity', 'Notice', 'Review', 'Scope', 'Title', 'Everywhere']));
    await userEvent.click(screen.getByRole('button', { name: /^Revert/ }));
    const question = await screen.findByRole('dialog', { name: 'Revert this change?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Revert' }));
    await waitFor(() => expect(api.sent(`POST ${at}/activity/42/revert`)[0]?.body).toEqual({ version: 5 }));
  });
});
