import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { diskSpace } from '../../platform/storage/disk-space.ts';
import { readable as readableCourse } from '../course/public.ts';
import type { SystemMail } from '../mail/public.ts';
import { getActor } from '../operation/public.ts';
import { readable as readableResource, shownInLists } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { AccessStatService } from './figures/access-stat.service.ts';
import { renewNames } from './figures/key.repository.ts';
import { LibraryStatService } from './figures/library-stat.service.ts';
import { ObjectStatService } from './figures/object-stat.service.ts';
import { StatFileService } from './figures/stat-file.service.ts';
import { AccessEventService } from './record/access-event.service.ts';
import { ForgetService } from './record/forget.service.ts';
import { OfficeEventService } from './record/office-event.service.ts';
import { RecordService } from './record/record.service.ts';
import { deleteExpired } from './record/record-export.repository.ts';
import { RecordExportService, recordExportJob } from './record/record-export.service.ts';
import { recordListSource } from './record/record-list.source.ts';
import { ReportMailService } from './report/report-mail.service.ts';
import { SavedReportService } from './report/saved-report.service.ts';
import { FoldLoop } from './rollup/fold-loop.ts';
import { registerStatistics } from './statistics.routes.ts';

type Dependencies = { settings: Pick<SettingsService, 'current'>; mail: () => SystemMail };

export function statisticsModule(platform: Platform, { settings, mail }: Dependencies) {
  const { config, db, logger, queue, fileStore, languageOf } = platform;
  const { timeZone } = config;
  const events = new AccessEventService(db);
  const source = recordListSource({ timeZone });
  const stats = new AccessStatService(db, { timeZone });
  const library = new LibraryStatService({
    db,
    timeZone,
    shown: shownInLists,
    freeBytes: async () => (await diskSpace(config.dataDir)).freeBytes,
  });
  const actorOf = (userId: string) => getActor(db, userId, '');
  const reportMail = new ReportMailService({ db, stats, library, mail, languageOf, actorOf });
  const forget = new ForgetService(db, settings);
  const maintenance: MaintenanceStep[] = [
    { what: 'months of access events made ahead', run: () => events.prepareMonths() },
    { what: 'months of expired access records', run: (_db, signal) => forget.dropMonths(signal) },
    { what: 'addresses from old access records', run: (_db, signal) => forget.addresses(signal) },
    { what: 'people from old access records', run: (_db, signal) => forget.people(signal) },
    { what: 'expired exports of access records', run: (run) => run.transaction().execute(deleteExpired) },
    { verb: { bare: 'renew', done: 'Renewed' }, what: 'names in the statistics', run: (run) => renewNames(run) },
  ];
  const foldLoop = new FoldLoop({ db, timeZone, logger });
  const reportMailLoop = new BackgroundLoop({
    name: 'reportMail',
    everyMs: 60_000,
    db,
    logger,
    run: async (signal) => void (await reportMail.sendDue(signal)),
  });
  const office = new OfficeEventService({ db, events, readableResource });
  return {
    events,
    office,
    foldLoop,
    maintenance,
    lists: [source],
    jobs: [recordExportJob({ fileStore, source, timeZone, actorOf })],
    loops: [foldLoop, reportMailLoop],
    register(registry: EndpointRegistry): void {
      const services = {
        stats,
        files: new StatFileService({ stats, library, languageOf }),
        objects: new ObjectStatService({ db, timeZone, readableResource, readableCourse }),
        library,
        records: new RecordService(db, source, { timeZone }),
        exports: new RecordExportService({ db, queue, fileStore, languageOf }),
        office,
        reports: new SavedReportService(db, { timeZone }),
      };
      registerStatistics(registry, services);
    },
  };
}
