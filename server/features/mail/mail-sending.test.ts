import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  cancelMail,
  createMail,
  duplicateMail,
  nobody,
  retryMail,
  sendMail,
  testMail,
} from '@lectern/contract/features/mail.ts';
import { listMailRecipients } from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { eventually } from '../../testing/eventually.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type MailOffice, openMailOffice, audienceOf as to } from '../../testing/mail-office.ts';
import { cookieHeader, type Identity, type TestApp } from '../../testing/test-app.ts';
import { settleRecipient } from './delivery/mail-delivery.repository.ts';

vi.setConfig({ testTimeout: 300_000 });

let office: MailOffice;
let test: TestApp;
let rig: MailOffice['rig'];
let departments: MailOffice['departments'];
let lawyer: MailOffice['lawyer'];
let answers: MailOffice['answers'];
let sink: MailOffice['sink'];

beforeAll(async () => {
  office = await openMailOffice();
  ({ test, rig, departments, lawyer, answers, sink } = office);
});
afterAll(() => office.close());

/** Allows for a busy machine. */
const patienceMs = 120_000;
const sunk = (address: string) => sink.taken.filter((mail) => mail.to.includes(address));

describe('sending', () => {
  it('sends everyone their own text once, with one recipient and no one else’s headers', async () => {
    const [one = '', two = ''] = await rig.people(2, (place) => `send-${place}@x.test`, departments.biology);
    await test.db.updateTable('users').set({ name: 'Zhào, "Q" <x@y>\r\nCc: v@x.test' }).where('id', '=', two).execute();
    const { id } = await rig.send({ subject: 'Hi {{name}}', audience: to({ people: [one, two] }) });
    const mail = await rig.until(id, ['sent']);
    expect(mail.counts).toMatchObject({ total: 2, sent: 2, waiting: 0, failed: 0, unknown: 0 });
    expect(sunk('send-0@x.test')).toHaveLength(1);
    const [second] = sunk('send-1@x.test');
    expect(second?.to).toEqual(['send-1@x.test']);
    const head = (second?.source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(head.filter((line) => /^(b?cc):/i.test(line))).toEqual([]);
    expect(head.filter((line) => /^to:/i.test(line))).toHaveLength(1);
    expect(head).toContainEqual(expect.stringMatching(/^Reply-To:.*admin@campus\.test/));
    const { data } = await test.call(listMailRecipients, { params: { id } }, { as: test.admin });
    expect(data.rows.map((row) => [row.state, row.tries])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ]);
    const activity = await test.call(listMailActivity, { params: { id } }, { as: test.admin });
    expect(activity.data.rows.map((row) => row.action)).toEqual([
      'mail.finished',
      'mail.begun',
      'mail.sent',
      'mail.created',
    ]);
  });

  it('sends nothing to invalid addresses', async () => {
    const list = new URL('../../testing/fixtures/mail-header-attacks.json', import.meta.url);
    const hostile = JSON.parse(readFileSync(list, 'utf8')) as string[];
    // PostgreSQL can't store NUL characters.
    const kept = hostile.filter((address) => !address.includes('\u0000'));
    const people = await rig.people(kept.length, (place) => kept[place] ?? null, departments.biology);
    const [friend = ''] = await rig.people(1, () => 'friend@x.test', departments.biology);
    const before = sink.taken.length;
    const { id } = await rig.send({ audience: to({ people: [...people, friend] }) });
    const { counts } = await rig.until(id, ['sent']);
    expect(counts).toMatchObject({ sent: 1, skipped: kept.length });
    expect(sink.taken.slice(before).map((mail) => mail.to)).toEqual([['friend@x.test']]);
  });

  it('reports failures with their reason and retries only those', async () => {
    const people = await rig.people(3, (place) => `retry-${place}@x.test`, departments.biology);
    answers.set('retry-1@x.test', 'refuse');
    answers.set('retry-2@x.test', 'breakOff');
    const { id } = await rig.send({ audience: to({ people }) });
    const { counts } = await rig.until(id, ['partlyFailed']);
    expect(counts).toMatchObject({ sent: 1, failed: 1, unknown: 1 });
    const list = async () => (await test.call(listMailRecipients, { params: { id } }, { as: test.admin })).data.rows;
    expect(await list()).toMatchObject([
      { state: 'failed', reason: 'refused', answer: expect.stringContaining('550'), tries: 1 },
      { state: 'unknown', reason: 'lostAnswer' },
      { state: 'sent', reason: null },
    ]);
    answers.clear();
    const retry = (which: 'failed' | 'unknown') =>
      test.call(retryMail, { params: { id }, body: { which } }, { as: test.admin });
    await retry('failed');
    expect((await rig.until(id, ['partlyFailed'])).counts).toMatchObject({ sent: 2, failed: 0, unknown: 1 });
    // Unknown outcomes are retried only when someone asks for it.
    await retry('unknown');
    expect((await rig.until(id, ['sent'])).counts).toMatchObject({ sent: 3, failed: 0, unknown: 0 });
    expect(people.map((_, place) => sunk(`retry-${place}@x.test`).length)).toEqual([1, 1, 2]);
    expect((await retry('failed')).failure).toMatchObject({ code: 'illegalMove' });
  });

  it('counts results of a slow worker that was considered dead', async () => {
    const handlerId = newId();
    const people = await rig.people(2, (place) => `late-${place}@x.test`, departments.biology);
    const { id } = await rig.send({ audience: to({ people }) });
    await rig.until(id, ['sent']);
    const { rows } = await sql<{ id: string }>`
      update mail_recipients set state = 'unknown', reason = 'workerLost', handler_id = ${handlerId}
      where mail_id = ${id} and address = 'late-0@x.test' returning id`.execute(test.db);
    await sql`update mails set state = 'partlyFailed' where id = ${id}`.execute(test.db);
    await settleRecipient(test.db, { id: rows[0]?.id ?? '', handlerId }, { state: 'sent' });
    expect((await rig.until(id, ['sent'])).counts).toMatchObject({ sent: 2, unknown: 0 });
  });

  it('keeps to its number a minute, and stops when it is cancelled', async () => {
    const people = await rig.people(5, (place) => `slow-${place}@x.test`, departments.biology);
    const { id } = await rig.send({ audience: to({ people }), throttle: 2 });
    await eventually(async () => expect((await rig.get(id)).counts.sent).toBeGreaterThanOrEqual(2), patienceMs);
    await rig.until((await rig.send({ audience: to({ people: people.slice(0, 1) }) })).id, ['sent']);
    const { data } = await test.call(cancelMail, { params: { id } }, { as: test.admin });
    expect(data).toMatchObject({ state: 'cancelled', counts: { waiting: 0 } });
    expect(data.counts.sent + data.counts.skipped).toBe(5);
    const handed = await test.db
      .selectFrom('mail_recipients')
      .select('handed_at')
      .where('mail_id', '=', id)
      .where('handed_at', 'is not', null)
      .orderBy('handed_at')
      .execute();
    const times = handed.map((row) => row.handed_at?.getTime() ?? 0);
    // However slow this machine is: never three messages within a minute.
    for (const [place, time] of times.entries())
      expect((times[place + 2] ?? time + 60_000) - time).toBeGreaterThan(59_000);
    expect((await test.call(cancelMail, { params: { id } }, { as: test.admin })).failure.code).toBe('illegalMove');
  });

  it('waits for its time, can be cancelled and restored in bulk, and starts when due', async () => {
    const people = await rig.people(1, () => 'later@x.test', departments.biology);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id, state } = await rig.send({ audience: to({ people }) }, later);
    expect(state).toBe('scheduled');
    await test.container.worker.start();
    const body = { list: 'mail', action: 'cancel', selection: { ids: [id] } };
    const operation = (await test.call(startOperation, { body }, { as: test.admin })).data;
    await rig.until(id, ['cancelled']);
    await eventually(async () => {
      const undone = await test.call(undoOperation, { params: { id: operation.id } }, { as: test.admin });
      expect(undone.status).toBeLessThan(300);
    }, patienceMs);
    await rig.until(id, ['scheduled']);
    await test.container.worker.stop();
    test.container.services.mailLoop.start();
    await test.db.updateTable('mails').set({ send_at: new Date() }).where('id', '=', id).execute();
    expect((await rig.until(id, ['sent'])).counts.sent).toBe(1);
  });

  it('doesn’t start for a sender without access', async () => {
    const gone = await test.identity({ roleId: 2, name: 'Gone' });
    const people = await rig.people(1, () => 'never@x.test', departments.biology);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await rig.send({ audience: to({ people }) }, later, gone);
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', gone.userId).execute();
    await test.db.updateTable('mails').set({ send_at: new Date() }).where('id', '=', id).execute();
    expect(await rig.until(id, ['failed'])).toMatchObject({ failure: 'senderForbidden', counts: { total: 0 } });
    expect(sunk('never@x.test')).toEqual([]);
  });

  it('is refused without subject, text or recipients, or with an older version', async () => {
    const send = async (change: object, version?: number) => {
      const mail = await rig.draft(change);
      const body = { version: version ?? mail.version, sendAt: null };
      return (await test.call(sendMail, { params: { id: mail.id }, body }, { as: test.admin })).failure.code;
    };
    const people = await rig.people(1, () => null);
    expect(await send({ subject: ' ', audience: to({ everybody: true }) })).toBe('mailNotReady');
    expect(await send({ audience: nobody })).toBe('mailNotReady');
    expect(await send({ audience: to({ people }) })).toBe('mailNobody');
    expect(await send({ audience: to({ everybody: true }) }, 99)).toBe('changedMeanwhile');
  });

  it('tries itself on the sender alone, and copies itself', async () => {
    const mail = await rig.draft({ subject: 'Trial', audience: to({ everybody: true }) });
    expect((await test.call(testMail, { params: { id: mail.id } }, { as: lawyer })).http).toBe(404);
    await test.call(testMail, { params: { id: mail.id } }, { as: test.admin });
    await eventually(async () => expect((await rig.get(mail.id)).lastTest?.state).toBe('sent'), patienceMs);
    expect(sink.taken.filter(({ source }) => source.includes('[Test] Trial')).map((one) => one.to)).toEqual([
      ['admin@campus.test'],
    ]);
    expect(await rig.get(mail.id)).toMatchObject({ state: 'draft', counts: { total: 0 } });
    const copy = await test.call(duplicateMail, { params: { id: mail.id } }, { as: test.admin });
    expect(copy.data).toMatchObject({ subject: 'Trial', state: 'draft', everybody: true });
    expect(copy.data.id).not.toBe(mail.id);
    const own = await rig.draft({ subject: 'x' }, lawyer);
    const answer = await test.call(testMail, { params: { id: own.id } }, { as: lawyer });
    expect(answer.failure.code).toBe('mailNoOwnAddress');
  });
});

describe('attachments', () => {
  it('are the sender’s to give, go along, and are refused when they are held back or too large', async () => {
    const id = await insertTestResource(test.db, { title: 'Plan', owner_id: test.admin.userId });
    const { storeKey, sizeBytes } = await test.container.services.fileStore.write(
      Readable.from(['the plan of the term']),
    );
    const file = test.db.updateTable('files').where('name', '=', 'Plan.pdf');
    await file.set({ store_key: storeKey, size_bytes: sizeBytes }).execute();
    const people = await rig.people(1, () => 'files@x.test', departments.biology);
    const mail = await rig.send({ audience: to({ people }), attachmentIds: [id] });
    await rig.until(mail.id, ['sent']);
    expect(sunk('files@x.test')[0]?.source).toContain(Buffer.from('the plan of the term').toString('base64'));
    const refused = async (as: Identity) =>
      (await test.call(createMail, { body: { attachmentIds: [id] } }, { as })).failure.code;
    await test.db.updateTable('resources').set({ state: 'blocked' }).where('id', '=', id).execute();
    expect(await refused(test.admin)).toBe('mailAttachmentRefused');
    expect(await refused(lawyer)).toBe('mailAttachmentRefused');
    await test.db
      .updateTable('resources')
      .set({ state: 'published', visibility: 'department' })
      .where('id', '=', id)
      .execute();
    expect(await refused(test.admin)).toBe('mailAttachmentRefused');
    await test.db.updateTable('resources').set({ visibility: 'campus' }).where('id', '=', id).execute();
    await file.set({ size_bytes: 11 * 1024 ** 2 }).execute();
    expect(await refused(test.admin)).toBe('mailAttachmentsTooLarge');
  });
});
it('exports recipients without formulas', async () => {
  const people = await rig.people(1, () => 'sheet@x.test', departments.biology);
  await test.db.updateTable('users').set({ name: '=HYPERLINK("x")' }).where('id', 'in', people).execute();
  const { id } = await rig.send({ audience: to({ people }) });
  await rig.until(id, ['sent']);
  const headers = { cookie: cookieHeader(test.admin.cookies) };
  const { body } = await test.app.inject({ url: `/api/mails/${id}/recipients/export`, headers });
  expect(body).toContain(`"'=HYPERLINK(""x"")",sheet@x.test,Sent`);
});
