import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { DatabaseProbe } from './database-probe.ts';

const open: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] };
afterEach(() => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  for (const server of open.servers.splice(0)) server.close();
});

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    open.sockets.push(socket);
    serve(socket);
  });
  open.servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** The same database behind a port that forwards nothing until `released`. */
async function behindSlowPort(databaseUrl: string, released: Promise<void>): Promise<string> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const proxyPort = await listen((socket) => {
    const target = connect(`${host}/.s.PGSQL.${port}`);
    target.on('error', () => undefined);
    open.sockets.push(target);
    void released.then(() => socket.pipe(target).pipe(socket));
  });
  return `postgresql://${user}:${encodeURIComponent(String(password ?? ''))}@127.0.0.1:${proxyPort}/${database}`;
}

test('a database that answers late is slow, never down, and up again once it answers in time', async () => {
  const database = await createTestDatabase();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const probe = new DatabaseProbe({
    databaseUrl: await behindSlowPort(database.databaseUrl, released),
    patienceMs: 1_000,
    connectTimeoutMs: 60_000,
  });
  expect(await probe.check()).toEqual({ state: 'slow', latencyMs: null });
  release();
  await eventually(async () => expect((await probe.check()).state).toBe('up'));
  await database.drop();
});

test('a database that completes no connection is down, and stays down while the next check is under way', async () => {
  const port = await listen(() => undefined);
  const probe = new DatabaseProbe({
    databaseUrl: `postgresql://nobody@127.0.0.1:${port}/none`,
    patienceMs: 20,
    connectTimeoutMs: 200,
  });
  expect((await probe.check()).state).toBe('slow');
  await eventually(async () => expect((await probe.check()).state).toBe('down'));
  for (let index = 0; index < 3; index += 1) expect((await probe.check()).state).toBe('down');
});

test('a database that refuses connections is down at once', async () => {
  const probe = new DatabaseProbe({
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
    patienceMs: 30_000,
    connectTimeoutMs: 30_000,
  });
  expect((await probe.check()).state).toBe('down');
});
