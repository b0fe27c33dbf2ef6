import { getMail, listMails } from '@lectern/contract/features/mail.ts';
import { previewStoredMail } from '@lectern/contract/features/mail-compose.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { mailPage, mailRig } from '../../testing/mail-rig.ts';
import { MailSink } from '../../testing/mail-sink.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 300_000 });

const sink = new MailSink();
let test: TestApp;
let rig: ReturnType<typeof mailRig>;
let editor: Identity;

beforeAll(async () => {
  await sink.open();
  test = await startTestApp({ SMTP_URL: sink.url, MAIL_FROM: 'lectern@campus.test' });
  rig = mailRig(test);
  editor = await test.identity({ roleId: 3, pages: [mailPage] });
  test.container.services.mailLoop.start();
});
afterAll(async () => {
  await test.container.services.mailLoop.stop();
  await test.close();
  await sink.close();
});

/** Allows for a busy machine. */
const patienceMs = 120_000;
const sunk = (address: string) => sink.taken.filter((mail) => mail.to.includes(address));

describe('mail from Lectern', () => {
  it('is queued with the caller’s transaction, keeps its secret to the one person, and forgets it', async () => {
    const [userId = ''] = await rig.people(1, () => 'forgot@x.test');
    const { systemMail } = test.container.services;
    expect(systemMail.configured()).toBe(true);
    const link = '/app/auth/reset?token=top-secret';
    await test.container.services.mailLoop.stop();
    const entry = { userId, template: 'passwordReset', params: { minutes: '30' }, link } as const;
    await test.db.transaction().execute((transaction) => systemMail.queue(transaction, entry));
    const { id } = await test.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'system')
      .executeTakeFirstOrThrow();
    const shown = await test.call(previewStoredMail, { params: { id } }, { as: test.admin });
    expect(JSON.stringify(shown.data)).not.toContain('top-secret');
    const stored = await test.db.selectFrom('mail_recipients').selectAll().where('mail_id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain('top-secret');
    test.container.services.mailLoop.start();
    await rig.until(id, ['sent']);
    const source = sunk('forgot@x.test')[0]?.source ?? '';
    expect(source.replaceAll('=\r\n', '')).toContain('top-secret');
    expect(source).toContain('Auto-Submitted: auto-generated');
    const [after] = await test.db.selectFrom('mail_recipients').selectAll().where('mail_id', '=', id).execute();
    expect(after?.sealed).toBeNull();
    expect((await test.call(getMail, { params: { id } }, { as: editor })).http).toBe(404);
    const { data } = await test.call(listMails, { query: { tab: 'system' } }, { as: editor });
    expect(data.rows).toEqual([]);
  });

  it('of a report has a line for each figure, in text and HTML', async () => {
    const [userId = ''] = await rig.people(1, () => 'figures@x.test');
    const params = {
      title: 'Use by college',
      days: '1–31 Oct 2026',
      figures: [{ name: 'Views', value: '3,369', note: '(+65%, before: 2,046)' }],
      groups: {
        name: 'College',
        figures: [
          { name: 'Medicine', value: '1,988', note: '' },
          { name: '# Law **and**\n{{name}}', value: '7', note: '' },
        ],
        areAll: false,
      },
    };
    const { systemMail } = test.container.services;
    const entry = { userId, template: 'report', params, link: '/app/data/accessStat' } as const;
    await test.db.transaction().execute((transaction) => systemMail.queue(transaction, entry));
    await eventually(async () => expect(sunk('figures@x.test')).toHaveLength(1), patienceMs);
    const source = sunk('figures@x.test')[0]?.source.replaceAll('=\r\n', '').replaceAll('\r\n', '\n') ?? '';
    expect(source).toContain('\n- Views: 3,369 (+65%, before: 2,046)\n\nCollege\n\n- Medicine: 1,988\n');
    expect(source).toContain('\n- # Law **and** {{name}}: 7\n');
    expect(source).toContain('<li>Medicine: <strong>1,988</strong></li>');
  });

  it('has a subject and a text even if there is nothing more to say', async () => {
    const [userId = ''] = await rig.people(1, () => 'brief@x.test');
    const entry = {
      userId,
      template: 'notification',
      params: { subject: 'A file is ready', title: 'A file is ready', text: '' },
    } as const;
    const { systemMail } = test.container.services;
    await test.db.transaction().execute((transaction) => systemMail.queue(transaction, entry));
    await eventually(async () => expect(sunk('brief@x.test')).toHaveLength(1), patienceMs);
    expect(sunk('brief@x.test')[0]?.source.replaceAll('\r\n', '\n')).toContain(',\n\nA file is ready\n\nChoose which');
  });

  it('reaches people who turned notifications off, but never forbidden accounts', async () => {
    const [userId = ''] = await rig.people(1, () => 'quiet@x.test');
    const { systemMail } = test.container.services;
    const params = {
      subject: 'Line one\r\nBcc: v@x.test',
      title: 'Line one\r\nBcc: v@x.test',
      text: 'A **title** with {{name}} in it',
    };
    const queue = () =>
      test.db
        .transaction()
        .execute((transaction) => systemMail.queue(transaction, { userId, template: 'notification', params }));
    await test.db.updateTable('users').set({ mail_opt_out: true }).where('id', '=', userId).execute();
    await queue();
    await eventually(async () => expect(sunk('quiet@x.test')).toHaveLength(1), patienceMs);
    expect(sunk('quiet@x.test')[0]?.source).toContain('Subject: Line one Bcc: v@x.test');
    expect(sunk('quiet@x.test')[0]?.source).toContain('A **title** with {{name}} in it');
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', userId).execute();
    await queue();
    const states = await test.db.selectFrom('mail_recipients').select('reason').where('user_id', '=', userId).execute();
    expect(states.map((row) => row.reason)).toContain('forbidden');
  });
});
