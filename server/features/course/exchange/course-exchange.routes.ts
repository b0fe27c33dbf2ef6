import { exportCourse, getCourseExportReport, importCourse } from '@lectern/contract/features/course-exchange.ts';
import { disposition } from '../../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { CourseExportService } from './course-export.service.ts';
import type { CourseImportService } from './course-import.service.ts';

type Dependencies = { exports: CourseExportService; imports: CourseImportService };

export function registerCourseExchange(registry: EndpointRegistry, { exports, imports }: Dependencies): void {
  registry.handleStream(exportCourse, async ({ params, query }, { principal }, { request, reply }) => {
    const file = await exports.open(principal, params.id, query);
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': disposition('attachment', file.name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(file.open());
  });
  registry.handle(getCourseExportReport, ({ params, query }, { principal }) =>
    exports.report(principal, params.id, query),
  );
  registry.handle(importCourse, ({ query, body }, context) => imports.import(context, body, query));
}
