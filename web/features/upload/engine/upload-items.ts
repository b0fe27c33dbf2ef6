import type { UploadRow } from '@lectern/contract/features/upload.ts';
import { createStore, type Store } from '../../../lib/store.ts';

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
/** Snapshots are throttled, because ten thousand files change far too often to re-render each time. */
const restMs = 150;

/** All uploads of this window; readers get a snapshot that is refreshed a few times per second. */
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

/** Progress of an upload as the user sees it. */
export type UploadPhase =
  /** The language of its batch hasn't been chosen yet. */
  | 'undeclared'
  /** Not yet announced to the server, or waiting for its turn. */
  | 'queued'
  | 'sending'
  /** Interrupted; retried automatically. */
  | 'retrying'
  | 'paused'
  /** Started before a reload, or its file has changed: the user has to choose the file again. */
  | 'missing'
  | 'checking'
  | 'duplicate'
  | 'unpacking'
  | 'done'
  | 'refused';

export type UploadItem = {
  id: string;
  batchId: string;
  fileName: string;
  relativePath: string;
  sizeBytes: number;
  sentBytes: number;
  phase: UploadPhase;
  /** Why it was refused or is on hold; null otherwise. */
  reason: string | null;
  file: File | undefined;
  /** Whether the server knows the upload. */
  announced: boolean;
  /** The server's latest state. */
  row: UploadRow | undefined;
  /** Consecutive interruptions without progress. */
  cuts: number;
};

/** Phases that go on without the user. */
export const movingPhases: ReadonlySet<UploadPhase> = new Set([
  'queued',
  'sending',
  'retrying',
  'checking',
  'unpacking',
]);
/** Phases that wait for the user. */
export const askingPhases: ReadonlySet<UploadPhase> = new Set(['undeclared', 'missing', 'duplicate', 'refused']);
/** Phases in which closing the window would lose the file. */
export const holdingPhases: ReadonlySet<UploadPhase> = new Set([
  'undeclared',
  'queued',
  'sending',
  'retrying',
  'paused',
]);
export const pausablePhases: ReadonlySet<UploadPhase> = new Set(['queued', 'sending', 'retrying']);
export const endedPhases: ReadonlySet<UploadPhase> = new Set(['done', 'refused']);
