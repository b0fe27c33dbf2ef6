import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Contributions, Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { OperationService } from '../operation/public.ts';
import { importMaintenance } from './import.repository.ts';
import { registerImport } from './import.routes.ts';
import { ImportService } from './import.service.ts';
export function importModule({ db }: Platform, { operations }: { operations: OperationService }) {
  const service = new ImportService({ db, operations, run: runSandboxed });
  return {
    maintenance: importMaintenance,
    register(registry: EndpointRegistry, { imports }: Contributions): void {
      for (const { endpoints, source } of imports) registerImport(registry, endpoints, source, service);
    },
  };
}
