import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { SettingsService } from '../settings/public.ts';
import { registerAudit } from './audit.routes.ts';
import { AuditService } from './audit.service.ts';
import { auditListSource } from './audit-list.source.ts';
export function auditModule({ db, reader, exporter }: Platform, { settings }: { settings: SettingsService }) {
  const audit = new AuditService(db, settings);
  const maintenance: MaintenanceStep[] = [
    { what: 'expired audit entries', run: (_db, signal) => audit.expire(signal) },
  ];
  return {
    maintenance,
    lists: [auditListSource],
    register: (registry: EndpointRegistry) => registerAudit(registry, audit, { reader, exporter }),
  };
}
