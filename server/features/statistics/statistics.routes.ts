import { getVisit, newerAccessRecords, sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import {
  exportAccessStat,
  getAccessHeatMap,
  getAccessStat,
  getRetention,
  getSearchTerms,
  listAccessKeys,
} from '@lectern/contract/features/access-stat.ts';
import { getChapterStat, getCourseStat, getResourceStat } from '@lectern/contract/features/object-stat.ts';
import { takeOfficeEvents } from '@lectern/contract/features/office-event.ts';
import {
  cancelRecordExport,
  downloadRecordExport,
  listRecordExports,
  startRecordExport,
} from '@lectern/contract/features/record-export.ts';
import type { Language } from '@lectern/contract/language.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { sendTable, tableTypes } from '../../platform/list/table-file.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { OfficeEventService } from './event/office-event.service.ts';
import type { AccessStatService } from './figures/access-stat.service.ts';
import { accessStatTable } from './figures/access-stat-table.ts';
import type { ObjectStatService } from './figures/object-stat.service.ts';
import type { RecordService } from './record/record.service.ts';
import type { RecordExportService } from './record/record-export.service.ts';

type Services = {
  stats: AccessStatService;
  objects: ObjectStatService;
  records: RecordService;
  exports: RecordExportService;
  office: OfficeEventService;
  languageOf(userId: string): Promise<Language>;
};

export function registerStatistics(
  registry: EndpointRegistry,
  { stats, objects, records, exports, office, languageOf }: Services,
): void {
  registry.handle(getAccessStat, ({ query }, context) => stats.get(context, query));
  registry.handleStream(exportAccessStat, async ({ query: { format, ...query } }, context, { reply }) => {
    const [stat, language] = await Promise.all([stats.get(context, query), languageOf(context.principal.userId)]);
    const name = `access-statistics-${stat.period.from}-${stat.period.to}`;
    return sendTable(reply, { name, format, records: accessStatTable(stat, query, messagesIn(language)) });
  });
  registry.handle(getAccessHeatMap, ({ query }, context) => stats.heatMap(context, query));
  registry.handle(getSearchTerms, ({ query }, context) => stats.terms(context, query));
  registry.handle(listAccessKeys, ({ query }, context) => stats.keys(context, query));
  registry.handle(getRetention, ({ params, query }, context) => objects.retention(context, params.id, query));
  registry.handle(getResourceStat, ({ params, query }, context) => objects.resource(context, params.id, query));
  registry.handle(getCourseStat, ({ params, query }, context) => objects.course(context, params.id, query));
  registry.handle(getChapterStat, ({ params, query }, context) => objects.chapter(context, params.id, query));
  registry.handle(sumAccessRecords, ({ query }, context) => records.sums(context, query));
  registry.handle(newerAccessRecords, ({ query }, context) => records.newer(context, query));
  registry.handle(getVisit, ({ params }, context) => records.visit(context, params.id));
  registry.handle(listRecordExports, (_input, context) => exports.list(context));
  registry.handle(startRecordExport, ({ body }, context) => exports.start(context, body));
  registry.handle(cancelRecordExport, ({ params }, context) => exports.remove(context, params.id));
  registry.handleStream(downloadRecordExport, async ({ params }, context, { reply }) => {
    const { name, format, stream } = await exports.file(context, params.id);
    reply.headers({
      'content-type': tableTypes[format],
      'content-disposition': disposition('attachment', name),
      'cache-control': 'private, no-store',
    });
    return reply.send(stream);
  });
  registry.handle(takeOfficeEvents, ({ body }, context) => office.take(context, body.events));
}
