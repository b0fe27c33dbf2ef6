import type { Executor } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';

/** How much is not as it should be, and some of it by name. */
export type Finding = { count: number; examples: string[] };

/** One thing that must always be so. */
export type Check = { what: string; run(place: { db: Executor; fileStore: FileStore }): Promise<Finding> };

export const examplesAtMost = 5;

export function findingOf(wrong: readonly string[]): Finding {
  return { count: wrong.length, examples: wrong.slice(0, examplesAtMost) };
}
