import fastifyCookie from '@fastify/cookie';
import type { LiveEvent } from '@lectern/contract/features/event.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { type Db, openDatabase } from '../../platform/db/database.ts';
import { EventHub } from '../../platform/events/event-hub.ts';
import { EventPublisher } from '../../platform/events/event-publisher.ts';
import { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { Idempotency } from '../../platform/http/idempotency.ts';
import { mountEndpoints } from '../../platform/http/mount-endpoints.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import { RateLimiter } from '../../platform/http/rate-limiter.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { insertUser, silentLogger } from '../../testing/queue-rig.ts';
import { registerEvents } from './event.routes.ts';
import { EventService } from './event.service.ts';
import type { FindOpenable } from './event-audience.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let db: Db;
let hub: EventHub;
let events: EventService;
let app: FastifyInstance;
let address: string;
let ada: string;
let bob: string;
const ended = new Set<string>();
const clients: AbortController[] = [];
const publisher = new EventPublisher();

/** Access is tested separately. */
const everything: FindOpenable = async (_principal, _kind, ids) => ids;

/** The token is the user id, because only the stream's behaviour is tested here. */
const authenticate: Authenticate = async (token) => {
  if (ended.has(token)) throw new AppError('sessionEnded');
  return {
    userId: token,
    sessionId: token,
    account: 'a',
    name: 'A',
    roleId: 4,
    permissions: [],
    departmentId: null,
    departmentPath: null,
    dataScope: 'role',
    departmentIds: [],
    deptCode: null,
    mustChangePassword: false,
  };
};

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 8 }));
  ada = await insertUser(db, 'Ada');
  bob = await insertUser(db, 'Bob');
  hub = new EventHub({ db, databaseUrl: database.databaseUrl, logger: silentLogger });
  hub.start();
  await hub.ready(30_000);
  events = new EventService(db, hub, everything);
  const registry = new EndpointRegistry();
  registerEvents(registry, events, authenticate);
  app = Fastify();
  await app.register(fastifyCookie);
  mountEndpoints(app, {
    config: { publicOrigin: undefined },
    registry,
    authenticate,
    authenticateKey: () => Promise.reject(new AppError('unknownApiKey')),
    countKeyCall: () => Promise.reject(new AppError('unknownApiKey')),
    rateLimiter: new RateLimiter(db),
    idempotency: new Idempotency(db),
    checkAnswers: true,
  });
  app.setErrorHandler((error, _request, reply) => {
    reply
      .code(error instanceof AppError && error.code === 'tooManyRequests' ? 429 : 503)
      .send({ error: String(error) });
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.abort();
  ended.clear();
  events.closeAll();
  await app.close();
  await hub.stop();
  await db.destroy();
  await database.drop();
});

type Heard = { id: number; event: LiveEvent };

/** Reads the stream as a browser does, with event ids and Last-Event-ID. */
async function connect(userId: string, lastEventId?: number) {
  const controller = new AbortController();
  clients.push(controller);
  const response = await fetch(`${address}/api/events`, {
    headers: {
      cookie: `lectern_session=${userId}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: controller.signal,
  });
  const heard: Heard[] = [];
  const client = { response, heard, cursor: -1, closed: false, text: '', cut: () => controller.abort() };
  void (async () => {
    let buffer = '';
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk).toString();
      client.text += text;
      buffer += text;
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1];
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (id) client.cursor = Number(id);
        if (id && data) heard.push({ id: Number(id), event: JSON.parse(data) as LiveEvent });
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      client.closed = true;
    });
  if (response.status === 200) await eventually(() => expect(client.cursor).toBeGreaterThanOrEqual(0));
  return client;
}

const say = (userId: string | null, text: string): Promise<void> =>
  db.transaction().execute((transaction) => publisher.publish(transaction, userId, notice(text)));

function notice(text: string): LiveEvent {
  return {
    topic: 'notification',
    unread: 1,
    notification: {
      id: '0198c0de-0000-7000-8000-000000000000',
      kind: 'announcement',
      params: { text },
      link: null,
      createdAt: new Date(0).toISOString(),
      readAt: null,
    },
  };
}

function textsOf(heard: readonly Heard[]): string[] {
  return heard.map(({ event }) =>
    event.topic === 'notification' ? (event.notification.params.text ?? '') : event.topic,
  );
}

async function untilHeard(client: { heard: Heard[] }, texts: string[]): Promise<void> {
  await eventually(() => expect(textsOf(client.heard)).toEqual(texts));
}

describe('the live stream', () => {
  test('uses server-sent events that can’t be cached or changed', async () => {
    const { response } = await connect(ada);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  });

  test('carries a user’s own and public events in order, and no one else’s', async () => {
    const [first, second] = [await connect(ada), await connect(bob)];
    await say(ada, 'one');
    await say(bob, 'two');
    await say(null, 'three');
    await untilHeard(first, ['one', 'three']);
    await untilHeard(second, ['two', 'three']);
  });

  test('carries nothing from rolled-back transactions', async () => {
    const client = await connect(ada);
    await db
      .transaction()
      .execute(async (transaction) => {
        await publisher.publish(transaction, ada, notice('never'));
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await say(ada, 'kept');
    await untilHeard(client, ['kept']);
  });

  test('resumes after a disconnect without loss or duplicates', async () => {
    const seen = new Map<number, string>();
    let doubled = 0;
    let cursor: number | undefined;
    for (let round = 0; round < 5; round += 1) {
      const client = await connect(ada, cursor);
      await say(ada, `live ${round}`);
      await eventually(() => expect(textsOf(client.heard)).toContain(`live ${round}`));
      client.cut();
      await eventually(() => expect(client.closed).toBe(true));
      for (const { id, event } of client.heard) {
        const text = textsOf([{ id, event }])[0] ?? '';
        if (seen.has(id) && seen.get(id) !== text) doubled += 1;
        seen.set(id, text);
      }
      cursor = client.cursor;
      await say(ada, `away ${round}`);
    }
    const last = await connect(ada, cursor);
    await eventually(() => expect(textsOf(last.heard)).toContain('away 4'));
    for (const { id, event } of last.heard) seen.set(id, textsOf([{ id, event }])[0] ?? '');
    expect(doubled).toBe(0);
    const told = [...seen].sort(([left], [right]) => left - right).map(([, text]) => text);
    expect(told).toEqual([0, 1, 2, 3, 4].flatMap((round) => [`live ${round}`, `away ${round}`]));
  });

  test('carries events that are too long for a notification', async () => {
    const client = await connect(ada);
    const long = '字'.repeat(10_000);
    await say(ada, long);
    await untilHeard(client, [long]);
  });

  test('ignores foreign notifications on its channel', async () => {
    const client = await connect(ada);
    await sql`select pg_notify('lectern_events', 'not an event'), pg_notify('lectern_events', '{}')`.execute(db);
    await say(ada, 'kept');
    await untilHeard(client, ['kept']);
  });

  test('never sends an event twice on one connection', async () => {
    const client = await connect(ada);
    const { cursor } = client;
    await say(ada, 'one');
    await untilHeard(client, ['one']);
    const again = await connect(ada, cursor);
    await say(ada, 'two');
    await untilHeard(again, ['one', 'two']);
  });

  test('sends an event that was numbered before the last one seen but committed later', async () => {
    const slow = new pg.Client({ connectionString: database.databaseUrl });
    await slow.connect();
    await slow.query('begin');
    await slow.query('insert into events (user_id, payload, created_at) values ($1, $2, clock_timestamp())', [
      ada,
      JSON.stringify(notice('slow')),
    ]);
    const client = await connect(ada);
    await say(ada, 'fast');
    await untilHeard(client, ['fast']);
    client.cut();
    await slow.query('commit');
    await slow.end();
    const resumed = await connect(ada, client.cursor);
    await eventually(() => expect(textsOf(resumed.heard)).toContain('slow'));
  });

  test('resumes from its start when it is cut before the first event', async () => {
    await say(ada, 'long ago');
    await sql`update events set created_at = now() - interval '1 hour'`.execute(db);
    const client = await connect(ada);
    client.cut();
    await say(ada, 'meanwhile');
    await sql`update events set created_at = now() - interval '30 minutes' where payload::text like '%meanwhile%'`.execute(
      db,
    );
    const resumed = await connect(ada, client.cursor);
    await eventually(() => expect(textsOf(resumed.heard)).toContain('meanwhile'));
  });

  test('tells the client to reload when the missed events are gone or from another installation', async () => {
    await say(ada, 'one');
    await say(ada, 'two');
    await say(ada, 'three');
    const { rows } = await sql<{
      id: number;
    }>`delete from events where payload::text not like '%three%' returning id`.execute(db);
    expect((await connect(ada, Math.min(...rows.map((row) => row.id)) - 1)).response.status).toBe(204);
    expect((await connect(ada, 999_999)).response.status).toBe(204);
    expect((await connect(ada, Math.max(...rows.map((row) => row.id)))).response.status).toBe(200);
    await eventually(() => expect(events.count()).toBe(1));
  });

  test('catches up on commits made while its database connection was down', async () => {
    const client = await connect(ada);
    await say(ada, 'before');
    await untilHeard(client, ['before']);
    await db.transaction().execute(async (transaction) => {
      await publisher.publish(transaction, ada, notice('during'));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'lectern-events'`.execute(transaction);
    });
    await untilHeard(client, ['before', 'during']);
    await hub.ready(30_000);
    await say(ada, 'after');
    await untilHeard(client, ['before', 'during', 'after']);
  });

  test('ends when a notification says the session ended', async () => {
    const client = await connect(ada);
    const other = await connect(bob);
    ended.add(ada);
    await db.transaction().execute((transaction) => publisher.publish(transaction, ada, { topic: 'permissions' }));
    await eventually(() => expect(client.closed).toBe(true));
    expect(textsOf(client.heard)).toEqual(['permissions']);
    expect(other.closed).toBe(false);
  });

  test('stays open when permissions changed but the session didn’t end', async () => {
    const client = await connect(ada);
    await db.transaction().execute((transaction) => publisher.publish(transaction, ada, { topic: 'permissions' }));
    await say(ada, 'still here');
    await untilHeard(client, ['permissions', 'still here']);
  });

  test('is refused to a person with twenty open streams, and to no one else', async () => {
    for (let index = 0; index < 20; index += 1) await connect(ada);
    expect((await connect(ada)).response.status).toBe(429);
    expect((await connect(bob)).response.status).toBe(200);
  });

  test('frees its slot when the client disconnects', async () => {
    const client = await connect(ada);
    expect(events.count()).toBe(1);
    client.cut();
    await eventually(() => expect(events.count()).toBe(0));
  });

  test('drops clients that don’t read', async () => {
    const client = new (await import('node:net')).Socket();
    const { port } = new URL(address);
    await new Promise<void>((resolve) => client.connect(Number(port), '127.0.0.1', resolve));
    client.pause();
    client.on('error', () => undefined);
    client.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: lectern_session=${ada}\r\n\r\n`);
    await eventually(() => expect(events.count()).toBe(1));
    const large = 'x'.repeat(7_000);
    await eventually(async () => {
      await db.transaction().execute(async (transaction) => {
        for (let index = 0; index < 100; index += 1) await publisher.publish(transaction, ada, notice(large));
      });
      expect(events.count()).toBe(0);
    });
    client.destroy();
  });

  test('closes at shutdown', async () => {
    const client = await connect(ada);
    events.closeAll();
    await eventually(() => expect(client.closed).toBe(true));
    await app.close();
    expect(events.count()).toBe(0);
  });
});

test('sends heartbeats when idle and ends after the session ended, without a notification', async () => {
  const quick = new EventService(db, hub, everything, 50);
  let over = false;
  const stream = await quick.open({
    userId: ada,
    lastEventId: undefined,
    judgeSession: async () => {
      if (over) throw new AppError('expiredToken');
      return authenticate(ada, 'cookie');
    },
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream ?? []) text += String(chunk);
  })();
  await eventually(() => expect(text.match(/^: still here$/gm)?.length).toBeGreaterThan(5));
  over = true;
  await reading;
  expect(quick.count()).toBe(0);
});

test('is refused without a database', async () => {
  const deaf = new EventHub({ db, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', logger: silentLogger });
  deaf.start();
  const service = new EventService(db, deaf, everything);
  await expect(
    service.open({ userId: ada, lastEventId: undefined, judgeSession: () => authenticate(ada, 'cookie') }),
  ).rejects.toMatchObject({ code: 'databaseDown' });
  await deaf.stop();
});

test('waiting callers get the connection as soon as an attempt succeeds', async () => {
  const closed = await createTestDatabase();
  const name = /\/(test_\w+)/.exec(closed.databaseUrl)?.[1] ?? '';
  const allow = (allowed: boolean) =>
    sql`alter database ${sql.ref(name)} allow_connections ${sql.lit(allowed)}`.execute(db);
  await allow(false);
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const late = new EventHub({ db, databaseUrl: closed.databaseUrl, logger });
  late.start();
  const ready = late.ready(30_000);
  await eventually(() => expect(lines.length).toBeGreaterThan(0));
  await allow(true);
  await ready;
  await late.stop();
  await closed.drop();
});
