import type { AwsClient } from 'aws4fetch';
import { AppError } from '../app-error.ts';

export type S3Settings = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string };
type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  signal?: AbortSignal;
  /** Statuses that are an answer, not a failure; 404 mostly. */
  accept?: readonly number[];
};

const tries = 4;
const fullCodes = /<Code>(QuotaExceeded|InsufficientStorage|EntityTooLarge|StorageFull|XMinioStorageFull)<\/Code>/;

/** Signed calls to one bucket. What fails for a moment is tried again; bodies are small enough to be sent twice. */
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
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
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

  /** Loaded where it is used: most installations keep their files on a disk. */
  async #load(): Promise<AwsClient> {
    const { AwsClient } = await import('aws4fetch');
    const { accessKey, secretKey, region } = this.#settings;
    return new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 });
  }
}

export class S3Failure extends Error {
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
