import { getAccessHeatMap, getAccessStat, getSearchTerms } from '@lectern/contract/features/access-stat.ts';
import { queryOf } from '../../lib/queries.ts';
import type { AccessQuery } from './access-choice.ts';

/** What the parts of the page ask for. */
export const statQuery = (query: AccessQuery) => queryOf(getAccessStat, { query }, { quiet: true });

export function heatQuery({ period, measure, filter, key }: AccessQuery) {
  const asked = { ...(period && { period }), ...(measure && { measure }), ...(filter && key && { filter, key }) };
  return queryOf(getAccessHeatMap, { query: asked }, { quiet: true });
}

export const termsQuery = ({ period }: AccessQuery, all: boolean) =>
  queryOf(getSearchTerms, { query: { ...(period && { period }), withoutResult: all ? 'no' : 'yes' } }, { quiet: true });

/** Whether all searches are shown, or those without a result. */
export const showsAllTerms = (params: URLSearchParams): boolean => params.get('terms') === 'all';
