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

/** Queries shared by the parts of the page. */
export const figuresQuery = (over: Over) => queryOf(getLibraryFigures, { query: over }, { quiet: true });
export const coverageQuery = () => queryOf(getLibraryCoverage, {}, { quiet: true });
export const tablesQuery = (over: Over) => queryOf(getLibraryTables, { query: over }, { quiet: true });
export const storageQuery = ({ period }: Over) =>
  queryOf(getLibraryStorage, { query: period ? { period } : {} }, { quiet: true });
export const growthQuery = ({ period }: Over, by: GrowthGroup) =>
  queryOf(getLibraryGrowth, { query: { ...(period && { period }), ...(by !== 'kind' && { by }) } }, { quiet: true });

export type GrowthGroup = (typeof growthGroups)[number];

/** Choices in the query string, validated by the contract. */
export type LibraryChoice = { period?: string; compare?: Comparison; by?: GrowthGroup };
