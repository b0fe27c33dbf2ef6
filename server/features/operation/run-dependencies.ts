import type { Logger } from 'pino';
import type { ActionCatalogue } from '../../platform/operation/action-catalogue.ts';
import type { OperationAnnouncer } from './operation-announcer.ts';

/** What carrying an operation out needs besides the database. */
export type RunDependencies = {
  catalogue: ActionCatalogue;
  announcer: OperationAnnouncer;
  timeZone: string;
  logger: Logger;
};
