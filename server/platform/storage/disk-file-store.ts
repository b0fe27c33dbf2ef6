import { createReadStream } from 'node:fs';
import * as nodeFiles from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../app-error.ts';
import { newId } from '../new-id.ts';
import { DiskAssemblies } from './disk-assemblies.ts';
import { DurableFolders, type FileSystem, isMissing } from './durable-folders.ts';
import type {
  Appended,
  AppendOptions,
  Assembly,
  ByteRange,
  FileStore,
  OpenedFile,
  StoredFile,
  WriteOptions,
} from './file-store.ts';
import { measuredBytes } from './measured-bytes.ts';
import { asStorageFull, freeSpaceFloor } from './storage-full.ts';
import { assertStoreKey, isStoreKey, newStoreKey } from './store-key.ts';

export type { FileSystem } from './durable-folders.ts';

type DiskOptions = { files?: FileSystem; floorBytes?: (totalBytes: number) => number };

const unfinishedFolder = 'unfinished';

/** Stores files in a directory: written to a temporary file, synced, then moved into place atomically. */
export class DiskFileStore implements FileStore {
  readonly #root: string;
  readonly #files: FileSystem;
  readonly #floorBytes: (totalBytes: number) => number;
  readonly #folders: DurableFolders;
  readonly #assemblies: DiskAssemblies;

  constructor(root: string, options: DiskOptions = {}) {
    this.#root = root;
    this.#files = options.files ?? nodeFiles;
    this.#floorBytes = options.floorBytes ?? freeSpaceFloor;
    this.#folders = new DurableFolders(this.#files);
    this.#assemblies = new DiskAssemblies({
      root,
      folder: unfinishedFolder,
      files: this.#files,
      folders: this.#folders,
    });
  }

  beginAssembly(): Promise<Assembly> {
    return this.#assemblies.begin();
  }

  assembledBytes(assembly: Assembly): Promise<number | null> {
    return this.#assemblies.bytesOf(assembly);
  }

  append(assembly: Assembly, offsetBytes: number, source: Readable, options: AppendOptions): Promise<Appended> {
    return this.#assemblies.append(assembly, offsetBytes, source, options);
  }

  finishAssembly(assembly: Assembly): Promise<StoredFile> {
    return this.#assemblies.finish(assembly);
  }

  abandonAssembly(assembly: Assembly): Promise<void> {
    return this.#assemblies.abandon(assembly);
  }

  listAssembliesBefore(instant: Date): AsyncIterable<Assembly> {
    return this.#assemblies.listBefore(instant);
  }

  async write(source: Readable, options: WriteOptions = {}): Promise<StoredFile> {
    const unfinished = path.join(this.#root, unfinishedFolder, newId());
    // The source may fail while directories are created, when nothing else listens for errors.
    source.on('error', () => undefined);
    try {
      await this.#folders.make(path.dirname(unfinished));
      await this.assertSpace(options.expectedBytes ?? 0);
      const { sizeBytes, sha256 } = await this.#writeDurably(source, unfinished, options);
      const storeKey = newStoreKey();
      await this.#folders.move(unfinished, this.#pathOf(storeKey));
      return { storeKey, sizeBytes, sha256 };
    } catch (error) {
      source.destroy();
      await this.#files.rm(unfinished, { force: true }).catch(() => undefined);
      throw asStorageFull(error);
    }
  }

  async open(storeKey: string, range?: ByteRange): Promise<OpenedFile> {
    const sizeBytes = await this.sizeOf(storeKey);
    if (sizeBytes === null) throw new AppError('notFound');
    return { sizeBytes, stream: createReadStream(this.#pathOf(storeKey), range) };
  }

  async sizeOf(storeKey: string): Promise<number | null> {
    try {
      const found = await this.#files.stat(this.#pathOf(storeKey));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  localPath(storeKey: string): string {
    return this.#pathOf(storeKey);
  }

  async remove(storeKey: string): Promise<void> {
    await this.#files.rm(this.#pathOf(storeKey), { force: true });
  }

  async *listStoredBefore(instant: Date): AsyncIterable<string> {
    for (const first of await this.#list('.')) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const second of await this.#list(first)) {
        for (const name of await this.#list(path.join(first, second))) {
          const storeKey = `${first}/${second}/${name}`;
          if (!isStoreKey(storeKey)) continue;
          const found = await this.#files.stat(this.#pathOf(storeKey)).catch(() => undefined);
          if (found && found.mtime < instant) yield storeKey;
        }
      }
    }
  }

  async removeAbandonedWrites(before: Date): Promise<number> {
    let removed = 0;
    for (const name of await this.#list(unfinishedFolder)) {
      // Unfinished uploads are cleaned up separately.
      if (this.#assemblies.owns(name)) continue;
      const file = path.join(this.#root, unfinishedFolder, name);
      const found = await this.#files.stat(file).catch(() => undefined);
      if (!found || found.mtime >= before) continue;
      await this.#files.rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }

  async space(): Promise<{ path: string; freeBytes: number; totalBytes: number }> {
    await this.#folders.make(this.#root);
    const { bsize, bavail, blocks } = await this.#files.statfs(this.#root);
    return { path: this.#root, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  async assertSpace(expectedBytes: number): Promise<void> {
    const { freeBytes, totalBytes } = await this.space();
    if (freeBytes - expectedBytes < this.#floorBytes(totalBytes)) throw new AppError('storageFull');
  }

  async #writeDurably(source: Readable, file: string, { maxBytes, signal }: WriteOptions) {
    const measured = measuredBytes(maxBytes);
    const handle = await this.#files.open(file, 'wx', 0o600);
    try {
      if (source.errored) throw source.errored;
      const writeAll = async (bytes: AsyncIterable<Buffer>) => {
        for await (const chunk of bytes) await handle.writeFile(chunk);
      };
      await pipeline(source, measured.stream, writeAll, { signal });
      await handle.sync();
    } finally {
      await handle.close();
    }
    return measured.measure();
  }

  async #list(folder: string): Promise<string[]> {
    try {
      return (await this.#files.readdir(path.join(this.#root, folder))).sort();
    } catch (error) {
      if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return [];
      throw error;
    }
  }

  #pathOf(storeKey: string): string {
    assertStoreKey(storeKey);
    return path.join(this.#root, storeKey);
  }
}
