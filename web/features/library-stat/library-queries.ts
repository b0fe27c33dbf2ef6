import {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import { queryOf } from '../../lib/queries.ts';
import type { GrowthGroup, LibraryChoice } from './library-choice.ts';

type Over = Omit<LibraryChoice, 'by'>;

/** What the parts of the overview ask for. */
export const figuresQuery = (over: Over) => queryOf(getLibraryFigures, { query: over }, { quiet: true });
export const coverageQuery = () => queryOf(getLibraryCoverage, {}, { quiet: true });
export const tablesQuery = (over: Over) => queryOf(getLibraryTables, { query: over }, { quiet: true });
export const storageQuery = ({ period }: Over) =>
  queryOf(getLibraryStorage, { query: period ? { period } : {} }, { quiet: true });
export const growthQuery = ({ period }: Over, by: GrowthGroup) =>
  queryOf(getLibraryGrowth, { query: { ...(period && { period }), ...(by !== 'kind' && { by }) } }, { quiet: true });
