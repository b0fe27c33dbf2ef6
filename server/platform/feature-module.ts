import type { DetailEndpoints } from '@lectern/contract/detail/define-detail.ts';
import type { ImportEndpoints } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import type { DetailSource } from './detail/detail-source.ts';
import type { EventHub } from './events/event-hub.ts';
import type { EventPublisher } from './events/event-publisher.ts';
import type { EndpointRegistry } from './http/endpoint-registry.ts';
import type { ImportSource } from './import/import-source.ts';
import type { ListExporter } from './list/list-exporter.ts';
import type { ListReader } from './list/list-reader.ts';
import type { ListSource } from './list/list-source.ts';
import type { MaintenanceStep } from './maintenance-step.ts';
import type { MentionKeeper, Mentions } from './mentions/mentions.ts';
import type { ActionCatalogue } from './operation/action-catalogue.ts';
import type { OperationAction } from './operation/operation-action.ts';
import type { JobDefinition } from './queue/job-definition.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { OnJobEnded } from './queue/job-runner.ts';
import type { SealedBox } from './sealing/sealed-box.ts';
import type { FileStore } from './storage/file-store.ts';

export type Platform = {
  config: Config;
  db: Db;
  databaseUrl: string;
  logger: Logger;
  publisher: EventPublisher;
  hub: EventHub;
  fileStore: FileStore;
  box: SealedBox;
  /** Accepts jobs only after all modules are assembled. */
  queue: JobQueue;
  reader: ListReader;
  exporter: ListExporter;
  /** Filled with the actions and lists of all modules. */
  catalogue: ActionCatalogue;
  /** Filled with the mentions of all modules. */
  mentions: MentionKeeper;
  languageOf(userId: string): Promise<Language>;
};

type BackgroundTask = { start(): void; stop(): Promise<void> };

/** What all modules contribute together. */
export type Contributions = {
  /** Detail pages, which share edit locks and activities. */
  details: readonly { endpoints: DetailEndpoints; source: DetailSource }[];
  imports: readonly { endpoints: ImportEndpoints; source: ImportSource }[];
  /** Every list gets its endpoints, exports, saved views and actions from this registration. */
  lists: readonly ListSource[];
  actions: readonly OperationAction[];
  mentions: readonly Mentions[];
  jobs: readonly JobDefinition[];
  maintenance: readonly MaintenanceStep[];
  loops: readonly BackgroundTask[];
};

/** One feature with its dependencies wired. Services that other modules need are added as further properties. */
export type FeatureModule = Partial<Contributions> & {
  register?(registry: EndpointRegistry, all: Contributions): void;
  /** Runs in the transaction that ends a job, in module order. */
  jobEnded?: OnJobEnded;
  /** Called when the api starts, not the worker, which only runs jobs and loops. */
  open?(): void;
  /** Called when the api or worker process stops. */
  close?(): void | Promise<void>;
};

export function contributionsOf(modules: readonly FeatureModule[]): Contributions {
  return {
    details: modules.flatMap(({ details = [] }) => details),
    imports: modules.flatMap(({ imports = [] }) => imports),
    lists: modules.flatMap(({ lists = [] }) => lists),
    actions: modules.flatMap(({ actions = [] }) => actions),
    mentions: modules.flatMap(({ mentions = [] }) => mentions),
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
    maintenance: modules.flatMap(({ maintenance = [] }) => maintenance),
    loops: modules.flatMap(({ loops = [] }) => loops),
  };
}
