import type { Language } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { readable as readableCourse } from './features/course/course-scope.ts';
import { readableIn } from './features/resource/list/readable-in.ts';
import { live } from './features/resource/list/resource-tabs.ts';
import { readable as readableResource } from './features/resource/resource-scope.ts';
import { AccessStatService } from './features/statistics/access-stat/access-stat.service.ts';
import { StatFileService } from './features/statistics/access-stat/stat-file.service.ts';
import { FoldLoop } from './features/statistics/fold/fold-loop.ts';
import { AccessEventService } from './features/statistics/intake/access-event.service.ts';
import { OfficeEventService } from './features/statistics/intake/office-event.service.ts';
import { LibraryStatService } from './features/statistics/library-stat/library-stat.service.ts';
import { ObjectStatService } from './features/statistics/object-stat/object-stat.service.ts';
import { RecordService } from './features/statistics/record/record.service.ts';
import { recordListSource } from './features/statistics/record/record-list.source.ts';
import { SavedReportService } from './features/statistics/report/saved-report.service.ts';
import { registerStatistics } from './features/statistics/statistics.routes.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { diskSpace } from './platform/storage/disk-space.ts';

type Given = { db: Db; logger: Logger; config: Pick<Config, 'timeZone' | 'dataDir'> };
type Surroundings = {
  reader: ListReader;
  exporter: ListExporter;
  languageOf: (userId: string) => Promise<Language>;
};

/** Part of the container: what readers and staff do, counted. */
export function buildStatistics({ db, logger, config }: Given) {
  const { timeZone } = config;
  const events = new AccessEventService(db);
  const source = recordListSource({ timeZone });
  const stats = new AccessStatService(db, { timeZone });
  const office = new OfficeEventService({ db, events, readableResource });
  return {
    events,
    office,
    loop: new FoldLoop({ db, timeZone, logger }),
    register(registry: EndpointRegistry, { reader, exporter, languageOf }: Surroundings): void {
      const objects = new ObjectStatService({ db, timeZone, readableResource, readableCourse });
      const records = new RecordService(db, source, { timeZone });
      const library = new LibraryStatService({
        ...{ db, timeZone },
        shown: (principal) => sql`(${live} and ${readableIn(principal)})`,
        freeBytes: async () => (await diskSpace(config.dataDir)).freeBytes,
      });
      const files = new StatFileService(stats, languageOf);
      const reports = new SavedReportService(db);
      const parts = { stats, files, objects, library, records, office, reports, source };
      registerStatistics(registry, parts, { reader, exporter });
    },
  };
}
