import { handOutImportPasswords } from '@lectern/contract/features/user-import.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ImportPasswordService } from './import-password.service.ts';

export function registerImportPasswords(registry: EndpointRegistry, passwords: ImportPasswordService): void {
  registry.handle(handOutImportPasswords, ({ params }, context) => passwords.handOut(context, params.id));
}
