import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import type {
  getHomeChanges,
  getHomeVersion,
  HomeChange,
  HomeVersion,
  listHomeVersions,
} from '@lectern/contract/features/home-page-publication.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requireNoneHeld } from '../publication/public.ts';
import { releaseFiles } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { diffContents, digestOf, titles } from './diff-content.policy.ts';
import { getHomePage, lockHomePage, readContent, updateHomePage, withoutGone } from './home-content.repository.ts';
import type { HomeContent } from './home-content.ts';
import type { HomeDraftService } from './home-draft.service.ts';
import { idsOf, readThings } from './home-thing.repository.ts';
import {
  findPublished,
  findVersion,
  findVersionBefore,
  insertVersion,
  listHeldInDraft,
  listVersionRows,
  pruneCovers,
  replaceUses,
  type VersionRow,
} from './home-version.repository.ts';

type Dependencies = {
  db: Db;
  publisher: EventPublisher;
  draft: HomeDraftService;
  settings: Pick<SettingsService, 'current'>;
};
const nothing: HomeContent = { slots: [] };

/** Publishes the draft and restores earlier versions. */
export class HomePublicationService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async changes(): Promise<OutputOf<typeof getHomeChanges>> {
    const { db } = this.#dependencies;
    const { published_number: number } = await getHomePage(db);
    const content = await readContent(db);
    const published = await findPublished(db);
    return {
      changes: await listChanges(db, published?.content ?? nothing, content),
      digest: digestOf(content, number),
    };
  }

  /** Publishes the draft if `digest` shows it is still the one the person saw. */
  async publish(context: SignedInContext, { digest, note }: { digest: string; note: string }): Promise<HomeDraft> {
    const { db, draft } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { version, published_number: number } = await lockHomePage(transaction);
      const content = await readContent(transaction);
      if (digestOf(content, number) !== digest) throw new AppError('changedMeanwhile');
      const published = await findPublished(transaction);
      const changes = await listChanges(transaction, published?.content ?? nothing, content);
      if (published && changes.length === 0) throw new AppError('nothingToPublish');
      await this.#publish(transaction, context, { version, content, note, fromNumber: null, changes: changes.length });
      return draft.get(transaction);
    });
  }

  async versions(query: { before?: number | undefined; size: number }): Promise<OutputOf<typeof listHomeVersions>> {
    const { db } = this.#dependencies;
    const { published_number: current } = await getHomePage(db);
    const rows = await listVersionRows(db, { before: query.before, limit: query.size + 1 });
    return { rows: rows.slice(0, query.size).map((row) => present(row, current)), more: rows.length > query.size };
  }

  async version(number: number): Promise<OutputOf<typeof getHomeVersion>> {
    const { db } = this.#dependencies;
    const found = await findVersion(db, number);
    if (!found) throw new AppError('notFound');
    const { published_number: current } = await getHomePage(db);
    const before = (await findVersionBefore(db, number)) ?? nothing;
    return {
      ...present(found, current),
      changes: await listChanges(db, before, found.content),
      restoring: await listChanges(db, await readContent(db), await withoutGone(db, found.content)),
    };
  }

  /** Restores a version into the draft as one step with Undo; publishes it if asked. */
  async restore(
    context: SignedInContext,
    number: number,
    { version, publish, note }: { version: number; publish: boolean; note: string },
  ): Promise<HomeDraft> {
    const { db, draft } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const found = await findVersion(transaction, number);
      if (!found) throw new AppError('notFound');
      const content = await withoutGone(transaction, found.content);
      const activity = { action: 'homePage.versionRestored', objectId: String(number), after: { number } };
      const after = await draft.step(transaction, context, async () => ({ content, activity }), version);
      if (publish) {
        const before = (await findPublished(transaction))?.content ?? nothing;
        const changes = (await listChanges(transaction, before, content)).length;
        const restored = await readContent(transaction);
        await this.#publish(transaction, context, {
          version: after,
          content: restored,
          note,
          fromNumber: number,
          changes,
        });
      }
      return draft.get(transaction);
    });
  }

  async #publish(
    transaction: Executor,
    context: SignedInContext,
    given: { version: number; content: HomeContent; note: string; fromNumber: number | null; changes: number },
  ): Promise<void> {
    const { content, note, fromNumber, changes } = given;
    const publishedBy = context.principal.userId;
    await this.#requireDecided(transaction);
    const number = await insertVersion(transaction, { content, note, fromNumber, publishedBy });
    await replaceUses(transaction, content);
    await updateHomePage(transaction, { version: given.version + 1, published_number: number });
    await releaseFiles(transaction, await pruneCovers(transaction));
    const after = { number, note, changes, ...(fromNumber && { fromNumber }) };
    const change = { action: 'homePage.published', objectType: 'homePage', objectId: String(number), after };
    await recordActivity(transaction, context, change);
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'homePage' });
  }

  /** Checks only the draft, because it may replace a published text that is withheld. */
  async #requireDecided(transaction: Executor): Promise<void> {
    const { reviewHoldsPublication } = await this.#dependencies.settings.current();
    requireNoneHeld(await listHeldInDraft(transaction, { reviewHolds: reviewHoldsPublication }));
  }
}

async function listChanges(db: Executor, before: HomeContent, after: HomeContent): Promise<HomeChange[]> {
  return diffContents(before, after, titles(await readThings(db, idsOf([before, after]))));
}

function present(row: VersionRow, current: number | null): HomeVersion {
  return {
    number: row.number,
    note: row.note,
    fromNumber: row.from_number,
    publishedBy:
      row.published_by && row.published_by_name ? { id: row.published_by, name: row.published_by_name } : null,
    publishedAt: row.published_at.toISOString(),
    current: row.number === current,
  };
}
