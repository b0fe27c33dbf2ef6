import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningPart } from '../supervisor/running-part.ts';
import type { Watchdog } from '../supervisor/watchdog.ts';
import { createClusterOnce } from './create-cluster.ts';
import { applicationDatabase, applicationRole, socketUrl } from './database-url.ts';
import { ensureApplicationDatabase } from './ensure-database.ts';
import { stopLeftoverPostmaster } from './leftover-postmaster.ts';
import { type Placement, placePostgres, type RunAs } from './placement.ts';
import { PostmasterEnded, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { requirePasswords } from './require-passwords.ts';
import { readSharedPlace, rememberSharedPlace } from './shared-place.ts';

export type EmbeddedPostgres = {
  databaseUrl: string;
  placement: Placement;
  /** Also after a crash: recovers, whatever the last one left behind. */
  launch(signal?: AbortSignal): Promise<RunningPart>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  runAs: RunAs;
  watchdog: Watchdog;
  onLine: (line: string) => void;
  /** False only where losing the data is fine, as in tests. */
  durable?: boolean;
};

export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true;
  const placement = await placePostgres(options.dataDir, options.runAs);
  await createClusterOnce(placement, durable);
  if (placement.privilege === 'setpriv') {
    await rememberSharedPlace(path.join(options.dataDir, 'postgres'), path.dirname(placement.cluster));
  }
  return {
    databaseUrl: socketUrl({ ...placement, database: applicationDatabase, role: applicationRole }),
    placement,
    launch: async (signal) => {
      await stopLeftoverPostmaster(placement.cluster);
      const part = await startPatiently(placement, { ...options, durable, signal });
      try {
        await ensureApplicationDatabase(placement);
      } catch (error) {
        await part.stop();
        throw error;
      }
      return part;
    },
  };
}

/** For databases that nobody needs any more, as after tests: the data directory and what was placed outside of it. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const place = await readSharedPlace(path.join(dataDir, 'postgres'));
  for (const folder of [place, dataDir]) if (folder) await rm(folder, { recursive: true, force: true });
}

/** The helpers of a killed postmaster need a moment to notice; until then the shared memory counts as taken. */
async function startPatiently(placement: Placement, options: PostmasterOptions): Promise<RunningPart> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await requirePasswords(placement, options.durable);
      return await startPostmaster(placement, options);
    } catch (error) {
      const passing = error instanceof PostmasterEnded && /shared memory block|already exists/.test(error.output);
      if (!passing || attempt === 50 || options.signal?.aborted) throw error;
      await sleep(200);
    }
  }
}
