import { createStore, type Store } from '../../../lib/store.ts';
import type { UploadItem, UploadPhase } from './upload-item.ts';

export type UploadSnapshot = {
  items: readonly UploadItem[];
  counts: Readonly<Record<UploadPhase, number>>;
  totalBytes: number;
  sentBytes: number;
};

const noCounts: Record<UploadPhase, number> = {
  undeclared: 0,
  queued: 0,
  sending: 0,
  retrying: 0,
  paused: 0,
  missing: 0,
  checking: 0,
  duplicate: 0,
  unpacking: 0,
  done: 0,
  refused: 0,
};
const empty: UploadSnapshot = { items: [], counts: noCounts, totalBytes: 0, sentBytes: 0 };
/** Ten thousand files change far oftener than anybody can look. */
const restMs = 150;

/** All uploads of this window. Who looks sees a picture of them that is renewed a few times a second. */
export class UploadItems {
  readonly snapshot: Store<UploadSnapshot> = createStore(empty);
  readonly #items = new Map<string, UploadItem>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  get(id: string): UploadItem | undefined {
    return this.#items.get(id);
  }

  all(): Iterable<UploadItem> {
    return this.#items.values();
  }

  add(item: UploadItem): void {
    this.#items.set(item.id, item);
    this.#changed();
  }

  change(id: string, change: Partial<UploadItem>): UploadItem | undefined {
    const item = this.#items.get(id);
    if (!item) return undefined;
    const changed = { ...item, ...change };
    this.#items.set(id, changed);
    this.#changed();
    return changed;
  }

  remove(id: string): void {
    if (this.#items.delete(id)) this.#changed();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items.clear();
    this.snapshot.set(empty);
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.snapshot.set(pictureOf([...this.#items.values()]));
    }, restMs);
  }
}

function pictureOf(items: readonly UploadItem[]): UploadSnapshot {
  const counts = { ...noCounts };
  let totalBytes = 0;
  let sentBytes = 0;
  for (const item of items) {
    counts[item.phase] += 1;
    if (item.phase === 'refused') continue;
    totalBytes += item.sizeBytes;
    sentBytes += item.sentBytes;
  }
  return { items, counts, totalBytes, sentBytes };
}
