import type { Language } from '@lectern/contract/language.ts';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import { EventHub } from './events/event-hub.ts';
import { EventPublisher } from './events/event-publisher.ts';
import { contributionsOf, type FeatureModule, type Platform } from './feature-module.ts';
import { EndpointRegistry } from './http/endpoint-registry.ts';
import { registerPageData } from './http/page-data.ts';
import { CountCache } from './list/count-cache.ts';
import { ListExporter } from './list/list-exporter.ts';
import { ListReader } from './list/list-reader.ts';
import { registerLists } from './list/register-lists.ts';
import { MentionKeeper } from './mentions/mentions.ts';
import { ActionCatalogue } from './operation/action-catalogue.ts';
import { JobWorker } from './queue/job-worker.ts';
import { LaterQueue } from './queue/later-queue.ts';
import { PgBossQueue } from './queue/pg-boss-queue.ts';
import { SealedBox, sealingKeySource } from './sealing/sealed-box.ts';
import type { FileStore } from './storage/file-store.ts';
import { openFileStore } from './storage/open-file-store.ts';

export type Installation = { config: Config; db: Db; databaseUrl: string; logger: Logger };
type PlatformOptions = { fileStore?: FileStore | undefined; languageOf(userId: string): Promise<Language> };
type OpenPlatform = Platform & { queue: LaterQueue; counts: CountCache };

export function openPlatform(
  { config, db, databaseUrl, logger }: Installation,
  { fileStore = openFileStore(config), languageOf }: PlatformOptions,
): OpenPlatform {
  const hub = new EventHub({ db, databaseUrl, logger });
  const counts = new CountCache(hub);
  return {
    config,
    db,
    databaseUrl,
    logger,
    languageOf,
    fileStore,
    publisher: new EventPublisher(),
    hub,
    counts,
    box: new SealedBox(sealingKeySource(config)),
    queue: new LaterQueue(),
    reader: new ListReader(db, config, counts),
    exporter: new ListExporter(db, { timeZone: config.timeZone, languageOf }),
    catalogue: new ActionCatalogue([], []),
    mentions: new MentionKeeper([]),
  };
}

/** Connects what the modules contribute: routes to the registry, jobs and loops to the worker. */
export function assembleModules(modules: readonly FeatureModule[], platform: OpenPlatform) {
  const { config, db, databaseUrl, logger, publisher, hub } = platform;
  const all = contributionsOf(modules);
  platform.catalogue.add(all.actions, all.lists);
  platform.mentions.add(all.mentions);
  const queue = new PgBossQueue({ databaseUrl, definitions: all.jobs, publisher, logger });
  platform.queue.use(queue);
  const worker = new JobWorker({
    databaseUrl,
    db,
    definitions: all.jobs,
    publisher,
    onEnded: async (transaction, job) => {
      for (const { jobEnded } of modules) await jobEnded?.(transaction, job);
    },
    loops: all.loops,
    timeZone: config.timeZone,
    logger,
  });
  const registry = new EndpointRegistry();
  for (const module of modules) module.register?.(registry, all);
  registerLists(registry, all.lists, platform);
  registerPageData(registry);
  return {
    registry,
    worker,
    actions: all.actions,
    /** What the API process needs besides its handlers: live events and an open queue. */
    open: async () => {
      hub.start();
      await queue.open();
      for (const module of modules) module.open?.();
    },
    close: async () => {
      await Promise.all([hub.stop(), queue.close(), ...modules.map((module) => module.close?.())]);
    },
  };
}
