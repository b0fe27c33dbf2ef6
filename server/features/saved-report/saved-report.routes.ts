import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  updateSavedReport,
} from '@lectern/contract/features/saved-report.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SavedReportService } from './saved-report.service.ts';

export function registerSavedReports(registry: EndpointRegistry, reports: SavedReportService): void {
  registry.handle(listSavedReports, ({ query }, context) => reports.list(context, query.page));
  registry.handle(createSavedReport, ({ body }, context) => reports.create(context, body));
  registry.handle(updateSavedReport, ({ params, body }, context) => reports.update(context, params.id, body));
  registry.handle(deleteSavedReport, ({ params }, context) => reports.delete(context, params.id));
}
