import { type MailRow, type MailView, mailRow, newMailId, nobody } from '@lectern/contract/features/mail.ts';
import type { AudienceMeasure, MailRecipient } from '@lectern/contract/features/mail-compose.ts';
import type { MailServerReport } from '@lectern/contract/features/mail-server.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { MailDetailPage } from '../detail/mail-detail-page.tsx';
import { MailPage } from '../mail-page.tsx';

export const page = '/app/email/list';
export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const mailId = idOf(1);
export const at = `/api/mails/${mailId}`;
export const admin = sampleUser({ id: idOf(900), roleId: 2, permissions: [page] });

const time = '2026-11-16T06:00:00.000Z';

export function sampleMail(change: Partial<MailView> = {}): MailView {
  return {
    id: mailId,
    kind: 'notice',
    state: 'draft',
    subject: 'Term begins',
    audienceNames: ['Law', 'Biology'],
    everybody: false,
    counts: { total: 0, waiting: 0, sent: 0, failed: 0, unknown: 0, skipped: 0 },
    attachments: 0,
    sender: { id: admin.id, name: admin.name },
    sendAt: null,
    begunAt: null,
    finishedAt: null,
    failure: null,
    createdAt: time,
    updatedAt: time,
    version: 3,
    body: 'Hello {{name}}',
    template: null,
    audience: { ...nobody, departments: [idOf(20)] },
    chosen: [{ part: 'departments', id: idOf(20), name: 'Law' }],
    files: [],
    throttle: null,
    lastTest: null,
    ...change,
  };
}

export function rowOf(mail: MailView): MailRow {
  return mailRow.strip().parse(mail);
}

export const server = (change: Partial<MailServerReport> = {}): MailServerReport => ({
  state: 'ok',
  host: 'mail.test:25',
  from: 'a@b.test',
  problem: null,
  since: time,
  resumeAt: null,
  waiting: 0,
  ...change,
});

export const measured: AudienceMeasure = {
  recipients: 42,
  leftOut: [{ reason: 'noAddress', count: 21, people: [{ id: idOf(31), name: 'Li Wei' }] }],
};

export function sampleRecipient(number: number, change: Partial<MailRecipient> = {}): MailRecipient {
  return {
    id: idOf(100 + number),
    userId: idOf(200 + number),
    name: `Reader ${number}`,
    address: `r${number}@x.test`,
    state: 'sent',
    reason: null,
    answer: null,
    tries: 1,
    messageId: null,
    nextTryAt: null,
    at: time,
    ...change,
  };
}

type Calls = Parameters<typeof stubApi>[0];

const shared: Calls = {
  'GET /api/mail-server': () => envelope(server()),
  'GET /api/mail-templates': () => envelope([]),
  'GET /api/settings/public': () => envelope({}),
};

/** Opens the mail list; needs `openFreshWindow` and `stubEventSource` first. */
export async function openMails(mails: readonly MailView[], calls: Calls = {}) {
  const count = { value: mails.length, exact: true };
  const rows: ListPage<MailRow> = { rows: mails.map(rowOf), count, tabs: { all: count }, next: null, previous: null };
  const api = stubApi({
    ...shared,
    'GET /api/mails': () => envelope(rows),
    'GET /api/lists/mail/setup': () => envelope({ views: [], columns: null }),
    'POST /api/operations': () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  return { api, ...(await renderPage(page, MailPage, admin)) };
}

/** Opens the page of a mail; null: a new, unsaved mail. */
export async function openMail(mail: MailView | null, calls: Calls = {}, search = '') {
  const own = { holder: { id: admin.id, name: admin.name }, since: time, own: true };
  const preview = {
    to: { name: 'Me', address: 'me@x.test' },
    subject: '',
    values: { name: 'Anna', link: 'http://lectern.test' },
    text: 'Hello Anna',
    html: '',
    source: 'Subject: Term begins',
  };
  const api = stubApi({
    ...shared,
    ...(mail && { [`GET ${at}`]: () => envelope(mail) }),
    [`GET ${at}/lock`]: () => envelope(null),
    [`PUT ${at}/lock`]: () => envelope(own),
    [`DELETE ${at}/lock`]: () => envelope(null, 204),
    [`GET ${at}/preview`]: () => envelope({ ...preview, subject: 'Term begins' }),
    [`GET ${at}/activity`]: () => envelope({ rows: [], more: false }),
    [`GET ${at}/recipients`]: () => envelope({ rows: [sampleRecipient(1)], count: 1 }),
    'POST /api/mails/preview': () => envelope(preview),
    'POST /api/mails/audience': () => envelope(measured),
    'GET /api/mails/audience/choices': () => envelope({ groups: [{ id: idOf(40), name: 'Editors' }] }),
    'GET /api/organisation/units': () =>
      envelope({
        colleges: [{ id: idOf(10), name: 'Humanities', code: 'HUM', parentId: null }],
        departments: [{ id: idOf(20), name: 'Law', code: 'LAW', parentId: null, collegeId: idOf(10) }],
        positions: [{ id: idOf(30), name: 'Dean', roleId: 3 }],
      }),
    'GET /api/people': () => envelope([{ id: idOf(50), name: 'Lee Dean', account: 'lee', departmentName: 'Law' }]),
    ...calls,
  });
  const address = `${page}/detail/${mail?.id ?? newMailId}${search}`;
  return { api, ...(await renderPage(address, MailDetailPage, admin, `${page}/detail/$id`)) };
}
