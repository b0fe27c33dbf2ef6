import { apiBase } from '@lectern/contract/constants.ts';
import { tusPath, type UploadRow, uploadStateHeader } from '@lectern/contract/features/upload.ts';
import {
  DefaultHttpStack,
  DetailedError,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
  Upload,
} from 'tus-js-client';
import { currentLanguage } from '../../../lib/i18n/language.ts';
import { freshToken } from '../../../lib/session-renewal.ts';

export type SendOutcome =
  /** All bytes have arrived. `state` is undefined when the outcome isn't known yet. */
  | { kind: 'sent'; state: UploadRow['state'] | undefined }
  /** Temporary failure; worth retrying. */
  | { kind: 'cut' }
  /** The local file was removed or changed. */
  | { kind: 'unreadable' }
  | { kind: 'refused'; reason: string; forgotten: boolean };

export type Sending = { stop(): void };
export type SendHandlers = { onProgress(sentBytes: number): void; onEnd(outcome: SendOutcome): void };

/** After a pause or failure at most one chunk is sent again, and every chunk is sent with a fresh token. */
const pieceBytes = 64 * 1024 * 1024;
const passing = new Set([0, 401, 408, 409, 423, 425, 429, 500, 502, 503, 504]);

/** Sends the bytes the server doesn't have yet; `fresh` means it has none. */
export function sendFile(id: string, file: File, fresh: boolean, { onProgress, onEnd }: SendHandlers): Sending {
  let stopped = false;
  const upload = new Upload(file, {
    ...settings,
    // The client opens the file before its first request and ignores an abort until then.
    onBeforeRequest: async (request) => {
      if (stopped) throw new Error('stopped');
      await prepare(request);
    },
    uploadUrl: addressOf(id),
    chunkSize: pieceBytes,
    ...(fresh && { httpStack: freshStart(file.size) }),
    onProgress: (sentBytes) => stopped || onProgress(sentBytes),
    onSuccess: ({ lastResponse }) => {
      if (stopped) return;
      const state = lastResponse.getHeader(uploadStateHeader) as UploadRow['state'] | undefined;
      onEnd({ kind: 'sent', state: state ?? undefined });
    },
    onError: (error) => void outcomeOf(error, file).then((outcome) => stopped || onEnd(outcome)),
  });
  upload.start();
  return {
    stop: () => {
      stopped = true;
      void upload.abort();
    },
  };
}

/** Cancels an upload; the server deletes what it has received. */
export async function cancelSending(id: string): Promise<void> {
  await Upload.terminate(addressOf(id), { ...settings });
}

async function prepare(request: HttpRequest): Promise<void> {
  const token = await freshToken();
  if (token) request.setHeader('Authorization', `Bearer ${token}`);
  request.setHeader('Accept-Language', currentLanguage());
}

const settings = { retryDelays: null, storeFingerprintForResuming: false, onBeforeRequest: prepare };

function addressOf(id: string): string {
  return `${apiBase}${tusPath.replace('{id}', id)}`;
}

async function outcomeOf(error: Error | DetailedError, file: File): Promise<SendOutcome> {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!passing.has(status)) {
    return { kind: 'refused', reason: reasonIn(response?.getBody()), forgotten: status === 404 || status === 410 };
  }
  if (status === 0 && !(await isReadable(file))) return { kind: 'unreadable' };
  return { kind: 'cut' };
}

/** The message from the error envelope; empty for HEAD responses, which have no body. */
function reasonIn(body: string | undefined): string {
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** Browsers report a file that changed during the upload as a network error, so check whether it can still be read. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/**
 * Answers the initial HEAD request locally: nothing of a newly announced upload is stored yet. With thousands of small
 * files this halves the number of requests.
 */
function freshStart(sizeBytes: number): HttpStack {
  const real = new DefaultHttpStack({});
  return {
    createRequest: (method, url) =>
      method === 'HEAD' ? nothingStored(url, sizeBytes) : real.createRequest(method, url),
    getName: () => 'FreshStart',
  };
}

function nothingStored(url: string, sizeBytes: number): HttpRequest {
  const answers: Record<string, string> = { 'upload-offset': '0', 'upload-length': String(sizeBytes) };
  const response: HttpResponse = {
    getStatus: () => 200,
    getHeader: (name) => answers[name.toLowerCase()],
    getBody: () => '',
    getUnderlyingObject: () => undefined,
  };
  return {
    getMethod: () => 'HEAD',
    getURL: () => url,
    setHeader: () => undefined,
    getHeader: () => undefined,
    setProgressHandler: () => undefined,
    send: async () => response,
    abort: async () => undefined,
    getUnderlyingObject: () => undefined,
  };
}
