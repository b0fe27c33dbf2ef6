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
export async function claimedBatches(): Promise<ReadonlySet<string>> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const names = state?.held?.map(({ name }) => name ?? '') ?? [];
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
}
