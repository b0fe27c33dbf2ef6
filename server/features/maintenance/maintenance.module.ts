import type { Platform } from '../../platform/feature-module.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { maintenanceJob } from './maintenance.jobs.ts';
export function maintenanceModule({ fileStore }: Platform, steps: () => readonly MaintenanceStep[]) {
  return { jobs: [maintenanceJob({ fileStore, steps })] };
}
