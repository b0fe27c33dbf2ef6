import { getVisit, newerAccessRecords, sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import {
  exportAccessStat,
  getAccessHeatMap,
  getAccessStat,
  getRetention,
  getSearchTerms,
  listAccessKeys,
} from '@lectern/contract/features/access-stat.ts';
import {
  exportLibraryStat,
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import { getChapterStat, getCourseStat, getResourceStat } from '@lectern/contract/features/object-stat.ts';
import { takeOfficeEvents } from '@lectern/contract/features/office-event.ts';
import {
  cancelRecordExport,
  downloadRecordExport,
  listRecordExports,
  startRecordExport,
} from '@lectern/contract/features/record-export.ts';
import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  updateSavedReport,
} from '@lectern/contract/features/saved-report.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { AccessStatService } from './figures/access-stat.service.ts';
import type { LibraryStatService } from './figures/library-stat.service.ts';
import type { ObjectStatService } from './figures/object-stat.service.ts';
import { contentTypes, type StatFileService } from './figures/stat-file.service.ts';
import type { OfficeEventService } from './record/office-event.service.ts';
import type { RecordService } from './record/record.service.ts';
import type { RecordExportService } from './record/record-export.service.ts';
import type { SavedReportService } from './report/saved-report.service.ts';

type Services = {
  stats: AccessStatService;
  files: StatFileService;
  objects: ObjectStatService;
  library: LibraryStatService;
  records: RecordService;
  exports: RecordExportService;
  office: OfficeEventService;
  reports: SavedReportService;
};

export function registerStatistics(
  registry: EndpointRegistry,
  { stats, files, objects, library, records, exports, office, reports }: Services,
): void {
  registry.handle(getAccessStat, ({ query }, context) => stats.get(context, query));
  registry.handleStream(exportAccessStat, ({ query }, context, { reply }) => files.access(context, query, reply));
  registry.handle(getAccessHeatMap, ({ query }, context) => stats.heatMap(context, query));
  registry.handle(getSearchTerms, ({ query }, context) => stats.terms(context, query));
  registry.handle(listAccessKeys, ({ query }, context) => stats.keys(context, query));
  registry.handle(getRetention, ({ params, query }, context) => objects.retention(context, params.id, query));
  registry.handle(getResourceStat, ({ params, query }, context) => objects.resource(context, params.id, query));
  registry.handle(getCourseStat, ({ params, query }, context) => objects.course(context, params.id, query));
  registry.handle(getChapterStat, ({ params, query }, context) => objects.chapter(context, params.id, query));
  registry.handle(getLibraryFigures, ({ query }, context) => library.figures(context, query));
  registry.handle(getLibraryGrowth, ({ query }, context) => library.growth(context, query));
  registry.handle(getLibraryStorage, ({ query }, context) => library.storage(context, query));
  registry.handle(getLibraryCoverage, (_input, context) => library.coverage(context));
  registry.handle(getLibraryTables, ({ query }, context) => library.tables(context, query));
  registry.handleStream(exportLibraryStat, ({ query }, context, { reply }) => files.library(context, query, reply));
  registry.handle(sumAccessRecords, ({ query }, context) => records.sums(context, query));
  registry.handle(newerAccessRecords, ({ query }, context) => records.newer(context, query));
  registry.handle(getVisit, ({ params }, context) => records.visit(context, params.id));
  registry.handle(listRecordExports, (_input, context) => exports.list(context));
  registry.handle(startRecordExport, ({ body }, context) => exports.start(context, body));
  registry.handle(cancelRecordExport, ({ params }, context) => exports.remove(context, params.id));
  registry.handleStream(downloadRecordExport, async ({ params }, context, { reply }) => {
    const { name, format, stream } = await exports.file(context, params.id);
    reply.headers({
      'content-type': contentTypes[format],
      'content-disposition': disposition('attachment', name),
      'cache-control': 'private, no-store',
    });
    return reply.send(stream);
  });
  registry.handle(takeOfficeEvents, ({ body }, context) => office.take(context, body.events));
  registry.handle(listSavedReports, ({ query }, context) => reports.list(context, query.page));
  registry.handle(createSavedReport, ({ body }, context) => reports.create(context, body));
  registry.handle(updateSavedReport, ({ params, body }, context) => reports.update(context, params.id, body));
  registry.handle(deleteSavedReport, ({ params }, context) => reports.delete(context, params.id));
}
