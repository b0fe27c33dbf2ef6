import {
  downloadSupportBundle,
  getHealthReport,
  getHealthState,
  getLiveness,
  getReadiness,
  listSupportBundles,
  makeSupportBundle,
} from '@lectern/contract/features/health.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { HealthService } from './health.service.ts';
import type { SupportBundleService } from './support-bundle.service.ts';

export function registerHealth(registry: EndpointRegistry, health: HealthService, bundles: SupportBundleService): void {
  registry.handleOpen(getHealthState, async () => ({ state: await health.state() }));
  registry.handleOpen(getLiveness, async () => ({ state: 'live' as const }));
  registry.handleOpen(getReadiness, async () => ({ state: await health.readiness() }));
  registry.handle(getHealthReport, ({ query }) => health.report({ fresh: query.fresh }));
  registry.handle(listSupportBundles, () => bundles.list());
  registry.handle(makeSupportBundle, (_input, context) => bundles.make(context));
  registry.handleStream(downloadSupportBundle, async ({ params }, context, { request, reply }) => {
    const file = await bundles.file(context, params.id);
    const etag = `"${file.sha256}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .headers({
        'content-type': file.contentType,
        'content-length': file.sizeBytes,
        'content-disposition': `attachment; filename="${file.name}"`,
        'x-content-type-options': 'nosniff',
      })
      .send(await file.open());
  });
}
