import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { InspectionFailure } from '../../engines/engine-failure.ts';
import { redrawPicture } from '../../engines/image/readable-picture.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { discardFiles } from '../../platform/storage/discard-files.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { withFolder } from '../../platform/storage/local-file.ts';
import type { ResourceRows } from '../resource/public.ts';
import { findCoverFile, isMasked, shownTypes } from '../resource/public.ts';
import { coverEntry } from './edit-content.policy.ts';
import type { HomeDraftService } from './home-draft.service.ts';

type Dependencies = {
  db: Db;
  draft: HomeDraftService;
  fileStore: FileStore;
  resources: Pick<ResourceRows, 'readable'>;
  run: RunSandboxed;
};
type CoverChoice = { resourceId: string } | { fileId: string } | null;
type OpenedCover = { etag: string; contentType: string; sizeBytes: number; open(): Promise<Readable> };

/** Custom covers of entries, from image resources or uploads, replacing the subject's own image. */
export class HomeCoverService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async set(
    context: SignedInContext,
    id: string,
    { cover, version }: { cover: CoverChoice; version: number },
  ): Promise<HomeDraft> {
    const { db, draft } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const fileId = cover && (await this.#fileOf(transaction, context.principal, cover));
      if (fileId) {
        await transaction
          .insertInto('home_covers')
          .values({ file_id: fileId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const activity = { action: 'homePage.coverSet', objectId: id, after: { cover: fileId !== null } };
      await draft.step(
        transaction,
        context,
        async (content) => ({ content: coverEntry(content, id, fileId), activity }),
        version,
      );
      return draft.get(transaction);
    });
  }

  /** Re-encoded as a plain image, which drops camera metadata and anything else in the file. */
  async upload(context: SignedInContext, bytes: Uint8Array): Promise<{ fileId: string }> {
    const { db, fileStore } = this.#dependencies;
    const stored = await withFolder(async (folder) => {
      const drawn = await redrawPicture(this.#dependencies.run, bytes, folder).catch(refusePicture);
      return fileStore.write(createReadStream(drawn));
    });
    const fileId = newId();
    try {
      await db.transaction().execute(async (transaction) => {
        const createdBy = context.principal.userId;
        await insertFile(transaction, {
          ...stored,
          id: fileId,
          name: 'cover.jpg',
          contentType: 'image/jpeg',
          createdBy,
        });
        await transaction.insertInto('home_covers').values({ file_id: fileId }).execute();
      });
    } catch (error) {
      await discardFiles(db, fileStore, [stored.storeKey]);
      throw error;
    }
    return { fileId };
  }

  async open(fileId: string): Promise<OpenedCover> {
    const { db, fileStore } = this.#dependencies;
    const cover = await findCover(db, fileId);
    if (!cover) throw new AppError('notFound');
    return {
      etag: `"${cover.id}"`,
      contentType: cover.content_type,
      sizeBytes: cover.size_bytes,
      open: async () => (await fileStore.open(cover.store_key)).stream,
    };
  }

  async #fileOf(transaction: Executor, principal: Principal, cover: Exclude<CoverChoice, null>): Promise<string> {
    if ('fileId' in cover) {
      if (!(await findCover(transaction, cover.fileId))) throw new AppError('notFound');
      return cover.fileId;
    }
    const found = await findCoverFile(transaction, cover.resourceId, this.#dependencies.resources.readable(principal));
    if (!found) throw new AppError('notFound');
    if (found.kind !== 'image') throw invalidField('cover', 'imageOnly');
    if (!found.fileId) throw invalidField('cover', 'noPreview');
    return found.fileId;
  }
}

/** Finds only files that are covers and not masked. */
export function findCover(db: Executor, fileId: string) {
  return db
    .selectFrom('home_covers')
    .innerJoin('files', 'files.id', 'home_covers.file_id')
    .select(['files.id', 'files.store_key', 'files.content_type', 'files.size_bytes'])
    .where('files.id', '=', fileId)
    .where('files.content_type', 'in', shownTypes)
    .where(({ not }) => not(isMasked))
    .executeTakeFirst();
}

function refusePicture(error: unknown): never {
  if (error instanceof InspectionFailure) throw new AppError('notShowable', { cause: error });
  throw error;
}
