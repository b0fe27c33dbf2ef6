import { announceLimit, type UploadRow } from '@lectern/contract/features/upload.ts';
import { isApiError } from '../../../lib/api-error.ts';
import type { BatchFacts, UploadCalls } from './upload-calls.ts';
import type { UploadItem } from './upload-items.ts';

type Dependencies = {
  calls: Pick<UploadCalls, 'announce'>;
  /** The upload if it still has to be announced, otherwise undefined. */
  wanted(id: string): UploadItem | undefined;
  onAnnounced(rows: readonly UploadRow[]): void;
  onRefused(ids: readonly string[], reason: string): void;
};

/** Announces files to the server in bulk, and retries after connection failures. */
export class AnnounceQueue {
  readonly #dependencies: Dependencies;
  readonly #batches = new Map<string, BatchFacts>();
  #ids: string[] = [];
  #busy = false;
  #cuts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  addBatch(batch: BatchFacts): void {
    this.#batches.set(batch.batchId, batch);
  }

  /** Sets the language and metadata of files in the batch that haven't been announced yet. */
  declare(batchId: string, declared: Pick<BatchFacts, 'language' | 'metadata'>): void {
    const batch = this.#batches.get(batchId);
    if (batch) this.#batches.set(batchId, { ...batch, ...declared });
  }

  add(ids: readonly string[]): void {
    this.#ids.push(...ids);
    void this.#run();
  }

  /** Retries now instead of waiting for the backoff to end. */
  nudge(): void {
    this.#cuts = 0;
    void this.#run();
  }

  dispose(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    try {
      for (let group = this.#next(); group && !this.#over; group = this.#next()) {
        try {
          const rows = await this.#dependencies.calls.announce(group.batch, group.items.map(announced));
          this.#cuts = 0;
          if (!this.#over) this.#dependencies.onAnnounced(rows);
        } catch (error) {
          if (!this.#failed(group.items, error)) break;
        }
      }
    } finally {
      this.#busy = false;
    }
  }

  /** The next files to announce; all of the same batch. */
  #next(): { batch: BatchFacts; items: UploadItem[] } | undefined {
    const items: UploadItem[] = [];
    let at = 0;
    for (; at < this.#ids.length && items.length < announceLimit; at += 1) {
      const item = this.#dependencies.wanted(this.#ids[at] ?? '');
      if (item && items[0] && items[0].batchId !== item.batchId) break;
      if (item) items.push(item);
    }
    this.#ids = this.#ids.slice(at);
    const batch = this.#batches.get(items[0]?.batchId ?? '');
    return batch && { batch, items };
  }

  /** Returns whether to go on with the next files. */
  #failed(items: readonly UploadItem[], error: unknown): boolean {
    const ids = items.map(({ id }) => id);
    if (isApiError(error) && (error.kind === 'refused' || (error.kind === 'status' && error.status < 429))) {
      this.#dependencies.onRefused(ids, error.message);
      return true;
    }
    this.#ids = [...ids, ...this.#ids];
    if (this.#over || (isApiError(error) && error.kind === 'loginExpired')) return false;
    this.#timer = setTimeout(() => void this.#run(), backOffMs(this.#cuts));
    this.#cuts += 1;
    return false;
  }
}

export function announced({ id, fileName, relativePath, sizeBytes }: UploadItem) {
  return { id, fileName, relativePath, sizeBytes };
}

const waits = [1_000, 2_000, 4_000, 8_000, 15_000];
const longest = 30_000;

/** Backoff after this many consecutive failures. */
export function backOffMs(cuts: number): number {
  return waits[cuts] ?? longest;
}
