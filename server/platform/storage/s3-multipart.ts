import type { S3Client } from './s3-client.ts';
import { elementsIn, textIn } from './s3-xml.ts';

export type Part = { number: number; etag: string; sizeBytes: number };
type Upload = { storeKey: string; token: string };

/** All but the last part must have five megabytes; ten thousand of these make 80 GB. */
export const partBytes = 8 * 1024 ** 2;

/** Files that an object store puts together from parts. */
export class S3Multipart {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async begin(storeKey: string): Promise<Upload> {
    const xml = await this.#client.text({ method: 'POST', key: storeKey, query: { uploads: '' } });
    const token = textIn(xml, 'UploadId');
    if (!token) throw new Error('The object store began no upload.');
    return { storeKey, token };
  }

  async put({ storeKey, token }: Upload, number: number, body: Uint8Array): Promise<Part> {
    const query = { partNumber: String(number), uploadId: token };
    const response = await this.#client.call({ method: 'PUT', key: storeKey, query, body });
    return { number, etag: response.headers.get('etag') ?? '', sizeBytes: body.length };
  }

  /** undefined: it was completed or given up. */
  async parts({ storeKey, token }: Upload): Promise<Part[] | undefined> {
    const parts: Part[] = [];
    for (let after: string | undefined = '0'; after !== undefined; ) {
      const query = { uploadId: token, 'part-number-marker': after };
      const response = await this.#client.call({ method: 'GET', key: storeKey, query, accept: [404] });
      if (response.status === 404) return undefined;
      const xml = await response.text();
      for (const part of elementsIn(xml, 'Part')) {
        parts.push({
          number: Number(textIn(part, 'PartNumber')),
          etag: textIn(part, 'ETag') ?? '',
          sizeBytes: Number(textIn(part, 'Size')),
        });
      }
      after = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextPartNumberMarker') : undefined;
    }
    return parts.sort((left, right) => left.number - right.number);
  }

  async complete({ storeKey, token }: Upload, parts: readonly Part[]): Promise<void> {
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#client.text({ method: 'POST', key: storeKey, query: { uploadId: token }, body });
    // It may begin with 200 and fail afterwards.
    if (answer.includes('<Error>'))
      throw new Error(`The object store did not join the parts: ${textIn(answer, 'Code')}`);
  }

  async abort({ storeKey, token }: Upload): Promise<void> {
    await this.#client.call({ method: 'DELETE', key: storeKey, query: { uploadId: token }, accept: [404] });
  }

  async *listBefore(instant: Date): AsyncIterable<Upload> {
    let query: Record<string, string> | undefined = { uploads: '' };
    while (query) {
      const xml: string = await this.#client.text({ method: 'GET', query });
      for (const upload of elementsIn(xml, 'Upload')) {
        const begun = new Date(textIn(upload, 'Initiated') ?? '');
        const [storeKey, token] = [textIn(upload, 'Key'), textIn(upload, 'UploadId')];
        if (storeKey && token && begun < instant) yield { storeKey, token };
      }
      const more = textIn(xml, 'IsTruncated') === 'true';
      const key = textIn(xml, 'NextKeyMarker');
      const id = textIn(xml, 'NextUploadIdMarker');
      query = more && key ? { uploads: '', 'key-marker': key, ...(id && { 'upload-id-marker': id }) } : undefined;
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
