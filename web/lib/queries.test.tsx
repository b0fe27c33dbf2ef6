import { listSessions, revokeOtherSessions } from '@lectern/contract/features/auth.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChangeQueue, isAnswerOf, queryKeyOf, queryOf, useMutationOf } from './queries.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { renderSignedIn } from './testing/render-signed-in.tsx';
import { envelope, failure, stubApi } from './testing/stub-api.ts';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const sessions = 'GET /api/auth/sessions';
const revoke = 'POST /api/auth/sessions/revokeOthers';

function Page() {
  const { data } = useQuery(queryOf(listSessions));
  const end = useMutationOf(revokeOtherSessions, { invalidates: [listSessions], idempotent: true });
  return (
    <>
      <p>{JSON.stringify(data)}</p>
      <button type="button" onClick={() => end.mutate({})}>
        End
      </button>
    </>
  );
}
const end = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'End' })));

describe('queries', () => {
  it('are keyed by what travels: pageSize and size are the same', () => {
    expect(queryKeyOf(findPeople, { query: { pageSize: 20, text: 'a' } })).toEqual(
      queryKeyOf(findPeople, { query: { text: 'a', size: 20 } }),
    );
  });

  it('are recognised by endpoint, whatever the parameters', () => {
    const queryKey = queryKeyOf(findPeople, { query: { text: '",[' } });
    expect(isAnswerOf([findPeople])({ queryKey })).toBe(true);
    expect(isAnswerOf([listSessions])({ queryKey })).toBe(false);
    expect(isAnswerOf([{ ...findPeople, id: 'people' }])({ queryKey })).toBe(false);
  });

  it('are reloaded after a change that names them', async () => {
    let ended = 0;
    stubApi({
      [sessions]: () => envelope([ended]),
      [revoke]: () => {
        ended += 1;
        return envelope({ ended });
      },
    });
    renderSignedIn(<Page />);
    expect(await screen.findByText('[0]')).toBeTruthy();
    await end();
    expect(await screen.findByText('[1]')).toBeTruthy();
  });
});

describe('a change that may be sent twice', () => {
  it('keeps its key while it is tried again, and takes a new one after it succeeded', async () => {
    let answer = () => failure(503, 'Down.');
    const api = stubApi({ [sessions]: () => envelope([]), [revoke]: () => answer() });
    renderSignedIn(<Page />);
    await end();
    answer = () => envelope({ ended: 1 });
    await end();
    await waitFor(() => expect(api.sent(revoke)).toHaveLength(2));
    await end();
    await waitFor(() => expect(api.sent(revoke)).toHaveLength(3));
    const [first, second, third] = api.sent(revoke).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('a queue of changes', () => {
  it('sends each after the one before, whether that succeeded or failed', async () => {
    const inTurn = createChangeQueue();
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const sent: number[] = [];
    const send = (at: number) =>
      inTurn(() => {
        sent.push(at);
        return answers[at]?.promise ?? Promise.resolve('last');
      });
    const outcomes = Promise.allSettled([send(0), send(1), send(2)]);
    await Promise.resolve();
    expect(sent).toEqual([0]);
    answers[0]?.reject(new Error('refused'));
    await expect.poll(() => sent).toEqual([0, 1]);
    answers[1]?.resolve('second');
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
