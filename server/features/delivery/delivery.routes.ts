import { listRenditions } from '@lectern/contract/features/reading.ts';
import { openDownload, prepareDownload } from '@lectern/contract/features/resource-action.ts';
import { openRendition, openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deliver } from './deliver-file.ts';
import type { DeliveryService } from './delivery.service.ts';
import type { DownloadService } from './download.service.ts';

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
