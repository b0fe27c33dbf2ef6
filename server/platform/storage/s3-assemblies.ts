import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import { bytesInUnits } from '../error-values.ts';
import type { Appended, AppendOptions, Assembly, OpenedFile, StoredFile } from './file-store.ts';
import { hashOf, RunningHashes } from './running-hashes.ts';
import { elementsIn, type Part, partBytes, type S3Client, type S3Multipart, textIn } from './s3-multipart.ts';
import { newStoreKey } from './store-key.ts';
import { untilCut } from './until-cut.ts';

type Dependencies = { multipart: S3Multipart; objects: S3Objects; open(storeKey: string): Promise<OpenedFile> };

/** Prefix for tails: trailing bytes too small for a part. */
export const tailFolder = 'unfinished/';

/**
 * Multi-request uploads to an object store: full parts are uploaded as they fill; the rest of each request becomes a
 * separate object named after its offset, until the next bytes arrive.
 */
export class S3Assemblies {
  readonly #dependencies: Dependencies;
  readonly #hashes = new RunningHashes();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  begin(): Promise<Assembly> {
    return this.#dependencies.multipart.begin(newStoreKey());
  }

  async bytesOf(assembly: Assembly): Promise<number | null> {
    // Some stores still list the parts of a completed file.
    if ((await this.#dependencies.objects.sizeOf(assembly.storeKey)) !== null) return null;
    const parts = await this.#dependencies.multipart.parts(assembly);
    if (!parts) return null;
    const full = sum(parts);
    return full + ((await this.#dependencies.objects.sizeOf(tailKey(assembly, full))) ?? 0);
  }

  async append(assembly: Assembly, offsetBytes: number, source: Readable, options: AppendOptions): Promise<Appended> {
    source.on('error', () => undefined);
    const { multipart, objects } = this.#dependencies;
    const parts = await multipart.parts(assembly);
    if (!parts) throw new AppError('uploadOver');
    const began = sum(parts);
    let full = began;
    let number = parts.length;
    const tail = await objects.read(tailKey(assembly, full));
    if (full + tail.length !== offsetBytes) throw new AppError('offsetDiffers');
    const hash = this.#hashes.resume(assembly.storeKey, offsetBytes);
    let waiting: Buffer[] = tail.length > 0 ? [tail] : [];
    let waitingBytes = tail.length;
    let received = 0;
    try {
      const cut = await untilCut(source, options.signal, async (chunk) => {
        received += chunk.length;
        if (received > options.maxBytes) {
          throw new AppError('tooLarge', { params: { limit: bytesInUnits(options.maxBytes) } });
        }
        hash.update(chunk);
        waiting.push(chunk);
        waitingBytes += chunk.length;
        while (waitingBytes >= partBytes) {
          const bytes = Buffer.concat(waiting, waitingBytes);
          number += 1;
          await multipart.put(assembly, number, bytes.subarray(0, partBytes));
          full += partBytes;
          waiting = [Buffer.from(bytes.subarray(partBytes))];
          waitingBytes -= partBytes;
          options.onDurable?.(full);
        }
      });
      if (waitingBytes > 0) await objects.put(tailKey(assembly, full), Buffer.concat(waiting, waitingBytes));
      if (full > began) await objects.remove(tailKey(assembly, began));
      return { offsetBytes: full + waitingBytes, cut };
    } catch (error) {
      this.#hashes.forget(assembly.storeKey);
      throw error;
    }
  }

  async finish(assembly: Assembly): Promise<StoredFile> {
    const { multipart, objects, open } = this.#dependencies;
    const { storeKey } = assembly;
    const there = await objects.sizeOf(storeKey);
    const parts = there === null ? await multipart.parts(assembly) : undefined;
    if (parts) await this.#join(assembly, parts);
    const sizeBytes = there ?? (await objects.sizeOf(storeKey));
    if (sizeBytes === null) throw new AppError('notFound');
    const sha256 = this.#hashes.digest(storeKey, sizeBytes) ?? (await hashOf((await open(storeKey)).stream));
    this.#hashes.forget(storeKey);
    return { storeKey, sizeBytes, sha256 };
  }

  async abandon(assembly: Assembly): Promise<void> {
    this.#hashes.forget(assembly.storeKey);
    await this.#dependencies.multipart.abort(assembly);
    await this.#dependencies.objects.removeBelow(tailKey(assembly, ''));
  }

  listBefore(instant: Date): AsyncIterable<Assembly> {
    return this.#dependencies.multipart.listBefore(instant);
  }

  async #join(assembly: Assembly, parts: Part[]): Promise<void> {
    const { multipart, objects } = this.#dependencies;
    const full = sum(parts);
    const tail = await objects.read(tailKey(assembly, full));
    const last = tail.length > 0 ? [await multipart.put(assembly, parts.length + 1, tail)] : [];
    const all = [...parts, ...last];
    if (all.length > 0) await multipart.complete(assembly, all);
    else {
      await objects.put(assembly.storeKey, Buffer.alloc(0));
      await multipart.abort(assembly);
    }
    await objects.removeBelow(tailKey(assembly, ''));
  }
}

function tailKey({ storeKey }: Assembly, start: number | ''): string {
  return `${tailFolder}${storeKey}/${start}`;
}

function sum(parts: readonly Part[]): number {
  return parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
}

type Listed = { key: string; changedAt: Date };

export class S3Objects {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async put(key: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#client.call({ method: 'PUT', key, body, ...(signal && { signal }) });
  }

  /** Empty when the object is missing. Only for small objects. */
  async read(key: string): Promise<Buffer> {
    const response = await this.#client.call({ method: 'GET', key, accept: [404] });
    if (response.status !== 404) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    return Buffer.alloc(0);
  }

  async sizeOf(key: string): Promise<number | null> {
    const response = await this.#client.call({ method: 'HEAD', key, accept: [404] });
    return response.status === 404 ? null : Number(response.headers.get('content-length') ?? 0);
  }

  async remove(key: string): Promise<void> {
    const response = await this.#client.call({ method: 'DELETE', key, accept: [404] });
    await response.body?.cancel();
  }

  /** One by one, because not every store supports bulk deletion. */
  async removeBelow(prefix: string): Promise<void> {
    for await (const { key } of this.list(prefix)) await this.remove(key);
  }

  async *list(prefix = ''): AsyncIterable<Listed> {
    let after: string | undefined;
    do {
      const query = { 'list-type': '2', ...(prefix && { prefix }), ...(after && { 'continuation-token': after }) };
      const xml: string = await this.#client.text({ method: 'GET', query });
      for (const found of elementsIn(xml, 'Contents')) {
        const key = textIn(found, 'Key');
        if (key) yield { key, changedAt: new Date(textIn(found, 'LastModified') ?? '') };
      }
      after = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined;
    } while (after !== undefined);
  }
}
