import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { ColumnAudienceService } from '../column/public.ts';
import { deliver } from '../delivery/public.ts';
import type { HomePageReader } from '../home-page/public.ts';
import { resourceRows } from '../resource/public.ts';
import type { ReportService } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { AccessEventService } from '../statistics/public.ts';
import { findPublishedSummary } from '../summary/public.ts';
import { MediaSigner } from './media-signer.ts';
import { registerPortal } from './portal.routes.ts';
import { PortalService } from './portal.service.ts';
import { type PortalDependencies, shownIn } from './portal-dependencies.ts';
import { PortalDetailService } from './portal-detail.service.ts';
import { PortalMediaService, publishedMedia } from './portal-media.service.ts';
import { PortalSearchService } from './portal-search.service.ts';

type Dependencies = {
  settings: SettingsService;
  homePage: HomePageReader;
  events: AccessEventService;
  reports: ReportService;
};

export function portalModule({ config, db, box, fileStore }: Platform, dependencies: Dependencies) {
  const { timeZone } = config;
  const { settings, homePage, events, reports } = dependencies;
  const parts: PortalDependencies = {
    db,
    signer: new MediaSigner(box),
    shownTo: shownIn(timeZone),
    language: async () => (await settings.current()).defaultLanguage,
    homePage,
    columnContent: new ColumnAudienceService({ db, source: resourceRows.source, timeZone }),
    publishedSummary: (resourceId) => findPublishedSummary(db, resourceId),
  };
  return {
    register: (registry: EndpointRegistry) =>
      registerPortal(registry, {
        lists: new PortalService(parts),
        details: new PortalDetailService(parts),
        search: new PortalSearchService(parts),
        media: new PortalMediaService({ ...parts, ...publishedMedia(db) }),
        events,
        report: (context, id, body) => reports.take(context, id, body, parts.shownTo(context.apiKey).resource),
        deliver: (file, http, manner) => deliver(fileStore, file, http, { ...manner, freshSeconds: 0 }),
      }),
  };
}
