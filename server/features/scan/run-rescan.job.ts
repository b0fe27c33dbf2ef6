import type { Db } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { JobHandler, JobTools } from '../../platform/queue/job-definition.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import type { CandidateService } from './candidate.service.ts';
import { insertDirtyMark } from './dirty-marks.repository.ts';
import {
  countItems,
  findRescan,
  insertAllItems,
  insertItems,
  insertItemsWithMatches,
  listItemsLeft,
  noteItemDone,
  type RescanRecord,
  updateRescan,
} from './rescan.repository.ts';
import type { ScanService } from './scan.service.ts';
import { awaitSaves, listActiveWords, listChangedWordIds } from './scans.repository.ts';

const itemsAtOnce = 50;
const reportEveryMs = 1_000;
/** Above this many words, scanning everything is faster than index lookups. */
const mostWordsByIndex = 1_000;

/**
 * Collects the items once, then scans them. Each item is marked done in the transaction that saves its scan, so a
 * killed run resumes where it stopped.
 */
export function runRescan(dependencies: RescanDependencies): JobHandler {
  return async (job, tools) => {
    const rescan = await findRescan(tools.db, String(job.input.rescanId));
    if (rescan?.state !== 'running' || rescan.job_id !== job.id) throw new JobSkipped('It was cancelled.');
    const total = rescan.total ?? (await collect(dependencies, rescan, tools));
    await tell(dependencies, tools.db);
    let done = rescan.done;
    let reportedAt = Date.now();
    for (;;) {
      const left = await listItemsLeft(tools.db, rescan.id, itemsAtOnce);
      if (left.length === 0) return { result: { total } };
      for (const resourceId of left) {
        tools.signal.throwIfAborted();
        await scanOne(dependencies, rescan.id, resourceId, tools);
        done += 1;
        tools.report(total === 0 ? 100 : (done / total) * 100);
        if (Date.now() - reportedAt >= reportEveryMs) {
          await tell(dependencies, tools.db);
          reportedAt = Date.now();
        }
      }
    }
  };
}

async function scanOne(
  { scans }: RescanDependencies,
  rescanId: string,
  resourceId: string,
  tools: JobTools,
): Promise<void> {
  const note = async (
    transaction: Parameters<typeof noteItemDone>[0],
    saved: { flagged: boolean; cleared: boolean },
  ) => {
    if (!(await noteItemDone(transaction, { rescanId, resourceId, ...saved }))) {
      throw new JobSkipped('It was cancelled.');
    }
  };
  await scans.scan(resourceId, note, { signal: tools.signal, inRescan: true }).catch(async (error: unknown) => {
    tools.signal.throwIfAborted();
    if (error instanceof JobSkipped) throw error;
    // One failed item must not stop the others; its dirty mark makes the scan loop retry it.
    tools.log(`${resourceId}: ${error instanceof Error ? error.message : String(error)}`);
    await tools.db.transaction().execute(async (transaction) => {
      await insertDirtyMark(transaction, resourceId);
      await note(transaction, { flagged: false, cleared: false });
    });
  });
}

async function collect({ candidates }: RescanDependencies, rescan: RescanRecord, tools: JobTools): Promise<number> {
  const { db, signal, log } = tools;
  await db.transaction().execute(awaitSaves);
  const wordIds = rescan.kind === 'full' ? [] : await listChangedWordIds(db, rescan.from_version, rescan.to_version);
  const words = wordIds.length > mostWordsByIndex ? [] : await listActiveWords(db, wordIds);
  const found =
    rescan.kind === 'full' || wordIds.length > mostWordsByIndex ? 'all' : await candidates.resourcesOf(words);
  signal.throwIfAborted();
  if (found === 'all') await insertAllItems(db, rescan.id);
  else {
    await insertItemsWithMatches(db, rescan.id, wordIds);
    await insertItems(db, rescan.id, found);
  }
  const total = await countItems(db, rescan.id);
  log(`${wordIds.length} words changed: ${total} resources to scan.`);
  await updateRescan(db, rescan.id, { total });
  return total;
}

async function tell({ publisher }: RescanDependencies, db: Db): Promise<void> {
  await db.transaction().execute((transaction) => publisher.publish(transaction, null, { topic: 'rescan' }));
}

export type RescanDependencies = {
  scans: Pick<ScanService, 'scan'>;
  candidates: Pick<CandidateService, 'resourcesOf'>;
  publisher: EventPublisher;
};
