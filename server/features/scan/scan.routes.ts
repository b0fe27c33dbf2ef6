import { cancelRescan, getRescans, getResourceScan, startFullRescan } from '@lectern/contract/features/scan.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { RescanService } from './rescan.service.ts';
import type { ScanViewService } from './scan-view.service.ts';

export function registerScans(
  registry: EndpointRegistry,
  { views, rescans }: { views: ScanViewService; rescans: RescanService },
): void {
  registry.handle(getResourceScan, ({ params }, context) => views.ofResource(context, params.id));
  registry.handle(getRescans, () => rescans.list());
  registry.handle(startFullRescan, (_, context) => rescans.startFull(context));
  registry.handle(cancelRescan, ({ params }, context) => rescans.cancel(context, params.id));
}
