import { getMail, listMails, mailList, newMailId } from './features/mail.ts';
import { getMailServer } from './features/mail-server.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

export function mailListData(url: URL): PageDataCall[] {
  return [...listData(mailList, listMails, url), { endpoint: getMailServer, quiet: true }];
}

/** The URL ends with the email's ID; for an unsaved email there is nothing to fetch. */
export function mailData({ pathname }: URL): PageDataCall[] {
  const id = pathname.split('/').at(-1) ?? '';
  const mail: PageDataCall[] = id === newMailId ? [] : [{ endpoint: getMail, params: { id }, quiet: 'answered' }];
  return [...mail, { endpoint: getMailServer, quiet: true }];
}
