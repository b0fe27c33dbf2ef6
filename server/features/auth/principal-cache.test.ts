import { beforeEach, expect, it, vi } from 'vitest';
import type { EventListener } from '../../platform/events/event-hub.ts';
import { PrincipalCache } from './principal-cache.ts';
import type { TokenHolder } from './session.repository.ts';

let tell: EventListener;
let listening: boolean;
let cache: PrincipalCache;
const find = vi.fn(async () => ({ seen_lately: true }) as TokenHolder);
const token = Buffer.from('token');

beforeEach(() => {
  listening = true;
  find.mockClear();
  cache = new PrincipalCache({
    isListening: () => listening,
    listen: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
});

async function asked(): Promise<number> {
  const before = find.mock.calls.length;
  await cache.read(token, find);
  return find.mock.calls.length - before;
}

it('asks once for calls that come together', async () => {
  expect(await asked()).toBe(1);
  expect(await asked()).toBe(0);
});

it('reloads after a change in this process or a permission event from another', async () => {
  await asked();
  cache.clear();
  expect(await asked()).toBe(1);
  tell({ id: 1, userId: null, event: { topic: 'permissions' } });
  expect(await asked()).toBe(1);
  tell({ id: 2, userId: null, event: { topic: 'settings' } });
  expect(await asked()).toBe(0);
});

it('doesn’t keep data that was read before a change and arrived after it', async () => {
  const late = Promise.withResolvers<TokenHolder>();
  const reading = cache.read(token, () => late.promise);
  cache.clear();
  late.resolve({ seen_lately: true } as TokenHolder);
  await reading;
  expect(await asked()).toBe(1);
});

it('keeps nothing while events can’t be received, and no one whose presence must be recorded', async () => {
  listening = false;
  expect(await asked()).toBe(1);
  expect(await asked()).toBe(1);
  listening = true;
  await cache.read(Buffer.from('other'), async () => ({ seen_lately: false }) as TokenHolder);
  await cache.read(Buffer.from('other'), find);
  expect(find).toHaveBeenCalledTimes(3);
});

it('expires even without events', async () => {
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(0);
  await asked();
  clock.mockReturnValue(1_001);
  expect(await asked()).toBe(1);
  clock.mockRestore();
});
