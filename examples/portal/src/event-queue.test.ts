import { expect, it } from 'vitest';
import { EventQueue, type Sent } from './event-queue.ts';

type Event = { action: string };
type Answer = 'taken' | 'refused' | 'later';

function open(answers: Answer[]) {
  const batches: Sent<Event>[][] = [];
  const timers: (() => void)[] = [];
  const queue = new EventQueue<Event>({
    send: async (events) => {
      batches.push(events);
      return answers.shift() ?? 'taken';
    },
    wait: (act) => void timers.push(act),
  });
  return { queue, batches, timers };
}

it('sends many events as one batch, each with its own ID', async () => {
  const { queue, batches, timers } = open([]);
  queue.add({ action: 'view' });
  queue.add({ action: 'click' });
  expect(timers).toHaveLength(1);
  await queue.flush();
  expect(batches.map((batch) => batch.map(({ action }) => action))).toEqual([['view', 'click']]);
  expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(2);
});

it('sends the same ids again when the portal was away, and others only once', async () => {
  const { queue, batches } = open(['later', 'taken']);
  queue.add({ action: 'view' });
  await queue.flush();
  await queue.flush();
  await queue.flush();
  expect(batches).toHaveLength(2);
  expect(batches[1]).toEqual(batches[0]);
});

it('keeps what comes while a batch is under way', async () => {
  const { queue, batches } = open(['taken', 'taken']);
  queue.add({ action: 'view' });
  const first = queue.flush();
  queue.add({ action: 'play' });
  await first;
  await queue.flush();
  expect(batches.map((batch) => batch.map(({ action }) => action))).toEqual([['view'], ['play']]);
});

it('doesn’t resend what the portal will never accept', async () => {
  const { queue, batches } = open(['refused']);
  queue.add({ action: 'view' });
  await queue.flush();
  await queue.flush();
  expect(batches).toHaveLength(1);
});

it('takes an exception of the network for a portal that is away', async () => {
  let tries = 0;
  const queue = new EventQueue<Event>({
    send: async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('no network');
      return 'taken';
    },
    wait: () => undefined,
  });
  queue.add({ action: 'view' });
  await queue.flush();
  await queue.flush();
  await queue.flush();
  expect(tries).toBe(2);
});
