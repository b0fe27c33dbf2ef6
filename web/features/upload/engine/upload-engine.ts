import { announceLimit, type UploadRow } from '@lectern/contract/features/upload.ts';
import { createStore } from '../../../lib/store.ts';
import { announceUploadEnd, type UploadBatch, type UploadFile } from '../../../lib/uploads.ts';
import { AnnounceQueue, announced, backOffMs } from './announce-queue.ts';
import { fingerprint, fingerprintIn, uploadId } from './fingerprint.ts';
import { holdsRecordings, mayHoldRecordings } from './recordings.ts';
import type { Sending, SendOutcome } from './send-file.ts';
import type { BatchFacts, BatchLanguage, BatchQuestion, DuplicateChoice, UploadCalls } from './upload-calls.ts';
import { endedPhases, holdingPhases, pausablePhases, type UploadItem, UploadItems } from './upload-items.ts';
import { leftBehind, UploadNews, WindowClaims } from './upload-news.ts';

const parallel = 3;

type UploadWords = { unreadable: string; forgotten: string; failed: string };

/** Upload queue: announces files in bulk, sends three in parallel, and resumes after connection failures. */
export class UploadEngine {
  readonly items = new UploadItems();
  /** Batches waiting for their language or details, oldest first. */
  readonly questions = createStore<readonly BatchQuestion[]>([]);
  readonly #calls: UploadCalls;
  readonly #words: () => UploadWords;
  readonly #announcements: AnnounceQueue;
  readonly #news: UploadNews;
  readonly #claims = new WindowClaims();
  readonly #sendings = new Map<string, Sending>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The choice for all further duplicates, by batch. */
  readonly #choices = new Map<string, DuplicateChoice>();
  readonly #settling = new Set<string>();
  readonly #ready: string[] = [];
  /** Announced by this window, with no bytes sent yet. */
  readonly #fresh = new Set<string>();
  #over = false;

  constructor(calls: UploadCalls, words: () => UploadWords) {
    this.#calls = calls;
    this.#words = words;
    this.#announcements = new AnnounceQueue({
      calls,
      wanted: (id) => {
        const item = this.items.get(id);
        return item?.phase === 'queued' && !item.announced ? item : undefined;
      },
      onAnnounced: (rows) => this.#announced(rows),
      onRefused: (ids, reason) => {
        for (const id of ids) this.items.change(id, { phase: 'refused', reason });
      },
    });
    this.#news = new UploadNews({
      calls,
      hear: (row) => this.hear(row),
      lacks: (batchId) => [...this.items.all()].some((item) => item.batchId === batchId && isUntold(item)),
    });
    this.items.snapshot.subscribe(() => this.#claim());
  }

  /** Adds files; those that belong to an earlier window's uploads resume them. Returns the number of new files. */
  take({ files, ...batch }: UploadBatch): number {
    const fresh = batch.replacesId ? files : this.reunite(files);
    const mayAsk = batch.language === undefined && !batch.replacesId;
    const undeclared = mayAsk && (batch.asksDetails || mayHoldRecordings(fresh));
    const ids = fresh.map(({ file, relativePath }) => {
      const { name, size, lastModified } = file;
      const id = uploadId({ name, size, lastModified, relativePath });
      this.items.add({
        ...{ id, batchId: batch.batchId, fileName: name, relativePath, sizeBytes: size, sentBytes: 0 },
        ...{
          phase: undeclared ? 'undeclared' : 'queued',
          reason: null,
          file,
          announced: false,
          row: undefined,
          cuts: 0,
        },
      });
      return id;
    });
    this.#announcements.addBatch(batch);
    if (undeclared) void this.#ask(batch, fresh);
    else this.#announcements.add(ids);
    return ids.length;
  }

  /** Sets the batch's language and metadata, and starts sending its files. */
  declare(batchId: string, declared: Pick<BatchFacts, 'language' | 'metadata'>): void {
    this.#announcements.declare(batchId, declared);
    this.#release(batchId);
  }

  /** Files that have already arrived keep their language. */
  async changeLanguage(batch: BatchFacts, language: BatchLanguage): Promise<void> {
    this.#announcements.declare(batch.batchId, { language });
    const open = [...this.items.all()].filter(
      (item) => item.batchId === batch.batchId && item.announced && holdingPhases.has(item.phase),
    );
    for (let at = 0; at < open.length; at += announceLimit) {
      const files = open.slice(at, at + announceLimit).map(announced);
      for (const row of await this.#calls.announce({ ...batch, language }, files)) this.hear(row);
    }
  }

  /** Reattaches files to uploads that are missing theirs; returns the files that belong to no upload. */
  reunite(files: readonly UploadFile[]): readonly UploadFile[] {
    const all = [...this.items.all()];
    const waiting = new Set(all.filter(({ phase }) => phase === 'missing').map(({ batchId }) => batchId));
    const known = new Map(
      all.filter(({ batchId }) => waiting.has(batchId)).map((item) => [fingerprintIn(item.id), item] as const),
    );
    const others = files.filter(({ file, relativePath }) => {
      const { name, size, lastModified } = file;
      const item = known.get(fingerprint({ name, size, lastModified, relativePath }));
      // Uploads that are running or done don't need the file again.
      if (item?.phase === 'missing') {
        this.items.change(item.id, { phase: 'queued', reason: null, file });
        this.#ready.push(item.id);
      }
      return item === undefined;
    });
    this.#pump();
    return others;
  }

  async restore(): Promise<void> {
    for (const item of await leftBehind(this.#calls)) {
      if (this.#over || this.items.get(item.id)) continue;
      this.items.add(item);
      if (isUntold(item)) this.#news.expect(item.batchId);
    }
  }

  /** Applies the server's latest state of an upload. */
  hear(row: UploadRow): void {
    const item = this.items.get(row.id);
    const { state } = row;
    // An outdated event about a question that is being answered right now.
    if (!item || (state === 'duplicate' && this.#settling.has(row.id))) return;
    if (state === 'receiving' || endedPhases.has(item.phase)) {
      if (state !== 'receiving' && state !== item.phase) return;
      this.items.change(row.id, { row });
      // The response to the last bytes arrived before this event.
      if (state !== 'receiving' && item.row?.state !== state) announceUploadEnd(row);
      return;
    }
    this.#stop(row.id);
    if (state === 'cancelled') {
      this.items.remove(row.id);
    } else {
      const sentBytes = state === 'refused' ? item.sentBytes : item.sizeBytes;
      this.items.change(row.id, { row, phase: state, reason: row.reason, sentBytes });
    }
    if (state === 'checking' || state === 'unpacking') this.#news.expect(row.batchId);
    else if (state === 'duplicate') this.#settleAsChosen(row);
    else announceUploadEnd(row);
    this.#pump();
  }

  /** Pauses all before starting others, so that no paused upload makes room for another that is about to be paused. */
  pause(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.items.get(id);
      if (!item || !pausablePhases.has(item.phase)) continue;
      this.#stop(id);
      this.items.change(id, { phase: 'paused', reason: null });
    }
    this.#pump();
  }

  resume(id: string): void {
    if (this.items.get(id)?.phase === 'paused') this.#again(id);
  }

  /** Retries a refused file, or an interrupted one without waiting for its backoff. */
  retry(id: string): void {
    const item = this.items.get(id);
    if (!item?.file || (item.phase !== 'refused' && item.phase !== 'retrying')) return;
    if (item.phase === 'refused') this.items.change(id, { announced: false, sentBytes: 0, row: undefined });
    this.#again(id);
  }

  /** Cancels uploads, or removes finished ones from the list. Sends one request at a time, even for thousands. */
  async cancel(ids: readonly string[]): Promise<void> {
    const toTell: string[] = [];
    const ended: string[] = [];
    for (const id of ids) {
      const item = this.items.get(id);
      if (item?.announced && !endedPhases.has(item.phase)) toTell.push(id);
      else if (item?.announced) ended.push(id);
      this.#stop(id);
      this.items.remove(id);
    }
    this.#calls.dismiss(ended);
    this.questions.update((asked) => asked.filter(({ batchId }) => this.#undeclared(batchId).length > 0));
    this.#pump();
    for (const id of toTell) await this.#calls.cancel(id).catch(() => undefined);
  }

  async settle(id: string, choice: DuplicateChoice): Promise<void> {
    const item = this.items.get(id);
    if (item?.phase !== 'duplicate') return;
    this.items.change(id, { phase: 'checking' });
    this.#settling.add(id);
    try {
      this.hear(await this.#calls.settle(id, choice));
    } catch {
      // The call has reported its error. The question stays, unless it was answered elsewhere.
      if (this.items.get(id)?.phase === 'checking') this.items.change(id, { phase: 'duplicate' });
    } finally {
      this.#settling.delete(id);
    }
  }

  /** Applies one choice to all current duplicates, and to later ones of the same batches. */
  async settleAll(choice: DuplicateChoice): Promise<void> {
    const asking = [...this.items.all()].filter(({ phase }) => phase === 'duplicate');
    for (const { batchId } of asking) this.#choices.set(batchId, choice);
    for (const { row } of asking) if (row) await this.#settleAsChosen(row);
  }

  /** Retries immediately, such as when the network is back. */
  nudge(): void {
    for (const { id, phase } of [...this.items.all()]) if (phase === 'retrying') this.#again(id);
    this.#announcements.nudge();
  }

  dispose(): void {
    this.#over = true;
    this.#announcements.dispose();
    this.#news.dispose();
    for (const id of [...this.#sendings.keys(), ...this.#timers.keys()]) this.#stop(id);
    this.#claims.hold(new Set());
    this.questions.set([]);
    this.items.clear();
  }

  /** Asks for details if wanted, and for a language if there are recordings and the library has no default. */
  async #ask(batch: BatchFacts, files: readonly UploadFile[]): Promise<void> {
    const [recordings, usual] = await Promise.all([
      holdsRecordings(files),
      this.#calls.defaultLanguage(batch.libraryId).catch(() => null),
    ]);
    if (this.#over || this.#undeclared(batch.batchId).length === 0) return;
    const needsLanguage = recordings && usual === null;
    if (needsLanguage || batch.asksDetails) this.questions.update((asked) => [...asked, { ...batch, needsLanguage }]);
    else this.#release(batch.batchId);
  }

  #release(batchId: string): void {
    this.questions.update((waiting) => waiting.filter((batch) => batch.batchId !== batchId));
    const ids = this.#undeclared(batchId);
    for (const id of ids) this.items.change(id, { phase: 'queued' });
    this.#announcements.add(ids);
  }

  #undeclared(batchId: string): string[] {
    const items = [...this.items.all()];
    return items.filter((item) => item.batchId === batchId && item.phase === 'undeclared').map(({ id }) => id);
  }

  async #settleAsChosen(row: UploadRow): Promise<void> {
    const choice = this.#choices.get(row.batchId);
    // Only people who may edit a resource can replace its file, so ask separately for the others.
    if (choice && (choice !== 'new_version' || row.duplicateOf?.mayReplace)) await this.settle(row.id, choice);
  }

  #again(id: string): void {
    this.#stop(id);
    const item = this.items.change(id, { phase: 'queued', reason: null });
    if (item?.announced) this.#ready.push(id);
    else this.#announcements.add([id]);
    this.#pump();
  }

  #announced(rows: readonly UploadRow[]): void {
    for (const row of rows) {
      const item = this.items.change(row.id, { announced: true, row });
      // Cancelled while it was being announced.
      if (!item) void this.#calls.cancel(row.id).catch(() => undefined);
      else if (row.state !== 'receiving') this.hear(row);
      else if (item.phase === 'queued') this.#ready.push(row.id);
      if (item && row.offsetBytes === 0) this.#fresh.add(row.id);
    }
    this.#pump();
  }

  #pump(): void {
    while (this.#sendings.size < parallel && !this.#over) {
      const id = this.#ready.shift();
      if (id === undefined) return;
      const item = this.items.get(id);
      if (item?.file && item.phase === 'queued' && !this.#sendings.has(id)) this.#send(id, item.file);
    }
  }

  #send(id: string, file: File): void {
    this.items.change(id, { phase: 'sending' });
    const sending = this.#calls.send(id, file, this.#fresh.delete(id), {
      onProgress: (sentBytes) => this.items.change(id, { sentBytes, cuts: 0 }),
      onEnd: (outcome) => {
        this.#sendings.delete(id);
        const item = this.items.get(id);
        if (item?.phase === 'sending') this.#took(item, outcome);
        this.#pump();
      },
    });
    this.#sendings.set(id, sending);
  }

  #took(item: UploadItem, outcome: SendOutcome): void {
    const { id, cuts } = item;
    const words = this.#words();
    if (outcome.kind === 'sent') {
      const phase = outcome.state === 'done' || outcome.state === 'unpacking' ? outcome.state : 'checking';
      this.items.change(id, { phase, sentBytes: item.sizeBytes });
      this.#news.expect(item.batchId);
    } else if (outcome.kind === 'cut') {
      this.items.change(id, { phase: 'retrying', cuts: cuts + 1 });
      this.#timers.set(
        id,
        setTimeout(() => this.#again(id), backOffMs(cuts)),
      );
    } else if (outcome.kind === 'unreadable') {
      this.items.change(id, { phase: 'missing', file: undefined, reason: words.unreadable });
    } else {
      const reason = outcome.reason || (outcome.forgotten ? words.forgotten : words.failed);
      this.items.change(id, { phase: 'refused', reason });
    }
  }

  #stop(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#sendings.get(id)?.stop();
    this.#sendings.delete(id);
  }

  #claim(): void {
    const held = new Set<string>();
    for (const { phase, batchId } of this.items.all()) if (holdingPhases.has(phase)) held.add(batchId);
    this.#claims.hold(held);
  }
}

/** Whether the server knows a later state than this window. */
function isUntold({ phase, row }: UploadItem): boolean {
  if (phase === 'checking' || phase === 'unpacking') return true;
  return phase === 'done' && !row?.resource && !row?.entries;
}
