import { mailList } from '@lectern/contract/features/mail.ts';

/** The page of one mail; `view` is what the list showed, to come back to. */
export function mailHref(id: string, view = ''): string {
  return `${mailList.page}/detail/${id}${view ? `?${new URLSearchParams({ view })}` : ''}`;
}

export function listHref(searchStr: string): string {
  const view = new URLSearchParams(searchStr).get('view');
  return view ? `${mailList.page}?${view}` : mailList.page;
}
