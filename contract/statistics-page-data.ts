import { accessRecordList, listAccessRecords } from './features/access-record.ts';
import { accessStatQuery, getAccessHeatMap, getAccessStat, getSearchTerms } from './features/access-stat.ts';
import {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from './features/library-stat.ts';
import { listSavedReports } from './features/saved-report.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

const statNames = Object.keys(accessStatQuery.shape) as (keyof typeof accessStatQuery.shape)[];

/** Reads the query parameters the page's calls accept and drops invalid values, so a bad URL doesn't break the page. */
export function accessStatAddress(params: URLSearchParams): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of statNames) {
    const value = params.get(name);
    if (value !== null && accessStatQuery.shape[name].safeParse(value).success) picked[name] = value;
  }
  if (picked.filter === undefined || picked.key === undefined) {
    delete picked.filter;
    delete picked.key;
  }
  return picked;
}

/** The same for the library overview page. */
export function libraryStatAddress(params: URLSearchParams): { period?: string; compare?: string; by?: string } {
  const { period, compare } = accessStatAddress(params);
  const by = params.get('by');
  const known = by !== null && getLibraryGrowth.query.shape.by.safeParse(by).success;
  return { ...(period && { period }), ...(compare && { compare }), ...(known && { by }) };
}

const only = (fields: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/**
 * The calls are quiet because each section reports its own failure; if nothing answers at all, the first call reports
 * it for the whole page.
 */
export function accessStatData({ searchParams }: URL): PageDataCall[] {
  const query = accessStatAddress(searchParams);
  return [
    { endpoint: getAccessStat, query, quiet: 'answered' },
    { endpoint: getAccessHeatMap, query: only(query, ['period', 'measure', 'filter', 'key']), quiet: true },
    { endpoint: getSearchTerms, query: { ...only(query, ['period']), withoutResult: 'yes' }, quiet: true },
    { endpoint: listSavedReports, query: { page: 'data.accessStat' }, quiet: true },
  ];
}

export function libraryStatData({ searchParams }: URL): PageDataCall[] {
  const query = libraryStatAddress(searchParams);
  const compared = only(query, ['period', 'compare']);
  return [
    { endpoint: getLibraryFigures, query: compared, quiet: 'answered' },
    { endpoint: getLibraryGrowth, query: only(query, ['period', 'by']), quiet: true },
    { endpoint: getLibraryStorage, query: only(query, ['period']), quiet: true },
    { endpoint: getLibraryCoverage, quiet: true },
    { endpoint: getLibraryTables, query: compared, quiet: true },
    { endpoint: listSavedReports, query: { page: 'data.resource' }, quiet: true },
  ];
}

export function accessRecordData(url: URL): PageDataCall[] {
  return listData(accessRecordList, listAccessRecords, url);
}
