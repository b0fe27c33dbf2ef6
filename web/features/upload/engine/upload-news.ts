import type { UploadRow } from '@lectern/contract/features/upload.ts';
import type { UploadCalls } from './upload-calls.ts';
import type { UploadItem } from './upload-items.ts';

const prefix = 'lectern.upload.';

/** Which batches this window is at work on, so that another one does not take them for left behind. */
export class WindowClaims {
  readonly #held = new Map<string, () => void>();

  /** Holds exactly these. Without locks, which need a secure address, a server that is busy sorts it out. */
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

/** Batches that some window is at work on. */
async function claimedBatches(): Promise<ReadonlySet<string>> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const names = state?.held?.map(({ name }) => name ?? '') ?? [];
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
}

/** The live stream tells how uploads end; anyone who missed it asks after so long. */
const askAfterMs = 4_000;
const pagesAtMost = 100;
const openStates: ReadonlySet<UploadRow['state']> = new Set(['receiving', 'checking', 'duplicate', 'unpacking']);

type Dependencies = {
  calls: Pick<UploadCalls, 'list'>;
  hear(row: UploadRow): void;
  /** Whether something of this batch should have been told by now. */
  lacks(batchId: string): boolean;
};

/** Asks the server how uploads are, where it did not tell by itself. */
export class UploadNews {
  readonly #dependencies: Dependencies;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Once for all files of a batch that are due at the same time. */
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
    // A large batch takes many calls, so it is asked for less often.
    if (this.#dependencies.lacks(batchId)) this.expect(batchId, askAfterMs + rows.length * 5);
  }
}

/** After a reload: what the server still waits for, and what came with it. The oldest first. */
export async function leftBehind(calls: Pick<UploadCalls, 'list'>): Promise<UploadItem[]> {
  const elsewhere = await claimedBatches();
  const rows = (await listAll(calls, {})).filter(({ batchId }) => !elsewhere.has(batchId));
  const waiting = new Set(rows.filter(({ state }) => state === 'receiving').map(({ batchId }) => batchId));
  return rows
    .filter(({ state, batchId }) => openStates.has(state) || (state !== 'cancelled' && waiting.has(batchId)))
    .reverse()
    .map(itemOf);
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
