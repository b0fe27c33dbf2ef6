import { once } from 'node:events';
import net from 'node:net';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { awaitDatabase } from './await-database.ts';

test('a database that answers is taken at once', async () => {
  const onWaiting = vi.fn();
  const { databaseUrl } = await createTestDatabase();
  await awaitDatabase(databaseUrl, { onWaiting });
  expect(onWaiting).not.toHaveBeenCalled();
});

test('a database that comes later is waited for, and that is said once', async () => {
  const target = new URL((await createTestDatabase()).databaseUrl.replace('@/', '@localhost/'));
  const socket = `${target.searchParams.get('host')}/.s.PGSQL.5432`;
  const front = net.createServer((client) =>
    client
      .pipe(net.connect(socket))
      .pipe(client)
      .on('error', () => undefined),
  );
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  front.close();
  await once(front, 'close');

  const later = new URL(target);
  later.host = `127.0.0.1:${address.port}`;
  later.search = '';
  const onWaiting = vi.fn(() => {
    front.listen(address.port, '127.0.0.1');
  });
  await awaitDatabase(later.href, { onWaiting, pauseMs: 10 });
  expect(onWaiting).toHaveBeenCalledTimes(1);
  expect(onWaiting).toHaveBeenCalledWith(expect.stringContaining('ECONNREFUSED'));
  front.close();
});

test('a database that does not exist is a problem of the settings, not worth waiting for', async () => {
  const { databaseUrl } = await createTestDatabase();
  const wrong = databaseUrl.replace(/@\/\w+/, '@/no_such_database');
  await expect(awaitDatabase(wrong, { onWaiting: () => undefined })).rejects.toThrow(
    /DATABASE_URL refused the connection: database "no_such_database" does not exist/,
  );
});

test('waiting ends when Lectern is asked to stop', async () => {
  const stopping = new AbortController();
  await awaitDatabase('postgresql://lectern@127.0.0.1:1/lectern', {
    onWaiting: () => stopping.abort(),
    signal: stopping.signal,
  });
  expect(stopping.signal.aborted).toBe(true);
});
