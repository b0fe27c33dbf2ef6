import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { RateLimiter } from './rate-limiter.ts';

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 10 }));
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

it('lets exactly as many of fifty parallel callers through as are allowed', async () => {
  const limiter = new RateLimiter(db);
  const takes = await Promise.all(Array.from({ length: 50 }, () => limiter.take('parallel', 10, 60_000)));
  expect(takes.filter((take) => take.allowed).length).toBe(10);
});

it('remembers across a restart', async () => {
  for (let index = 0; index < 3; index += 1) await new RateLimiter(db).take('restart', 3, 60_000);
  expect((await new RateLimiter(db).take('restart', 3, 60_000)).allowed).toBe(false);
});

it('resets with the next window, and reports when that is', async () => {
  const limiter = new RateLimiter(db);
  const { until } = await limiter.take('window', 1, 60_000);
  expect(until.getTime()).toBeGreaterThan(Date.now());
  await db
    .updateTable('rate_limits')
    .set({ window_ends_at: new Date(Date.now() - 1) })
    .where('key', '=', 'window')
    .execute();
  expect((await limiter.take('window', 1, 60_000)).allowed).toBe(true);
});

it('gives back a try that was none', async () => {
  const limiter = new RateLimiter(db);
  await limiter.take('back', 1, 60_000);
  await limiter.giveBack('back');
  expect((await limiter.take('back', 1, 60_000)).allowed).toBe(true);
});

it('refuses with the instant until which to wait', async () => {
  const limiter = new RateLimiter(db);
  await limiter.enforce('enforce', { calls: 1, windowMs: 60_000 });
  await expect(limiter.enforce('enforce', { calls: 1, windowMs: 60_000 })).rejects.toMatchObject({
    code: 'tooManyRequests',
  });
});
