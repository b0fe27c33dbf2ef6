import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
  type WebhookKind,
} from '@lectern/contract/features/webhook.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCourse } from '../../testing/portal-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Got = { headers: IncomingMessage['headers']; body: string };

let test: TestApp;
let sink: Server;
let port: number;
let got: Got[];
let answer: { status: number; location?: string };

beforeAll(async () => {
  sink = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((resolve) => {
    sink.listen(0, '127.0.0.1', resolve);
  });
  port = (sink.address() as AddressInfo).port;
  test = await startTestApp({ WEBHOOK_HOSTS: `127.0.0.1:${port},internal.example:80` });
});

beforeEach(async () => {
  got = [];
  answer = { status: 204 };
  await test.db.deleteFrom('webhooks').execute();
  await run();
  got = [];
});

afterAll(async () => {
  await test.close();
  sink.close();
});

const run = () => test.container.services.webhookLoop.runOnce();
const change = (id: string, to: string) => sql`update resources set ${sql.raw(to)} where id = ${id}`.execute(test.db);

const everything: WebhookKind[] = [
  'resource.published',
  'resource.unpublished',
  'resource.changed',
  'course.published',
  'course.unpublished',
  'homePage.published',
];

async function makeHook(wanted: { kinds?: WebhookKind[]; audience?: 'everyone' | 'campus'; url?: string } = {}) {
  const body = {
    name: 'Public site',
    url: `http://127.0.0.1:${port}/hook`,
    kinds: everything,
    audience: 'everyone' as const,
    ...wanted,
  };
  const made = await test.call(createWebhook, { body }, { as: test.admin });
  expect(made.http).toBe(201);
  return made.data;
}

const told = () => got.map(({ body }) => JSON.parse(body) as { event: string; object: { id: string | null } });
const deliveriesOf = async (id: string) =>
  (await test.call(listWebhookDeliveries, { params: { id } }, { as: test.admin })).data.deliveries;

describe('a webhook', () => {
  it('reports what its audience can see from now on, no longer, or changed', async () => {
    await makeHook();
    const { id } = await makeResource(test, { state: 'ready', visibility: 'everyone' });
    const { id: campus } = await makeResource(test, { state: 'ready', visibility: 'campus' });
    await run();
    expect(got).toEqual([]);
    await change(id, "state = 'published'");
    await change(campus, "state = 'published'");
    await run();
    await change(id, "title = 'Anew'");
    await run();
    await change(id, "visibility = 'campus'");
    await run();
    await change(id, "state = 'blocked'");
    await run();
    expect(told().map(({ event, object }) => [event, object.id])).toEqual([
      ['resource.published', id],
      ['resource.changed', id],
      ['resource.unpublished', id],
    ]);
  });

  it('of a course that is no longer for its audience, and of one that is now', async () => {
    await makeHook({ kinds: ['course.published', 'course.unpublished'] });
    const id = await makeCourse(test, { audience: 'everyone' });
    const setAudience = async (audience: string) => {
      await sql`update courses set audience = ${audience} where id = ${id}`.execute(test.db);
      await run();
    };
    await setAudience('campus');
    await setAudience('everyone');
    expect(told().map(({ event, object }) => [event, object.id])).toEqual([
      ['course.unpublished', id],
      ['course.published', id],
    ]);
  });

  it('of no withheld course, also when it is published', async () => {
    await makeHook({ kinds: ['course.published', 'course.unpublished'] });
    const id = await makeCourse(test, { state: 'offline' });
    await sql`update courses set withheld = true where id = ${id}`.execute(test.db);
    await sql`update courses set state = 'published' where id = ${id}`.execute(test.db);
    await run();
    expect(told()).toEqual([]);
  });

  it('reports what begins and ends by date, once', async () => {
    await makeHook({ audience: 'campus', kinds: ['resource.published', 'resource.unpublished', 'course.unpublished'] });
    const { id } = await makeResource(test, { state: 'published', visibility: 'campus' });
    const ends = await makeCourse(test, { until: '1 hour' });
    await change(id, "offline_at = now() + interval '1 hour'");
    await run();
    expect(got).toEqual([]);
    // As if the last round had been an hour ago.
    await sql`update publication_round set looked_until = now() - interval '1 hour'`.execute(test.db);
    await sql`alter table resources disable trigger resources_note_publication`.execute(test.db);
    await sql`alter table courses disable trigger courses_note_publication`.execute(test.db);
    await change(id, "offline_at = now() - interval '1 minute'");
    await sql`update courses set available_until = now() - interval '1 minute' where id = ${ends}`.execute(test.db);
    await sql`alter table resources enable trigger resources_note_publication`.execute(test.db);
    await sql`alter table courses enable trigger courses_note_publication`.execute(test.db);
    await run();
    // Sent together, so their order isn't defined.
    const events = told().map(({ event, object }) => [event, object.id]);
    expect(events.sort(([left = ''], [right = '']) => String(right).localeCompare(String(left)))).toEqual([
      ['resource.unpublished', id],
      ['course.unpublished', ends],
    ]);
    await change(id, "state = 'offline'");
    await run();
    expect(got).toHaveLength(2);
  });

  it('is recorded in the change’s transaction, and a rollback sends nothing', async () => {
    await makeHook();
    const { id } = await makeResource(test, { state: 'ready', visibility: 'everyone' });
    await test.db
      .transaction()
      .execute(async (transaction) => {
        await sql`update resources set state = 'published' where id = ${id}`.execute(transaction);
        throw new Error('no');
      })
      .catch(() => undefined);
    await run();
    expect(got).toEqual([]);
  });

  it('with a signature that only the secret makes, and without anything but the id', async () => {
    const { secret, webhook } = await makeHook();
    const { id } = await makeResource(test, { state: 'ready', visibility: 'everyone', title: 'A title of its own' });
    await change(id, "state = 'published'");
    await run();
    const [first] = got;
    const { 'lectern-timestamp': at, 'lectern-signature': signature } = first?.headers ?? {};
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(`${at}.${first?.body}`).digest('hex')}`);
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60);
    expect(first?.body).not.toContain('A title');
    const stored = await sql<{ row: string }>`select webhooks::text as row from webhooks`.execute(test.db);
    expect(stored.rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
    const body = { version: webhook.version };
    const turned = await test.call(rotateWebhook, { params: { id: webhook.id }, body }, { as: test.admin });
    expect(turned.data.secret).not.toBe(secret);
  });
});

describe('a delivery that fails', () => {
  it('is tried again later, then parked, and can be sent again by hand', async () => {
    const { webhook } = await makeHook();
    answer = { status: 500 };
    await test.call(testWebhook, { params: { id: webhook.id } }, { as: test.admin });
    await run();
    const [waiting] = await deliveriesOf(webhook.id);
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, httpStatus: 500, error: 'status 500' });
    expect(Date.parse(waiting?.nextAt ?? '')).toBeGreaterThan(Date.now());
    for (let tries = 0; tries < 12; tries += 1) {
      await sql`update webhook_deliveries set next_at = now() where state = 'waiting'`.execute(test.db);
      await run();
    }
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'failed', tries: 10, nextAt: null });
    answer = { status: 200 };
    const params = { id: webhook.id, deliveryId: waiting?.id ?? '' };
    expect((await test.call(redeliverWebhook, { params }, { as: test.admin })).data.state).toBe('waiting');
    await run();
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'delivered', httpStatus: 200 });
  });

  it('is paused after days of failures, and continues when someone resumes it', async () => {
    const { webhook } = await makeHook();
    answer = { status: 503 };
    await test.call(testWebhook, { params: { id: webhook.id } }, { as: test.admin });
    await sql`update webhook_deliveries set created_at = now() - interval '4 days'`.execute(test.db);
    await run();
    const { data } = await test.call(listWebhooks, {}, { as: test.admin });
    const [paused] = data.webhooks;
    expect(paused).toMatchObject({ state: 'paused', pauseReason: 'nothingDelivered 3' });
    await sql`update webhook_deliveries set next_at = now() where state = 'waiting'`.execute(test.db);
    got = [];
    await run();
    expect(got).toEqual([]);
    answer = { status: 200 };
    const body = { paused: false, version: paused?.version ?? 0 };
    await test.call(updateWebhook, { params: { id: webhook.id }, body }, { as: test.admin });
    await run();
    expect(got).toHaveLength(1);
  });

  it('is not led elsewhere', async () => {
    const { webhook } = await makeHook();
    answer = { status: 302, location: `http://127.0.0.1:${port}/elsewhere` };
    await test.call(testWebhook, { params: { id: webhook.id } }, { as: test.admin });
    await run();
    expect(got).toHaveLength(1);
    expect((await deliveriesOf(webhook.id))[0]?.error).toMatch(/^redirected 3/);
  });
});

describe('an address', () => {
  it.each([
    'http://127.0.0.1:1/hook',
    'http://localhost:80/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f000001/',
    'http://2130706433/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'http://internal.example@127.0.0.1/',
    'http://internal.example:80@evil.example/',
    'http://internal.example.evil.example/',
    'http://evil.example#internal.example:80',
  ])('that the operator does not list is refused: %s', async (url) => {
    const body = { name: 'Elsewhere', url, kinds: everything };
    const made = await test.call(createWebhook, { body }, { as: test.admin });
    expect(made.http).toBe(422);
    const { webhook } = await makeHook();
    const changed = { url, version: webhook.version };
    expect(
      (await test.call(updateWebhook, { params: { id: webhook.id }, body: changed }, { as: test.admin })).http,
    ).toBe(422);
  });

  it('is removed with its deliveries', async () => {
    const { webhook } = await makeHook();
    await test.call(testWebhook, { params: { id: webhook.id } }, { as: test.admin });
    const body = { version: webhook.version };
    await test.call(deleteWebhook, { params: { id: webhook.id }, body }, { as: test.admin });
    await run();
    expect(got).toEqual([]);
    expect((await test.call(listWebhooks, {}, { as: test.admin })).data.webhooks).toEqual([]);
  });
});
