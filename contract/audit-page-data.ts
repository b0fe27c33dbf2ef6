import { auditList, listAudit } from './features/audit.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

export function auditData(url: URL): PageDataCall[] {
  return listData(auditList, listAudit, url);
}
