import { exportMails, listMails, type MailRow, mailList } from '@lectern/contract/features/mail.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { type ReactNode, useEffect } from 'react';
import { filterLink, quiet } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView, ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { closeMailDialog, mailActions, mailDialog, templatesAction, writeAction } from './mail-actions.ts';
import { mailHref } from './mail-href.ts';
import { mailState, ServerNotice, SubjectShown, subjectText } from './mail-state.tsx';
import './mail-page.css';

type Row = MailRow;

/** Short description of the audience; when space is short, the name is truncated but not the count after it. */
function audienceWords({ everybody, audienceNames }: Row, { mail }: Texts): { first: string; more?: string } | null {
  if (everybody) return { first: mail.everybody };
  const [first, ...others] = audienceNames;
  if (first === undefined) return null;
  return others.length > 0 ? { first, more: fillText(mail.more, { count: others.length }) } : { first };
}

function audience(row: Row, { texts }: CellContext): ReactNode {
  if (row.kind === 'system') return quiet(texts.words.none);
  const words = audienceWords(row, texts);
  if (!words) return quiet(texts.mail.nobody);
  return (
    <span className="mail-audience" title={row.audienceNames.join('\n') || words.first}>
      <span>{words.first}</span> {words.more && <span>{words.more}</span>}
    </span>
  );
}

const count = (value: number, { format, texts }: CellContext) =>
  value > 0 ? format.number(value) : quiet(texts.words.none);

/** Number of failed deliveries and of those with unknown result. */
function failed({ counts }: Row, context: CellContext): ReactNode {
  const all = counts.failed + counts.unknown;
  if (all === 0) return count(0, context);
  const words = { failed: context.format.number(all), unknown: context.format.number(counts.unknown) };
  const title = counts.unknown > 0 ? fillText(context.texts.mail.unknownToo, words) : undefined;
  return (
    <span className="mail-failed" title={title}>
      {words.failed}
    </span>
  );
}

function instant(at: string | null, { format, texts }: CellContext): ReactNode {
  if (!at) return quiet(texts.words.none);
  return (
    <time dateTime={at} title={format.dateTime(at)} className="grid-quiet">
      {format.relativeTime(at)}
    </time>
  );
}

const mailColumns: Record<string, ColumnView<Row>> = {
  subject: {
    width: 250,
    grow: 5,
    cell: ({ subject }, { texts }) =>
      subject ? (
        <span className="grid-name" title={subjectText(subject)}>
          <SubjectShown subject={subject} />
        </span>
      ) : (
        quiet(texts.mail.noSubject)
      ),
  },
  kind: {
    width: 80,
    grow: 0,
    keep: 3,
    cell: ({ kind }, context) => filterLink('kind', [kind], context.texts.mail.kinds[kind], context),
  },
  state: { width: 140, grow: 0, keep: 9, cell: (row, { texts, format }) => mailState(row, texts, format) },
  audience: { width: 170, grow: 3, keep: 6, cell: audience },
  recipients: { width: 88, grow: 0, keep: 5, cell: (row, context) => count(row.counts.total, context) },
  sent: { width: 64, grow: 0, keep: 7, cell: (row, context) => count(row.counts.sent, context) },
  failed: { width: 64, grow: 0, keep: 8, cell: failed },
  skipped: { width: 76, grow: 0, keep: 2, cell: (row, context) => count(row.counts.skipped, context) },
  attachments: { width: 96, grow: 0, cell: (row, context) => count(row.attachments, context) },
  sender: {
    width: 110,
    grow: 1,
    keep: 4,
    cell: ({ sender }, context) =>
      sender ? filterLink('sender', sender.id, sender.name, context) : quiet(context.texts.words.none),
  },
  at: {
    width: 136,
    grow: 0,
    keep: 7,
    greatestFirst: true,
    cell: ({ begunAt, sendAt }, context) => instant(begunAt ?? sendAt, context),
  },
  created: { width: 108, grow: 0, greatestFirst: true, cell: ({ createdAt }, context) => instant(createdAt, context) },
};

const mailListView: ListDefinition<MailRow> = {
  list: mailList,
  endpoint: listMails,
  exportEndpoint: exportMails,
  icon: 'mail',
  mainColumn: 'subject',
  opens: false,
  href: ({ id }, query) => mailHref(id, query),
  labelOf: ({ subject, id }) => subjectText(subject) || id,
  columns: mailColumns,
  primary: writeAction,
  more: [templatesAction],
  actions: mailActions,
  Above: ServerNotice,
  texts: ({ routes, mail }) => ({
    title: routes['email.list'],
    search: mail.search,
    emptyTitle: mail.emptyTitle,
    emptyText: mail.emptyText,
    columns: mail.columns,
    tabs: mail.tabs,
    filters: mail.filters,
    values: { kind: mail.kinds, state: mail.states },
  }),
};

/** Loaded when the first dialog opens. */
const MailDialogs = lazyPage(async () => (await import('./mail-dialogs.tsx')).MailDialogs);
const shown = [listMails, getMailServer];

/** The list of all mails: drafts, scheduled and sent. */
export function MailPage() {
  const asking = useStore(mailDialog) !== null;
  useLiveRefresh('mail', shown);
  useEffect(() => closeMailDialog, []);
  return (
    <>
      <ListPage definition={mailListView} />
      {asking && <MailDialogs />}
    </>
  );
}
