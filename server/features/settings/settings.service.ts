import type { PlatformSettings, PublicSettings, VersionedSettings } from '@lectern/contract/features/settings.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { changedFields, presentSettings, presentVersioned } from './settings.presenter.ts';
import { findSettings, updateSettings } from './settings.repository.ts';

/** How long a change can go unnoticed if its event gets lost. */
const cacheLifetimeMs = 30_000;

type Cached = { settings: Promise<PlatformSettings>; until: number };

export class SettingsService {
  readonly #db: Db;
  readonly #publisher: EventPublisher;
  readonly #config: Pick<Config, 'timeZone' | 'wecom' | 'signOn'>;
  #cached: Cached | undefined;

  constructor(
    db: Db,
    publisher: EventPublisher,
    hub: Pick<EventHub, 'listen'>,
    config: Pick<Config, 'timeZone' | 'wecom' | 'signOn'>,
  ) {
    this.#db = db;
    this.#publisher = publisher;
    this.#config = config;
    // Also receives changes made by other processes.
    hub.listen(({ event }) => {
      if (event.topic === 'settings') this.#cached = undefined;
    });
  }

  async current(): Promise<PlatformSettings> {
    if (this.#cached && this.#cached.until > Date.now()) return this.#cached.settings;
    const settings = findSettings(this.#db).then((stored) => presentSettings(stored?.value));
    const cached: Cached = { settings, until: Date.now() + cacheLifetimeMs };
    this.#cached = cached;
    settings.catch(() => {
      if (this.#cached === cached) this.#cached = undefined;
    });
    return settings;
  }

  async public(): Promise<PublicSettings> {
    const settings = await this.current();
    return {
      ...settings,
      announcement: isOver(settings.announcement) ? null : settings.announcement,
      vendorLogin: this.#config.wecom !== undefined,
      signOn: this.#config.signOn ? { label: this.#config.signOn.label ?? '' } : null,
      timeZone: this.#config.timeZone,
    };
  }

  async versioned(): Promise<VersionedSettings> {
    return presentVersioned(await findSettings(this.#db));
  }

  async update(
    context: SignedInContext,
    change: { settings: Partial<PlatformSettings>; version: number },
  ): Promise<VersionedSettings> {
    const updated = await this.#db.transaction().execute(async (transaction) => {
      const stored = await findSettings(transaction);
      if ((stored?.version ?? 0) !== change.version) throw new AppError('changedMeanwhile');
      const before = presentSettings(stored?.value);
      const after = { ...before, ...change.settings };
      const changed = changedFields(before, after);
      if (changed.names.length === 0) return presentVersioned(stored);
      const written = await updateSettings(transaction, {
        value: after,
        version: change.version,
        userId: context.principal.userId,
      });
      if (!written) throw new AppError('changedMeanwhile');
      await recordActivity(transaction, context, {
        action: 'settings.changed',
        objectType: 'settings',
        objectId: 'platform',
        before: changed.before,
        after: changed.after,
      });
      await this.#publisher.publish(transaction, null, { topic: 'settings' });
      return presentVersioned(await findSettings(transaction));
    });
    this.#cached = undefined;
    return updated;
  }
}

function isOver(announcement: PlatformSettings['announcement']): boolean {
  return announcement?.until != null && new Date(announcement.until).getTime() <= Date.now();
}
