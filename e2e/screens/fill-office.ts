import { createServer } from 'node:http';
import { askForAccess } from '@lectern/contract/features/access-request.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '@lectern/contract/features/api-key.ts';
import { createListView } from '@lectern/contract/features/list-view.ts';
import { createMail, getMail, type MailAudience, nobody, sendMail } from '@lectern/contract/features/mail.ts';
import { createMailTemplate } from '@lectern/contract/features/mail-template.ts';
import { getOperation, startOperation } from '@lectern/contract/features/operation.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { askForPassword } from '@lectern/contract/features/password-reset.ts';
import { addNote } from '@lectern/contract/features/resource-detail.ts';
import { createSavedReport } from '@lectern/contract/features/saved-report.ts';
import { addTaskComment, createTask, updateTask } from '@lectern/contract/features/task.ts';
import { listUsers } from '@lectern/contract/features/user.ts';
import { createWebhook } from '@lectern/contract/features/webhook.ts';
import { expect } from '@playwright/test';
import { MailSink } from '../../server/testing/mail-sink.ts';
import { password } from '../people.ts';
import type { Campus } from '../screenshots/campus/fill-campus.ts';
import { makeResources } from '../seed/make-resources.ts';
import { type Caller, callerOf } from '../session/call-api.ts';
import { signInWith } from '../session/sign-in.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A mail server that refuses one address, and a site that receives webhooks. */
export async function openNeighbours() {
  const mail = new MailSink({ answer: (address) => (address.startsWith('maria.rossi') ? 'refuse' : 'take') });
  await mail.open();
  const site = createServer((_, answer) => void answer.end('ok')).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const address = site.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    host,
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Lectern <lectern@lectern.example.edu>', WEBHOOK_HOSTS: host },
    close: async () => {
      site.closeAllConnections();
      site.close();
      await mail.close();
    },
  };
}

/** What administrators see during a term: mail, tasks, keys, requests, a failed file and a few operations. */
export async function fillOffice(origin: string, host: string, campus: Campus): Promise<void> {
  const session = await signInWith(origin, 'li.wei', password);
  const call = callerOf(origin, session);
  const { rows: users } = await call(listUsers, { query: { size: 100 } });
  const userId = (account: string) => users.find((one) => one.account === account)?.id ?? null;
  await addDamagedFile(origin);
  await addNotes(call, campus);
  await addTasks(call, userId);
  await addAccessToSites(call, host);
  await askForThings(origin);
  await saveViews(call);
  await runOperations(call, campus);
  await writeMails(call, userId);
}

async function addDamagedFile(origin: string): Promise<void> {
  const tom = await signInWith(origin, 'tom.becker', password);
  const bytes = Buffer.from('%PDF-1.4 and nothing else');
  await makeResources(origin, tom, [{ name: 'Bridge survey 2024, scan.pdf', bytes }], undefined, { timeout: 60_000 });
}

async function addNotes(call: Caller, { resources }: Campus): Promise<void> {
  for (const { id, kind } of resources.slice(-2)) {
    const params = { id };
    await call(addNote, { params, body: { text: 'Check the figure against the new edition before term starts.' } });
    const place = kind === 'video' ? { second: 65 } : kind === 'document' ? { page: 1 } : {};
    await call(addNote, { params, body: { text: 'The caption is hard to read on a phone.', ...place } });
  }
}

async function addTasks(call: Caller, userId: (account: string) => string | null): Promise<void> {
  const mine = userId('li.wei');
  const tasks = [
    { title: 'Book the recording studio', priority: 1 as const, dueAt: inDays(1), assigneeId: mine },
    { title: 'Translate the summaries of BIO-101', dueAt: inDays(9), assigneeId: userId('zhang.min') },
    { title: 'Collect photo consents from the field trip', dueAt: inDays(3), assigneeId: userId('tom.becker') },
    { title: 'Order microphones for room 204', priority: 3 as const, assigneeId: mine, note: 'Two lapel, one table.' },
    { title: 'Invite teachers to the training', dueAt: inDays(20), assigneeId: mine, link: '/app/email/list' },
    { title: 'Renew the licence of the map archive', dueAt: inDays(30), assigneeId: mine },
  ];
  for (const [at, body] of tasks.entries()) {
    const { id, version } = await call(createTask, { body });
    const params = { id };
    if (at === 0) await call(addTaskComment, { params, body: { text: 'Tuesday is free, from nine to twelve.' } });
    if (at === 3) await call(updateTask, { params, body: { version, state: 'doing' } });
    if (at === 4) await call(updateTask, { params, body: { version, snoozedUntil: inDays(5) } });
    if (at === 5)
      await call(updateTask, { params, body: { version, state: 'done', closeNote: 'Paid for two years.' } });
  }
}

async function addAccessToSites(call: Caller, host: string): Promise<void> {
  const scopes = ['content', 'search', 'media', 'events'] as const;
  const key = (name: string, days: number | null) =>
    call(createApiKey, { body: { name, scopes: [...scopes], expiresAt: days === null ? null : inDays(days) } });
  const old = await key('Library catalogue, old', null);
  await call(revokeApiKey, { params: { id: old.key.id }, body: { reason: 'Replaced by the new catalogue' } });
  const portal = await key('University portal', null);
  await call(rotateApiKey, { params: { id: portal.key.id }, body: { graceHours: 48, version: portal.key.version } });
  await key('Open day kiosk', 9);
  const kinds = ['resource.published', 'course.published', 'homePage.published'] as const;
  for (const [name, path] of Object.entries({ 'University portal': 'lectern', 'Search index': 'index' })) {
    await call(createWebhook, { body: { name, url: `http://${host}/${path}`, kinds: [...kinds] } });
  }
}

async function askForThings(origin: string): Promise<void> {
  const call = callerOf(origin, await signInWith(origin, 'chen.yu', password));
  const note = 'I report the reach of our lectures to the faculty.';
  await call(askForAccess, { body: { page: '/app/data/accessStat', note } });
  await call(askForPassword, { body: { account: 'jonas.lind' } });
}

async function saveViews(call: Caller): Promise<void> {
  const view = { query: 'kind=video&sort=-updated', columns: null };
  await call(createListView, { params: { list: 'resource' }, body: { ...view, name: 'Videos', shared: true } });
  await call(createListView, {
    params: { list: 'user' },
    body: { name: 'Lecturers', query: 'role=4', columns: null, shared: false },
  });
  const report = { address: 'period=last90', shared: true, mailed: 'monthly' } as const;
  await call(createSavedReport, { body: { page: 'data.accessStat', name: 'Reach by college', ...report } });
  await call(createSavedReport, { body: { page: 'data.resource', name: 'Growth of the library', ...report } });
}

async function runOperations(call: Caller, { resources }: Campus): Promise<void> {
  const ids = resources.filter(({ kind }) => kind === 'document').map(({ id }) => id);
  for (const input of [{ year: 2026 }, { source: 'University archive' }]) {
    const body = { list: 'resource', action: 'edit', selection: { ids }, input };
    const { id } = await call(startOperation, { body });
    await expect
      .poll(async () => (await call(getOperation, { params: { id } })).state, { timeout: 60_000 })
      .toBe('done');
  }
}

async function writeMails(call: Caller, userId: (account: string) => string | null): Promise<void> {
  const template = await call(createMailTemplate, {
    body: {
      name: 'Invitation to a training',
      subject: 'Training for {{department}}',
      body: 'Dear {{name}},\n\nwe show **how to publish a lecture** on Monday at ten.\n\nSee you there.',
    },
  });
  const { colleges } = await call(listUnits);
  const of = (code: string) => colleges.filter((one) => one.code === code).map(({ id }) => id);
  const people = (...accounts: string[]) => accounts.flatMap((account) => userId(account) ?? []);
  const write = async (subject: string, audience: Partial<MailAudience>, sendAt?: string | null) => {
    const body = { subject, body: template.body, templateId: template.id, audience: { ...nobody, ...audience } };
    const { id, version } = await call(createMail, { body });
    if (sendAt !== undefined) await call(sendMail, { params: { id }, body: { version, sendAt } });
    return id;
  };
  const sent = await write('Training for the medical faculty', { colleges: of('MED') }, null);
  const partly = await write(
    'New rules for captions',
    { people: people('maria.rossi', 'chen.yu', 'anna.schmidt') },
    null,
  );
  await write('The winter term begins', { everybody: true }, inDays(7));
  await write('Training for {{department}}', { colleges: of('ENG') });
  for (const id of [sent, partly]) {
    await expect
      .poll(async () => (await call(getMail, { params: { id } })).state, { timeout: 120_000 })
      .toMatch(/sent|ailed/);
  }
}
