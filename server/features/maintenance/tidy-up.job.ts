import type { Db } from '../../platform/db/database.ts';
import type { MaintenanceStep, StepVerb } from '../../platform/maintenance-step.ts';
import { platformMaintenance } from '../../platform/platform-maintenance.ts';
import { deleteOldFileJobs } from '../../platform/queue/delete-old-jobs.ts';
import type { JobHandler, JobTools } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { listUnknownKeys } from '../upload/public.ts';

const dayMs = 24 * 3_600_000;
const keysAtOnce = 500;
const bundleDays = 30;

const removing: StepVerb = { bare: 'remove', done: 'Removed' };

type Step = { verb?: StepVerb; what: string; run(): Promise<number> };

/** Runs all maintenance steps. A failed step doesn't stop the others. */
export function tidyUp(fileStore: FileStore, more: readonly MaintenanceStep[] = []): JobHandler {
  return async (_job, { db, signal, report, log }) => {
    const steps = [
      ...more.map((step) => ({ ...step, run: () => step.run(db, signal) })),
      ...stepsOf(db, fileStore, signal),
    ];
    const removed: Record<string, number> = {};
    const failed: string[] = [];
    for (const [index, step] of steps.entries()) {
      signal.throwIfAborted();
      const verb = step.verb ?? removing;
      try {
        const count = await step.run();
        removed[step.what] = count;
        if (count > 0) log(`${verb.done} ${count} ${step.what}.`);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(`${verb.bare} ${step.what} (${error instanceof Error ? error.message : String(error)})`);
      }
      report(((index + 1) / steps.length) * 100);
    }
    if (failed.length > 0) throw new Error(`Couldn’t ${failed.join('; ')}`);
    return { result: removed };
  };
}

function stepsOf(db: Db, fileStore: FileStore, signal: JobTools['signal']): Step[] {
  const dayAgo = new Date(Date.now() - dayMs);
  return [
    ...platformMaintenance.map((step) => ({ ...step, run: () => step.run(db, signal) })),
    { what: 'support bundles older than 30 days', run: () => removeOldBundles(db, fileStore) },
    { what: 'interrupted writes', run: () => fileStore.removeAbandonedWrites(dayAgo) },
    { what: 'orphaned files', run: () => removeOrphans(db, fileStore, dayAgo, signal) },
  ];
}

/**
 * Deletes rows first: a file without a row is removed later as an orphan, but a row without a file would be a broken
 * link.
 */
async function removeOldBundles(db: Db, fileStore: FileStore): Promise<number> {
  const storeKeys = await db
    .transaction()
    .execute((transaction) => deleteOldFileJobs(transaction, 'supportBundle', bundleDays));
  for (const storeKey of storeKeys) await fileStore.remove(storeKey);
  return storeKeys.length;
}

/** Files stored less than a day ago are kept, because they may belong to an open transaction. */
async function removeOrphans(db: Db, fileStore: FileStore, before: Date, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const removeUnknown = async (storeKeys: string[]) => {
    for (const storeKey of await listUnknownKeys(db, storeKeys)) {
      await fileStore.remove(storeKey);
      removed += 1;
    }
  };
  let batch: string[] = [];
  for await (const storeKey of fileStore.listStoredBefore(before)) {
    signal.throwIfAborted();
    batch.push(storeKey);
    if (batch.length < keysAtOnce) continue;
    await removeUnknown(batch);
    batch = [];
  }
  await removeUnknown(batch);
  return removed;
}
