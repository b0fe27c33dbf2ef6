import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import { bytesInUnits } from '../error-values.ts';
import { type DurableFolders, type FileSystem, isMissing } from './durable-folders.ts';
import type { Appended, AppendOptions, Assembly, StoredFile } from './file-store.ts';
import { hashOf, RunningHashes } from './running-hashes.ts';
import { asStorageFull } from './storage-full.ts';
import { assertStoreKey, isStoreKey, newStoreKey } from './store-key.ts';
import { untilCut } from './until-cut.ts';

type Dependencies = { root: string; folder: string; files: FileSystem; folders: DurableFolders };

/** The most a power cut may cost. */
const syncEveryBytes = 32 * 1024 ** 2;
const ending = '.upload';

/** Files uploaded in pieces: each is appended to its own temporary file, then moved into place. */
export class DiskAssemblies {
  readonly #dependencies: Dependencies;
  readonly #hashes = new RunningHashes();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  owns(name: string): boolean {
    return name.endsWith(ending);
  }

  async begin(): Promise<Assembly> {
    const { files, folders } = this.#dependencies;
    const storeKey = newStoreKey();
    const file = this.#unfinished(storeKey);
    try {
      await folders.make(path.dirname(file));
      const handle = await files.open(file, 'wx', 0o600);
      await handle.close();
    } catch (error) {
      throw asStorageFull(error);
    }
    return { storeKey, token: '' };
  }

  async bytesOf({ storeKey }: Assembly): Promise<number | null> {
    return this.#sizeOf(this.#unfinished(storeKey));
  }

  async append(
    { storeKey }: Assembly,
    offsetBytes: number,
    source: Readable,
    options: AppendOptions,
  ): Promise<Appended> {
    source.on('error', () => undefined);
    const handle = await this.#openAt(storeKey, offsetBytes);
    const hash = this.#hashes.resume(storeKey, offsetBytes);
    let written = offsetBytes;
    let durable = offsetBytes;
    const sync = async () => {
      await handle.datasync();
      durable = written;
      options.onDurable?.(durable);
    };
    try {
      const cut = await untilCut(source, options.signal, async (chunk) => {
        if (written + chunk.length > offsetBytes + options.maxBytes) {
          durable = offsetBytes;
          throw new AppError('tooLarge', { params: { limit: bytesInUnits(options.maxBytes) } });
        }
        await writeFully(handle, chunk, written);
        hash.update(chunk);
        written += chunk.length;
        if (written - durable >= syncEveryBytes) await sync();
      });
      if (written > durable) await sync();
      return { offsetBytes: written, cut };
    } catch (error) {
      // Bytes that were not synced are discarded.
      this.#hashes.forget(storeKey);
      await handle.truncate(durable).catch(() => undefined);
      throw asStorageFull(error);
    } finally {
      await handle.close();
    }
  }

  async finish({ storeKey }: Assembly): Promise<StoredFile> {
    const { folders } = this.#dependencies;
    const [from, to] = [this.#unfinished(storeKey), this.#finished(storeKey)];
    try {
      const assembled = await this.#sizeOf(from);
      if (assembled !== null) await folders.move(from, to);
      const sizeBytes = assembled ?? (await this.#sizeOf(to));
      if (sizeBytes === null) throw new AppError('notFound');
      const sha256 = this.#hashes.digest(storeKey, sizeBytes) ?? (await hashOf(createReadStream(to)));
      this.#hashes.forget(storeKey);
      return { storeKey, sizeBytes, sha256 };
    } catch (error) {
      throw asStorageFull(error);
    }
  }

  async abandon({ storeKey }: Assembly): Promise<void> {
    this.#hashes.forget(storeKey);
    await this.#dependencies.files.rm(this.#unfinished(storeKey), { force: true });
  }

  async *listBefore(instant: Date): AsyncIterable<Assembly> {
    const folder = path.join(this.#dependencies.root, this.#dependencies.folder);
    const names = await this.#dependencies.files.readdir(folder).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const name of names.filter((one) => this.owns(one))) {
      const id = name.slice(0, -ending.length);
      const storeKey = `${id.slice(-4, -2)}/${id.slice(-2)}/${id}`;
      const found = await this.#dependencies.files.stat(path.join(folder, name)).catch(() => undefined);
      if (isStoreKey(storeKey) && found && found.mtime < instant) yield { storeKey, token: '' };
    }
  }

  async #openAt(storeKey: string, offsetBytes: number): Promise<FileHandle> {
    const file = this.#unfinished(storeKey);
    const there = await this.#sizeOf(file);
    if (there === null) throw new AppError('uploadOver');
    if (there !== offsetBytes) throw new AppError('offsetDiffers');
    try {
      return await this.#dependencies.files.open(file, 'r+');
    } catch (error) {
      throw asStorageFull(error);
    }
  }

  async #sizeOf(file: string): Promise<number | null> {
    try {
      return (await this.#dependencies.files.stat(file)).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #unfinished(storeKey: string): string {
    assertStoreKey(storeKey);
    return path.join(this.#dependencies.root, this.#dependencies.folder, `${path.basename(storeKey)}${ending}`);
  }

  #finished(storeKey: string): string {
    assertStoreKey(storeKey);
    return path.join(this.#dependencies.root, storeKey);
  }
}

async function writeFully(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}
