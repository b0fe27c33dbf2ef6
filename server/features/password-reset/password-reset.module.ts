import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { PasswordService } from '../auth/public.ts';
import type { SystemMail } from '../mail/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { listAdministrators, type TaskService } from '../task/public.ts';
import { deleteOldResets } from './password-reset.repository.ts';
import { registerPasswordReset } from './password-reset.routes.ts';
import { PasswordResetService } from './password-reset.service.ts';

type Dependencies = {
  tasks: TaskService;
  notifications: NotificationService;
  passwords: PasswordService;
  mail: () => SystemMail;
};

export function passwordResetModule({ db, logger }: Platform, dependencies: Dependencies) {
  const resets = new PasswordResetService({ ...dependencies, db, logger, administrators: listAdministrators });
  const maintenance: MaintenanceStep[] = [{ what: 'expired password resets', run: deleteOldResets }];
  return {
    resets,
    maintenance,
    loops: [resets.loop],
    register: (registry: EndpointRegistry) => registerPasswordReset(registry, resets),
  };
}
