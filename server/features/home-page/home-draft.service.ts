import type { HomeDraft, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { clickDays } from '@lectern/contract/features/home-page-states.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { diffContents, titles } from './diff-content.policy.ts';
import {
  addEntries,
  addSlot,
  type EntryEdit,
  editEntry,
  editSlot,
  entryOf,
  placeEntry,
  placeSlot,
  removeEntries,
  removeSlot,
  slotOf,
  subjectFields,
} from './edit-content.policy.ts';
import {
  findStep,
  getHomePage,
  insertStep,
  lockHomePage,
  readContent,
  updateHomePage,
  withoutGone,
  writeContent,
} from './home-content.repository.ts';
import type { ContentEntry, ContentSlot, HomeContent } from './home-content.ts';
import { nameOf, presentSlot } from './home-entry.presenter.ts';
import type { HomePageReader } from './home-page-reader.ts';
import { listWithheld } from './home-rule.repository.ts';
import { countClicks, idsOf, readNames, readThings } from './home-thing.repository.ts';
import { findPublished } from './home-version.repository.ts';

/** Throws for subjects the person can't see. */
type MayChoose = (db: Executor, context: SignedInContext, subjects: readonly HomeSubject[]) => Promise<void>;
type Dependencies = { db: Db; publisher: EventPublisher; reader: HomePageReader; mayChoose: MayChoose };
type Versioned = { version: number };
type SlotFields = Omit<ContentSlot, 'id' | 'entries'>;
type NewEntries = {
  subjects: readonly HomeSubject[];
  beforeId: string | null;
} & Pick<ContentEntry, 'audience' | 'startsAt' | 'endsAt'>;

type DraftActivity = {
  action: string;
  objectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};
type Change = (
  content: HomeContent,
  transaction: Executor,
) => Promise<{ content: HomeContent; activity: DraftActivity }>;

/** The home-page draft. Every change is a step with Undo, refused if the draft has changed since. */
export class HomeDraftService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(db: Executor = this.#dependencies.db): Promise<HomeDraft> {
    const { reader } = this.#dependencies;
    const page = await getHomePage(db);
    const content = await readContent(db);
    const published = await findPublished(db);
    const entries = content.slots.flatMap((slot) => slot.entries);
    const now = new Date();
    const contents = published ? [content, published.content] : [content];
    const things = await readThings(db, idsOf(contents));
    const publishedBy = published ? await this.#publisherOf(db, published.number) : null;
    const seen = {
      now,
      things,
      shown: {
        everyone: await reader.resolve(db, content, { audience: 'everyone' }),
        campus: await reader.resolve(db, content, { audience: 'campus' }),
      },
      withheld: await listWithheld(db),
      names: await readNames(db, [
        ...entries.flatMap((entry) => entry.addedBy ?? []),
        ...(publishedBy ? [publishedBy] : []),
      ]),
      clicks: await countClicks(
        db,
        entries.map((entry) => entry.id),
        clickDays,
      ),
    };
    const changes = diffContents(published?.content ?? { slots: [] }, content, titles(things));
    return {
      version: page.version,
      changedBy: page.changed_by && page.changed_by_name ? { id: page.changed_by, name: page.changed_by_name } : null,
      changedAt: page.changed_at.toISOString(),
      published: published
        ? { number: published.number, at: published.published_at.toISOString(), by: nameOf(publishedBy, seen) }
        : null,
      changes: changes.length,
      slots: content.slots.map((slot) => presentSlot(slot, seen)),
    };
  }

  createSlot(context: SignedInContext, { version, ...fields }: SlotFields & Versioned): Promise<HomeDraft> {
    const id = newId();
    return this.#change(context, version, async (content) => ({
      content: addSlot(content, id, fields),
      activity: { action: 'homePage.slotAdded', objectId: id, after: fields },
    }));
  }

  updateSlot(
    context: SignedInContext,
    id: string,
    { version, ...edit }: Partial<SlotFields> & Versioned,
  ): Promise<HomeDraft> {
    return this.#change(context, version, async (content) => {
      const { entries: _entries, ...before } = slotOf(content, id);
      const after = editSlot(content, id, edit);
      return { content: after, activity: { action: 'homePage.slotChanged', objectId: id, ...differing(before, edit) } };
    });
  }

  placeSlot(context: SignedInContext, id: string, { version, beforeId }: Versioned & { beforeId: string | null }) {
    return this.#change(context, version, async (content) => ({
      content: placeSlot(content, id, beforeId),
      activity: { action: 'homePage.slotMoved', objectId: id, after: { name: slotOf(content, id).name } },
    }));
  }

  removeSlot(context: SignedInContext, id: string, { version }: Versioned): Promise<HomeDraft> {
    return this.#change(context, version, async (content) => {
      const { name, key, entries } = slotOf(content, id);
      const before = { name, key, entries: entries.length };
      return { content: removeSlot(content, id), activity: { action: 'homePage.slotRemoved', objectId: id, before } };
    });
  }

  addEntries(
    context: SignedInContext,
    slotId: string,
    { version, ...wanted }: NewEntries & Versioned,
  ): Promise<HomeDraft> {
    return this.#change(context, version, (content, transaction) =>
      this.#withEntries(context, transaction, content, slotId, wanted),
    );
  }

  /** For bulk actions, each in its own transaction: applies to whatever the draft is now. Returns the entry's id. */
  async recommend(
    transaction: Executor,
    context: SignedInContext,
    slotId: string,
    wanted: NewEntries,
  ): Promise<string> {
    let added = '';
    await this.step(transaction, context, async (content) => {
      const change = await this.#withEntries(context, transaction, content, slotId, wanted);
      added = change.activity.objectId;
      return change;
    });
    return added;
  }

  /** Undoes `recommend`; false when the entry no longer exists. */
  async withdraw(transaction: Executor, context: SignedInContext, entryId: string): Promise<boolean> {
    let found = false;
    await this.step(transaction, context, async (content) => {
      const there = content.slots.some((slot) => slot.entries.some((entry) => entry.id === entryId));
      if (!there) return null;
      found = true;
      return {
        content: removeEntries(content, [entryId]),
        activity: { action: 'homePage.entryRemoved', objectId: entryId },
      };
    });
    return found;
  }

  updateEntry(context: SignedInContext, id: string, { version, ...edit }: EntryEdit & Versioned): Promise<HomeDraft> {
    return this.#change(context, version, async (content, transaction) => {
      if (edit.subject) await this.#dependencies.mayChoose(transaction, context, [edit.subject]);
      const after = editEntry(content, id, edit);
      const activity = { action: 'homePage.entryChanged', objectId: id };
      return {
        content: after,
        activity: { ...activity, ...differing(entryOf(content, id).entry, entryOf(after, id).entry) },
      };
    });
  }

  placeEntry(
    context: SignedInContext,
    id: string,
    { version, ...place }: Versioned & { slotId: string; beforeId: string | null },
  ): Promise<HomeDraft> {
    return this.#change(context, version, async (content) => {
      const before = { slot: entryOf(content, id).slot.name };
      const after = { slot: slotOf(content, place.slotId).name };
      return {
        content: placeEntry(content, id, place),
        activity: { action: 'homePage.entryMoved', objectId: id, before, after },
      };
    });
  }

  removeEntries(
    context: SignedInContext,
    { ids, version }: Versioned & { ids: readonly string[] },
  ): Promise<HomeDraft> {
    return this.#change(context, version, async (content) => {
      const before = { entries: ids.map((id) => entryOf(content, id).entry) };
      const activity = { action: 'homePage.entryRemoved', objectId: ids[0] ?? '', before };
      return { content: removeEntries(content, ids), activity };
    });
  }

  async undo(context: SignedInContext, { version }: Versioned): Promise<HomeDraft> {
    return this.#change(context, version, async (_content, transaction) => {
      const step = await findStep(transaction, version);
      if (!step) throw new AppError('undoNotPossible');
      return {
        content: await withoutGone(transaction, step),
        activity: { action: 'homePage.changeUndone', objectId: 'draft' },
      };
    });
  }

  async discard(context: SignedInContext, { version }: Versioned): Promise<HomeDraft> {
    return this.#change(context, version, async (_content, transaction) => {
      const published = await findPublished(transaction);
      const content = await withoutGone(transaction, published?.content ?? { slots: [] });
      return { content, activity: { action: 'homePage.changesDiscarded', objectId: 'draft' } };
    });
  }

  async #change(context: SignedInContext, version: number, change: Change): Promise<HomeDraft> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await this.step(transaction, context, change, version);
      return this.get(transaction);
    });
  }

  /** Makes one step in the caller's transaction; returns the draft's new version. */
  async step(
    transaction: Executor,
    context: SignedInContext,
    change: (content: HomeContent, transaction: Executor) => Promise<Awaited<ReturnType<Change>> | null>,
    expected?: number,
  ): Promise<number> {
    const { version } = await lockHomePage(transaction);
    if (expected !== undefined && version !== expected) throw new AppError('changedMeanwhile');
    const before = await readContent(transaction);
    const changed = await change(before, transaction);
    if (!changed) return version;
    await writeContent(transaction, before, changed.content);
    await insertStep(transaction, version + 1, before);
    await updateHomePage(transaction, { version: version + 1, changed_by: context.principal.userId });
    await recordActivity(transaction, context, { objectType: 'homePage', ...changed.activity });
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'homePage' });
    return version + 1;
  }

  async #withEntries(
    context: SignedInContext,
    transaction: Executor,
    content: HomeContent,
    slotId: string,
    { subjects, beforeId, ...fields }: NewEntries,
  ) {
    await this.#dependencies.mayChoose(transaction, context, subjects);
    const addedAt = new Date().toISOString();
    const added = { title: null, coverFileId: null, paused: false, addedBy: context.principal.userId, addedAt };
    const entries = subjects.map((subject) => ({ id: newId(), ...added, ...fields, ...subjectFields(subject) }));
    const slot = slotOf(content, slotId).name;
    const after = {
      slot,
      entries: entries.map(({ source, resourceId, courseId, columnId }) => ({
        source,
        id: resourceId ?? courseId ?? columnId,
      })),
    };
    return {
      content: addEntries(content, { slotId, beforeId }, entries),
      activity: { action: 'homePage.entryAdded', objectId: entries[0]?.id ?? '', after },
    };
  }

  async #publisherOf(db: Executor, number: number): Promise<string | null> {
    const row = await db
      .selectFrom('home_page_versions')
      .select('published_by')
      .where('number', '=', number)
      .executeTakeFirst();
    return row?.published_by ?? null;
  }
}

/** The changed values, before and after. */
function differing<T extends object>(before: T, after: Partial<T>) {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (values: Partial<T>) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
