import type { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import type { CallOutput } from '../../lib/callable.ts';

/** What is known of a text before any of it is fetched: its versions, a draft of somebody, and whether one may change it. */
export type KnownVersions = CallOutput<typeof listReadingVersions>;
