import {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
  type growthGroups,
} from '@lectern/contract/features/library-stat.ts';
import type { Comparison } from '@lectern/contract/statistics/period.ts';
import { queryOf } from '../../lib/queries.ts';

type Over = Omit<LibraryChoice, 'by'>;

/** What the parts of the overview ask for. */
export const figuresQuery = (over: Over) => queryOf(getLibraryFigures, { query: over }, { quiet: true });
export const coverageQuery = () => queryOf(getLibraryCoverage, {}, { quiet: true });
export const tablesQuery = (over: Over) => queryOf(getLibraryTables, { query: over }, { quiet: true });
export const storageQuery = ({ period }: Over) =>
  queryOf(getLibraryStorage, { query: period ? { period } : {} }, { quiet: true });
export const growthQuery = ({ period }: Over, by: GrowthGroup) =>
  queryOf(getLibraryGrowth, { query: { ...(period && { period }), ...(by !== 'kind' && { by }) } }, { quiet: true });

export type GrowthGroup = (typeof growthGroups)[number];

/** What the address of the page chooses; the contract has checked it. */
export type LibraryChoice = { period?: string; compare?: Comparison; by?: GrowthGroup };
