import { mailList, newMailId } from '@lectern/contract/features/mail.ts';

/** The page of one mail; `view` is what the list showed, to come back to. */
export function mailHref(id: string, view = ''): string {
  return `${mailList.page}/detail/${id}${view ? `?${new URLSearchParams({ view })}` : ''}`;
}

/** Where a mail is written that does not exist before something of it is stored; it may begin with a template. */
export function newMailHref(templateId?: string): string {
  return mailHref(newMailId).concat(templateId ? `?${new URLSearchParams({ template: templateId })}` : '');
}

export function listHref(searchStr: string): string {
  const view = new URLSearchParams(searchStr).get('view');
  return view ? `${mailList.page}?${view}` : mailList.page;
}
