import type { UploadRow } from '@lectern/contract/features/upload.ts';
import type { UploadCalls } from './upload-calls.ts';
import type { UploadItem } from './upload-items.ts';

const prefix = 'lectern.upload.';

/** Marks the batches this window is working on, so that other windows don't treat them as abandoned. */
export class WindowClaims {
  readonly #held = new Map<string, () => void>();

  /**
   * Claims exactly these batches. Web Locks need a secure context; without them, the server's upload lease resolves
   * conflicts.
   */
  hold(batchIds: ReadonlySet<string>): void {
    for (const [batchId, release] of this.#held) {
      if (batchIds.has(batchId)) continue;
      this.#held.delete(batchId);
      release();
    }
    for (const batchId of batchIds) if (!this.#held.has(batchId)) this.#claim(batchId);
  }

  #claim(batchId: string): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(batchId, resolve);
    navigator.locks?.request(prefix + batchId, () => promise).catch(() => undefined);
  }
}

/** Batches that any window is working on. */
async function claimedBatches(): Promise<ReadonlySet<string>> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const names = state?.held?.map(({ name }) => name ?? '') ?? [];
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
}

/** The live stream reports how uploads end; if it hasn't after this time, poll. */
const askAfterMs = 4_000;
const pagesAtMost = 100;
const openStates: ReadonlySet<UploadRow['state']> = new Set(['receiving', 'checking', 'duplicate', 'unpacking']);

type Dependencies = {
  calls: Pick<UploadCalls, 'list'>;
  hear(row: UploadRow): void;
  /** Whether an update for this batch is overdue. */
  lacks(batchId: string): boolean;
};

/** Polls for upload states that the live stream didn't deliver. */
export class UploadNews {
  readonly #dependencies: Dependencies;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Schedules one poll per batch, for all its files that are due. */
  expect(batchId: string, waitMs = askAfterMs): void {
    if (this.#timers.has(batchId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(batchId);
      if (this.#dependencies.lacks(batchId)) void this.#ask(batchId);
    }, waitMs);
    this.#timers.set(batchId, timer);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #ask(batchId: string): Promise<void> {
    const rows = await listAll(this.#dependencies.calls, { batchId }).catch(() => []);
    for (const row of rows) this.#dependencies.hear(row);
    // Larger batches take more calls, so they are polled less often.
    if (this.#dependencies.lacks(batchId)) this.expect(batchId, askAfterMs + rows.length * 5);
  }
}

/**
 * After a reload: unfinished uploads with the other files of their batches, and refused files and reports that nobody
 * has dismissed; oldest first.
 */
export async function leftBehind(calls: Pick<UploadCalls, 'list' | 'dismissed'>): Promise<UploadItem[]> {
  const dismissed = calls.dismissed();
  const elsewhere = await claimedBatches();
  const rows = (await listAll(calls, {})).filter(({ batchId }) => !elsewhere.has(batchId));
  const waiting = new Set(rows.filter(({ state }) => state === 'receiving').map(({ batchId }) => batchId));
  return rows
    .filter(
      (row) =>
        openStates.has(row.state) ||
        (row.state !== 'cancelled' && !dismissed.has(row.id) && (waiting.has(row.batchId) || isWorthKeeping(row))),
    )
    .reverse()
    .map(itemOf);
}

/** Whether the user has yet to read how it ended. */
export function isWorthKeeping({ state, entries }: Pick<UploadRow, 'state' | 'entries'>): boolean {
  return state === 'refused' || (entries !== null && entries.skipped + entries.failed > 0);
}

async function listAll(calls: Pick<UploadCalls, 'list'>, query: { batchId?: string }): Promise<UploadRow[]> {
  const rows: UploadRow[] = [];
  for (let page = 0; page < pagesAtMost; page += 1) {
    const after = rows.at(-1)?.id;
    const answer = await calls.list({ ...query, ...(after && { after }) });
    rows.push(...answer.rows);
    if (!answer.more) break;
  }
  return rows;
}

function itemOf(row: UploadRow): UploadItem {
  const { id, batchId, fileName, relativePath, sizeBytes, offsetBytes, reason } = row;
  const phase = row.state === 'receiving' || row.state === 'cancelled' ? 'missing' : row.state;
  const sentBytes = phase === 'missing' || phase === 'refused' ? offsetBytes : sizeBytes;
  return {
    ...{ id, batchId, fileName, relativePath, sizeBytes, sentBytes, phase, reason },
    ...{ file: undefined, announced: true, row, cuts: 0 },
  };
}
