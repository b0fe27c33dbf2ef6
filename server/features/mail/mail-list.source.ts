import { type MailRow, mailList } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';
import type { Cell } from '../../platform/list/csv.ts';
import { type Condition, type ExportWords, type ListSource, listSource } from '../../platform/list/list-source.ts';
import { contains, isBetweenDays, isOneOf } from '../../platform/list/meanings.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { isReachable, type MailRecord, mailColumns, mailJoins, presentMail } from './mail.repository.ts';

type Cells = Record<keyof (typeof mailList)['columns'], (row: MailRow, words: ExportWords) => Cell>;

const cells: Cells = {
  subject: (row) => row.subject,
  kind: (row, { language }) => messagesIn(language).mail.kinds[row.kind],
  state: (row, { language }) => messagesIn(language).mail.states[row.state],
  audience: (row, { language }) => (row.everybody ? messagesIn(language).mail.everybody : row.audienceNames.join('; ')),
  recipients: (row) => row.counts.total,
  sent: (row) => row.counts.sent,
  failed: (row) => row.counts.failed + row.counts.unknown,
  skipped: (row) => row.counts.skipped,
  attachments: (row) => row.attachments,
  sender: (row) => row.sender?.name ?? null,
  at: (row, words) => words.instant(row.begunAt ?? row.sendAt),
  created: (row, words) => words.instant(row.createdAt),
};

const yesOrNo = (yes: boolean, condition: Condition): Condition => (yes ? condition : sql`not ${condition}`);
const at = sql`coalesce(mails.begun_at, mails.send_at, mails.updated_at)`;
const written = sql`mails.kind <> 'system'`;
const tabs = {
  all: written,
  drafts: sql`(${written} and mails.state = 'draft')`,
  scheduled: sql`(${written} and mails.state = 'scheduled')`,
  sending: sql`(${written} and mails.state = 'sending')`,
  sent: sql`(${written} and mails.state = 'sent')`,
  failed: sql`(${written} and mails.state in ('partlyFailed', 'failed'))`,
  system: sql`mails.kind = 'system'`,
};

export const mailListSource: ListSource = listSource<typeof mailList, MailRecord>({
  list: mailList,
  from: sql`mails`,
  joins: mailJoins,
  id: sql`mails.id`,
  columns: mailColumns,
  // Without a view, deleted mails are included, because Undo acts on them.
  scope: (principal, view) =>
    view ? sql`(mails.deleted_at is null and ${isReachable(principal)})` : isReachable(principal),
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => contains(sql`mails.subject`, word))]),
  filters: {
    subject: (text) => contains(sql`mails.subject`, text),
    state: (states) => isOneOf(sql`mails.state`, states),
    kind: (kinds) => isOneOf(sql`mails.kind`, kinds),
    template: (name) =>
      sql`mails.template_id in (select id from mail_templates where ${contains(sql`mail_templates.name`, name)})`,
    sender: (id) => sql`mails.sender_id = ${id}`,
    recipient: (id) => sql`mails.id in (select mail_id from mail_recipients where user_id = ${id})`,
    hasFailed: (yes) =>
      yesOrNo(
        yes,
        sql`exists (select from mail_recipients where mail_id = mails.id and mail_recipients.state in ('failed', 'unknown'))`,
      ),
    hasAttachments: (yes) => yesOrNo(yes, sql`exists (select from mail_attachments where mail_id = mails.id)`),
    at: (days, context) => isBetweenDays(at, days, context),
    created: (days, context) => isBetweenDays(sql`mails.created_at`, days, context),
  },
  sorts: {
    subject: { by: sql`lower(mails.subject)`, type: 'text' },
    at: { by: at, type: 'timestamptz' },
    created: { by: sql`mails.created_at`, type: 'timestamptz' },
  },
  tabs,
  async countTabs(db, principal) {
    const counts = Object.entries(tabs).map(
      ([tab, condition]) => sql`(count(*) filter (where ${condition}))::integer as ${sql.ref(tab)}`,
    );
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(counts)} from mails where mails.deleted_at is null and ${isReachable(principal)}`.execute(db);
    return Object.fromEntries(mailList.tabs.map((tab) => [tab, { value: rows[0]?.[tab] ?? 0, exact: true }]));
  },
  present: presentMail,
  exportCell: (column, row, words) => cells[column as keyof Cells](row as MailRow, words),
});
