import { findPageRendition, listRenditions } from '@lectern/contract/features/reading.ts';
import { openDownload, prepareDownload } from '@lectern/contract/features/resource-action.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import type { FastifyRequest } from 'fastify';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deliver } from './deliver-file.ts';
import type { DeliveryService } from './delivery.service.ts';
import type { DownloadService } from './download.service.ts';

/** A list shows many thumbnails; browsers reuse them for a minute without asking again. */
const thumbnailSeconds = 60;

export function registerDelivery(
  registry: EndpointRegistry,
  parts: {
    deliveries: DeliveryService;
    downloads: DownloadService;
    fileStore: FileStore;
    noteDownloads(context: SignedInContext, resourceIds: readonly string[]): Promise<void>;
    /** Renders a page of a long document that has no image yet. */
    drawPage(versionId: string, page: number): Promise<void>;
  },
): void {
  const { deliveries, downloads, fileStore, noteDownloads, drawPage } = parts;
  registry.handleStream(openVersionFile, async ({ params, query }, context, http) => {
    const { principal } = context;
    const ids = { resourceId: params.id, versionId: params.versionId };
    const manner = { download: query.download, freshSeconds: 0 };
    const file = await deliveries.version(principal, ids);
    if (query.download && isBeginning(http.request)) await noteDownloads(context, [params.id]);
    return deliver(fileStore, file, http, manner);
  });
  registry.handleStream(openRendition, async ({ params }, { principal }, http) => {
    const ids = { resourceId: params.id, renditionId: params.renditionId };
    const manner = { download: false, freshSeconds: thumbnailSeconds };
    return deliver(fileStore, await deliveries.rendition(principal, ids), http, manner);
  });
  registry.handle(listRenditions, ({ params, query }, { principal }) =>
    deliveries.renditions(principal, params.id, query.after),
  );
  registry.handle(findPageRendition, ({ params }, { principal }) =>
    deliveries.page(principal, { resourceId: params.id, page: params.page }, drawPage),
  );
  registry.handle(prepareDownload, ({ body }, context) => downloads.prepare(context, body));
  registry.handleStream(openDownload, async ({ params }, context, { request, reply }) => {
    const archive = await downloads.open(context, params.id);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', archive.name),
      'cache-control': 'private, no-store',
    });
    if (request.method === 'HEAD') return reply.send();
    await noteDownloads(context, archive.resourceIds);
    return reply.send(archive.open());
  });
}

/** Only the first request of a download counts, not further ranges or retries. */
function isBeginning({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (!headers.range || headers.range.startsWith('bytes=0-'));
}
