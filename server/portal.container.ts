import type { Logger } from 'pino';
import { hostAndPortOf } from './engines/webhook/host-rules.ts';
import { webhookPoster } from './engines/webhook/send-webhook.ts';
import { registerApiKeys } from './features/api-key/api-key.routes.ts';
import { ApiKeyService } from './features/api-key/api-key.service.ts';
import { KeyCalls } from './features/api-key/key-calls.ts';
import { ColumnAudienceService } from './features/column/column-audience.service.ts';
import { deliver } from './features/delivery/deliver-file.ts';
import type { HomePageReader } from './features/home-page/home-page-reader.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import { MediaSigner } from './features/portal/media-signer.ts';
import { registerPortal } from './features/portal/portal.routes.ts';
import { PortalService } from './features/portal/portal.service.ts';
import { PortalDetailService } from './features/portal/portal-detail.service.ts';
import { PortalMediaService } from './features/portal/portal-media.service.ts';
import type { PortalParts } from './features/portal/portal-parts.ts';
import { shownIn } from './features/portal/portal-rule.ts';
import { PortalSearchService } from './features/portal/portal-search.service.ts';
import { resourceRows } from './features/resource/list/resource-rows.ts';
import type { ReportService } from './features/review/report/report.service.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import type { AccessEventService } from './features/statistics/intake/access-event.service.ts';
import { coverContent } from './features/summary/summary.presenter.ts';
import { findVersion } from './features/summary/summary-version.repository.ts';
import { deleteOldDeliveries } from './features/webhook/delivery.repository.ts';
import { registerWebhooks } from './features/webhook/webhook.routes.ts';
import { WebhookService } from './features/webhook/webhook.service.ts';
import { WebhookLoop } from './features/webhook/webhook-loop.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import { findMaskedText } from './platform/masks/hidden-text.ts';
import type { SealedBox } from './platform/sealing/sealed-box.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { publishedMedia } from './published-media.container.ts';

type Given = {
  db: Db;
  config: Pick<Config, 'timeZone' | 'webhookHosts'>;
  box: SealedBox;
  fileStore: FileStore;
  logger: Logger;
  reports: ReportService;
  homePage: HomePageReader;
  settings: SettingsService;
  events: AccessEventService;
};

/** Deliveries of webhooks that are over can be looked at for so long. */
const deliveryDays = 30;

/** Part of the container: what sites read of what is published, and the keys with which they do. */
export function buildPortal(given: Given) {
  const { db, config, box, fileStore, logger, reports, homePage, settings, events } = given;
  const { timeZone, webhookHosts: hosts } = config;
  const keys = new ApiKeyService(db);
  const calls = new KeyCalls(db);
  const parts: PortalParts = {
    db,
    signer: new MediaSigner(box),
    shownTo: shownIn(timeZone),
    language: async () => (await settings.current()).defaultLanguage,
    homePage,
    columnContent: new ColumnAudienceService({ db, source: resourceRows.source, timeZone }),
    publishedSummary: (resourceId) => publishedSummary(db, resourceId),
  };
  const maintenance: MaintenanceStep[] = [
    { what: 'months of access events made ahead', run: () => events.prepareMonths() },
    { what: 'old deliveries of webhooks', run: () => deleteOldDeliveries(db, deliveryDays) },
  ];
  return {
    authenticateKey: keys.authenticate,
    countKeyCall: calls.take,
    maintenance,
    loop: new WebhookLoop({ db, box, post: webhookPoster({ hosts }), timeZone, logger }),
    register(registry: EndpointRegistry): void {
      registerApiKeys(registry, keys);
      registerWebhooks(registry, new WebhookService({ db, box, hosts, hostOf: hostAndPortOf }));
      registerPortal(registry, {
        lists: new PortalService(parts),
        details: new PortalDetailService(parts),
        search: new PortalSearchService(parts),
        media: new PortalMediaService({
          ...parts,
          ...publishedMedia(db),
        }),
        events,
        report: (context, id, body) => reports.take(context, id, body, parts.shownTo(context.apiKey).resource),
        deliver: (file, http, manner) => deliver(fileStore, file, http, { ...manner, freshSeconds: 0 }),
      });
    },
  };
}

async function publishedSummary(db: Db, resourceId: string) {
  const [published, hidden] = await Promise.all([
    findVersion(db, resourceId, 'published'),
    findMaskedText(db, { resourceId, source: 'summary' }),
  ]);
  if (!published) return undefined;
  const { language, stale: outOfDate } = published;
  return { language, outOfDate, content: coverContent(published.content, hidden) };
}
