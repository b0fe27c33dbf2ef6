import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import {
  announceUploads,
  isRecording,
  listUploads,
  tusPath,
  type UploadRow,
} from '@lectern/contract/features/upload.ts';
import { callApi } from '../../session/call-api.ts';
import { type Session, signIn } from '../../session/sign-in.ts';

export const schoolLibrary = '0199a000-0000-7000-8000-000000000001';
const patienceMs = 120_000;

/** A client that uploads and retries for as long as the product is down. */
export class FaultClient {
  readonly #origin: string;
  readonly #session: Session;

  private constructor(origin: string, session: Session) {
    this.#origin = origin;
    this.#session = session;
  }

  static async signedIn(origin: string): Promise<FaultClient> {
    return new FaultClient(origin, await signIn(origin, 'admin'));
  }

  call<E extends Endpoint>(endpoint: E, given: RequestOf<E>): Promise<OutputOf<E>> {
    return callApi(this.#origin, this.#session, endpoint, given);
  }

  async announce(
    fileName: string,
    sizeBytes: number,
    more: { replacesId?: string; libraryId?: string; onDuplicate?: 'ask' | 'keep_both' } = {},
  ): Promise<string> {
    const id = randomUUID();
    const [row] = await this.call(announceUploads, {
      body: {
        batchId: randomUUID(),
        libraryId: schoolLibrary,
        onDuplicate: 'keep_both',
        ...(isRecording(fileName) && { language: 'en' }),
        ...more,
        files: [{ id, fileName, sizeBytes }],
      },
    });
    if (row?.state !== 'receiving') throw new Error(`${fileName} is ${row?.state}: ${row?.reason}`);
    return id;
  }

  /**
   * Sends at most `most` bytes from an offset without waiting for the response. The connection stays open unless the
   * end of the file is sent.
   */
  send(id: string, bytes: Buffer, offset: number, most = bytes.length): ClientRequest {
    const call = request(this.#url(id), {
      method: 'PATCH',
      headers: {
        ...this.#headers(),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'content-length': String(bytes.length - offset),
      },
    });
    // The connection is expected to break when the server is killed.
    call.on('error', () => undefined);
    call.on('response', (response) => void response.resume());
    call.write(bytes.subarray(offset, offset + most));
    if (offset + most >= bytes.length) call.end();
    return call;
  }

  /** The stored offset; undefined while the server doesn't respond. */
  async offset(id: string): Promise<number | undefined> {
    const answer = await fetch(this.#url(id), { method: 'HEAD', headers: this.#headers() }).catch(() => undefined);
    const offset = answer?.headers.get('upload-offset');
    return answer?.ok && offset ? Number(offset) : undefined;
  }

  async row(id: string): Promise<UploadRow | undefined> {
    const { rows } = await this.call(listUploads, { query: {} }).catch(() => ({ rows: [] as UploadRow[] }));
    return rows.find((row) => row.id === id);
  }

  /** Resumes like any tus client: asks for the offset, sends the rest, and repeats until the upload is settled. */
  async goOn(id: string, bytes: Buffer): Promise<UploadRow> {
    let resumedAt: number | undefined;
    return this.until(`the upload ${id} to be settled`, async () => {
      const row = await this.row(id);
      if (row && !['receiving', 'checking', 'unpacking'].includes(row.state)) return row;
      const offset = await this.offset(id);
      if (offset === undefined) return undefined;
      resumedAt ??= offset;
      if (offset < resumedAt) throw new Error(`The offset went back from ${resumedAt} to ${offset}`);
      if (offset < bytes.length) await ended(this.send(id, bytes, offset));
      return undefined;
    });
  }

  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(200)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    throw new Error(`Timed out waiting for ${what}`);
  }

  #url(id: string): string {
    return `${this.#origin}/api${tusPath.replace('{id}', id)}`;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#session.tokens.token}`, 'tus-resumable': '1.0.0' };
  }
}

function ended(call: ClientRequest): Promise<void> {
  return new Promise((resolve) => call.on('close', resolve));
}
