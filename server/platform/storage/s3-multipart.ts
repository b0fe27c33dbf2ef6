import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { AppError } from '../app-error.ts';

export type Part = { number: number; etag: string; sizeBytes: number };
type Upload = { storeKey: string; token: string };

/** Every part but the last needs at least 5 MB; ten thousand parts of this size make 80 GB. */
export const partBytes = 8 * 1024 ** 2;

/** Multipart uploads, whose parts the object store joins. */
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

  /** undefined when the upload was completed or aborted. */
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
    // The response can start with status 200 and still report an error in its body.
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

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Texts of all elements with this name; responses of object stores are simple enough without an XML parser. */
function textsIn(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return Array.from(found, (match) => decode(match[1] ?? ''));
}

export function elementsIn(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), (match) => match[1] ?? '');
}

export function textIn(xml: string, name: string): string | undefined {
  return textsIn(xml, name)[0];
}

function decode(text: string): string {
  return text.replace(/&(?:#(x[\da-f]+|\d+)|(\w+));/gi, (entity, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code.toLowerCase().replace('x', '0x'))) : (entities[name] ?? entity),
  );
}

export type S3Settings = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string };
type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  signal?: AbortSignal;
  /** Status codes to return instead of throwing, mostly 404. */
  accept?: readonly number[];
};

const tries = 4;
const fullCodes = /<Code>(QuotaExceeded|InsufficientStorage|EntityTooLarge|StorageFull|XMinioStorageFull)<\/Code>/;

/** Signed requests to one bucket. Temporary failures are retried; bodies are small enough to send twice. */
export class S3Client {
  readonly #settings: S3Settings;
  #signer: Promise<AwsClient> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  async call(request: Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#send(request);
        if (response.ok || request.accept?.includes(response.status)) return response;
        const failure = await failureOf(request, response);
        if (response.status < 500 || response.status === 507 || attempt >= tries) throw failure;
      } catch (error) {
        if (error instanceof AppError || error instanceof S3Failure || attempt >= tries) throw error;
        request.signal?.throwIfAborted();
      }
      const { signal } = request;
      await sleep(100 * 2 ** attempt, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  async text(request: Request): Promise<string> {
    return (await this.call(request)).text();
  }

  async #send(request: Request): Promise<Response> {
    this.#signer ??= this.#load();
    const signer = await this.#signer;
    const { endpoint, bucket } = this.#settings;
    const url = new URL(`${endpoint}/${bucket}${request.key ? `/${request.key}` : ''}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    return signer.fetch(url.href, {
      method: request.method,
      headers: request.headers ?? {},
      ...(request.body !== undefined && { body: request.body }),
      ...(request.signal && { signal: request.signal }),
    });
  }

  /** Loaded on first use because most installations store files on disk. */
  async #load(): Promise<AwsClient> {
    const { AwsClient } = await import('aws4fetch');
    const { accessKey, secretKey, region } = this.#settings;
    return new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 });
  }
}

class S3Failure extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.name = 'S3Failure';
    this.status = status;
  }
}

async function failureOf(request: Request, response: Response): Promise<Error> {
  const body = await response.text().catch(() => '');
  if (response.status === 507 || fullCodes.test(body)) return new AppError('storageFull', { cause: body });
  const code = /<Code>([\w.]+)<\/Code>/.exec(body)?.[1] ?? response.statusText;
  return new S3Failure(`The object store answered ${request.method} with ${response.status} ${code}`, response.status);
}
