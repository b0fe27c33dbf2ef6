import type { S3Client } from './s3-client.ts';
import { elementsIn, textIn } from './s3-xml.ts';

export type Listed = { key: string; changedAt: Date };

/** Whole objects of a bucket. */
export class S3Objects {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async put(key: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#client.call({ method: 'PUT', key, body, ...(signal && { signal }) });
  }

  /** Empty where there is none: for small objects only. */
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

  /** One by one: not every store can remove many at once. */
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
