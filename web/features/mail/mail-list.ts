import { exportMails, listMails, type MailRow, mailList } from '@lectern/contract/features/mail.ts';
import { mailKindWords, mailStateWords } from '@lectern/contract/features/mail-words.ts';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { currentHeadings, inLanguage } from '../../lib/i18n/in-language.ts';
import { mailActions, templatesAction, writeAction } from './mail-actions.ts';
import { mailColumns } from './mail-columns.tsx';
import { mailHref } from './mail-href.ts';
import { ServerNotice } from './server-notice.tsx';
import { subjectText } from './subject-shown.tsx';

export const mailListView: ListDefinition<MailRow> = {
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
    columns: currentHeadings(mailList.columns),
    tabs: mail.tabs,
    filters: mail.filters,
    values: { kind: inLanguage(mailKindWords), state: inLanguage(mailStateWords) },
  }),
};
