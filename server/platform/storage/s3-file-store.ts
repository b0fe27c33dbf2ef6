import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from '../app-error.ts';
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
import { S3Assemblies, S3Objects, tailFolder } from './s3-assemblies.ts';
import { type Part, partBytes, S3Client, S3Multipart, type S3Settings } from './s3-multipart.ts';
import { assertStoreKey, isStoreKey, newStoreKey } from './store-key.ts';

/** Stores files in a bucket of any S3-compatible store. An object appears under its key only when complete. */
export class S3FileStore implements FileStore {
  readonly #client: S3Client;
  readonly #objects: S3Objects;
  readonly #multipart: S3Multipart;
  readonly #assemblies: S3Assemblies;

  constructor(settings: S3Settings) {
    this.#client = new S3Client(settings);
    this.#objects = new S3Objects(this.#client);
    this.#multipart = new S3Multipart(this.#client);
    this.#assemblies = new S3Assemblies({
      multipart: this.#multipart,
      objects: this.#objects,
      open: (storeKey) => this.open(storeKey),
    });
  }

  async write(source: Readable, options: WriteOptions = {}): Promise<StoredFile> {
    const storeKey = newStoreKey();
    const measured = measuredBytes(options.maxBytes);
    const writing = new PartWriter(this.#multipart, storeKey);
    try {
      const take = async (bytes: AsyncIterable<Buffer>) => {
        for await (const chunk of bytes) await writing.take(chunk);
      };
      await pipeline(source, measured.stream, take, options.signal ? { signal: options.signal } : {});
      const whole = await writing.finish();
      if (whole) await this.#objects.put(storeKey, whole, options.signal);
      return { storeKey, ...measured.measure() };
    } catch (error) {
      source.destroy();
      await writing.giveUp();
      throw error;
    }
  }

  async open(storeKey: string, range?: ByteRange): Promise<OpenedFile> {
    assertStoreKey(storeKey);
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const response = await this.#client.call({ method: 'GET', key: storeKey, headers, accept: [404] });
    if (response.status === 404) {
      await response.body?.cancel();
      throw new AppError('notFound');
    }
    const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    const stream = response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
    return { stream, sizeBytes: Number(whole ?? response.headers.get('content-length') ?? 0) };
  }

  async sizeOf(storeKey: string): Promise<number | null> {
    assertStoreKey(storeKey);
    return this.#objects.sizeOf(storeKey);
  }

  localPath(): null {
    return null;
  }

  async remove(storeKey: string): Promise<void> {
    assertStoreKey(storeKey);
    await this.#objects.remove(storeKey);
  }

  async *listStoredBefore(instant: Date): AsyncIterable<string> {
    for await (const { key, changedAt } of this.#objects.list()) {
      if (isStoreKey(key) && changedAt < instant) yield key;
    }
  }

  /** Removes tails of uploads that have ended; unfinished uploads are listed as assemblies. */
  async removeAbandonedWrites(before: Date): Promise<number> {
    const going = new Set<string>();
    for await (const { storeKey } of this.#multipart.listBefore(new Date(Date.now() + 86_400_000))) going.add(storeKey);
    let removed = 0;
    for await (const { key, changedAt } of this.#objects.list(tailFolder)) {
      const storeKey = key.slice(tailFolder.length, key.lastIndexOf('/'));
      if (changedAt >= before || going.has(storeKey)) continue;
      await this.#objects.remove(key);
      removed += 1;
    }
    return removed;
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

  /** Buckets have no capacity to query, so this only checks that the store responds. */
  async space(): Promise<null> {
    await this.#client.call({ method: 'HEAD' });
    return null;
  }

  async assertSpace(): Promise<void> {}
}

/** Uploads small files in one request and larger ones in parts, so about one part is held in memory. */
class PartWriter {
  readonly #multipart: S3Multipart;
  readonly #storeKey: string;
  #upload: Assembly | undefined;
  #parts: Part[] = [];
  #waiting: Buffer[] = [];
  #bytes = 0;

  constructor(multipart: S3Multipart, storeKey: string) {
    this.#multipart = multipart;
    this.#storeKey = storeKey;
  }

  async take(chunk: Buffer): Promise<void> {
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= partBytes) await this.#send();
  }

  /** The bytes still to be stored in one request; undefined when the parts have already been joined. */
  async finish(): Promise<Buffer | undefined> {
    if (!this.#upload) return Buffer.concat(this.#waiting, this.#bytes);
    if (this.#bytes > 0) await this.#send();
    await this.#multipart.complete(this.#upload, this.#parts);
    return undefined;
  }

  async giveUp(): Promise<void> {
    if (this.#upload) await this.#multipart.abort(this.#upload).catch(() => undefined);
  }

  async #send(): Promise<void> {
    this.#upload ??= await this.#multipart.begin(this.#storeKey);
    const bytes = Buffer.concat(this.#waiting, this.#bytes);
    this.#parts.push(await this.#multipart.put(this.#upload, this.#parts.length + 1, bytes));
    this.#waiting = [];
    this.#bytes = 0;
  }
}
