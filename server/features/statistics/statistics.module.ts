import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { readable as readableCourse } from '../course/public.ts';
import { getActor } from '../operation/public.ts';
import { readable as readableResource } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { AccessEventService } from './event/access-event.service.ts';
import { ForgetService } from './event/forget.service.ts';
import { OfficeEventService } from './event/office-event.service.ts';
import { AccessStatService } from './figures/access-stat.service.ts';
import { renewNames } from './figures/key.repository.ts';
import { ObjectStatService } from './figures/object-stat.service.ts';
import { RecordService } from './record/record.service.ts';
import { deleteExpired } from './record/record-export.repository.ts';
import { RecordExportService, recordExportJob } from './record/record-export.service.ts';
import { recordListSource } from './record/record-list.source.ts';
import { FoldLoop } from './rollup/fold-loop.ts';
import { registerStatistics } from './statistics.routes.ts';

export function statisticsModule(platform: Platform, { settings }: { settings: SettingsService }) {
  const { config, db, logger, queue, fileStore, languageOf } = platform;
  const { timeZone } = config;
  const events = new AccessEventService(db);
  const source = recordListSource({ timeZone });
  const stats = new AccessStatService(db, { timeZone });
  const actorOf = (userId: string) => getActor(db, userId, '');
  const forget = new ForgetService(db, settings);
  const maintenance: MaintenanceStep[] = [
    { verb: { bare: 'create', done: 'Created' }, what: 'months for access events', run: () => events.prepareMonths() },
    { what: 'months of expired access records', run: (_db, signal) => forget.dropMonths(signal) },
    { what: 'addresses from old access records', run: (_db, signal) => forget.addresses(signal) },
    { what: 'people from old access records', run: (_db, signal) => forget.people(signal) },
    { what: 'expired exports of access records', run: (run) => run.transaction().execute(deleteExpired) },
    { verb: { bare: 'renew', done: 'Renewed' }, what: 'names in the statistics', run: (run) => renewNames(run) },
  ];
  const foldLoop = new FoldLoop({ db, timeZone, logger });
  const office = new OfficeEventService({ db, events, readableResource });
  return {
    events,
    stats,
    office,
    foldLoop,
    maintenance,
    lists: [source],
    jobs: [recordExportJob({ fileStore, source, timeZone, actorOf })],
    loops: [foldLoop],
    register(registry: EndpointRegistry): void {
      const services = {
        stats,
        objects: new ObjectStatService({ db, timeZone, readableResource, readableCourse }),
        records: new RecordService(db, source, { timeZone }),
        exports: new RecordExportService({ db, queue, fileStore, languageOf }),
        office,
        languageOf,
      };
      registerStatistics(registry, services);
    },
  };
}
