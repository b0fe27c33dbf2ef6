import type { listDuplicates } from '@lectern/contract/features/resource-action.ts';
import type { CallOutput } from '../../../lib/callable.ts';

/** Resources with the very same file. */
export type TwinGroup = CallOutput<typeof listDuplicates>['groups'][number];
export type Twin = TwinGroup['resources'][number];
