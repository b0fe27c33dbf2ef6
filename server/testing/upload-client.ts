import { randomUUID } from 'node:crypto';
import type { RequestOf } from '@lectern/contract/endpoint.ts';
import { announceUploads, tusVersion, type UploadRow, uploadStateHeader } from '@lectern/contract/features/upload.ts';
import type { Identity, TestApp } from './test-app.ts';

export const schoolLibrary = '0199a000-0000-7000-8000-000000000001';

type Announcement = NonNullable<RequestOf<typeof announceUploads>['body']>;
export type PatchAnswer = {
  http: number;
  offset: number;
  state: string | undefined;
  code: string | undefined;
  message: string;
};

/** Uploads like a browser, to an application in this process. */
export class UploadClient {
  readonly #test: TestApp;
  readonly #as: Identity;

  constructor(test: TestApp, as: Identity = test.admin) {
    this.#test = test;
    this.#as = as;
  }

  async announce(
    fileName: string,
    sizeBytes: number,
    change: Partial<Omit<Announcement, 'files'>> & { relativePath?: string; id?: string } = {},
  ): Promise<UploadRow> {
    const { relativePath = '', id = randomUUID(), ...rest } = change;
    const body = {
      batchId: randomUUID(),
      libraryId: schoolLibrary,
      files: [{ id, fileName, sizeBytes, relativePath }],
      ...rest,
    };
    const answer = await this.#test.call(announceUploads, { body }, { as: this.#as });
    const [row] = answer.data ?? [];
    if (!row) throw new Error(`Not announced: ${answer.http} ${answer.message}`);
    return row;
  }

  async offset(id: string): Promise<{ http: number; offset: number; length: number }> {
    const response = await this.#test.app.inject({ method: 'HEAD', url: urlOf(id), headers: this.headers() });
    const { 'upload-offset': offset, 'upload-length': length } = response.headers;
    return { http: response.statusCode, offset: Number(offset), length: Number(length) };
  }

  async patch(id: string, offset: number, bytes: Uint8Array): Promise<PatchAnswer> {
    const response = await this.#test.app.inject({
      method: 'PATCH',
      url: urlOf(id),
      headers: {
        ...this.headers(),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: Buffer.from(bytes),
    });
    const failure = response.body ? response.json<{ code: string; message: string }>() : undefined;
    return {
      http: response.statusCode,
      offset: Number(response.headers['upload-offset']),
      state: response.headers[uploadStateHeader] as string | undefined,
      code: failure?.code,
      message: failure?.message ?? '',
    };
  }

  /** Announces a file and sends all of it in a single request. */
  async upload(
    fileName: string,
    bytes: Uint8Array,
    change: Parameters<UploadClient['announce']>[2] = {},
  ): Promise<PatchAnswer & { id: string; row: UploadRow }> {
    const row = await this.announce(fileName, bytes.length, change);
    if (row.state !== 'receiving') throw new Error(`Refused before it was sent: ${row.reason}`);
    return { ...(await this.patch(row.id, 0, bytes)), id: row.id, row };
  }

  async cancel(id: string): Promise<number> {
    const response = await this.#test.app.inject({ method: 'DELETE', url: urlOf(id), headers: this.headers() });
    return response.statusCode;
  }

  headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#as.token}`, 'tus-resumable': tusVersion };
  }
}

export function urlOf(id: string): string {
  return `/api/uploads/${id}/content`;
}
