import { type WorkRow, workLists } from '@lectern/contract/features/machine-work.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import { resourceHref, type WorkListId } from '../../components/resource/resource-href.ts';

type Tab = 'processing' | 'text' | 'transcript';
type From = { list: WorkListId; view: string };

/** The resource's own page, at the tab that one comes for; previous and next there are those of the list. */
export function detailHref(row: WorkRow, tab: Tab, from: From): string {
  // Only where all steps are listed may one resource have several rows.
  const href = resourceHref(row.resource, { ...from, ...(from.list === 'work' && { row: row.id }) });
  return `${href}&tab=${tab}`;
}

/** What a list shows at an address, without the place in it. */
export function viewAt(id: WorkListId, search: string): From {
  const list = workLists.find((known) => known.id === id) ?? workLists[0];
  const view = printView(list, readAddress(list, new URLSearchParams(search)));
  return { list: id, view: new URLSearchParams(view).toString() };
}
