import { exportReading, getReading, listReadings } from '@lectern/contract/features/reading.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ReadingService } from './reading.service.ts';

export function registerReadings(registry: EndpointRegistry, readings: ReadingService): void {
  registry.handle(listReadings, ({ params }, context) => readings.list(context, params.id));
  registry.handle(getReading, ({ params, query }, context) => readings.get(context, params, query));
  registry.handleStream(exportReading, async ({ params, query }, context, { request, reply }) => {
    const { title, file, stream } = await readings.open(context, params, query);
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': disposition('attachment', `${title}.${file.extension}`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(stream());
  });
}
