import type { growthGroups } from '@lectern/contract/features/library-stat.ts';
import type { Comparison } from '@lectern/contract/statistics/period.ts';

export type GrowthGroup = (typeof growthGroups)[number];

/** What the address of the page chooses; the contract has checked it. */
export type LibraryChoice = { period?: string; compare?: Comparison; by?: GrowthGroup };
