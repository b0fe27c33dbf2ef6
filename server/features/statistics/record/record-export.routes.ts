import {
  cancelRecordExport,
  downloadRecordExport,
  listRecordExports,
  startRecordExport,
} from '@lectern/contract/features/record-export.ts';
import { disposition } from '../../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { RecordExportService } from './record-export.service.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export function registerRecordExports(registry: EndpointRegistry, exports: RecordExportService): void {
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
}
