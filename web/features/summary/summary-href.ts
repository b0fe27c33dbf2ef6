import { summaryList } from '@lectern/contract/features/summary.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';

/** Address of a summary; `view` is the list view to return to. */
export function summaryHref(id: string, view = ''): string {
  return `${summaryList.page}?${new URLSearchParams({ id, ...(view && { view }) })}`;
}

export function listHref(view: string): string {
  return view ? `${summaryList.page}?${view}` : summaryList.page;
}

/** The list view at an address, without the page position. */
export function viewAt(search: string): string {
  const view = printView(summaryList, readAddress(summaryList, new URLSearchParams(search)));
  return new URLSearchParams(view).toString();
}
