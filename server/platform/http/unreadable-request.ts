import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import { defaultLanguage, languageOf } from '@lectern/contract/language.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { failureEnvelope, malformed, toAppError } from './failure.ts';

type Headers = Readonly<Record<string, string>>;

/** Responses to requests that never reach a route or its hooks: undecodable URLs and broken HTTP. */
export function unreadableRequests(securityHeaders: Headers) {
  return {
    frameworkErrors: (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const error = toAppError(thrown);
      const language = languageOf(request.headers['accept-language']);
      void reply
        .headers({ ...securityHeaders, 'cache-control': 'no-store', 'x-request-id': request.id })
        .code(errorCatalogue[error.code].http)
        .send(failureEnvelope(error, request.id, language));
    },
    clientErrorHandler: (thrown: Error & { code?: string }, socket: Socket): void => {
      if (thrown.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) socket.write(rawAnswer(socketError(thrown.code), securityHeaders));
      socket.destroy(thrown);
    },
  };
}

function socketError(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('requestTimedOut');
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headersTooLarge');
  return malformed('protocol');
}

function rawAnswer(error: AppError, securityHeaders: Headers): string {
  const { http } = errorCatalogue[error.code];
  const requestId = randomUUID();
  const body = JSON.stringify(failureEnvelope(error, requestId, defaultLanguage));
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${http} ${STATUS_CODES[http]}`, ...lines, '', body].join('\r\n');
}
