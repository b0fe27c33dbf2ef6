import { type AuditRow, exportAudit, getAuditEntry, listAudit } from '@lectern/contract/features/audit.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { AuditService } from './audit.service.ts';
import { auditListSource } from './audit-list.source.ts';

export function registerAudit(
  registry: EndpointRegistry,
  audit: AuditService,
  { reader, exporter }: { reader: ListReader; exporter: ListExporter },
): void {
  registry.handle(listAudit, async ({ query }, { principal }) => {
    const page = await reader.page(auditListSource, await audit.meant(query), principal);
    return page as ListPage<AuditRow>;
  });
  registry.handleStream(exportAudit, async ({ query }, context, { reply }) => {
    const meant = await audit.meant(query);
    await audit.noteExport(context, query);
    return exporter.answer(auditListSource, meant, context, reply);
  });
  registry.handle(getAuditEntry, ({ params }, context) => audit.get(context, params.id));
}
