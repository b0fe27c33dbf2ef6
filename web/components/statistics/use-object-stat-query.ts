import type { Comparison } from '@lectern/contract/statistics/period.ts';
import { accessStatAddress } from '@lectern/contract/statistics-page-data.ts';
import { useStatAddress } from './use-stat-address.ts';

/** The days that a Statistics tab is about: the address says, beside the tab. */
export function useObjectStatQuery(): { period?: string; compare?: Comparison } {
  const { period, compare } = accessStatAddress(useStatAddress().params);
  return { ...(period && { period }), ...(compare && { compare: compare as Comparison }) };
}
