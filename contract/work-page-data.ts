import { getLanguageModel } from './features/language-model.ts';
import {
  asrList,
  getWorkOverview,
  listAsr,
  listOcr,
  listWork,
  ocrList,
  workList,
  workNeighbours,
} from './features/machine-work.ts';
import { getSummary, listSummaries, summaryList } from './features/summary.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** First requests of the machine work page. */
export function workData(url: URL): PageDataCall[] {
  return [...listData(workList, listWork, url), { endpoint: getWorkOverview }];
}

export function ocrData(url: URL): PageDataCall[] {
  return listData(ocrList, listOcr, url);
}

export function asrData(url: URL): PageDataCall[] {
  return listData(asrList, listAsr, url);
}

/** Data for the summary in the URL, or for the list. */
export function summaryData(url: URL): PageDataCall[] {
  const id = url.searchParams.get('id');
  if (id) return [{ endpoint: getSummary, params: { id } }, { endpoint: getLanguageModel }];
  return [...listData(summaryList, listSummaries, url), { endpoint: getLanguageModel }];
}

/** The previous and next resource in the machine work list it was opened from. */
export function workWalk(params: Record<string, string>, query: Record<string, string>): PageDataCall {
  return { endpoint: workNeighbours, params, query };
}
