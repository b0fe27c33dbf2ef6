import type { Readable } from 'node:stream';
import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { findCoverFile, type ResourceRows } from '../resource/public.ts';
import { findCover, updateColumnRow } from './column.repository.ts';
import { type ColumnTreeService, takeColumn } from './column-tree.service.ts';

export type CoverDependencies = {
  db: Db;
  tree: ColumnTreeService;
  fileStore: Pick<FileStore, 'open'>;
  resources: Pick<ResourceRows, 'readable'>;
};
export type Cover = { etag: string; contentType: string; sizeBytes: number; open(): Promise<Readable> };

/** Cover images of columns, taken from image resources. The file is kept as long as the column uses it. */
export class ColumnCoverService {
  readonly #dependencies: CoverDependencies;

  constructor(dependencies: CoverDependencies) {
    this.#dependencies = dependencies;
  }

  async set(
    context: SignedInContext,
    id: string,
    { resourceId, version }: { resourceId: string | null; version: number },
  ): Promise<ColumnNode> {
    const { db, tree } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const column = await takeColumn(transaction, id, version);
      const fileId = resourceId ? await this.#fileOf(transaction, context.principal, resourceId) : null;
      await updateColumnRow(transaction, id, { cover_file_id: fileId });
      const after = { resourceId };
      const before = { cover: column.cover_file_id !== null };
      const change = { action: 'column.coverSet', objectType: 'column', objectId: id, before, after };
      await recordActivity(transaction, context, change);
    });
    return tree.get(id);
  }

  async get(id: string): Promise<Cover> {
    const cover = await findCover(this.#dependencies.db, id);
    if (!cover) throw new AppError('notFound');
    return {
      etag: `"${cover.id}"`,
      contentType: cover.content_type,
      sizeBytes: cover.size_bytes,
      open: async () => (await this.#dependencies.fileStore.open(cover.store_key)).stream,
    };
  }

  async #fileOf(transaction: Executor, principal: Principal, resourceId: string): Promise<string> {
    const found = await findCoverFile(transaction, resourceId, this.#dependencies.resources.readable(principal));
    if (!found) throw new AppError('notFound');
    if (found.kind !== 'image') throw invalidField('resourceId', 'imageOnly');
    if (!found.fileId) throw invalidField('resourceId', 'noPreview');
    return found.fileId;
  }
}
