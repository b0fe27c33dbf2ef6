import { summaryList } from '@lectern/contract/features/summary.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';

/** The page of one summary, which remembers the view of the list that it was opened from. */
export function summaryHref(id: string, view = ''): string {
  return `${summaryList.page}?${new URLSearchParams({ id, ...(view && { view }) })}`;
}

export function listHref(view: string): string {
  return view ? `${summaryList.page}?${view}` : summaryList.page;
}

/** What the list shows at an address, without the place in it. */
export function viewAt(search: string): string {
  const view = printView(summaryList, readAddress(summaryList, new URLSearchParams(search)));
  return new URLSearchParams(view).toString();
}
