import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { planDelivery, type StoredDelivery } from './delivery.policy.ts';

type Http = { request: FastifyRequest; reply: FastifyReply };
type Manner = { download: boolean; freshSeconds: number };

/** Sends a stored file, a range of it, or 304. */
export async function deliver(fileStore: FileStore, file: StoredDelivery, { request, reply }: Http, manner: Manner) {
  try {
    const plan = planDelivery(file, { headers: request.headers, ...manner });
    reply.code(plan.status).headers(plan.headers);
    if (plan.status === 304) return reply.send();
    // HEAD responses carry the file's length but no body.
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const { stream } = await fileStore.open(file.storeKey, plan.range);
    return reply.send(stream);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rangeNotSatisfiable') {
      reply.header('content-range', `bytes */${file.sizeBytes}`);
    }
    throw error;
  }
}
