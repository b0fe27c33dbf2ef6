import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
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
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import { withFolder } from '../../platform/storage/local-file.ts';
import type { ResourceRows } from '../resource/public.ts';
import { findCoverFile, releaseFiles } from '../resource/public.ts';
import { assertMayEdit } from './course.policy.ts';
import { findCover, findReadable } from './course.repository.ts';
import type { CourseChangeService } from './course-change.service.ts';

type Dependencies = {
  db: Db;
  changes: CourseChangeService;
  fileStore: FileStore;
  run: RunSandboxed;
  resources: Pick<ResourceRows, 'readable'>;
};
export type Cover = { etag: string; contentType: string; sizeBytes: number; open(): Promise<Readable> };

/** Cover images of courses, from image resources or uploads. */
export class CourseCoverService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  set(context: SignedInContext, id: string, resourceId: string | null, version: number): Promise<void> {
    return this.#change(context, id, version, { resourceId }, async (transaction) =>
      resourceId ? this.#fileOf(transaction, context.principal, resourceId) : null,
    );
  }

  async upload(context: SignedInContext, id: string, bytes: Uint8Array, version: number): Promise<void> {
    const { db, fileStore } = this.#dependencies;
    // Check before rendering and storing anything.
    assertMayEdit(context.principal, await findReadable(db, context.principal, id));
    const stored = await this.draw(bytes);
    try {
      await this.#change(context, id, version, { uploaded: true }, async (transaction) => {
        const file = { ...stored, id: newId(), name: 'cover.jpg', contentType: 'image/jpeg' };
        await insertFile(transaction, { ...file, createdBy: context.principal.userId });
        return file.id;
      });
    } catch (error) {
      await discardFiles(db, fileStore, [stored.storeKey]);
      throw error;
    }
  }

  /** Converts to a format all browsers can show. The stored file isn't attached to anything yet. */
  draw(bytes: Uint8Array): Promise<StoredFile> {
    const { fileStore, run } = this.#dependencies;
    return withFolder(async (folder) => {
      const drawn = await redrawPicture(run, bytes, folder).catch(refusePicture);
      return fileStore.write(createReadStream(drawn));
    });
  }

  async get(principal: Principal, id: string): Promise<Cover> {
    const { db, fileStore } = this.#dependencies;
    await findReadable(db, principal, id);
    const cover = await findCover(db, id);
    if (!cover) throw new AppError('notFound');
    return {
      etag: `"${cover.id}"`,
      contentType: cover.content_type,
      sizeBytes: Number(cover.size_bytes),
      open: async () => (await fileStore.open(cover.store_key)).stream,
    };
  }

  async #change(
    context: SignedInContext,
    id: string,
    version: number,
    after: Record<string, unknown>,
    fileOf: (transaction: Executor) => Promise<string | null>,
  ): Promise<void> {
    const { db, changes } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const course = await changes.take(transaction, context, id, version);
      assertMayEdit(context.principal, course);
      const values = { before: { cover: course.cover_file_id !== null }, after };
      const columns = { cover_file_id: await fileOf(transaction) };
      await changes.write(transaction, context, course, columns, { action: 'course.coverSet', values });
      // Deletes the old cover's file unless something else uses it.
      if (course.cover_file_id) await releaseFiles(transaction, [course.cover_file_id]);
    });
  }

  async #fileOf(transaction: Executor, principal: Principal, resourceId: string): Promise<string> {
    const found = await findCoverFile(transaction, resourceId, this.#dependencies.resources.readable(principal));
    if (!found) throw new AppError('notFound');
    if (found.kind !== 'image') throw invalidField('resourceId', 'imageOnly');
    if (!found.fileId) throw invalidField('resourceId', 'noPreview');
    return found.fileId;
  }
}

function refusePicture(error: unknown): never {
  if (error instanceof InspectionFailure)
    throw new AppError('kindRefused', { params: { kind: error.message }, cause: error });
  throw error;
}
