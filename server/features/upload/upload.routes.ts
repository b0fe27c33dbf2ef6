import type { Readable } from 'node:stream';
import {
  announceUploads,
  appendToUpload,
  cancelUpload,
  getUploadOffset,
  listUploadEntries,
  listUploads,
  settleDuplicate,
  tusVersion,
  uploadStateHeader,
} from '@lectern/contract/features/upload.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { malformed } from '../../platform/http/failure.ts';
import type { UploadService } from './upload.service.ts';
import type { UploadReceiver } from './upload-receiver.ts';

export function registerUploads(registry: EndpointRegistry, uploads: UploadService, receiver: UploadReceiver): void {
  registry.handle(announceUploads, ({ body }, context) => uploads.announce(context, body));
  registry.handle(listUploads, ({ query }, context) =>
    uploads.list(context, { batchId: query.batchId, after: query.after }),
  );
  registry.handle(settleDuplicate, ({ params, body }, context) => uploads.settle(context, params.id, body.choice));
  registry.handle(listUploadEntries, ({ params, query }, context) =>
    uploads.listEntries(context, params.id, { state: query.state, after: query.after, size: query.size }),
  );

  registry.handleStream(getUploadOffset, async ({ params }, context, { request, reply }) => {
    speakTus(request, reply);
    const { offsetBytes, sizeBytes } = await receiver.offset(context, params.id);
    return reply.headers({ 'upload-offset': offsetBytes, 'upload-length': sizeBytes }).code(200).send();
  });
  registry.handleStream(appendToUpload, async ({ params, body }, context, { request, reply }) => {
    speakTus(request, reply);
    const source: unknown = body;
    const received = await receiver.append(context, params.id, offsetOf(request), source as Readable).catch((error) => {
      // Another connection is sending this upload, so don't wait for the rest of this request.
      if (error instanceof AppError && error.code === 'uploadBusy') reply.header('connection', 'close');
      throw error;
    });
    return reply
      .headers({ 'upload-offset': received.offsetBytes, [uploadStateHeader]: received.state })
      .code(204)
      .send();
  });
  registry.handleStream(cancelUpload, async ({ params }, context, { request, reply }) => {
    speakTus(request, reply);
    await receiver.cancel(context, params.id);
    return reply.code(204).send();
  });
}

function speakTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'tus-resumable': tusVersion, 'tus-version': tusVersion });
  if (request.headers['tus-resumable'] !== tusVersion) {
    throw new AppError('wrongTusVersion', { params: { version: tusVersion } });
  }
}

function offsetOf(request: FastifyRequest): number {
  const given = request.headers['upload-offset'];
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given);
  throw malformed('uploadOffset');
}
