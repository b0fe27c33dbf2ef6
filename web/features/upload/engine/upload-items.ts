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

/** How far an upload is, as the person sees it. */
export type UploadPhase =
  /** Nobody knows yet what language its batch is in. */
  | 'undeclared'
  /** Known here; the server is being told. */
  | 'queued'
  | 'sending'
  /** Cut off; tried again by itself. */
  | 'retrying'
  | 'paused'
  /** Begun in a window that is gone: its file has to be chosen again. */
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
  /** Why it was refused, or what holds it up. */
  reason: string | null;
  file: File | undefined;
  /** The server knows of it. */
  announced: boolean;
  /** As the server told it last. */
  row: UploadRow | undefined;
  /** Times it was cut off since the last byte that went through. */
  cuts: number;
};

/** Will go on by itself. */
export const movingPhases: ReadonlySet<UploadPhase> = new Set([
  'queued',
  'sending',
  'retrying',
  'checking',
  'unpacking',
]);
/** Waits for the person. */
export const askingPhases: ReadonlySet<UploadPhase> = new Set(['undeclared', 'missing', 'duplicate', 'refused']);
/** Would have to be chosen again if the window closed now. */
export const holdingPhases: ReadonlySet<UploadPhase> = new Set([
  'undeclared',
  'queued',
  'sending',
  'retrying',
  'paused',
]);
export const pausablePhases: ReadonlySet<UploadPhase> = new Set(['queued', 'sending', 'retrying']);
/** Nothing more will happen. */
export const endedPhases: ReadonlySet<UploadPhase> = new Set(['done', 'refused']);
