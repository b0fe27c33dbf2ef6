import { getLanguageModel } from './features/language-model.ts';
import { getSummary, listSummaries, summaryList } from './features/summary.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** The list, or the one that the address names. */
export function summaryData(url: URL): PageDataCall[] {
  const id = url.searchParams.get('id');
  if (id) return [{ endpoint: getSummary, params: { id } }, { endpoint: getLanguageModel }];
  return [...listData(summaryList, listSummaries, url), { endpoint: getLanguageModel }];
}
