import { mailList, newMailId } from '@lectern/contract/features/mail.ts';

/** Link to a mail, with the list `view` to return to. */
export function mailHref(id: string, view = ''): string {
  return `${mailList.page}/detail/${id}${view ? `?${new URLSearchParams({ view })}` : ''}`;
}

/** Link to a new mail, optionally from a template; the mail is created on the first save. */
export function newMailHref(templateId?: string): string {
  return mailHref(newMailId).concat(templateId ? `?${new URLSearchParams({ template: templateId })}` : '');
}

export function listHref(searchStr: string): string {
  const view = new URLSearchParams(searchStr).get('view');
  return view ? `${mailList.page}?${view}` : mailList.page;
}
