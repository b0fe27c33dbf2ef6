import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  cancelMail,
  createMail,
  duplicateMail,
  getMail,
  listMails,
  type MailAudience,
  nobody,
  retryMail,
  sendMail,
  testMail,
  updateMail,
} from '@lectern/contract/features/mail.ts';
import {
  listMailRecipients,
  measureAudience,
  previewMail,
  previewStoredMail,
} from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { getMailServer, setMailPreference } from '@lectern/contract/features/mail-server.ts';
import {
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  updateMailTemplate,
} from '@lectern/contract/features/mail-template.ts';
import { startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { eventually } from '../../testing/eventually.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { mailPage, mailRig } from '../../testing/mail-rig.ts';
import { MailSink, type SinkAnswer } from '../../testing/mail-sink.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 300_000 });

const answers = new Map<string, SinkAnswer>();
const sink = new MailSink({ answer: (address) => answers.get(address) ?? 'take' });
let test: TestApp;
let rig: ReturnType<typeof mailRig>;
let departments: { law: string; civil: string; biology: string };
let college: string;
let lawyer: Identity;

beforeAll(async () => {
  await sink.open();
  test = await startTestApp({ SMTP_URL: sink.url, MAIL_FROM: 'Lectern <lectern@campus.test>' });
  rig = mailRig(test);
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  college = await organisation.createCollege(context, { code: 'HUM', name: 'Humanities' });
  const other = await organisation.createCollege(context, { code: 'SCI', name: 'Sciences' });
  const law = await organisation.createDepartment(context, { collegeId: college, code: 'LAW', name: 'Law' });
  const civil = await organisation.createDepartment(context, {
    ...{ collegeId: college, parentId: law, code: 'CIV', name: 'Civil law' },
  });
  const biology = await organisation.createDepartment(context, { collegeId: other, code: 'BIO', name: 'Biology' });
  departments = { law, civil, biology };
  lawyer = await test.identity({ roleId: 3, pages: [mailPage], departmentId: law, name: 'Lawyer' });
  await test.db.updateTable('users').set({ email: 'admin@campus.test' }).where('id', '=', test.admin.userId).execute();
  test.container.services.mailLoop.start();
});
afterAll(async () => {
  await test.container.services.mailLoop.stop();
  await test.close();
  await sink.close();
});

const to = (change: Partial<MailAudience>): MailAudience => ({ ...nobody, ...change });
const measured = async (audience: MailAudience, as = test.admin) =>
  (await test.call(measureAudience, { body: { audience } }, { as })).data;
/** A busy machine is slow. */
const patienceMs = 120_000;
const sunk = (address: string) => sink.taken.filter((mail) => mail.to.includes(address));

describe('who may', () => {
  it('is refused below an editor, even with the page, and without it', async () => {
    const user = await test.identity({ roleId: 4, pages: [mailPage] });
    for (const as of [user, await test.identity({ roleId: 3 })]) {
      expect(await test.call(listMails, {}, { as })).toMatchObject({ http: 403 });
      expect(await test.call(createMail, { body: {} }, { as })).toMatchObject({ http: 403 });
    }
  });

  it('sees the mails of the own departments and one’s own, and of others nothing at all', async () => {
    const foreign = await rig.draft({ subject: 'By the administrator' });
    const own = await rig.draft({ subject: 'By the lawyer' }, lawyer);
    const { data } = await test.call(listMails, {}, { as: lawyer });
    expect(data.rows.map((row) => row.id)).toEqual([own.id]);
    expect(data.tabs.all).toEqual({ value: 1, exact: true });
    expect((await test.call(listMails, {}, { as: test.admin })).data.tabs.drafts?.value).toBe(2);
    const params = { id: foreign.id };
    expect((await test.call(getMail, { params }, { as: lawyer })).http).toBe(404);
    expect((await test.call(listMailRecipients, { params }, { as: lawyer })).http).toBe(404);
    expect((await test.call(previewStoredMail, { params }, { as: lawyer })).http).toBe(404);
    expect((await test.call(cancelMail, { params }, { as: lawyer })).http).toBe(404);
    const body = { version: foreign.version, subject: 'mine' };
    expect((await test.call(updateMail, { params, body }, { as: lawyer })).http).toBe(404);
  });
});

describe('an audience', () => {
  it('counts who gets it, and tells who is left out and why', async () => {
    const department = departments.civil;
    const [fine = '', , bad = '', forbidden = '', out = ''] = await rig.people(
      5,
      (place) => ['fine@x.test', null, 'a@x.test\r\nBcc: v@x.test', 'f@x.test', 'o@x.test'][place] ?? null,
      department,
    );
    const [twin = ''] = await rig.people(1, () => 'FINE@x.test', department);
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', forbidden).execute();
    await test.db.updateTable('users').set({ mail_opt_out: true }).where('id', '=', out).execute();
    const { recipients, leftOut } = await measured(to({ departments: [departments.law] }));
    expect(recipients).toBe(1);
    const reasons = Object.fromEntries(leftOut.map(({ reason, people }) => [reason, people.map(({ id }) => id)]));
    // The lawyer has no address either.
    expect(reasons).toMatchObject({ badAddress: [bad], forbidden: [forbidden], optedOut: [out], duplicate: [twin] });
    expect(leftOut.find(({ reason }) => reason === 'noAddress')?.count).toBe(2);
    expect((await measured(to({ people: [fine] }))).recipients).toBe(1);
  });

  it('is chosen by college, position, group, people and everybody, each person once', async () => {
    const [biologist = ''] = await rig.people(1, () => 'bio@x.test', departments.biology);
    const position = newId();
    await test.db.insertInto('positions').values({ id: position, name: 'Dean', role_id: 4 }).execute();
    await test.db.updateTable('users').set({ position_id: position }).where('id', '=', biologist).execute();
    const { permissionGroups } = test.container.services;
    const context = await test.context(test.admin);
    const members = [{ kind: 'department' as const, id: departments.biology }];
    const content = { name: 'Scientists', description: '', rules: {}, members };
    const { id: group } = await permissionGroups.create(context, content, { acceptClosed: true });
    for (const audience of [to({ positions: [position] }), to({ groups: [group] }), to({ people: [biologist] })]) {
      expect(await measured(audience)).toEqual({ recipients: 1, leftOut: [] });
    }
    const all = to({ people: [biologist], groups: [group], positions: [position], departments: [departments.biology] });
    expect((await measured(all)).recipients).toBe(1);
    expect((await measured(to({ colleges: [college] }))).recipients).toBe(1);
    expect((await measured(to({ everybody: true }))).recipients).toBeGreaterThanOrEqual(3);
  });

  it('of an editor ends where the own departments end', async () => {
    const { recipients, leftOut } = await measured(to({ everybody: true }), lawyer);
    expect(recipients).toBe(1);
    expect(leftOut.map(({ reason }) => reason)).toContain('outsideScope');
    const sent = await rig.send({ audience: to({ everybody: true }), subject: 'To my own' }, null, lawyer);
    const { counts } = await rig.until(sent.id, ['sent'], lawyer);
    expect(counts.sent).toBe(1);
    expect(sunk('bio@x.test')).toEqual([]);
  });
});

describe('a text', () => {
  it.each([{ subject: 'Hello {{nmae}}' }, { body: 'Dear {{ constructor }}' }, { body: '{{}}' }])(
    'with a place that nothing fills is refused: %j',
    async (change) => {
      const { failure } = await test.call(createMail, { body: change }, { as: test.admin });
      expect(failure).toMatchObject({ status: 422, code: 'mailPlaceUnknown' });
    },
  );

  it('whose subject could begin another header is refused', async () => {
    for (const subject of ['Hi\r\nBcc: v@x.test', 'Hi\nX: 1', 'Hi\u2028there', 'Hi\u0007']) {
      const { failure } = await test.call(createMail, { body: { subject } }, { as: test.admin });
      expect(failure).toMatchObject({ status: 422, code: 'invalidInput' });
    }
  });

  it('shows itself as a chosen person would get it, and takes nothing of theirs for more than text', async () => {
    const name = '{{email}} <b onclick=alert(1)>**Eve**</b>\r\nBcc: v@x.test';
    const [eve = ''] = await rig.people(1, () => 'eve@x.test', departments.biology);
    await test.db.updateTable('users').set({ name }).where('id', '=', eve).execute();
    const body = { subject: 'For {{name}}', body: '# Hello {{name}}\n\n- {{department}}', userId: eve };
    const { data } = await test.call(previewMail, { body }, { as: test.admin });
    expect(data.subject).toBe('For {{email}} <b onclick=alert(1)>**Eve**</b> Bcc: v@x.test');
    expect(data.html).toContain('Hello {{email}} &lt;b onclick=alert(1)&gt;**Eve**&lt;/b&gt; Bcc: v@x.test');
    expect(data.html).toContain('<li>Biology</li>');
    expect(data.html).not.toContain('<b onclick');
    expect(data.source).not.toMatch(/^bcc:/im);
    const outside = await test.call(previewMail, { body }, { as: lawyer });
    expect(outside.http).toBe(404);
  });
});

describe('sending', () => {
  it('gives everybody their own text once, with one recipient and no header of anybody else', async () => {
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

  it('never reaches anybody through an address that is none', async () => {
    const list = new URL('../../testing/fixtures/mail-header-attacks.json', import.meta.url);
    const hostile = JSON.parse(readFileSync(list, 'utf8')) as string[];
    // The database keeps no NUL.
    const kept = hostile.filter((address) => !address.includes('\u0000'));
    const people = await rig.people(kept.length, (place) => kept[place] ?? null, departments.biology);
    const [friend = ''] = await rig.people(1, () => 'friend@x.test', departments.biology);
    const before = sink.taken.length;
    const { id } = await rig.send({ audience: to({ people: [...people, friend] }) });
    const { counts } = await rig.until(id, ['sent']);
    expect(counts).toMatchObject({ sent: 1, skipped: kept.length });
    expect(sink.taken.slice(before).map((mail) => mail.to)).toEqual([['friend@x.test']]);
  });

  it('tells failures with their reason, and tries again for those alone', async () => {
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
    // By nobody's guess, but by somebody's word.
    await retry('unknown');
    expect((await rig.until(id, ['sent'])).counts).toMatchObject({ sent: 3, failed: 0, unknown: 0 });
    expect(people.map((_, place) => sunk(`retry-${place}@x.test`).length)).toEqual([1, 1, 2]);
    expect((await retry('failed')).failure).toMatchObject({ code: 'illegalMove' });
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
    // However slow this machine is: never three within a minute.
    for (const [place, time] of times.entries())
      expect((times[place + 2] ?? time + 60_000) - time).toBeGreaterThan(59_000);
    expect((await test.call(cancelMail, { params: { id } }, { as: test.admin })).failure.code).toBe('illegalMove');
  });

  it('waits for its time, is cancelled and brought back in many at once, and begins when it has come', async () => {
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

  it('does not begin for a sender who may no longer write to people', async () => {
    const gone = await test.identity({ roleId: 2, name: 'Gone' });
    const people = await rig.people(1, () => 'never@x.test', departments.biology);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await rig.send({ audience: to({ people }) }, later, gone);
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', gone.userId).execute();
    await test.db.updateTable('mails').set({ send_at: new Date() }).where('id', '=', id).execute();
    expect(await rig.until(id, ['failed'])).toMatchObject({ failure: 'senderForbidden', counts: { total: 0 } });
    expect(sunk('never@x.test')).toEqual([]);
  });

  it('is refused without a subject, a text, anybody, or with an older version', async () => {
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
    await test.db.updateTable('resources').set({ state: 'published' }).where('id', '=', id).execute();
    await file.set({ size_bytes: 11 * 1024 ** 2 }).execute();
    expect(await refused(test.admin)).toBe('mailAttachmentsTooLarge');
  });
});

describe('templates', () => {
  it('are written, changed by one at a time, named once, and deleted without their mails', async () => {
    const body = { name: 'Welcome', subject: 'Welcome {{name}}', body: 'At {{platform}}' };
    const { data: template } = await test.call(createMailTemplate, { body }, { as: test.admin });
    const again = await test.call(createMailTemplate, { body: { ...body, name: 'WELCOME' } }, { as: lawyer });
    expect(again.failure.code).toBe('nameTaken');
    const change = (version: number) =>
      test.call(updateMailTemplate, { params: { id: template.id }, body: { version, body: 'Hi' } }, { as: lawyer });
    expect((await change(1)).data).toMatchObject({ body: 'Hi', version: 2 });
    expect((await change(1)).failure.code).toBe('changedMeanwhile');
    const wrong = { params: { id: template.id }, body: { version: 2, subject: '{{password}}' } };
    expect((await test.call(updateMailTemplate, wrong, { as: lawyer })).failure.code).toBe('mailPlaceUnknown');
    const mail = await rig.draft({ templateId: template.id });
    expect((await test.call(listMailTemplates, {}, { as: lawyer })).data).toMatchObject([
      { name: 'Welcome', mails: 1 },
    ]);
    await test.call(deleteMailTemplate, { params: { id: template.id } }, { as: test.admin });
    expect((await rig.get(mail.id)).template).toBeNull();
  });
});

it('takes a person at their word who wants no notices', async () => {
  const { data } = await test.call(setMailPreference, { body: { optedOut: true } }, { as: lawyer });
  expect(data).toEqual({ optedOut: true });
  await test.db.updateTable('users').set({ email: 'lawyer@x.test' }).where('id', '=', lawyer.userId).execute();
  const { leftOut } = await measured(to({ people: [lawyer.userId] }));
  expect(leftOut).toMatchObject([{ reason: 'optedOut', count: 1 }]);
});

it('tells what is known of the mail server, without its password', async () => {
  const { data } = await test.call(getMailServer, {}, { as: test.admin });
  expect(data).toMatchObject({ state: 'ok', host: `127.0.0.1:${sink.port}`, from: 'Lectern <lectern@campus.test>' });
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
