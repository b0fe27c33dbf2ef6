import path from 'node:path';
import { drawPages } from '../../engines/pdf/draw-pages.ts';
import { listPages } from '../../engines/pdf/inspect-pdf.ts';
import { usualPictures } from '../../engines/pdf/port.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { discardFiles } from '../../platform/storage/discard-files.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import {
  type DrawableVersion,
  findDrawable,
  insertDrawn,
  listUndrawn,
  replaceUndrawn,
  takeUndrawn,
  type Undrawn,
  updateUndrawn,
} from './page-drawing.repository.ts';
import { lockResourceRow } from './pipeline.repository.ts';
import { type MadeFile, storeFiles } from './steps/renditions.ts';

type Dependencies = { db: Db; fileStore: FileStore; run: RunSandboxed };
type Range = { from: number; to: number };
type DrawOptions = { signal: AbortSignal; evenMasked?: boolean };

/** Requesting a page also renders its neighbours, which readers usually open next. */
const pagesPerAsk = 5;
const pagesPerSlice = 10;
const mostWaiting = 20;
const retrySeconds = 5;
const leaseSeconds = 900;
const mostTries = 3;
/** Slices per turn, so that stopping doesn't take long. */
const slicesAtOnce = 20;

/**
 * Renders pages of long documents: on demand when a reader opens one, the rest when nothing else is waiting.
 * Concurrent requests for a block share one rendering, and blocks run one at a time.
 */
export class PageDrawing {
  readonly #dependencies: Dependencies;
  readonly #asked = new Map<string, Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Settles when the page has an image or can't have one. Masked documents are only rendered when their masks are
   * applied.
   */
  draw(versionId: string, page: number): Promise<void> {
    const from = page - ((page - 1) % pagesPerAsk);
    const key = `${versionId} ${from}`;
    const known = this.#asked.get(key);
    if (known) return known;
    if (this.#asked.size >= mostWaiting) {
      return Promise.reject(tooMany('tooManyRequests', new Date(Date.now() + retrySeconds * 1000)));
    }
    const signal = AbortSignal.timeout(leaseSeconds * 1000);
    const turn = this.#last
      .catch(() => undefined)
      .then(() => this.#draw(versionId, { from, to: from + pagesPerAsk - 1 }, { signal }))
      .then(() => undefined)
      .finally(() => this.#asked.delete(key));
    this.#last = turn;
    this.#asked.set(key, turn);
    return turn;
  }

  /** Renders all pages in slices, so an interruption loses at most one slice. */
  async drawAll(versionId: string, signal: AbortSignal): Promise<void> {
    const version = await findDrawable(this.#dependencies.db, versionId);
    for (let from = 1; version && from <= version.pageCount; from += pagesPerSlice) {
      signal.throwIfAborted();
      await this.#draw(versionId, { from, to: from + pagesPerSlice - 1 }, { signal, evenMasked: true });
    }
  }

  /** Renders some of the remaining slices while no job is waiting. */
  async drawRest(signal: AbortSignal): Promise<ItemRun> {
    const outcome: ItemRun = { done: 0, failure: undefined };
    for (let slice = 0; slice < slicesAtOnce && !signal.aborted; slice += 1) {
      const undrawn = await takeUndrawn(this.#dependencies.db, leaseSeconds);
      if (!undrawn) break;
      try {
        await this.#drawSlice(undrawn, signal);
        outcome.done += 1;
      } catch (error) {
        if (signal.aborted) await updateUndrawn(this.#dependencies.db, undrawn);
        else await this.#postpone(undrawn);
        outcome.failure = error;
        break;
      }
    }
    return outcome;
  }

  async #drawSlice(undrawn: Undrawn, signal: AbortSignal): Promise<void> {
    const { db } = this.#dependencies;
    const { versionId, nextPage } = undrawn;
    const next = nextPage + pagesPerSlice;
    const version = await this.#draw(versionId, { from: nextPage, to: next - 1 }, { signal });
    if (!version || version.isMasked || next > version.pageCount) await replaceUndrawn(db, versionId, null);
    else await updateUndrawn(db, { versionId, nextPage: next, tries: 0 });
  }

  /** Retries a failed slice, then skips it, so that it can't block the pages after it. */
  async #postpone({ versionId, nextPage, tries }: Undrawn): Promise<void> {
    const isOver = tries + 1 >= mostTries;
    const again = { versionId, nextPage: isOver ? nextPage + pagesPerSlice : nextPage, tries: isOver ? 0 : tries + 1 };
    await updateUndrawn(this.#dependencies.db, again);
  }

  async #draw(versionId: string, range: Range, options: DrawOptions): Promise<DrawableVersion | undefined> {
    const { db, fileStore, run } = this.#dependencies;
    const { signal, evenMasked = false } = options;
    const version = await findDrawable(db, versionId);
    if (!version || (version.isMasked && !evenMasked)) return version;
    const bounded = { from: range.from, to: Math.min(range.to, version.pageCount) };
    const missing = new Set(await listUndrawn(db, versionId, bounded));
    if (missing.size === 0) return version;
    const stored = await withFolder(async (folder) => {
      const file = await localFile(fileStore, version.pdfKey, folder, signal);
      const pages = (await listPages(run, file, signal)).filter(({ page }) => missing.has(page));
      if (pages.length === 0) return [];
      const drawn = await drawPages(run, { file, folder, pages, options: usualPictures }, signal);
      const made = drawn.flatMap((page) => ('skipped' in page ? [] : filesOf(page)));
      return storeFiles(fileStore, made, signal);
    });
    try {
      await db.transaction().execute(async (transaction) => {
        await lockResourceRow(transaction, version.resourceId);
        // It may have been purged, replaced or masked meanwhile.
        const current = await findDrawable(transaction, versionId);
        if (current?.pdfKey !== version.pdfKey || (current.isMasked && !evenMasked)) return;
        await insertDrawn(transaction, versionId, stored);
      });
    } finally {
      const keys = stored.map((one) => one.stored.storeKey);
      await discardFiles(db, fileStore, keys);
    }
    return version;
  }
}

type Drawn = { page: number; width: number; height: number; picture: string; thumbnail: string };

/**
 * Stores no `needsOcr` fact, because the image wasn't checked for being blank; OCR decides these pages by their text
 * alone.
 */
function filesOf({ page, width, height, picture, thumbnail }: Drawn): MadeFile[] {
  const contentType = 'image/webp';
  const facts = { width, height };
  return [
    { kind: 'page', page, file: picture, name: path.basename(picture), contentType, facts },
    { kind: 'pageThumbnail', page, file: thumbnail, name: path.basename(thumbnail), contentType },
  ];
}
