import { Readable } from 'node:stream';
import { listRenditions } from '@lectern/contract/features/reading.ts';
import { openDownload, prepareDownload } from '@lectern/contract/features/resource-action.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { planDelivery, type StoredDelivery } from './delivery.policy.ts';
import type { DeliveryService } from './delivery.service.ts';
import type { DownloadService } from './download.service.ts';

type Http = { request: FastifyRequest; reply: FastifyReply };
type Manner = { download: boolean; freshSeconds: number };

/** A list shows many small pictures: they are not asked for again within a minute. */
const thumbnailSeconds = 60;

export function registerDelivery(
  registry: EndpointRegistry,
  parts: { deliveries: DeliveryService; downloads: DownloadService; fileStore: FileStore },
): void {
  const { deliveries, downloads, fileStore } = parts;
  registry.handleStream(openVersionFile, async ({ params, query }, { principal }, http) => {
    const ids = { resourceId: params.id, versionId: params.versionId };
    const manner = { download: query.download, freshSeconds: 0 };
    return deliver(fileStore, await deliveries.version(principal, ids), http, manner);
  });
  registry.handleStream(openRendition, async ({ params }, { principal }, http) => {
    const ids = { resourceId: params.id, renditionId: params.renditionId };
    const manner = { download: false, freshSeconds: thumbnailSeconds };
    return deliver(fileStore, await deliveries.rendition(principal, ids), http, manner);
  });
  registry.handle(listRenditions, ({ params, query }, { principal }) =>
    deliveries.renditions(principal, params.id, query.after),
  );
  registry.handle(prepareDownload, ({ body }, context) => downloads.prepare(context, body));
  registry.handleStream(openDownload, async ({ params }, context, { request, reply }) => {
    const archive = await downloads.open(context, params.id);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', archive.name),
      'cache-control': 'private, no-store',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(archive.open());
  });
}

async function deliver(fileStore: FileStore, file: StoredDelivery, { request, reply }: Http, manner: Manner) {
  try {
    const plan = planDelivery(file, { headers: request.headers, ...manner });
    reply.code(plan.status).headers(plan.headers);
    if (plan.status === 304) return reply.send();
    // Nothing to read, though the length is that of the file.
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
