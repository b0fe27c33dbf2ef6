import type { Language } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { readable as readableCourse } from './features/course/course-scope.ts';
import type { SystemMail } from './features/mail/system-mail.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import { getActor } from './features/operation/actor.repository.ts';
import { readableIn } from './features/resource/list/readable-in.ts';
import { live } from './features/resource/list/resource-tabs.ts';
import { readable as readableResource } from './features/resource/resource-scope.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { AccessStatService } from './features/statistics/access-stat/access-stat.service.ts';
import { StatFileService } from './features/statistics/access-stat/stat-file.service.ts';
import { recordExportJob } from './features/statistics/export/record-export.jobs.ts';
import { deleteExpired } from './features/statistics/export/record-export.repository.ts';
import { registerRecordExports } from './features/statistics/export/record-export.routes.ts';
import { RecordExportService } from './features/statistics/export/record-export.service.ts';
import { FoldLoop } from './features/statistics/fold/fold-loop.ts';
import { renewNames } from './features/statistics/fold/key-name.repository.ts';
import { HoldingLoop } from './features/statistics/holding/holding-loop.ts';
import { AccessEventService } from './features/statistics/intake/access-event.service.ts';
import { OfficeEventService } from './features/statistics/intake/office-event.service.ts';
import { LibraryFileService } from './features/statistics/library-stat/library-file.service.ts';
import { LibraryStatService } from './features/statistics/library-stat/library-stat.service.ts';
import { ObjectStatService } from './features/statistics/object-stat/object-stat.service.ts';
import { RecordService } from './features/statistics/record/record.service.ts';
import { recordListSource } from './features/statistics/record/record-list.source.ts';
import { ReportMailService } from './features/statistics/report/report-mail.service.ts';
import { SavedReportService } from './features/statistics/report/saved-report.service.ts';
import { ForgetService } from './features/statistics/retention/forget.service.ts';
import { registerStatistics } from './features/statistics/statistics.routes.ts';
import { BackgroundLoop } from './platform/background-loop/background-loop.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import { diskSpace } from './platform/storage/disk-space.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  logger: Logger;
  settings: Pick<SettingsService, 'current'>;
  config: Pick<Config, 'timeZone' | 'dataDir'>;
  mail: () => SystemMail;
  queue: JobQueue;
  fileStore: FileStore;
  languageOf: (userId: string) => Promise<Language>;
};
type Surroundings = { reader: ListReader; exporter: ListExporter };

/** Part of the container: what readers and staff do, counted. */
export function buildStatistics({ db, logger, settings, config, mail, queue, fileStore, languageOf }: Given) {
  const { timeZone } = config;
  const events = new AccessEventService(db);
  const source = recordListSource({ timeZone });
  const stats = new AccessStatService(db, { timeZone });
  const library = new LibraryStatService({
    ...{ db, timeZone },
    shown: (principal) => sql`(${live} and ${readableIn(principal)})`,
    freeBytes: async () => (await diskSpace(config.dataDir)).freeBytes,
  });
  const actorOf = (userId: string) => getActor(db, userId, '');
  const reportMail = new ReportMailService({
    ...{ db, stats, library, mail, languageOf, actorOf },
  });
  const forget = new ForgetService(db, settings);
  const maintenance: MaintenanceStep[] = [
    { what: 'months of access records that had their time', run: (_db, signal) => forget.dropMonths(signal) },
    { what: 'addresses from old access records', run: (_db, signal) => forget.addresses(signal) },
    { what: 'people from old access records', run: (_db, signal) => forget.people(signal) },
    { what: 'files of access records that had their time', run: (run) => run.transaction().execute(deleteExpired) },
    { verb: { bare: 'renew', done: 'Renewed' }, what: 'names in the statistics', run: (run) => renewNames(run) },
  ];
  const foldLoop = new FoldLoop({ db, timeZone, logger });
  const holdingLoop = new HoldingLoop({ db, timeZone, logger });
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
    maintenance,
    definitions: [recordExportJob({ fileStore, source, timeZone, actorOf })],
    foldLoop,
    holdingLoop,
    loops: [foldLoop, holdingLoop, reportMailLoop],
    register(registry: EndpointRegistry, { reader, exporter }: Surroundings): void {
      const objects = new ObjectStatService({ db, timeZone, readableResource, readableCourse });
      const records = new RecordService(db, source, { timeZone });
      const files = new StatFileService(stats, languageOf);
      const libraryFiles = new LibraryFileService(library, languageOf);
      const reports = new SavedReportService(db, { timeZone });
      const parts = { stats, files, objects, library, libraryFiles, records, office, reports, source };
      registerRecordExports(registry, new RecordExportService({ db, queue, fileStore, languageOf }));
      registerStatistics(registry, parts, { reader, exporter });
    },
  };
}
