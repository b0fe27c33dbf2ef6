import type {
  AccessFilter,
  AccessGrain,
  AccessGrouping,
  AccessMeasure,
} from '@lectern/contract/statistics/access-dimension.ts';
import { groupName } from '@lectern/contract/statistics/group-name.ts';
import type { Comparison } from '@lectern/contract/statistics/period.ts';
import { accessStatAddress } from '@lectern/contract/statistics-page-data.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** The choices in the address, as query parameters of the API calls. */
export type AccessQuery = {
  period?: string;
  compare?: Comparison;
  groupBy?: AccessGrouping;
  measure?: AccessMeasure;
  grain?: AccessGrain;
  filter?: AccessFilter;
  key?: string;
  limit?: string;
};

export function accessQueryOf(params: URLSearchParams): AccessQuery {
  return accessStatAddress(params) as AccessQuery;
}

/** The active filter. */
export function narrowingOf({ filter, key }: AccessQuery): Partial<Record<AccessFilter, string>> {
  return filter && key ? { [filter]: key } : {};
}

type Key = Parameters<typeof groupName>[1];

export function keyWords(dimension: string, key: Key, texts: Texts): string {
  const { accessEvent, accessStat, statistics, resource, words } = texts;
  return groupName(dimension, key, { accessEvent, accessStat, statistics, resource, words });
}
