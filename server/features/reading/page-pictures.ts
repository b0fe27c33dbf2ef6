import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { readablePicture } from '../../engines/image/readable-picture.ts';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import { findPagePicture } from './page-picture.repository.ts';
import type { PagePicture } from './written-reading.ts';

type Dependencies = {
  db: Db;
  fileStore: FileStore;
  run: RunSandboxed;
  /** Draws a page of a long document that has no picture yet. */
  drawPage(versionId: string, page: number): Promise<void>;
  logger: Logger;
};

/** Pages as pictures that every reader of files shows. Each is drawn when it is asked for, one at a time. */
export class PagePictures {
  readonly #dependencies: Dependencies;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** undefined: there is no picture of that page, or it can't be drawn. The text goes out without it. */
  get(versionId: string, page: number, signal: AbortSignal): Promise<PagePicture | undefined> {
    // One at a time, so that someone who exports many books holds nobody else up.
    const turn = this.#last.then(() => this.#draw(versionId, page, signal));
    this.#last = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      signal.throwIfAborted();
      this.#dependencies.logger.warn({ err: error, versionId, page }, 'exported a page without its image');
      return undefined;
    });
  }

  async #draw(versionId: string, page: number, signal: AbortSignal): Promise<PagePicture | undefined> {
    const { db, fileStore, run, drawPage } = this.#dependencies;
    signal.throwIfAborted();
    let found = await findPagePicture(db, versionId, page);
    if (!found) {
      await drawPage(versionId, page);
      found = await findPagePicture(db, versionId, page);
    }
    if (!found) return undefined;
    return withFolder(async (folder) => {
      const stored = await localFile(fileStore, found.storeKey, folder, signal);
      const file = await readablePicture(run, { file: stored, format: found.format, folder }, signal);
      const output = path.join(folder, 'page.jpg');
      const task = { do: 'cover', file, output, boxes: [], as: 'jpeg', frame: found.frame } as const;
      const answer = await runImageTask(run, { task, folder }, signal);
      if (!('covered' in answer)) return undefined;
      return { jpeg: await readFile(output), ...answer.covered };
    });
  }
}
