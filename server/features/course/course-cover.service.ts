import { Readable } from 'node:stream';
import { coverLimits } from '@lectern/contract/features/course.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { ResourceRows } from '../../platform/resource-rows.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { releaseFiles } from '../../platform/storage/release-files.ts';
import { judgeEdit } from './course.policy.ts';
import { findReadable } from './course.repository.ts';
import type { CourseChangeService } from './course-change.service.ts';
import { findCover, findPicture } from './course-cover.repository.ts';

type Parts = {
  db: Db;
  changes: CourseChangeService;
  fileStore: Pick<FileStore, 'open' | 'write'>;
  resources: Pick<ResourceRows, 'readable'>;
};
export type Cover = { etag: string; contentType: string; sizeBytes: number; open(): Promise<Readable> };

/** Pictures of courses: taken from image resources, or brought along. */
export class CourseCoverService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  set(context: SignedInContext, id: string, resourceId: string | null, version: number): Promise<void> {
    return this.#change(context, id, version, { resourceId }, async (transaction) =>
      resourceId ? this.#fileOf(transaction, context.principal, resourceId) : null,
    );
  }

  async upload(context: SignedInContext, id: string, bytes: Uint8Array, version: number): Promise<void> {
    const contentType = pictureType(bytes);
    if (!contentType) throw new AppError('kindRefused', { params: { kind: 'PNG, JPEG or WebP pictures only' } });
    const { db, fileStore } = this.#parts;
    // Before anything is stored for somebody who may not.
    judgeEdit(context.principal, await findReadable(db, context.principal, id));
    const stored = await fileStore.write(Readable.from([bytes]), { maxBytes: coverLimits.bytes });
    await this.#change(context, id, version, { uploaded: true }, async (transaction) => {
      const fileId = newId();
      const name = `cover.${contentType.split('/')[1]}`;
      await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: context.principal.userId });
      return fileId;
    });
  }

  async get(principal: Principal, id: string): Promise<Cover> {
    const { db, fileStore } = this.#parts;
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
    const { db, changes } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const course = await changes.take(transaction, context, id, version);
      judgeEdit(context.principal, course);
      const told = { before: { cover: course.cover_file_id !== null }, after };
      const columns = { cover_file_id: await fileOf(transaction) };
      await changes.write(transaction, context, course, columns, { action: 'course.coverSet', told });
      // One that nothing else shows goes; a picture of a resource stays with it.
      if (course.cover_file_id) await releaseFiles(transaction, [course.cover_file_id]);
    });
  }

  async #fileOf(transaction: Executor, principal: Principal, resourceId: string): Promise<string> {
    const found = await findPicture(transaction, resourceId, this.#parts.resources.readable(principal));
    if (!found) throw new AppError('notFound');
    if (found.kind !== 'image') throw invalidField('resourceId', 'only an image can be a cover');
    if (!found.fileId) throw invalidField('resourceId', 'browsers can’t show this picture yet: it has no preview');
    return found.fileId;
  }
}

/** By what the bytes are, whatever they are called. */
function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  const begins = Buffer.from(bytes.subarray(0, 12));
  if (begins.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (begins[0] === 0xff && begins[1] === 0xd8 && begins[2] === 0xff) return 'image/jpeg';
  if (begins.toString('latin1', 0, 4) === 'RIFF' && begins.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
