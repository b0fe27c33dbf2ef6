import { PassThrough, type Readable } from 'node:stream';
import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import { openDownload, type prepareDownload } from '@lectern/contract/features/resource-action.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { RawBuilder } from 'kysely';
import { ZipFile } from 'yazl';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { ArchiveNames } from './delivery.policy.ts';
import { type DownloadFile, findDownload, insertDownload, listDownloadFiles } from './delivery.repository.ts';

type DownloadRequest = BodyOf<typeof prepareDownload>;
/** The ids in a selection that the person may see, up to `limit`. */
type ResolveSelection = (db: Db, principal: Principal, wanted: DownloadRequest, limit: number) => Promise<string[]>;

type Dependencies = {
  db: Db;
  fileStore: FileStore;
  readable(principal: Principal): RawBuilder<unknown>;
  /** May see masked content. */
  original(principal: Principal): RawBuilder<unknown>;
  resolve: ResolveSelection;
};

/** Maximum number of files in one archive. */
const mostFiles = 5_000;

/** Downloads many files as one archive. The selection is fixed first; the archive is created while it is sent. */
export class DownloadService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async prepare(context: SignedInContext, wanted: DownloadRequest): Promise<OutputOf<typeof prepareDownload>> {
    const { db, resolve } = this.#dependencies;
    const { principal } = context;
    const resourceIds = await resolve(db, principal, wanted, mostFiles + 1);
    if (resourceIds.length > mostFiles) throw new AppError('archiveTooMany', { params: { limit: mostFiles } });
    const files = await listDownloadFiles(db, resourceIds, this.#reach(principal));
    if (files.length === 0) throw new AppError('notFound');
    const id = newId();
    await insertDownload(db, { id, ownerId: principal.userId, resourceIds });
    return {
      id,
      files: files.length,
      sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
      url: openDownload.path.replace('{id}', id),
    };
  }

  /** Checks access again, because it may have changed since the download was prepared. */
  async open(context: SignedInContext, id: string) {
    const { db, fileStore } = this.#dependencies;
    const { principal, language } = context;
    const ids = await findDownload(db, id, principal.userId);
    if (!ids) throw new AppError('notFound');
    const files = await listDownloadFiles(db, ids, this.#reach(principal));
    const leftOut = ids.length - files.length;
    const note = leftOut > 0 ? leftOutNote(leftOut, language) : undefined;
    return {
      name: `lectern-${new Date().toISOString().slice(0, 10)}.zip`,
      resourceIds: files.map((file) => file.id),
      open: () => streamArchive(fileStore, files, note),
    };
  }

  #reach(principal: Principal) {
    return { readable: this.#dependencies.readable(principal), original: this.#dependencies.original(principal) };
  }
}

/** No titles, because the person may no longer be allowed to see them. */
function leftOutNote(count: number, language: Language): { name: string; text: string } {
  return language === 'zh'
    ? { name: '未包含的文件.txt', text: `所选资源中有 ${count} 个未包含在内：已删除，或您已无权查看。\n` }
    : {
        name: 'left-out.txt',
        text: `${count} of the chosen resources are not in here: they were deleted, or you may not see them any more.\n`,
      };
}

/** Streams the files without compression; media is already compressed. */
function streamArchive(
  fileStore: FileStore,
  files: readonly DownloadFile[],
  note: { name: string; text: string } | undefined,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const names = new ArchiveNames();
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // If the browser disconnects, the open file must be closed.
  output.on('close', () => current?.destroy());
  for (const file of files) {
    const options = { mtime: file.storedAt, compress: false, size: file.sizeBytes };
    zip.addReadStreamLazy(names.take(file.fileName), options, (take) => {
      fileStore.open(file.storeKey).then(({ stream }) => {
        current = stream;
        stream.on('error', fail);
        if (output.destroyed) stream.destroy();
        else take(null, stream);
      }, fail);
    });
  }
  if (note) zip.addBuffer(Buffer.from(note.text), names.take(note.name), { compress: false });
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  return output;
}
