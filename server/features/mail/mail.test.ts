import {
  cancelMail,
  createMail,
  getMail,
  listMails,
  type MailAudience,
  updateMail,
} from '@lectern/contract/features/mail.ts';
import {
  listMailRecipients,
  measureAudience,
  previewMail,
  previewStoredMail,
} from '@lectern/contract/features/mail-compose.ts';
import { getMailServer, setMailPreference } from '@lectern/contract/features/mail-server.ts';
import {
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  updateMailTemplate,
} from '@lectern/contract/features/mail-template.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { type MailOffice, openMailOffice, audienceOf as to } from '../../testing/mail-office.ts';
import { mailPage } from '../../testing/mail-rig.ts';
import type { TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 300_000 });

let office: MailOffice;
let test: TestApp;
let rig: MailOffice['rig'];
let departments: MailOffice['departments'];
let college: MailOffice['college'];
let lawyer: MailOffice['lawyer'];
let sink: MailOffice['sink'];

beforeAll(async () => {
  office = await openMailOffice();
  ({ test, rig, departments, college, lawyer, sink } = office);
});
afterAll(() => office.close());

const measured = async (audience: MailAudience, as = test.admin) =>
  (await test.call(measureAudience, { body: { audience } }, { as })).data;
const sunk = (address: string) => sink.taken.filter((mail) => mail.to.includes(address));

describe('access to mails', () => {
  it('needs the page and the editor ability', async () => {
    const user = await test.identity({ roleId: 4, pages: [mailPage] });
    for (const as of [user, await test.identity({ roleId: 3 })]) {
      expect(await test.call(listMails, {}, { as })).toMatchObject({ http: 403 });
      expect(await test.call(createMail, { body: {} }, { as })).toMatchObject({ http: 403 });
    }
  });

  it('covers one’s own and those of one’s departments', async () => {
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
  it('counts recipients, and lists who is left out and why', async () => {
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
    // Two lack an address: the person above and the lawyer.
    expect(reasons).toMatchObject({ badAddress: [bad], forbidden: [forbidden], optedOut: [out], duplicate: [twin] });
    expect(leftOut.find(({ reason }) => reason === 'noAddress')?.count).toBe(2);
    expect((await measured(to({ people: [fine] }))).recipients).toBe(1);
  });

  it('can be a college, position, group, people or everyone, each person once', async () => {
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

  it('of an editor is limited to their departments', async () => {
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

  it('can be previewed as one recipient, whose values stay text', async () => {
    const name = '{{email}} <b onclick=alert(1)>**Eve**</b>\r\nBcc: v@x.test';
    const [eve = ''] = await rig.people(1, () => 'eve@x.test', departments.biology);
    await test.db.updateTable('users').set({ name }).where('id', '=', eve).execute();
    const body = { subject: 'For {{name}}', body: '# Hello {{name}}\n\n- {{department}}', userId: eve };
    const { data } = await test.call(previewMail, { body }, { as: test.admin });
    expect(data.subject).toBe('For {{email}} <b onclick=alert(1)>**Eve**</b> Bcc: v@x.test');
    expect(data.html).toContain('Hello {{email}} &lt;b onclick=alert(1)&gt;**Eve**&lt;/b&gt; Bcc: v@x.test');
    expect(data.html).toContain('<li>Biology</li>');
    expect(data.html).not.toContain('<b onclick');
    // Checks the headers only, because a line of the body may begin with anything.
    expect(data.source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    const outside = await test.call(previewMail, { body }, { as: lawyer });
    expect(outside.http).toBe(404);
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

it('shows the mail server without its password', async () => {
  const { data } = await test.call(getMailServer, {}, { as: test.admin });
  expect(data).toMatchObject({ state: 'ok', host: `127.0.0.1:${sink.port}`, from: 'Lectern <lectern@campus.test>' });
});
