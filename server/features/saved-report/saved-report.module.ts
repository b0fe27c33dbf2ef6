import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { LibraryStatService } from '../library-stat/public.ts';
import type { SystemMail } from '../mail/public.ts';
import { getActor } from '../operation/public.ts';
import type { AccessStatService } from '../statistics/public.ts';
import { ReportMailService } from './report-mail.service.ts';
import { registerSavedReports } from './saved-report.routes.ts';
import { SavedReportService } from './saved-report.service.ts';

type Dependencies = { stats: AccessStatService; library: LibraryStatService; mail: SystemMail };

export function savedReportModule({ config, db, logger, languageOf }: Platform, dependencies: Dependencies) {
  const actorOf = (userId: string) => getActor(db, userId, '');
  const reportMail = new ReportMailService({ ...dependencies, db, languageOf, actorOf });
  const reportMailLoop = new BackgroundLoop({
    name: 'reportMail',
    everyMs: 60_000,
    db,
    logger,
    run: async (signal) => void (await reportMail.sendDue(signal)),
  });
  return {
    loops: [reportMailLoop],
    register: (registry: EndpointRegistry) => registerSavedReports(registry, new SavedReportService(db, config)),
  };
}
