import { getMail, listMails, mailList } from './features/mail.ts';
import { getMailServer } from './features/mail-server.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** What the list of mails begins with. */
export function mailListData(url: URL): PageDataCall[] {
  return [...listData(mailList, listMails, url), { endpoint: getMailServer }];
}

/** The address ends with the mail's id. */
export function mailData({ pathname }: URL): PageDataCall[] {
  return [{ endpoint: getMail, params: { id: pathname.split('/').at(-1) ?? '' } }, { endpoint: getMailServer }];
}
