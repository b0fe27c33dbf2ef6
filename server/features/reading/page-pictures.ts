import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { readablePicture } from '../../engines/image/readable-picture.ts';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import { hasMasks, showsMasks } from '../review/public.ts';
import type { PagePicture } from './reading-file.ts';

type Dependencies = {
  db: Db;
  fileStore: FileStore;
  run: RunSandboxed;
  /** Renders a page of a long document that has no image yet. */
  drawPage(versionId: string, page: number): Promise<void>;
  logger: Logger;
};

/** Page images in widely supported formats, rendered on demand one at a time. */
export class PagePictures {
  readonly #dependencies: Dependencies;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns undefined when the page has no image or can't be rendered; exports then omit the image. */
  get(versionId: string, page: number, signal: AbortSignal): Promise<PagePicture | undefined> {
    // One at a time, so an export of many books doesn't slow down everyone else.
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

type StoredPicture = { storeKey: string; format: string; frame: number };

/** The stored image of a page: the rendition for documents, the file itself (and its frame) for images. */
export async function findPagePicture(
  db: Executor,
  versionId: string,
  page: number,
): Promise<StoredPicture | undefined> {
  const { rows } = await sql<StoredPicture>`
    select files.store_key as "storeKey", 'webp' as format, 0 as frame
    from renditions join resource_versions version on version.id = renditions.version_id
      join resources on resources.id = version.resource_id
      left join masked_files masked on masked.rendition_id = renditions.id
      join files on files.id = coalesce(masked.file_id, renditions.file_id)
    where renditions.version_id = ${versionId} and renditions.kind = 'page' and renditions.page = ${page}
      and (masked.file_id is not null or not (${showsMasks}))
    union all
    select files.store_key, case when files.content_type = 'image/jpeg' then 'jpeg' else version.format end,
      case when version.format = 'tiff' and masked.file_id is null then ${page}::int - 1 else 0 end
    from resource_versions version
      join resources on resources.id = version.resource_id and resources.kind = 'image'
      left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
      join files on files.id = coalesce(masked.file_id, version.file_id)
    where version.id = ${versionId} and (${page} = 1 or version.format = 'tiff')
      and case when masked.file_id is null then not ${hasMasks} else ${page} = 1 end
    limit 1`.execute(db);
  return rows[0];
}
